/* Random numbers, goals and order of cancelling sums. */
#include "core/input/maker-cancel.h"

#include "core/array/packing.h"
#include "core/base/i18n.h"
#include "core/input/permute.h"
#include "core/number/format.h"

#define FP32_MOST 1e60

gboolean ulp_maker_check_condition(const UlpGenerateJob *job, GError **error) {
  if (job->format != ULP_FORMAT_FP32 || job->values[0] <= FP32_MOST)
    return TRUE;
  ulp_set_error(error, ULP_ERROR_USAGE, _("cond: found %g, expected at most %g for elements of fp32"), job->values[0],
                FP32_MOST);
  return FALSE;
}

/* b times `part`, rounded: exponents are whole numbers, so that the same bits come out everywhere. */
static double draw(const UlpGenerateJob *job, guint64 index, guint64 first, double part) {
  const UlpRandom random = ulp_job_random(job, index, 0);
  const double f = ulp_double_of_sum(ulp_random_low(random) >> 10, -0x1p53) * 0x1p-53; /* in [-1, 1) */
  const int whole = (int)(ulp_math_log(job->values[0]) * 0x1.71547652b82fep+0 * part + 0.5);
  int exponent;
  if (index < first)
    exponent = index == 0 ? whole : index + 1 == first ? 0 : (int)((guint64)random.word[2] * (guint)(whole + 1) >> 32);
  else
    exponent = (int)((double)whole * (1.0 - ulp_double_of_integer(index - first) /
                                                ulp_double_of_integer(MAX(job->count - first - 1, 1))) +
                     0.5);
  const double exact_power = ulp_double_of_bits((guint64)(1023 + exponent - whole / 2) << 52);
  return f * exact_power;
}

double ulp_maker_draw(const UlpGenerateJob *job, guint64 index, guint64 first) { return draw(job, index, first, 1.0); }

double ulp_maker_draw_half(const UlpGenerateJob *job, guint64 index, guint64 first) {
  return draw(job, index, first, 0.5);
}

double ulp_maker_goal(double magnitudes, double sum, double condition) {
  const double above = (magnitudes - sum) / (condition - 1.0); /* where x >= 0 */
  return above >= sum ? above : (magnitudes + sum) / (condition + 1.0);
}

double ulp_maker_store(UlpFormat format, gpointer out, guint64 index, double value) {
  const UlpBits bits = ulp_element_of_double(format, value);
  ulp_packed_store(format, out, index, bits);
  return ulp_bits_to_double(format, bits);
}

gboolean ulp_maker_shuffle(const UlpGenerateJob *job, gpointer out, GCancellable *cancellable, GError **error) {
  return ulp_permute(job->format, out, job->count, job->seed, cancellable, error);
}
