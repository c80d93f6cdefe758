/* The variance, sum (x - mean)^2 / (n - ddof). Condition number: |x| / sqrt(sum (x - mean)^2) with the Euclidean norm (T. F. Chan, G. H.
 * Golub, R. J. LeVeque, "Algorithms for computing the sample variance", Am. Stat. 37(3), 1983, eq. (2.2)). */
#include "core/statistic/statistic-private.h"
#include "core/statistic/products.h"

#include "core/statistic/fp32.def"
#include "core/statistic/variance-real.def"

#include "core/statistic/fp64.def"
#include "core/statistic/variance-real.def"

static const UlpStatisticMethod methods[] = {
#define ULP_METHOD(ID, TEXT, TITLE, HELP, BOUND, SOURCE)                                                               \
  {TEXT, TITLE, HELP, {variance_##ID##_fp32, variance_##ID##_fp64}, BOUND, SOURCE},
#include "core/statistic/variance.def"
#undef ULP_METHOD
    ULP_METHOD_EXACT,
};

/* n sum x^2 - (sum x)^2 over n (n - ddof), without a rounding. */
static void set_exact(UlpExactStatistic *exact, const UlpVectors *v, mpq_srcptr sum, mpq_srcptr squares) {
  mpq_t value, n, divisor, square_of_sum, ratio;
  mpq_inits(value, n, divisor, square_of_sum, ratio, NULL);
  mpz_set_d(mpq_numref(n), (double)v->n);
  mpz_set_d(mpq_numref(divisor), (double)(v->n - v->ddof));
  mpq_mul(square_of_sum, sum, sum);
  mpq_div(square_of_sum, square_of_sum, n);
  mpq_sub(value, squares, square_of_sum); /* sum (x - mean)^2 */
  double condition = mpq_sgn(squares) ? (double)INFINITY : (double)NAN;
  if (mpq_sgn(value)) {
    mpq_div(ratio, squares, value);
    condition = sqrt(mpq_get_d(ratio)); /* at least 1; mpq_get_d cuts off */
  }
  mpq_div(value, value, divisor);
  ulp_exact_statistic_take(exact, ulp_real_from_mpq(value));
  exact->magnitudes = exact->rounded;
  exact->condition = condition;
  mpq_clears(value, n, divisor, square_of_sum, ratio, NULL);
}

static gboolean exact_variance(const UlpVectors *v, UlpExactStatistic *exact) {
  UlpProducts sum = {0}, squares = {0};
  for (uint64_t i = 0; i < v->n; i++) {
    if (STOPPED(v, i))
      return FALSE;
    ulp_products_add(&sum, v->x[i], 1);
    ulp_products_add(&squares, v->x[i], v->x[i]);
  }
  mpq_t of_sum, of_squares;
  mpq_inits(of_sum, of_squares, NULL);
  if (ulp_products_get(&sum, of_sum) == 0) {
    ulp_products_get(&squares, of_squares);
    set_exact(exact, v, of_sum, of_squares);
  } else {
    ulp_exact_statistic_set_special(exact, (double)NAN); /* an infinity less the mean, which is infinite */
  }
  mpq_clears(of_sum, of_squares, NULL);
  return TRUE;
}

const char *const ulp_statistic_variance_ids[] = {
#define ULP_METHOD(ID, TEXT, TITLE, HELP, BOUND, SOURCE) TEXT,
#include "core/statistic/variance.def"
#undef ULP_METHOD
    "exact", NULL};

const char *const ulp_statistic_variance_titles[] = {
#define ULP_METHOD(ID, TEXT, TITLE, HELP, BOUND, SOURCE) TITLE,
#include "core/statistic/variance.def"
#undef ULP_METHOD
    N_("exact"), NULL};

const UlpStatistic ulp_statistic_variance = {methods, G_N_ELEMENTS(methods), exact_variance};
