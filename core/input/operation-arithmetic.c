/* Arithmetic on elements. A result that fp64 rounds is made odd in its last bit first, so that rounding it to a narrower
 * format gives what rounding the exact result would (S. Boldo, G. Melquiond, "Emulation of a FMA and correctly rounded sums",
 * IEEE Trans. Computers 57(4), 2008). */
#include "core/input/operation-arithmetic.h"

#include "core/base/error.h"
#include "core/base/i18n.h"
#include "core/number/format.h"
#include "core/number/fp64.h"

#include <math.h>

gboolean ulp_operation_check_fp64(const UlpElements *elements, GError **error) {
  if (ulp_format_fits_fp64(elements->info.format))
    return TRUE;
  ulp_set_error(error, ULP_ERROR_USAGE, _("found elements of %s, expected a format whose numbers fp64 holds"),
                ulp_format_info(elements->info.format)->id);
  return FALSE;
}

/* Towards the exact value, which `error` is away, where that leaves an odd last bit. */
static double rounded_to_odd(double value, double error) {
  const guint64 bits = ulp_double_bits(value);
  if (!isfinite(value) || !(error != 0) || bits & 1)
    return value;
  const gboolean outwards = (error > 0) == (value > 0);
  return ulp_double_of_bits(value == 0 ? 1 | (error < 0 ? G_GUINT64_CONSTANT(1) << 63 : 0)
                            : outwards ? bits + 1
                                       : bits - 1);
}

gboolean ulp_operation_map(UlpElements *elements, UlpOperationStep step, double by, GCancellable *cancellable,
                           GError **error) {
  const UlpFormat format = elements->info.format;
  guint64 count;
  ulp_array_info_count(&elements->info, &count);
  if (!ulp_operation_check_fp64(elements, error))
    return FALSE;
  for (guint64 i = 0; i < count; i++) {
    double left_out;
    double value = step(ulp_bits_to_double(format, ulp_packed_load(format, elements->data, i)), by, &left_out);
    if (format != ULP_FORMAT_FP64)
      value = rounded_to_odd(value, left_out);
    ulp_packed_store(format, elements->data, i, ulp_bits_from_double(format, value, ULP_ROUND_RN, ULP_PROFILE_IEEE));
    if (i % ULP_OPERATION_SLICE == 0 && !ulp_go_on(cancellable, error))
      return FALSE;
  }
  return TRUE;
}
