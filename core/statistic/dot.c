/* The dot product x.y. Condition number: 2 |x|.|y| / |x.y| (T. Ogita, S. M. Rump, S. Oishi, SIAM J. Sci. Comput. 26(6), 2005, eq.
 * (5.6)). */
#include "core/statistic/statistic-private.h"
#include "core/statistic/products.h"

#include "core/statistic/fp32.def"
#include "core/statistic/dot-real.def"

#include "core/statistic/fp64.def"
#include "core/statistic/dot-real.def"

/* What products that underflow lose: half of the smallest number each. */
static double lost(const UlpStatisticBound *data) { return data->n * data->smallest; }

/* The rounding of a product is in the n of (3.5); both its elements may be rounded before. */
static double bound_of_order(const UlpStatisticBound *data) {
  return ulp_statistic_gamma(data->n + (data->is_rounded ? 2 : 0), data->unit) * data->exact->magnitudes + lost(data);
}

static double bound_of_halves(const UlpStatisticBound *data) {
  return ulp_statistic_gamma(ulp_statistic_height(data) + (data->is_rounded ? 3 : 1), data->unit) *
             data->exact->magnitudes +
         lost(data);
}

/* u |x.y| + gamma_n^2 |x|.|y|, and what rounding the elements adds to it. */
static double bound_of_dot2(const UlpStatisticBound *data) {
  const double gamma = ulp_statistic_gamma(data->n, data->unit);
  const double taken = data->is_rounded ? ulp_statistic_gamma(3, data->unit) : 0;
  return data->unit * fabs(data->exact->rounded) * (1 + data->unit) +
         (gamma * gamma * (1 + taken) + taken) * data->exact->magnitudes + 5 * lost(data);
}

static const UlpStatisticMethod methods[] = {
#define ULP_METHOD(ID, TEXT, TITLE, HELP, BOUND, SOURCE)                                                               \
  {TEXT, TITLE, HELP, {dot_##ID##_fp32, dot_##ID##_fp64}, BOUND, SOURCE},
#include "core/statistic/dot.def"
#undef ULP_METHOD
    ULP_METHOD_EXACT,
};

static gboolean exact_dot(const UlpVectors *v, UlpExactStatistic *exact) {
  UlpProducts products = {0}, magnitudes = {0};
  for (uint64_t i = 0; i < v->n; i++) {
    if (STOPPED(v, i))
      return FALSE;
    ulp_products_add(&products, v->x[i], v->y[i]);
    ulp_products_add(&magnitudes, fabs(v->x[i]), fabs(v->y[i]));
  }
  mpq_t value, of_magnitudes;
  mpq_init(value);
  mpq_init(of_magnitudes);
  const double special = ulp_products_get(&products, value);
  ulp_products_get(&magnitudes, of_magnitudes);
  if (special == 0)
    ulp_exact_statistic_set_sums(exact, value, of_magnitudes, 2);
  else
    ulp_exact_statistic_set_special(exact, special);
  mpq_clear(of_magnitudes);
  mpq_clear(value);
  return TRUE;
}

const char *const ulp_statistic_dot_ids[] = {
#define ULP_METHOD(ID, TEXT, TITLE, HELP, BOUND, SOURCE) TEXT,
#include "core/statistic/dot.def"
#undef ULP_METHOD
    "exact", NULL};

const char *const ulp_statistic_dot_titles[] = {
#define ULP_METHOD(ID, TEXT, TITLE, HELP, BOUND, SOURCE) TITLE,
#include "core/statistic/dot.def"
#undef ULP_METHOD
    N_("exact"), NULL};

const UlpStatistic ulp_statistic_dot = {methods, G_N_ELEMENTS(methods), exact_dot};
