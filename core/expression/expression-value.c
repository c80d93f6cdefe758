/* The value of an expression: rational as long as it can be seen to be that, then between ends that close in. */
#include "core/expression/interval.h"

#include "core/base/i18n.h"
#include "core/base/refusal.h"
#include "core/number/big.h"
#include "core/number/literal.h"
#include "core/number/real-exact.h"

#define RESULT_BITS 256
#define FIRST_PRECISION 320

typedef struct {
  const UlpExpression *expression;
  UlpRational *rationals; /* one a node */
  GError **error;
} Evaluation;

static gboolean refuse_range(const Evaluation *evaluation, guint node) {
  g_autofree char *expected =
      g_strdup_printf(_("a result that is 0 or from 2^-%d to 2^%d"), ULP_EXPRESSION_EXPONENT, ULP_EXPRESSION_EXPONENT);
  const UlpExpression *expression = evaluation->expression;
  ulp_refuse_text(expression->text, expression->text + ulp_expression_node(expression, node)->at, expected,
                  evaluation->error);
  return FALSE;
}

/* --- rational --- */

static void set_pattern(const UlpNode *node, UlpRational *result) {
  const UlpUnpacked value = ulp_unpack(ulp_layout(node->format), node->bits);
  result->negative = value.negative;
  if (value.class_ >= ULP_CLASS_INFINITE) {
    result->kind = value.class_ == ULP_CLASS_INFINITE ? ULP_RATIONAL_INFINITY : ULP_RATIONAL_NAN;
    return;
  }
  ulp_bits_to_mpz(value.significand, mpq_numref(result->value));
  if (value.negative)
    mpq_neg(result->value, result->value);
  if (value.exponent >= 0)
    mpq_mul_2exp(result->value, result->value, (mp_bitcnt_t)value.exponent);
  else
    mpq_div_2exp(result->value, result->value, (mp_bitcnt_t)-value.exponent);
}

static gboolean set_rational(Evaluation *evaluation, guint index) {
  const UlpExpression *expression = evaluation->expression;
  const UlpNode *node = ulp_expression_node(expression, index);
  UlpRational *result = &evaluation->rationals[index];
  const UlpRational *arguments[G_N_ELEMENTS(node->arguments)];
  gboolean known = node->kind != ULP_NODE_PI && node->kind != ULP_NODE_E;
  for (guint i = 0; i < node->n_arguments; i++) {
    arguments[i] = &evaluation->rationals[node->arguments[i]];
    known = known && arguments[i]->kind != ULP_RATIONAL_NONE;
  }
  if (!known) {
    result->kind = ULP_RATIONAL_NONE;
    return TRUE;
  }
  switch (node->kind) {
  case ULP_NODE_NUMBER:
    return ulp_literal_to_mpq(expression->text + node->start, expression->text + node->end, ULP_EXPRESSION_EXPONENT,
                              result->value) ||
           refuse_range(evaluation, index);
  case ULP_NODE_PATTERN:
    set_pattern(node, result);
    return TRUE;
  case ULP_NODE_INFINITY:
    result->kind = ULP_RATIONAL_INFINITY;
    return TRUE;
  case ULP_NODE_NAN:
    result->kind = ULP_RATIONAL_NAN;
    return TRUE;
  default:
    return ulp_rational_operate(node->kind, arguments, result) || refuse_range(evaluation, index);
  }
}

static UlpReal *real_of_rational(const UlpRational *rational) {
  mpfr_t special;
  if (rational->kind == ULP_RATIONAL_NUMBER && mpq_sgn(rational->value) != 0)
    return ulp_real_from_mpq(rational->value);
  mpfr_init2(special, MPFR_PREC_MIN);
  if (rational->kind == ULP_RATIONAL_INFINITY)
    mpfr_set_inf(special, 1);
  else if (rational->kind == ULP_RATIONAL_NUMBER)
    mpfr_set_zero(special, 1);
  mpfr_setsign(special, special, rational->negative, MPFR_RNDN);
  UlpReal *real = ulp_real_from_mpfr(special, FALSE);
  mpfr_clear(special);
  return real;
}

/* --- what is not --- */

/* Whether all of it, of one sign, is out of range. */
static gboolean is_far(const UlpInterval *x) {
  gboolean far = FALSE;
  mpfr_srcptr ends[] = {x->low, x->high};
  for (guint i = 0; i < 2; i++) {
    if (!mpfr_regular_p(ends[i]))
      continue;
    if (ABS(mpfr_get_exp(ends[i])) <= ULP_EXPRESSION_EXPONENT)
      return FALSE;
    far = TRUE;
  }
  return far && !mpfr_nan_p(x->low) && !mpfr_nan_p(x->high) && mpfr_sgn(x->low) * mpfr_sgn(x->high) >= 0;
}

static gboolean is_unknown(const UlpInterval *x) { return mpfr_inf_p(x->low) && mpfr_sgn(x->low) != mpfr_sgn(x->high); }

/* Evaluates every node between ends of one precision. FALSE where one is out of range. */
static gboolean close_in(const Evaluation *evaluation, UlpInterval *intervals) {
  for (guint i = 0; i < evaluation->expression->nodes->len; i++) {
    const UlpNode *node = ulp_expression_node(evaluation->expression, i);
    const UlpInterval *arguments[G_N_ELEMENTS(node->arguments)];
    for (guint k = 0; k < node->n_arguments; k++)
      arguments[k] = &intervals[node->arguments[k]];
    if (evaluation->rationals[i].kind != ULP_RATIONAL_NONE)
      ulp_interval_set_rational(&intervals[i], &evaluation->rationals[i]);
    else
      ulp_interval_operate(node->kind, arguments, &intervals[i]);
    if (is_far(&intervals[i]))
      return refuse_range(evaluation, i);
  }
  return TRUE;
}

