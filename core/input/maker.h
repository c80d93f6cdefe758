/* Makers: generators whose elements need each other, such as sums of a chosen condition number. They are made whole, in one
 * pass on the host, and uploaded where a device works on them; whoever uses an input does not see the difference.
 *
 * A maker is one file core/input/maker-ID.c, which defines ulp_maker_ID, and one line in makers.def. */
#pragma once

#include "core/base/param.h"
#include "core/input/generator.h"

#include <gio/gio.h>

typedef struct {
  const char *id;
  const char *title;      /* N_() */
  const char *help;       /* N_(): one line */
  const UlpParam *params; /* its own, in the order of job->values: COUNT, REAL or CHOICE */
  guint n_params;
  guint version; /* grows when it comes to give other values for the same job */
  /* All elements of the job, fp32 or fp64, into `out`: the same bits on every machine. ULP_ERROR_USAGE where the parameters
   * do not go together, ULP_ERROR_MEMORY, or ULP_ERROR_CANCELLED within 100 ms. */
  gboolean (*make)(const UlpGenerateJob *job, gpointer out, GCancellable *cancellable, GError **error);
} UlpMaker;

#define ULP_MAKER(id) extern const UlpMaker ulp_maker_##id;
#include "core/input/makers.def"
#undef ULP_MAKER
