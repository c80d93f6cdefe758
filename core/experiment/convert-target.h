/* One target format of the experiment `convert`: the arrays there and back, what is known of them, and their rows. */
#pragma once

#include "core/experiment/conversion.h"
#include "core/experiment/work.h"
#include "core/number/via.h"

typedef struct {
  UlpFormat from, named;
  UlpConvertJob job; /* its format: the named target, scaled */
  UlpVia via;        /* what elements go through before it, scaled likewise */
  guint64 differ;    /* elements that became other bits than they would have at once */
  UlpConversionOutcomeOf outcome_of;
  UlpConversionSums sums;
  double seconds; /* of the conversions to the target */
} UlpConvertTarget;

/* Elements [first, first + count) of the input, in the source format on the device. */
typedef struct {
  UlpArray *source;
  guint64 first, count;
} UlpConvertPart;

/* Indices of the elements that go into the table, `n` of `count`, in rising order. */
typedef struct {
  guint64 count, n, seed;
} UlpConvertPoints;

extern const UlpColumn ulp_convert_columns[];
#define ULP_CONVERT_N_COLUMNS 9

/* Converts the part there and back, adds what is known of it to the sums, and appends the rows of its points from `*point` on,
 * which becomes the first point behind the part. */
gboolean ulp_convert_target_run(UlpConvertTarget *target, UlpRunPart *part, const UlpConvertPart *elements,
                                const UlpConvertPoints *points, guint64 *point, UlpResult *result, GError **error);