/* The value, where all that lies between the ends is the same to RESULT_BITS and beyond: NULL where it is not. */
static UlpReal *agreed(const UlpInterval *x) {
  UlpReal *real = NULL;
  mpfr_t low, high;
  mpfr_inits2(RESULT_BITS, low, high, NULL);
  if (mpfr_nan_p(x->low) || mpfr_nan_p(x->high)) {
    real = ulp_real_from_mpfr(mpfr_nan_p(x->low) ? x->low : x->high, FALSE);
  } else if (mpfr_equal_p(x->low, x->high) && !mpfr_regular_p(x->low)) {
    real = ulp_real_from_mpfr(x->low, FALSE);
  } else {
    const gboolean more_low = mpfr_set(low, x->low, MPFR_RNDZ) != 0,
                   more_high = mpfr_set(high, x->high, MPFR_RNDZ) != 0;
    if (more_low && more_high && mpfr_equal_p(low, high))
      real = ulp_real_from_mpfr(low, TRUE);
  }
  mpfr_clears(low, high, NULL);
  return real;
}

/* The number of RESULT_BITS, or 0, that lies between ends so close that it is taken for the value; NULL where there is none. */
static UlpReal *taken(const UlpInterval *x) {
  UlpReal *real = NULL;
  mpfr_t value, width;
  mpfr_init2(value, RESULT_BITS);
  mpfr_init2(width, MPFR_PREC_MIN);
  mpfr_sub(width, x->high, x->low, MPFR_RNDU);
  mpfr_set(value, x->low, MPFR_RNDN);
  if (mpfr_sgn(x->low) <= 0 && mpfr_sgn(x->high) >= 0)
    mpfr_set_zero(value, 1);
  const mpfr_exp_t top = mpfr_zero_p(value) ? 0 : mpfr_get_exp(value);
  if (mpfr_lessequal_p(x->low, value) && mpfr_lessequal_p(value, x->high) &&
      (mpfr_zero_p(width) || (mpfr_regular_p(width) && mpfr_get_exp(width) <= top - ULP_EXPRESSION_BITS)))
    real = ulp_real_from_mpfr(value, FALSE);
  mpfr_clears(value, width, NULL);
  return real;
}

static UlpReal *refuse_open(const Evaluation *evaluation, const UlpInterval *intervals) {
  const UlpExpression *expression = evaluation->expression;
  guint node = 0;
  while (node + 1 < expression->nodes->len && !is_unknown(&intervals[node]))
    node++;
  g_autofree char *expected = g_strdup_printf(_("operands that %d bits can tell from 0"), ULP_EXPRESSION_BITS);
  ulp_refuse_text(expression->text, expression->text + ulp_expression_node(expression, node)->at, expected,
                  evaluation->error);
  return NULL;
}

static UlpReal *close_until_agreed(const Evaluation *evaluation) {
  const guint n = evaluation->expression->nodes->len;
  g_autofree UlpInterval *intervals = g_new(UlpInterval, n);
  UlpReal *real = NULL;
  gboolean goes_on = TRUE;
  for (mpfr_prec_t precision = FIRST_PRECISION; goes_on && !real; precision *= 2) {
    const gboolean last = precision > ULP_EXPRESSION_BITS;
    for (guint i = 0; i < n; i++)
      ulp_interval_init(&intervals[i], precision);
    goes_on = close_in(evaluation, intervals) && !last;
    if (!*evaluation->error)
      real = agreed(&intervals[n - 1]);
    if (!*evaluation->error && !real && last)
      real = taken(&intervals[n - 1]);
    if (!*evaluation->error && !real && last)
      refuse_open(evaluation, intervals);
    for (guint i = 0; i < n; i++)
      ulp_interval_clear(&intervals[i]);
  }
  return real;
}

/* --- the whole --- */

UlpReal *ulp_expression_value(const UlpExpression *expression, GError **error) {
  const guint n = expression->nodes->len;
  GError *failure = NULL;
  Evaluation evaluation = {expression, g_new(UlpRational, n), &failure};
  UlpReal *real = NULL;
  for (guint i = 0; i < n; i++)
    ulp_rational_init(&evaluation.rationals[i]);
  for (guint i = 0; i < n && !failure; i++)
    set_rational(&evaluation, i);
  const UlpRational *whole = &evaluation.rationals[n - 1];
  if (!failure)
    real = whole->kind == ULP_RATIONAL_NONE ? close_until_agreed(&evaluation) : real_of_rational(whole);
  for (guint i = 0; i < n; i++)
    ulp_rational_clear(&evaluation.rationals[i]);
  g_free(evaluation.rationals);
  if (failure)
    g_propagate_error(error, failure);
  return real;
}

UlpReal *ulp_expression_real(const char *text, GError **error) {
  UlpReal *real = ulp_real_parse(text, NULL);
  if (real)
    return real;
  g_autoptr(UlpExpression) expression = ulp_expression_parse(text, error);
  return expression ? ulp_expression_value(expression, error) : NULL;
}
