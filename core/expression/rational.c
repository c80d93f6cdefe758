/* Rational numbers with infinities, NaN and a sign of zero. */
#include "core/expression/rational.h"

#define MOST_BITS (2 * ULP_EXPRESSION_EXPONENT)

void ulp_rational_init(UlpRational *rational) {
  rational->kind = ULP_RATIONAL_NUMBER;
  rational->negative = FALSE;
  mpq_init(rational->value);
}

void ulp_rational_clear(UlpRational *rational) { mpq_clear(rational->value); }

static gboolean is_negative(const UlpRational *x) {
  const int sign = mpq_sgn(x->value);
  return sign ? sign < 0 : x->negative;
}

static gboolean is_zero(const UlpRational *x) { return x->kind == ULP_RATIONAL_NUMBER && mpq_sgn(x->value) == 0; }

static gboolean is_whole(const UlpRational *x) { return mpz_cmp_ui(mpq_denref(x->value), 1) == 0; }

static gsize bits(mpz_srcptr integer) { return mpz_sizeinbase(integer, 2); }

static gboolean in_range(const UlpRational *x) {
  if (x->kind != ULP_RATIONAL_NUMBER || mpq_sgn(x->value) == 0)
    return TRUE;
  const gsize above = bits(mpq_numref(x->value)), below = bits(mpq_denref(x->value));
  const gsize most = ULP_EXPRESSION_EXPONENT;
  return above <= MOST_BITS && below <= MOST_BITS && above <= below + most && below <= above + most;
}

/* --- what is no number of its own: decided by MPFR, which has the rules of IEEE 754 --- */

/* A number of the same sign, zero or not, whole or not, even or odd, and from 1 or not. */
static void set_like(mpfr_ptr like, const UlpRational *x) {
  if (x->kind == ULP_RATIONAL_NAN)
    mpfr_set_nan(like);
  else if (x->kind == ULP_RATIONAL_INFINITY)
    mpfr_set_inf(like, 1);
  else if (is_zero(x))
    mpfr_set_zero(like, 1);
  else if (mpq_cmp_ui(x->value, 1, 1) == 0 || mpq_cmp_si(x->value, -1, 1) == 0)
    mpfr_set_ui(like, 1, MPFR_RNDN);
  else if (is_whole(x))
    mpfr_set_ui(like, mpz_odd_p(mpq_numref(x->value)) ? 3 : 2, MPFR_RNDN);
  else
    mpfr_set_d(like, mpz_cmpabs(mpq_numref(x->value), mpq_denref(x->value)) < 0 ? 0.5 : 2.5, MPFR_RNDN);
  mpfr_setsign(like, like, is_negative(x), MPFR_RNDN);
}

/* Of operands with an infinity, a NaN or a zero among them, whose result is one of these, or 1. */
static void operate_special(UlpNodeKind kind, const UlpRational *x, const UlpRational *y, UlpRational *result) {
  mpfr_t a, b;
  mpfr_inits2(53, a, b, NULL);
  set_like(a, x);
  set_like(b, y);
  if (kind == ULP_NODE_ADD)
    mpfr_add(a, a, b, MPFR_RNDN);
  else if (kind == ULP_NODE_MULTIPLY)
    mpfr_mul(a, a, b, MPFR_RNDN);
  else if (kind == ULP_NODE_DIVIDE)
    mpfr_div(a, a, b, MPFR_RNDN);
  else
    mpfr_pow(a, a, b, MPFR_RNDN);
  mpq_set_si(result->value, mpfr_regular_p(a) ? (mpfr_signbit(a) ? -1 : 1) : 0, 1);
  result->kind = mpfr_nan_p(a) ? ULP_RATIONAL_NAN : mpfr_inf_p(a) ? ULP_RATIONAL_INFINITY : ULP_RATIONAL_NUMBER;
  result->negative = mpfr_signbit(a) != 0;
  mpfr_clears(a, b, NULL);
}

/* --- operations --- */

static void copy(const UlpRational *x, gboolean flip, UlpRational *result) {
  result->kind = x->kind;
  result->negative = is_negative(x) != flip;
  mpq_set(result->value, x->value);
  if (flip)
    mpq_neg(result->value, result->value);
}

static void add(const UlpRational *x, const UlpRational *y, UlpRational *result) {
  if (x->kind != ULP_RATIONAL_NUMBER || y->kind != ULP_RATIONAL_NUMBER || (is_zero(x) && is_zero(y))) {
    operate_special(ULP_NODE_ADD, x, y, result);
    return;
  }
  mpq_add(result->value, x->value, y->value);
  result->negative = FALSE;
}

