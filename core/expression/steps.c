/* An expression as a format's own arithmetic evaluates it. */
#include "core/expression/steps.h"

#include "core/base/i18n.h"
#include "core/base/refusal.h"
#include "core/expression/expression-private.h"
#include "core/number/big.h"
#include "core/number/real-exact.h"

#define EXACT_BITS                                                                                                     \
  512 /* products of the longest significands, and the terms of a fused sum where they are near each other */

typedef struct {
  const UlpExpression *expression;
  const UlpArithmetic *arithmetic;
  UlpBits *results; /* one a node */
  GArray *steps;
} Evaluation;

static void step_clear(gpointer data) {
  UlpExpressionStep *step = data;
  g_free(step->part);
  g_free(step->operation);
  ulp_real_free(step->exact);
}

static char *text_of(const Evaluation *evaluation, guint node) {
  const UlpNode *of = ulp_expression_node(evaluation->expression, node);
  return g_strndup(evaluation->expression->text + of->start, of->end - of->start);
}

/* Takes `exact` and `operation`, NULL for what is written. The step stays the array's. */
static UlpExpressionStep *add_step(Evaluation *evaluation, guint node, UlpReal *exact, char *operation,
                                   guint exceptions) {
  const UlpArithmetic *in = evaluation->arithmetic;
  UlpExpressionStep step = {.part = text_of(evaluation, node), .exact = exact};
  step.kind = ulp_expression_node(evaluation->expression, node)->kind;
  step.operation = operation ? operation : g_strdup(step.part);
  step.rounding = ulp_real_rounding(exact, in->format, in->round, in->profile);
  step.rounding.exceptions |= exceptions;
  evaluation->results[node] = step.rounding.stored;
  g_array_append_val(evaluation->steps, step);
  return &g_array_index(evaluation->steps, UlpExpressionStep, evaluation->steps->len - 1);
}

/* --- what is converted --- */

static gboolean is_whole_number(const Evaluation *evaluation, guint node) {
  const UlpNode *of = ulp_expression_node(evaluation->expression, node);
  if (of->kind == ULP_NODE_NEGATE || of->kind == ULP_NODE_PLUS)
    return is_whole_number(evaluation, of->arguments[0]);
  for (gsize i = of->start; i < of->end; i++)
    if (!g_ascii_isdigit(evaluation->expression->text[i]))
      return FALSE;
  return of->kind == ULP_NODE_NUMBER;
}

/* A number that stands there twice is converted in one step. */
static gboolean is_converted(const Evaluation *evaluation, guint node) {
  g_autofree char *part = text_of(evaluation, node);
  for (guint i = 0; i < evaluation->steps->len; i++) {
    const UlpExpressionStep *step = &g_array_index(evaluation->steps, UlpExpressionStep, i);
    if (g_str_equal(step->part, part) && g_str_equal(step->operation, part))
      return TRUE;
  }
  return FALSE;
}

static void convert(Evaluation *evaluation, guint node, UlpReal *real, gboolean alone) {
  const UlpArithmetic *in = evaluation->arithmetic;
  const UlpRounding rounding = ulp_real_rounding(real, in->format, in->round, in->profile);
  const gboolean changes = rounding.exceptions || ulp_real_fit(real, in->format, rounding.stored) != ULP_REAL_EXACT;
  if (alone || (changes && !is_converted(evaluation, node))) {
    add_step(evaluation, node, real, NULL, 0);
    return;
  }
  evaluation->results[node] = rounding.stored;
  ulp_real_free(real);
}

static gboolean is_signalling(UlpFormat format, UlpBits bits) {
  return ulp_bits_class(format, bits) == ULP_CLASS_SIGNALLING_NAN;
}

static void convert_pattern(Evaluation *evaluation, guint node, gboolean alone) {
  const UlpNode *of = ulp_expression_node(evaluation->expression, node);
  const gboolean other = of->format != evaluation->arithmetic->format;
  UlpReal *real = ulp_real_from_bits(of->format, of->bits);
  if (other && is_signalling(of->format, of->bits))
    add_step(evaluation, node, real, NULL, ULP_EXCEPTION_INVALID);
  else
    convert(evaluation, node, real, alone || (other && ulp_bits_class(of->format, of->bits) > ULP_CLASS_INFINITE));
}

