/* What is common to all statistics. */
#include "core/statistic/statistic-private.h"

#include "core/number/fp64.h"

const char *const ulp_statistic_format_ids[] = {"fp32", "fp64", NULL};

void ulp_exact_statistic_clear(UlpExactStatistic *exact) { g_clear_pointer(&exact->value, ulp_real_free); }

static double rounded(const UlpReal *real) {
  const UlpBits bits = ulp_real_round(real, ULP_FORMAT_FP64, ULP_ROUND_RN, ULP_PROFILE_IEEE);
  return ulp_bits_to_double(ULP_FORMAT_FP64, bits);
}

void ulp_exact_statistic_take(UlpExactStatistic *exact, UlpReal *value) {
  *exact = (UlpExactStatistic){value, rounded(value), (double)NAN, (double)NAN};
}

void ulp_exact_statistic_set_special(UlpExactStatistic *exact, double special) {
  ulp_exact_statistic_take(exact, ulp_real_from_bits(ULP_FORMAT_FP64, ulp_double_bits(special)));
}

static double rounded_rational(mpq_srcptr rational) {
  g_autoptr(UlpReal) real = ulp_real_from_mpq(rational);
  return rounded(real);
}

void ulp_exact_statistic_set_sums(UlpExactStatistic *exact, mpq_srcptr value, mpq_srcptr magnitudes, guint factor) {
  ulp_exact_statistic_take(exact, ulp_real_from_mpq(value));
  exact->magnitudes = rounded_rational(magnitudes);
  if (mpq_sgn(magnitudes) == 0)
    return;
  if (mpq_sgn(value) == 0) {
    exact->condition = (double)INFINITY;
    return;
  }
  mpq_t condition, times;
  mpq_init(condition);
  mpq_init(times);
  mpq_set_ui(times, factor, 1);
  mpq_div(condition, magnitudes, value);
  mpq_abs(condition, condition);
  mpq_mul(condition, condition, times);
  exact->condition = rounded_rational(condition);
  mpq_clear(times);
  mpq_clear(condition);
}

double ulp_statistic_gamma(double k, double unit) { return k * unit < 1 ? k * unit / (1 - k * unit) : (double)NAN; }

double ulp_statistic_height(const UlpStatisticBound *data) { return ceil(log2(fmax(data->n, 1))); }

double ulp_statistic_bound_of_exact(const UlpStatisticBound *data) {
  return data->unit * fabs(data->exact->rounded) * (1 + 2 * data->unit) + data->smallest;
}
