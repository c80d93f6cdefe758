/* Intervals between two MPFR numbers. */
#include "core/expression/interval.h"

void ulp_interval_init(UlpInterval *interval, mpfr_prec_t precision) {
  mpfr_inits2(precision, interval->low, interval->high, NULL);
}

void ulp_interval_clear(UlpInterval *interval) { mpfr_clears(interval->low, interval->high, NULL); }

void ulp_interval_set_rational(UlpInterval *interval, const UlpRational *rational) {
  mpfr_set_q(interval->low, rational->value, MPFR_RNDD);
  mpfr_set_q(interval->high, rational->value, MPFR_RNDU);
  if (rational->kind == ULP_RATIONAL_NAN) {
    mpfr_set_nan(interval->low);
    mpfr_set_nan(interval->high);
  } else if (rational->kind == ULP_RATIONAL_INFINITY || mpq_sgn(rational->value) == 0) {
    if (rational->kind == ULP_RATIONAL_INFINITY)
      mpfr_set_inf(interval->low, 1);
    mpfr_setsign(interval->low, interval->low, rational->negative, MPFR_RNDN);
    mpfr_set(interval->high, interval->low, MPFR_RNDN);
  }
}

static void set_unknown(UlpInterval *interval) {
  mpfr_set_inf(interval->low, -1);
  mpfr_set_inf(interval->high, 1);
}

static gboolean is_unknown(const UlpInterval *interval) {
  return mpfr_inf_p(interval->low) && mpfr_sgn(interval->low) < 0 && mpfr_inf_p(interval->high) &&
         mpfr_sgn(interval->high) > 0;
}

/* Whether it has values on both sides of 0, or 0 and others. */
static gboolean straddles(const UlpInterval *x) {
  return !mpfr_nan_p(x->low) && mpfr_sgn(x->low) <= 0 && mpfr_sgn(x->high) >= 0 && !mpfr_equal_p(x->low, x->high);
}

typedef int (*Operation)(mpfr_ptr result, mpfr_srcptr a, mpfr_srcptr b, mpfr_rnd_t round);

/* Of an operation that is monotonic in both: between its values at the four corners. */
static void operate_corners(Operation operation, const UlpInterval *a, const UlpInterval *b, UlpInterval *result) {
  mpfr_t value;
  mpfr_init2(value, mpfr_get_prec(result->low));
  for (guint corner = 0; corner < 4; corner++) {
    mpfr_srcptr x = corner & 1 ? a->high : a->low, y = corner & 2 ? b->high : b->low;
    operation(value, x, y, MPFR_RNDD);
    if (corner == 0 || mpfr_nan_p(value) || mpfr_less_p(value, result->low))
      mpfr_set(result->low, value, MPFR_RNDD);
    operation(value, x, y, MPFR_RNDU);
    if (corner == 0 || mpfr_nan_p(value) || mpfr_greater_p(value, result->high))
      mpfr_set(result->high, value, MPFR_RNDU);
  }
  mpfr_clear(value);
}

static void add(const UlpInterval *a, const UlpInterval *b, UlpInterval *result) {
  mpfr_add(result->low, a->low, b->low, MPFR_RNDD);
  mpfr_add(result->high, a->high, b->high, MPFR_RNDU);
}

static void square_root(const UlpInterval *x, UlpInterval *result) {
  if (straddles(x) && mpfr_sgn(x->low) < 0 && mpfr_sgn(x->high) > 0) {
    set_unknown(result);
    return;
  }
  mpfr_sqrt(result->low, x->low, MPFR_RNDD);
  mpfr_sqrt(result->high, x->high, MPFR_RNDU);
}

static void negate(const UlpInterval *x, UlpInterval *result) {
  mpfr_neg(result->low, x->high, MPFR_RNDD);
  mpfr_neg(result->high, x->low, MPFR_RNDU);
}

static gboolean any_unknown(UlpNodeKind kind, const UlpInterval *const *arguments) {
  const guint n = kind == ULP_NODE_FMA ? 3 : kind >= ULP_NODE_ADD && kind != ULP_NODE_SQRT ? 2 : 1;
  for (guint i = 0; i < n; i++)
    if (is_unknown(arguments[i]))
      return TRUE;
  return (kind == ULP_NODE_DIVIDE && straddles(arguments[1])) || (kind == ULP_NODE_POWER && straddles(arguments[0]));
}

static void set_constant(UlpNodeKind kind, UlpInterval *result) {
  if (kind == ULP_NODE_PI) {
    mpfr_const_pi(result->low, MPFR_RNDD);
    mpfr_const_pi(result->high, MPFR_RNDU);
    return;
  }
  mpfr_t one;
  mpfr_init_set_ui(one, 1, MPFR_RNDN);
  mpfr_exp(result->low, one, MPFR_RNDD);
  mpfr_exp(result->high, one, MPFR_RNDU);
  mpfr_clear(one);
}

void ulp_interval_operate(UlpNodeKind kind, const UlpInterval *const *arguments, UlpInterval *result) {
  UlpInterval between;
  if (kind == ULP_NODE_PI || kind == ULP_NODE_E) {
    set_constant(kind, result);
    return;
  }
  if (any_unknown(kind, arguments)) {
    set_unknown(result);
    return;
  }
  switch (kind) {
  case ULP_NODE_NEGATE:
    negate(arguments[0], result);
    break;
  case ULP_NODE_ADD:
    add(arguments[0], arguments[1], result);
    break;
  case ULP_NODE_MULTIPLY:
    operate_corners(mpfr_mul, arguments[0], arguments[1], result);
    break;
  case ULP_NODE_DIVIDE:
    operate_corners(mpfr_div, arguments[0], arguments[1], result);
    break;
  case ULP_NODE_POWER:
    operate_corners(mpfr_pow, arguments[0], arguments[1], result);
    break;
  case ULP_NODE_SQRT:
    square_root(arguments[0], result);
    break;
  case ULP_NODE_SUBTRACT:
  case ULP_NODE_FMA:
    ulp_interval_init(&between, mpfr_get_prec(result->low));
    if (kind == ULP_NODE_SUBTRACT) {
      negate(arguments[1], &between);
      add(arguments[0], &between, result);
    } else {
      operate_corners(mpfr_mul, arguments[0], arguments[1], &between);
      add(&between, arguments[2], result);
    }
    ulp_interval_clear(&between);
    break;
  default: /* a plus sign */
    mpfr_set(result->low, arguments[0]->low, MPFR_RNDD);
    mpfr_set(result->high, arguments[0]->high, MPFR_RNDU);
    break;
  }
}