static UlpReal *constant(UlpNodeKind kind) {
  mpfr_t value;
  int more = 0;
  mpfr_init2(value, EXACT_BITS);
  if (kind == ULP_NODE_PI) {
    more = mpfr_const_pi(value, MPFR_RNDZ);
  } else if (kind == ULP_NODE_E) {
    mpfr_set_ui(value, 1, MPFR_RNDN);
    more = mpfr_exp(value, value, MPFR_RNDZ);
  } else if (kind == ULP_NODE_INFINITY) {
    mpfr_set_inf(value, 1);
  }
  UlpReal *real = ulp_real_from_mpfr(value, more != 0);
  mpfr_clear(value);
  return real;
}

/* --- operations --- */

static int operate(UlpNodeKind kind, mpfr_t *operands, mpfr_ptr result, mpfr_rnd_t round) {
  switch (kind) {
  case ULP_NODE_ADD:
    return mpfr_add(result, operands[0], operands[1], round);
  case ULP_NODE_SUBTRACT:
    return mpfr_sub(result, operands[0], operands[1], round);
  case ULP_NODE_MULTIPLY:
    return mpfr_mul(result, operands[0], operands[1], round);
  case ULP_NODE_DIVIDE:
    return mpfr_div(result, operands[0], operands[1], round);
  case ULP_NODE_SQRT:
    return mpfr_sqrt(result, operands[0], round);
  case ULP_NODE_FMA:
    return mpfr_fma(result, operands[0], operands[1], operands[2], round);
  default:
    return mpfr_pow(result, operands[0], operands[1], round);
  }
}

/* IEEE 754-2019, 7.2 and 7.3: an exact infinity of finite operands, and NaN of what was none. */
static guint exceptions_of(mpfr_t *operands, guint n, mpfr_srcptr result, gboolean signalling) {
  gboolean finite = TRUE, numbers = TRUE;
  for (guint i = 0; i < n; i++) {
    finite = finite && mpfr_number_p(operands[i]);
    numbers = numbers && !mpfr_nan_p(operands[i]);
  }
  if (signalling || (numbers && mpfr_nan_p(result)))
    return ULP_EXCEPTION_INVALID;
  return finite && mpfr_inf_p(result) ? ULP_EXCEPTION_DIVISION_BY_ZERO : 0;
}

static char *operation_text(UlpNodeKind kind, char *const *operands) {
  static const char *const signs[] = {[ULP_NODE_ADD] = "+",
                                      [ULP_NODE_SUBTRACT] = "-",
                                      [ULP_NODE_MULTIPLY] = "*",
                                      [ULP_NODE_DIVIDE] = "/",
                                      [ULP_NODE_POWER] = "^"};
  if (kind == ULP_NODE_SQRT)
    return g_strdup_printf("sqrt(%s)", operands[0]);
  if (kind == ULP_NODE_FMA)
    return g_strdup_printf("fma(%s, %s, %s)", operands[0], operands[1], operands[2]);
  return g_strdup_printf("%s %s %s", operands[0], signs[kind], operands[1]);
}

/* A whole number as it is written, with its signs. */
static void set_whole(const Evaluation *evaluation, guint node, mpfr_ptr value) {
  const UlpNode *of = ulp_expression_node(evaluation->expression, node);
  if (of->kind == ULP_NODE_NUMBER) {
    g_autofree char *text = text_of(evaluation, node);
    mpfr_set_str(value, text, 10, MPFR_RNDN);
    return;
  }
  set_whole(evaluation, of->arguments[0], value);
  if (of->kind == ULP_NODE_NEGATE)
    mpfr_neg(value, value, MPFR_RNDN);
}

