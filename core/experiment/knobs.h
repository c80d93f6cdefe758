/* What changes the bits of a sum: knobs, each with settings that leave all else as it is. A knob is a line in knobs.def and its
 * UlpKnob in a file knob-*.c. */
#pragma once

#include "core/experiment/work.h"

/* One sum of one algorithm; all borrowed. */
typedef struct {
  const UlpRun *run;
  const UlpSumPlan *plan;
  UlpArray *array;    /* on the run's device */
  gconstpointer host; /* the same elements */
  guint64 n, seed;
} UlpKnobWork;

typedef struct {
  guint n_settings;
  const char *(*name)(guint setting); /* what tables hold; not translated; valid until the next call */
  /* FALSE with ULP_ERROR_USAGE where this setting is not to be had here. */
  gboolean (*sum)(const UlpKnobWork *work, guint setting, UlpSumRow *row, GError **error);
} UlpKnob;

#define ULP_KNOB(id, ID, title, help) extern const UlpKnob ulp_knob_##id;
#include "core/experiment/knobs.def"
#undef ULP_KNOB

/* For knobs: one sum of a slice of an array, and of elements of the host that are not those of `work`. */
gboolean ulp_knob_sum(const UlpKnobWork *work, const UlpSumPlan *plan, UlpArray *array, guint64 offset, guint64 n,
                      UlpSumRow *row, GError **error);
gboolean ulp_knob_sum_elements(const UlpKnobWork *work, gconstpointer elements, guint64 pad, UlpSumRow *row,
                               GError **error);
