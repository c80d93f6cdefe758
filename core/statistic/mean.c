/* The mean. Condition number: sum |x| / |sum x|. */
#include "core/statistic/statistic-private.h"
#include "core/statistic/products.h"

#include "core/statistic/fp32.def"
#include "core/statistic/mean-real.def"

#include "core/statistic/fp64.def"
#include "core/statistic/mean-real.def"

/* n - 1 additions on the longest way, the division, n itself and, maybe, an element are rounded. */
static double bound_of_order(const UlpStatisticBound *data) {
  return ulp_statistic_gamma(data->n + (data->is_rounded ? 2 : 1), data->unit) * data->exact->magnitudes +
         data->smallest;
}

static double bound_of_halves(const UlpStatisticBound *data) {
  return ulp_statistic_gamma(ulp_statistic_height(data) + (data->is_rounded ? 3 : 2), data->unit) *
             data->exact->magnitudes +
         data->smallest;
}

static const UlpStatisticMethod methods[] = {
#define ULP_METHOD(ID, TEXT, TITLE, HELP, BOUND, SOURCE)                                                               \
  {TEXT, TITLE, HELP, {mean_##ID##_fp32, mean_##ID##_fp64}, BOUND, SOURCE},
#include "core/statistic/mean.def"
#undef ULP_METHOD
    ULP_METHOD_EXACT,
};

static gboolean exact_mean(const UlpVectors *v, UlpExactStatistic *exact) {
  UlpProducts sum = {0}, magnitudes = {0};
  for (uint64_t i = 0; i < v->n; i++) {
    if (STOPPED(v, i))
      return FALSE;
    ulp_products_add(&sum, v->x[i], 1);
    ulp_products_add(&magnitudes, fabs(v->x[i]), 1);
  }
  mpq_t value, of_magnitudes, n;
  mpq_inits(value, of_magnitudes, n, NULL);
  mpz_set_d(mpq_numref(n), (double)v->n);
  const double special = ulp_products_get(&sum, value);
  if (special == 0) {
    ulp_products_get(&magnitudes, of_magnitudes);
    mpq_div(value, value, n);
    mpq_div(of_magnitudes, of_magnitudes, n);
    ulp_exact_statistic_set_sums(exact, value, of_magnitudes, 1);
  } else {
    ulp_exact_statistic_set_special(exact, special);
  }
  mpq_clears(value, of_magnitudes, n, NULL);
  return TRUE;
}

const char *const ulp_statistic_mean_ids[] = {
#define ULP_METHOD(ID, TEXT, TITLE, HELP, BOUND, SOURCE) TEXT,
#include "core/statistic/mean.def"
#undef ULP_METHOD
    "exact", NULL};

const char *const ulp_statistic_mean_titles[] = {
#define ULP_METHOD(ID, TEXT, TITLE, HELP, BOUND, SOURCE) TITLE,
#include "core/statistic/mean.def"
#undef ULP_METHOD
    N_("exact"), NULL};

const UlpStatistic ulp_statistic_mean = {methods, G_N_ELEMENTS(methods), exact_mean};
