/* How numbers became bits: worked examples, each row by hand. */
#include "core/experiment/explain-table.h"
#include "core/experiment/steps-table.h"
#include "core/expression/expression.h"

#include <string.h>

static UlpTable *explain(const char *text, UlpFormat format, UlpRound round) {
  g_autoptr(UlpReal) real = ulp_expression_real(text, NULL);
  const UlpTyped typed = {text, real, round, ULP_PROFILE_IEEE};
  return ulp_explain_table_new(&typed, &format, 1);
}

/* The value of a step; NULL where there is no such. */
static const char *value(const UlpTable *table, const char *step) {
  for (guint64 row = 0; row < ulp_table_n_rows(table); row++)
    if (g_str_equal(ulp_table_cell(table, row, (guint)ulp_table_find(table, "step")).text, step))
      return ulp_table_cell(table, row, (guint)ulp_table_find(table, "value")).text;
  return NULL;
}

typedef struct {
  const char *step, *value; /* NULL: there is no such step */
} Wanted;

static void check(const char *text, UlpFormat format, UlpRound round, const Wanted *wanted, guint n) {
  g_autoptr(UlpTable) table = explain(text, format, round);
  for (guint i = 0; i < n; i++) {
    g_test_message("%s: %s", text, wanted[i].step);
    g_assert_cmpstr(value(table, wanted[i].step), ==, wanted[i].value);
  }
}

