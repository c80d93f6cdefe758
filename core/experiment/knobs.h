/* What changes the bits of a sum: knobs, each with settings that leave all else as it is. A knob is a line in knobs.def and its
 * UlpKnob in a file knob-*.c. */
#pragma once

#include "core/experiment/work.h"

/* One sum of one algorithm; all borrowed. */
typedef struct {
  const UlpRun *run;
  const UlpSumPlan *plan;
  const char *label;         /* of the algorithm */
  UlpArray *array;           /* on the run's device: the input, or what the knob's `elements` gave */
  gconstpointer host;        /* the input's elements */
  guint64 n, seed, index;    /* index: of this run among those at one setting */
  const UlpTable *recording; /* data of the recording that the run names, or NULL */
} UlpKnobWork;

typedef struct {
  guint n_settings;
  /* What tables hold; not translated; valid until the next call. */
  const char *(*name)(const UlpKnobWork *work, guint setting);
  /* FALSE with ULP_ERROR_USAGE where this setting is not to be had here. NULL: a plain sum of work->array. */
  gboolean (*sum)(const UlpKnobWork *work, guint setting, UlpSumRow *row, GError **error);
  /* Where a setting changes the elements themselves: new array, which sums are then made of and measured against. `plan` is not set.
   * NULL with the error as above. */
  UlpArray *(*elements)(const UlpKnobWork *work, guint setting, GError **error);
  guint copies; /* arrays of the input's size that one sum makes at most */
} UlpKnob;

#define ULP_KNOB(id, ID, title, help) extern const UlpKnob ulp_knob_##id;
#include "core/experiment/knobs.def"
#undef ULP_KNOB

/* For knobs: one sum of a slice of an array, one with all that a job may say, and one of elements of the host that are not those of
 * `work`. ULP_ERROR_USAGE where the device does not run it. */
gboolean ulp_knob_sum(const UlpKnobWork *work, const UlpSumPlan *plan, UlpArray *array, guint64 offset, guint64 n,
                      UlpSumRow *row, GError **error);
gboolean ulp_knob_run_sum(const UlpKnobWork *work, const UlpSumJob *job, UlpSumRow *row, GError **error);
gboolean ulp_knob_sum_elements(const UlpKnobWork *work, gconstpointer elements, guint64 pad, UlpSumRow *row,
                               GError **error);
/* work->array through a formula: new array. */
UlpArray *ulp_knob_transform(const UlpKnobWork *work, UlpTransform transform, GError **error);
