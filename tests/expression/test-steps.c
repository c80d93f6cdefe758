/* Steps of an expression against the processor: the same bits and the same exceptions, in every rounding. */
#include "core/expression/steps.h"
#include "core/number/fp64.h"
#include "tests/number/oracle.h"

#include <fenv.h>
#include <math.h>
#include <string.h>

typedef struct {
  UlpExpression *expression;
  GArray *steps;
} Fixture;

static Fixture evaluate(const char *text, UlpFormat format, UlpRound round) {
  const UlpArithmetic arithmetic = {format, round, ULP_PROFILE_IEEE};
  g_autoptr(GError) error = NULL;
  Fixture f = {.expression = ulp_expression_parse(text, &error)};
  g_assert_no_error(error);
  f.steps = ulp_expression_steps(f.expression, &arithmetic, &error);
  g_assert_no_error(error);
  return f;
}

static const UlpExpressionStep *step_at(const Fixture *f, guint index) {
  g_assert_cmpuint(index, <, f->steps->len);
  return &g_array_index(f->steps, UlpExpressionStep, index);
}

static void tear_down(Fixture *f) {
  g_array_unref(f->steps);
  ulp_expression_free(f->expression);
}

/* --- the processor --- */

enum { ADD, SUBTRACT, MULTIPLY, DIVIDE, SQRT, FMA, N_OPERATIONS };

static const char *const patterns[N_OPERATIONS] = {"%s + %s", "%s - %s",  "%s * %s",
                                                   "%s / %s", "sqrt(%s)", "fma(%s, %s, %s)"};

/* volatile: what the compiler computes raises nothing. */
static guint64 operate_64(guint operation, const guint64 bits[3]) {
  volatile double x[3], result = 0;
  for (guint i = 0; i < 3; i++)
    x[i] = ulp_double_of_bits(bits[i]);
  feclearexcept(FE_ALL_EXCEPT);
  switch (operation) {
  case ADD:
    result = x[0] + x[1];
    break;
  case SUBTRACT:
    result = x[0] - x[1];
    break;
  case MULTIPLY:
    result = x[0] * x[1];
    break;
  case DIVIDE:
    result = x[0] / x[1];
    break;
  case SQRT:
    result = sqrt(x[0]);
    break;
  default:
    result = fma(x[0], x[1], x[2]);
    break;
  }
  const double value = result;
  guint64 got;
  memcpy(&got, &value, sizeof got);
  return got;
}