#define CHECK(text, format, round, ...)                                                                                \
  G_STMT_START {                                                                                                       \
    const Wanted wanted[] = {__VA_ARGS__};                                                                             \
    check(text, ULP_FORMAT_##format, ULP_ROUND_##round, wanted, G_N_ELEMENTS(wanted));                                 \
  }                                                                                                                    \
  G_STMT_END

static void test_examples(void) {
  CHECK("0.25", FP32, RN, {"number", "0.25"}, {"whole part halved", NULL}, {"fraction doubled", "0.5 1"},
        {"in binary", "0.01"}, {"normalised", "1 * 2^-2"}, {"cut", "1.00000000000000000000000|00 * 2^-2"},
        {"guard, round, sticky", "0 0 0"}, {"exact", "1.00000000000000000000000 * 2^-2"},
        {"stored exponent", "-2 + 127 = 125 = 01111101"}, {"significand field", "00000000000000000000000"},
        {"stored", "0 01111101 00000000000000000000000 = 0x3e800000"}, {"read back", "125 - 127 = -2"},
        {"sum of weights", "2^-2"}, {"exactly", "0.25"}, {"rounded up", NULL}, {"rounded down", NULL});
  CHECK("0.1", FP64, RN, {"fraction doubled", "0.2 0.4 0.8 1.6 1.2 0.4 0.8 1.6 1.2 0.4 0.8 1.6 …"},
        {"cut", "1.1001100110011001100110011001100110011001100110011001|10… * 2^-4"}, {"guard, round, sticky", "1 0 1"},
        {"rounded up", "1.1001100110011001100110011001100110011001100110011010 * 2^-4"},
        {"stored exponent", "-4 + 1023 = 1019 = 01111111011"}, {"read back", "1019 - 1023 = -4"},
        {"exactly", "0.1000000000000000055511151231257827021181583404541015625"});
  CHECK("-3.5", FP16, RN, {"number", "-3.5"}, {"whole part halved", "3 1 0"}, {"fraction doubled", "1"},
        {"in binary", "11.1"}, {"normalised", "1.11 * 2^1"}, {"cut", "1.1100000000|00 * 2^1"},
        {"stored exponent", "1 + 15 = 16 = 10000"}, {"stored", "1 10000 1100000000 = 0xc300"},
        {"read back", "16 - 15 = 1"}, {"sum of weights", "-(2^1 + 2^0 + 2^-1)"}, {"exactly", "-3.5"});
}

static void test_edges(void) {
  CHECK("10", FP32, RN, {"whole part halved", "10 5 2 1 0"}, {"fraction doubled", NULL});
  CHECK("1/3", FP32, RN, {"fraction doubled", NULL}, {"whole part halved", NULL}); /* no decimals to write */
  CHECK("pi", FP32, RN, {"fraction doubled", NULL}, {"whole part halved", NULL});
  CHECK("0", FP32, RN, {"fraction doubled", NULL}, {"whole part halved", NULL});
  CHECK("nan", FP32, RN, {"fraction doubled", NULL}, {"whole part halved", NULL});
  CHECK("1e300", FP64, RN, {"whole part halved", NULL});
  /* 2049 is the middle of 2048 and 2050. */
  CHECK("2049", FP16, RN, {"guard, round, sticky", "1 0 0"}, {"rounded down", "1.0000000000 * 2^11"});
  CHECK("2049", FP16, RU, {"rounded up", "1.0000000001 * 2^11"});
  /* 4095.9 carries into the next power. */
  CHECK("4095.9", FP16, RN, {"cut", "1.1111111111|11… * 2^11"}, {"rounded up", "1.0000000000 * 2^12"},
        {"stored exponent", "12 + 15 = 27 = 11011"});
  /* 3 * 2^-24 and a bit */
  CHECK("1.8e-7", FP16, RN, {"in binary", NULL}, {"cut", "0.0000000011|00… * 2^-14"}, {"stored exponent", "0 = 00000"},
        {"significand field", "0000000011"}, {"sum of weights", "2^-23 + 2^-24"}, {"read back", NULL});
  CHECK("65520", FP16, RN, {"beyond the format", "65504"}, {"cut", NULL}, {"stored", "0 11111 0000000000 = 0x7c00"},
        {"stands for", "infinity"});
  CHECK("nan", FP16, RN, {"number", "nan"}, {"cut", NULL}, {"stands for", "quiet NaN"});
  CHECK("1/3", FP16, RN, {"number", "about 0.33333333333333333"}, {"cut", "1.0101010101|01… * 2^-2"});
  CHECK("-0", FP16, RN, {"number", "-0"}, {"stored exponent", "0 = 00000"}, {"stored", "1 00000 0000000000 = 0x8000"});
}

static void test_steps(void) {
  static const UlpFormat formats[] = {ULP_FORMAT_FP64, ULP_FORMAT_FP32};
  g_autoptr(UlpReal) real = ulp_expression_real("0.1+0.2", NULL);
  const UlpTyped typed = {"0.1+0.2", real, ULP_ROUND_RN, ULP_PROFILE_IEEE};
  g_autoptr(UlpTable) table = ulp_steps_table_new(&typed, formats, G_N_ELEMENTS(formats), NULL);
  static const char *const wanted[][2] = {{"format", "fp64"},
                                          {"operation", "0.1 + 0.2"},
                                          {"guard", "1"},
                                          {"round", "0"},
                                          {"sticky", "0"},
                                          {"tie", "yes"},
                                          {"error_ulps", "+0.5"},
                                          {"exceptions", "inexact"},
                                          {"kept", "1.0011001100110011001100110011001100110011001100110011 * 2^-2"},
                                          {"exact", "0.3000000000000000166533453693773481063544750213623046875"}};
  g_assert_cmpuint(ulp_table_n_rows(table), ==, 6);
  for (guint i = 0; i < G_N_ELEMENTS(wanted); i++)
    g_assert_cmpstr(ulp_table_cell(table, 2, (guint)ulp_table_find(table, wanted[i][0])).text, ==, wanted[i][1]);
  g_assert_true(ulp_table_cell(table, 5, (guint)ulp_table_find(table, "result")).bits == 0x3e99999a);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/experiment/explain-table/examples", test_examples);
  g_test_add_func("/experiment/explain-table/edges", test_edges);
  g_test_add_func("/experiment/explain-table/steps", test_steps);
  return g_test_run();
}
