/* A number through other formats, beside the direct way: double rounding from exact rationals. */
#include "core/experiment/via-table.h"

#include <string.h>

static const char *text(const UlpTable *table, guint row, const char *id) {
  return ulp_table_cell(table, row, (guint)ulp_table_find(table, id)).text;
}

static guint64 bits(const UlpTable *table, guint row) {
  return (guint64)ulp_table_cell(table, row, (guint)ulp_table_find(table, "value")).bits;
}

static UlpTable *table_of(const char *number, const char *way, const char *to, UlpRound round) {
  g_autoptr(UlpReal) real = ulp_real_parse(number, NULL);
  const UlpTyped typed = {number, real, round, ULP_PROFILE_IEEE};
  UlpVia via;
  UlpFormat format;
  g_assert_true(ulp_via_parse(way, &via, NULL));
  g_assert_true(ulp_format_from_id(to, &format, NULL));
  return ulp_via_table_new(&typed, &via, &format, 1);
}

static void test_double_rounding(void) {
  static const struct {
    const char *number, *way, *to;
    guint64 through, direct;
    const char *begin; /* of the note */
  } cases[] = {
      {"0x1.00200000010p0", "fp32", "fp16", 0x3c00, 0x3c01, "double rounding: the way ended on a tie"},
      {"0x1.01000000010p0", "fp32", "bf16", 0x3f80, 0x3f81, "double rounding: the way ended on a tie"},
      {"0x1.10000000010p0", "fp32", "e4m3", 0x38, 0x39, "double rounding: the way ended on a tie"},
      {"63343.99805", "fp32", "fp16", 0x7bbc, 0x7bbb, "double rounding: the way ended on a tie"},
      {"1.0625", "fp32", "e4m3", 0x38, 0x38, "the same bits"}, /* a tie itself, rounded once */
      {"1.1", "bf16:rz,fp16", "e4m3", 0x39, 0x39, "the same bits"},
      {"63343.99805", "bf16:rz", "fp16", 0x7bb8, 0x7bbb, "double rounding: the way crossed"},
      {"1e6", "fp16", "fp32", 0x7f800000, 0x49742400, "differs: the number lies beyond a format on the way"},
      {"1e-9", "fp16", "fp32", 0, 0x3089705f, "differs: a format on the way made it zero"},
      {"inf", "e4m3", "fp32", 0x7fc00000, 0x7f800000, "differs: a format on the way has no such value"},
      {"nan", "fp16", "e4m3", 0x7f, 0x7f, "the same bits"},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(UlpTable) table = table_of(cases[i].number, cases[i].way, cases[i].to, ULP_ROUND_RN);
    const guint last = (guint)ulp_table_n_rows(table) - 1;
    g_test_message("%s through %s to %s", cases[i].number, cases[i].way, cases[i].to);
    g_assert_cmpstr(text(table, last, "way"), ==, "direct");
    g_assert_cmphex(bits(table, last), ==, cases[i].direct);
    g_assert_cmphex(bits(table, last - 1), ==, cases[i].through);
    g_assert_true(g_str_has_prefix(text(table, last - 1, "note"), cases[i].begin));
  }
}

static void test_steps(void) {
  g_autoptr(UlpTable) table = table_of("0.1", "fp32:ru,fp16:rz", "e4m3", ULP_ROUND_RU);
  g_assert_cmpuint(ulp_table_n_rows(table), ==, 4);
  g_assert_cmphex(bits(table, 0), ==, 0x3dcccccd);
  g_assert_cmphex(bits(table, 1), ==, 0x2e66);
  g_assert_cmphex(bits(table, 2), ==, 0x1d);
  g_assert_cmpstr(text(table, 0, "round"), ==, "ru");
  g_assert_cmpstr(text(table, 1, "to"), ==, "fp16");
  g_assert_cmpstr(text(table, 1, "round"), ==, "rz");
}

static void test_parse(void) {
  static const struct {
    const char *text, *message;
  } bad[] = {{"fp17", "unknown format"},
             {"fp16:up", "found the rounding “up”"},
             {"fp16,", "unknown format"},
             {"fp32,fp32,fp32,fp32,fp32", "found 5 steps"}};
  UlpVia via;
  g_assert_true(ulp_via_parse("", &via, NULL));
  g_assert_cmpuint(via.n, ==, 0);
  g_assert_true(ulp_via_parse("half:sr, e4m3", &via, NULL));
  g_assert_cmpuint(via.n, ==, 2);
  g_assert_true(via.step[0].format == ULP_FORMAT_FP16 && via.step[0].round == ULP_ROUND_SR);
  g_assert_true(via.step[1].format == ULP_FORMAT_E4M3 && via.step[1].round == ULP_ROUND_RN);
  const UlpVia drawn = ulp_typed_via(&via, 8, 1);
  g_assert_cmpuint(drawn.step[0].round >> 3 & 31, ==, 8);
  for (guint i = 0; i < G_N_ELEMENTS(bad); i++) {
    g_autoptr(GError) error = NULL;
    g_assert_false(ulp_via_parse(bad[i].text, &via, &error));
    g_assert_nonnull(strstr(error->message, bad[i].message));
  }
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/experiment/via/double-rounding", test_double_rounding);
  g_test_add_func("/experiment/via/steps", test_steps);
  g_test_add_func("/experiment/via/parse", test_parse);
  return g_test_run();
}