static float float_of_bits(guint32 bits) {
  float value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

static guint64 operate_32(guint operation, const guint64 bits[3]) {
  volatile float x[3], result = 0;
  for (guint i = 0; i < 3; i++)
    x[i] = float_of_bits((guint32)bits[i]);
  feclearexcept(FE_ALL_EXCEPT);
  switch (operation) {
  case ADD:
    result = x[0] + x[1];
    break;
  case SUBTRACT:
    result = x[0] - x[1];
    break;
  case MULTIPLY:
    result = x[0] * x[1];
    break;
  case DIVIDE:
    result = x[0] / x[1];
    break;
  case SQRT:
    result = sqrtf(x[0]);
    break;
  default:
    result = fmaf(x[0], x[1], x[2]);
    break;
  }
  const float value = result;
  guint32 got;
  memcpy(&got, &value, sizeof got);
  return got;
}

static guint raised(void) {
  const int flags = fetestexcept(FE_ALL_EXCEPT);
  return (flags & FE_INVALID ? ULP_EXCEPTION_INVALID : 0) |
         (flags & FE_DIVBYZERO ? ULP_EXCEPTION_DIVISION_BY_ZERO : 0) |
         (flags & FE_OVERFLOW ? ULP_EXCEPTION_OVERFLOW : 0) | (flags & FE_UNDERFLOW ? ULP_EXCEPTION_UNDERFLOW : 0) |
         (flags & FE_INEXACT ? ULP_EXCEPTION_INEXACT : 0);
}

/* Bits of numbers near each other, near the ends of the format, and anywhere; NaN are quiet. */
static guint64 operand(guint64 *state, UlpFormat format, guint64 near) {
  const UlpLayout layout = ulp_layout(format);
  const guint64 random = oracle_random(state);
  const guint64 sign = (random & 1) << (layout.container_bits - 1), few = random >> 8 & 15;
  guint64 bits = (guint64)oracle_random_bits(state, layout.container_bits);
  switch (random >> 1 & 7) {
  case 0:
    bits = near ^ (random >> 16 & 0xff);
    break;
  case 1:
    bits = sign | few;
    break;
  case 2:
    bits = sign | ((guint64)ulp_format_largest(format) - few);
    break;
  case 3:
    bits = sign | ((guint64)ulp_format_smallest_normal(format) + few - 7);
    break;
  case 4:
    bits = sign | ((guint64)ulp_format_largest(format) + 1); /* infinity */
    bits = few ? near : bits;
    break;
  default:
    break;
  }
  return ulp_bits_class(format, bits) == ULP_CLASS_SIGNALLING_NAN ? (guint64)ulp_format_nan(format) : bits;
}

static void compare(UlpFormat format, guint operation, const guint64 bits[3], UlpRound round) {
  static const int modes[] = {[ULP_ROUND_RN] = FE_TONEAREST,
                              [ULP_ROUND_RZ] = FE_TOWARDZERO,
                              [ULP_ROUND_RU] = FE_UPWARD,
                              [ULP_ROUND_RD] = FE_DOWNWARD};
  char texts[3][64];
  for (guint i = 0; i < 3; i++)
    g_snprintf(texts[i], sizeof texts[i], "%s:0x%" G_GINT64_MODIFIER "x", ulp_format_info(format)->id, bits[i]);
  _Pragma("GCC diagnostic push") _Pragma("GCC diagnostic ignored \"-Wformat-nonliteral\"") g_autofree char *text =
      g_strdup_printf(patterns[operation], texts[0], texts[1], texts[2]);
  _Pragma("GCC diagnostic pop") fesetround(modes[round]);
  const guint64 wanted = format == ULP_FORMAT_FP64 ? operate_64(operation, bits) : operate_32(operation, bits);
  const guint flags = raised();
  fesetround(FE_TONEAREST);
  Fixture f = evaluate(text, format, round);
  const UlpExpressionStep *last = step_at(&f, f.steps->len - 1);
  const gboolean is_nan = ulp_bits_class(format, wanted) >= ULP_CLASS_QUIET_NAN;
  const gboolean same =
      is_nan ? ulp_bits_class(format, last->rounding.stored) == ULP_CLASS_QUIET_NAN : last->rounding.stored == wanted;
  if (!same || last->rounding.exceptions != flags)
    g_error("%s, %s: 0x%" G_GINT64_MODIFIER "x with %u, the processor has 0x%" G_GINT64_MODIFIER "x with %u", text,
            ulp_round_ids[round], (guint64)last->rounding.stored, last->rounding.exceptions, wanted, flags);
  tear_down(&f);
}

static void test_processor(void) {
  static const UlpFormat formats[] = {ULP_FORMAT_FP64, ULP_FORMAT_FP32};
  guint64 state = 4;
  for (guint k = 0; k < G_N_ELEMENTS(formats); k++)
    for (guint operation = 0; operation < N_OPERATIONS; operation++)
      for (guint i = 0; i < 4000; i++) {
        const guint64 first = operand(&state, formats[k], k ? 0x3f800000 : 0x3ff0000000000000);
        const guint64 bits[3] = {first, operand(&state, formats[k], first), operand(&state, formats[k], first)};
        compare(formats[k], operation, bits,
                (UlpRound[]){ULP_ROUND_RN, ULP_ROUND_RZ, ULP_ROUND_RU, ULP_ROUND_RD}[i % 4]);
      }
}

/* --- what the steps say --- */

/* 0.1 + 0.2: the sum is a tie that goes to the even 0x1.3333333333334p-2. */
static void test_tenths(void) {
  Fixture f = evaluate("0.1+0.2", ULP_FORMAT_FP64, ULP_ROUND_RN);
  g_assert_cmpuint(f.steps->len, ==, 3);
  g_assert_cmpstr(step_at(&f, 0)->part, ==, "0.1");
  const UlpExpressionStep *sum = step_at(&f, 2);
  g_assert_cmpstr(sum->part, ==, "0.1+0.2");
  g_assert_cmpstr(sum->operation, ==, "0.1 + 0.2");
  g_autofree char *exact = ulp_real_to_decimal(sum->exact, 60), *kept = ulp_rounding_kept_text(&sum->rounding);
  g_assert_cmpstr(exact, ==, "0.3000000000000000166533453693773481063544750213623046875");
  g_assert_cmpstr(kept, ==, "1.0011001100110011001100110011001100110011001100110011");
  g_assert_cmpint(sum->rounding.power, ==, -2);
  g_assert_true(sum->rounding.guard && !sum->rounding.round && !sum->rounding.sticky && sum->rounding.tie &&
                sum->rounding.up);
  g_assert_bits(sum->rounding.stored, ==, 0x3fd3333333333334);
  g_assert_cmpuint(sum->rounding.exceptions, ==, ULP_EXCEPTION_INEXACT);
  tear_down(&f);
}

static void test_shapes(void) {
  static const struct {
    const char *text;
    UlpFormat format;
    guint n_steps;
    guint64 last;
    guint exceptions;
    const char *operation;
  } cases[] = {
      {"1+2*3", ULP_FORMAT_FP32, 2, 0x40e00000, 0, "1 + 6"},
      {"0.1", ULP_FORMAT_FP32, 1, 0x3dcccccd, ULP_EXCEPTION_INEXACT, "0.1"},
      {"0.5", ULP_FORMAT_FP32, 1, 0x3f000000, 0, "0.5"},
      {"2^-149", ULP_FORMAT_E4M3, 1, 0, ULP_EXCEPTION_UNDERFLOW | ULP_EXCEPTION_INEXACT,
       "2 ^ -149"}, /* 149 is no e4m3 */
      {"2^-(-3)", ULP_FORMAT_FP16, 1, 0x4800, 0, "2 ^ -(-3)"},
      {"0.1*0.1*0.1", ULP_FORMAT_FP32, 3, 0x3a83126f, ULP_EXCEPTION_INEXACT, NULL}, /* 0.1 once */
      {"-0.1", ULP_FORMAT_FP32, 1, 0x3dcccccd, ULP_EXCEPTION_INEXACT, "0.1"},
      {"pi", ULP_FORMAT_FP32, 1, 0x40490fdb, ULP_EXCEPTION_INEXACT, "pi"},
      {"448+448", ULP_FORMAT_E4M3, 1, 0x7f, ULP_EXCEPTION_OVERFLOW | ULP_EXCEPTION_INEXACT, "448 + 448"},
      {"fp32:0x7f800001", ULP_FORMAT_FP16, 1, 0x7e00, ULP_EXCEPTION_INVALID, "fp32:0x7f800001"},
      {"1/0", ULP_FORMAT_FP16, 1, 0x7c00, ULP_EXCEPTION_DIVISION_BY_ZERO, "1 / 0"},
      {"sqrt(-1)", ULP_FORMAT_FP16, 1, 0x7e00, ULP_EXCEPTION_INVALID, "sqrt(-1)"},
      {"fma(0.1, 0.1, -(0.1*0.1))", ULP_FORMAT_FP32, 3, 0xafe147ae, 0, NULL},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_test_message("%s", cases[i].text);
    Fixture f = evaluate(cases[i].text, cases[i].format, ULP_ROUND_RN);
    g_assert_cmpuint(f.steps->len, ==, cases[i].n_steps);
    const UlpExpressionStep *last = step_at(&f, f.steps->len - 1);
    const guint64 sign = (guint64)1 << (ulp_layout(cases[i].format).container_bits - 1);
    g_assert_cmphex((guint64)last->rounding.stored & ~sign, ==, cases[i].last & ~sign);
    g_assert_cmpuint(last->rounding.exceptions, ==, cases[i].exceptions);
    if (cases[i].operation)
      g_assert_cmpstr(last->operation, ==, cases[i].operation);
    tear_down(&f);
  }
}

/* Guard, round and sticky bit of fp64 numbers in fp16, from the integers that these are. */
static void test_cut_bits(void) {
  guint64 state = 5;
  for (guint i = 0; i < 20000; i++) {
    const int exponent = (int)(oracle_random(&state) % 44) - 28; /* 2^-28 to 2^15 */
    const guint64 fraction = oracle_random(&state) >> 12 & ~(guint64)0 << oracle_random(&state) % 52;
    g_autoptr(UlpReal) real = ulp_real_from_bits(ULP_FORMAT_FP64, (guint64)(exponent + 1023) << 52 | fraction);
    const UlpRounding rounding = ulp_real_rounding(real, ULP_FORMAT_FP16, ULP_ROUND_RN, ULP_PROFILE_IEEE);
    const UlpBits significand = ((UlpBits)1 << 52 | fraction) << 2; /* two places more than any cut needs */
    const int cut = 44 + MAX(0, -14 - exponent);                    /* 42 places of 52 go, more below 2^-14 */
    g_assert_true(rounding.has_bits);
    g_assert_cmpint(rounding.unit, ==, MAX(exponent, -14) - 10);
    g_assert_bits(rounding.kept, ==, significand >> cut);
    g_assert_true(rounding.guard == (gboolean)(significand >> (cut - 1) & 1));
    g_assert_true(rounding.round == (gboolean)(significand >> (cut - 2) & 1));
    g_assert_true(rounding.sticky == ((significand & ulp_low_bits(cut - 2)) != 0));
  }
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/expression/steps/processor", test_processor);
  g_test_add_func("/expression/steps/tenths", test_tenths);
  g_test_add_func("/expression/steps/shapes", test_shapes);
  g_test_add_func("/expression/steps/cut-bits", test_cut_bits);
  return g_test_run();
}