static void add_operation(Evaluation *evaluation, guint index) {
  const UlpNode *node = ulp_expression_node(evaluation->expression, index);
  const UlpArithmetic *in = evaluation->arithmetic;
  char *texts[G_N_ELEMENTS(node->arguments)];
  mpfr_t operands[G_N_ELEMENTS(node->arguments)], result;
  gboolean signalling = FALSE;
  for (guint i = 0; i < node->n_arguments; i++) {
    const UlpBits bits = evaluation->results[node->arguments[i]];
    mpfr_init2(operands[i], EXACT_BITS);
    if (node->kind == ULP_NODE_POWER && i == 1 && is_whole_number(evaluation, node->arguments[1])) {
      set_whole(evaluation, node->arguments[1], operands[1]);
      texts[1] = text_of(evaluation, node->arguments[1]);
      continue;
    }
    ulp_unpacked_to_mpfr(ulp_unpack(ulp_layout(in->format), bits), operands[i]);
    texts[i] = ulp_bits_to_text(in->format, bits);
    signalling = signalling || is_signalling(in->format, bits);
  }
  mpfr_init2(result, EXACT_BITS);
  int more = operate(node->kind, operands, result, MPFR_RNDZ);
  if (mpfr_zero_p(result) && in->round == ULP_ROUND_RD) /* a sum of 0 is -0 there: IEEE 754-2019, 6.3 */
    more = operate(node->kind, operands, result, MPFR_RNDD);
  const guint exceptions = exceptions_of(operands, node->n_arguments, result, signalling);
  UlpExpressionStep *step =
      add_step(evaluation, index, ulp_real_from_mpfr(result, more != 0), operation_text(node->kind, texts), exceptions);
  step->n_operands = node->kind == ULP_NODE_POWER ? 0 : node->n_arguments;
  for (guint i = 0; i < step->n_operands; i++)
    step->operands[i] = evaluation->results[node->arguments[i]];
  mpfr_clear(result);
  for (guint i = 0; i < node->n_arguments; i++) {
    mpfr_clear(operands[i]);
    g_free(texts[i]);
  }
}

/* Negation changes the sign bit alone (5.5.1): nothing is rounded. */
static UlpBits negate(UlpFormat format, UlpBits bits) {
  const UlpLayout layout = ulp_layout(format);
  UlpUnpacked value = ulp_unpack(layout, bits);
  value.negative = !value.negative;
  return ulp_pack(layout, value, ULP_ROUND_RN, ULP_PROFILE_IEEE);
}

static gboolean evaluate(Evaluation *evaluation, guint index, GError **error) {
  const UlpExpression *expression = evaluation->expression;
  const UlpNode *node = ulp_expression_node(expression, index);
  const gboolean alone = expression->nodes->len == 1;
  switch (node->kind) {
  case ULP_NODE_NUMBER: {
    g_autofree char *text = text_of(evaluation, index);
    UlpReal *real = ulp_real_parse(text, error);
    if (!real)
      return FALSE;
    convert(evaluation, index, real, alone);
    return TRUE;
  }
  case ULP_NODE_PATTERN:
    convert_pattern(evaluation, index, alone);
    return TRUE;
  case ULP_NODE_PI:
  case ULP_NODE_E:
  case ULP_NODE_INFINITY:
  case ULP_NODE_NAN:
    convert(evaluation, index, constant(node->kind), alone || node->kind == ULP_NODE_NAN);
    return TRUE;
  case ULP_NODE_PLUS:
    evaluation->results[index] = evaluation->results[node->arguments[0]];
    return TRUE;
  case ULP_NODE_NEGATE:
    evaluation->results[index] = negate(evaluation->arithmetic->format, evaluation->results[node->arguments[0]]);
    return TRUE;
  default:
    add_operation(evaluation, index);
    return TRUE;
  }
}

/* Whether it only is the exponent of a power, which is taken as it is written. */
static gboolean is_exponent(const Evaluation *evaluation, guint index) {
  const UlpExpression *expression = evaluation->expression;
  for (guint i = index + 1; i < expression->nodes->len; i++) {
    const UlpNode *node = ulp_expression_node(expression, i);
    if (node->kind == ULP_NODE_POWER && node->arguments[1] == index)
      return is_whole_number(evaluation, index);
    if ((node->kind == ULP_NODE_NEGATE || node->kind == ULP_NODE_PLUS) && node->arguments[0] == index)
      return is_whole_number(evaluation, index) && is_exponent(evaluation, i);
  }
  return FALSE;
}

GArray *ulp_expression_steps(const UlpExpression *expression, const UlpArithmetic *arithmetic, GError **error) {
  const guint n = expression->nodes->len;
  g_autofree UlpBits *results = g_new0(UlpBits, n);
  g_autoptr(GArray) steps = g_array_new(FALSE, FALSE, sizeof(UlpExpressionStep));
  g_array_set_clear_func(steps, step_clear);
  Evaluation evaluation = {expression, arithmetic, results, steps};
  for (guint i = 0; i < n; i++)
    if (!is_exponent(&evaluation, i) && !evaluate(&evaluation, i, error))
      return NULL;
  return g_steal_pointer(&steps);
}