static void multiply(UlpNodeKind kind, const UlpRational *x, const UlpRational *y, UlpRational *result) {
  const gboolean special = x->kind != ULP_RATIONAL_NUMBER || y->kind != ULP_RATIONAL_NUMBER;
  if (special || is_zero(x) || is_zero(y))
    operate_special(kind, x, y, result);
  else if (kind == ULP_NODE_MULTIPLY)
    mpq_mul(result->value, x->value, y->value);
  else
    mpq_div(result->value, x->value, y->value);
}

/* The `degree`-th root of an integer above 0; FALSE where it is none. */
static gboolean root(mpz_ptr integer, mpz_srcptr degree) {
  if (mpz_cmp_ui(integer, 1) == 0)
    return TRUE;
  return mpz_cmp_ui(degree, bits(integer)) <= 0 && mpz_root(integer, integer, mpz_get_ui(degree)) != 0;
}

static void square_root(const UlpRational *x, UlpRational *result) {
  mpz_t two;
  copy(x, FALSE, result);
  if (x->kind == ULP_RATIONAL_NAN || is_zero(x))
    return;
  if (is_negative(x)) {
    result->kind = ULP_RATIONAL_NAN;
    mpq_set_ui(result->value, 0, 1);
    return;
  }
  mpz_init_set_ui(two, 2);
  if (x->kind == ULP_RATIONAL_NUMBER && !(root(mpq_numref(result->value), two) && root(mpq_denref(result->value), two)))
    result->kind = ULP_RATIONAL_NONE;
  mpz_clear(two);
}

/* x^y of numbers other than 0, and x above 0 or y whole: the root that y's denominator says, if it comes out even, to the
 * power of its numerator. */
static gboolean power_of_root(const UlpRational *x, const UlpRational *y, UlpRational *result) {
  mpz_srcptr exponent = mpq_numref(y->value);
  mpz_ptr above = mpq_numref(result->value), below = mpq_denref(result->value);
  mpq_set(result->value, x->value);
  result->negative = FALSE;
  if (!is_whole(y) && !(root(above, mpq_denref(y->value)) && root(below, mpq_denref(y->value)))) {
    mpq_set_ui(result->value, 0, 1);
    result->kind = ULP_RATIONAL_NONE;
    return TRUE;
  }
  if (mpz_cmpabs_ui(above, 1) == 0 && mpz_cmp_ui(below, 1) == 0) {
    if (mpz_even_p(exponent))
      mpz_set_ui(above, 1);
    return TRUE;
  }
  if (mpz_cmpabs_ui(exponent, MOST_BITS) > 0 || (MAX(bits(above), bits(below)) - 1) * mpz_get_ui(exponent) > MOST_BITS)
    return FALSE;
  const unsigned long times = mpz_get_ui(exponent); /* its magnitude */
  if (mpz_sgn(exponent) < 0)
    mpq_inv(result->value, result->value);
  mpz_pow_ui(above, above, times);
  mpz_pow_ui(below, below, times);
  return TRUE;
}

static gboolean power(const UlpRational *x, const UlpRational *y, UlpRational *result) {
  const gboolean special = x->kind != ULP_RATIONAL_NUMBER || y->kind != ULP_RATIONAL_NUMBER;
  if (!special && !is_zero(x) && !is_zero(y) && (!is_negative(x) || is_whole(y)))
    return power_of_root(x, y, result);
  operate_special(ULP_NODE_POWER, x, y, result);
  return TRUE;
}

gboolean ulp_rational_operate(UlpNodeKind kind, const UlpRational *const *arguments, UlpRational *result) {
  const UlpRational *x = arguments[0];
  UlpRational between;
  result->kind = ULP_RATIONAL_NUMBER;
  switch (kind) {
  case ULP_NODE_PLUS:
  case ULP_NODE_NEGATE:
    copy(x, kind == ULP_NODE_NEGATE, result);
    break;
  case ULP_NODE_ADD:
    add(x, arguments[1], result);
    break;
  case ULP_NODE_MULTIPLY:
  case ULP_NODE_DIVIDE:
    multiply(kind, x, arguments[1], result);
    break;
  case ULP_NODE_SQRT:
    square_root(x, result);
    break;
  case ULP_NODE_POWER:
    return power(x, arguments[1], result) && in_range(result);
  default: /* what has another operation inside */
    ulp_rational_init(&between);
    if (kind == ULP_NODE_SUBTRACT) {
      copy(arguments[1], TRUE, &between);
      add(x, &between, result);
    } else {
      multiply(ULP_NODE_MULTIPLY, x, arguments[1], &between);
      add(&between, arguments[2], result);
    }
    ulp_rational_clear(&between);
    break;
  }
  return in_range(result);
}
