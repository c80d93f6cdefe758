/* The Euclidean norm, the root of the sum of squares. Its condition number is 1. */
#include "core/statistic/statistic-private.h"
#include "core/statistic/products.h"

#include <mpfr.h>

#include "core/statistic/fp32.def"
#include "core/statistic/dot-real.def"
#include "core/statistic/norm-real.def"

#include "core/statistic/fp64.def"
#include "core/statistic/dot-real.def"
#include "core/statistic/norm-real.def"

/* From a relative error of at most `squares` in the sum of squares: sqrt(1 + e) lies within e/2 + e^2/2 of 1 for |e| <= 1, and
 * the root is rounded. What squares that underflow lose comes under the root. */
static double bound_of_root(const UlpStatisticBound *data, double squares) {
  if (!(squares < 1))
    return (double)NAN;
  return data->exact->rounded * ((squares / 2 + squares * squares / 2) * (1 + data->unit) + 2 * data->unit) +
         sqrt(data->n * data->smallest);
}

static double bound_of_order(const UlpStatisticBound *data) {
  return bound_of_root(data, ulp_statistic_gamma(data->n + (data->is_rounded ? 2 : 0), data->unit));
}

static double bound_of_halves(const UlpStatisticBound *data) {
  return bound_of_root(data, ulp_statistic_gamma(ulp_statistic_height(data) + (data->is_rounded ? 3 : 1), data->unit));
}

static const UlpStatisticMethod methods[] = {
#define ULP_METHOD(ID, TEXT, TITLE, HELP, BOUND, SOURCE)                                                               \
  {TEXT, TITLE, HELP, {norm_##ID##_fp32, norm_##ID##_fp64}, BOUND, SOURCE},
#include "core/statistic/norm.def"
#undef ULP_METHOD
    ULP_METHOD_EXACT,
};

/* The root of a sum of squares of doubles, which MPFR holds exactly, to more digits than any format has. */
static UlpReal *root_of(mpq_srcptr squares) {
  mpfr_t exact, root;
  mpfr_init2(exact, MAX((mpfr_prec_t)mpz_sizeinbase(mpq_numref(squares), 2), MPFR_PREC_MIN));
  mpfr_init2(root, ULP_STATISTIC_ROOT_BITS);
  mpfr_set_q(exact, squares, MPFR_RNDZ);
  const gboolean inexact = mpfr_sqrt(root, exact, MPFR_RNDZ) != 0;
  UlpReal *real = ulp_real_from_mpfr(root, inexact);
  mpfr_clear(root);
  mpfr_clear(exact);
  return real;
}

static gboolean exact_norm(const UlpVectors *v, UlpExactStatistic *exact) {
  UlpProducts products = {0};
  for (uint64_t i = 0; i < v->n; i++) {
    if (STOPPED(v, i))
      return FALSE;
    ulp_products_add(&products, v->x[i], v->x[i]);
  }
  mpq_t squares;
  mpq_init(squares);
  const double special = ulp_products_get(&products, squares);
  if (special == 0) {
    ulp_exact_statistic_take(exact, root_of(squares));
    exact->magnitudes = exact->rounded;
    exact->condition = mpq_sgn(squares) ? 1 : (double)NAN;
  } else {
    ulp_exact_statistic_set_special(exact, special);
  }
  mpq_clear(squares);
  return TRUE;
}

const char *const ulp_statistic_norm_ids[] = {
#define ULP_METHOD(ID, TEXT, TITLE, HELP, BOUND, SOURCE) TEXT,
#include "core/statistic/norm.def"
#undef ULP_METHOD
    "exact", NULL};

const char *const ulp_statistic_norm_titles[] = {
#define ULP_METHOD(ID, TEXT, TITLE, HELP, BOUND, SOURCE) TITLE,
#include "core/statistic/norm.def"
#undef ULP_METHOD
    N_("exact"), NULL};

const UlpStatistic ulp_statistic_norm = {methods, G_N_ELEMENTS(methods), exact_norm};
