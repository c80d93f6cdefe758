/* The table of how formats store a number, for formats of every width and coding: from exact rationals. */
#include "core/experiment/bits-table.h"

#include <math.h>
#include <string.h>

#define POSIT8 ULP_FORMAT_PACK(8, 0, ULP_CODING_POSIT, 2, 0, 0, ULP_NAN_NONE, 0)
#define FIXED8 ULP_FORMAT_PACK(8, 0, ULP_CODING_TWOS_COMPLEMENT, 0, 0, 4, ULP_NAN_NONE, 0) /* units of 2^-4 */

static UlpFormat format_of(const char *id) {
  UlpFormat format = 0;
  g_assert_true(ulp_format_from_id(id, &format, NULL));
  return format;
}

static UlpTable *table_of(const char *text, UlpFormat format, UlpProfile profile) {
  g_autoptr(UlpReal) real = ulp_real_parse(text, NULL);
  const UlpTyped typed = {text, real, ULP_ROUND_RN, profile};
  return ulp_bits_table_new(&typed, &format, 1);
}

static UlpCell cell(const UlpTable *table, const char *id) {
  const int column = ulp_table_find(table, id);
  g_assert_cmpint(column, >=, 0);
  return ulp_table_cell(table, 0, (guint)column);
}

static const char *text(const UlpTable *table, const char *id) { return cell(table, id).text; }

static void test_formats(void) {
  const struct {
    UlpFormat format;
    const char *typed, *fields, *hex, *class_, *exact, *ulp, *error, *ulps;
    UlpBits previous, next;
  } cases[] = {
      {format_of("e2m1-noinf-nonan"), "2.5", "0 10 0", "0x4", "normal", "2", "2^0", "-0.5", "-0.5", 3, 5},
      {format_of("e2m1-noinf-nonan"), "0.3", "0 00 1", "0x1", "subnormal", "0.5", "2^-1", "+0.2", "+0.4", 0, 2},
      {format_of("e2m1-noinf-nonan"), "-100", "1 11 1", "0xf", "normal", "-6", "2^1", "+94", "+47", 0xf, 0xe},
      {format_of("e3m2-noinf-nonan"), "0.1", "0 000 10", "0x02", "subnormal", "0.125", "2^-4", "+0.025", "+0.4", 1, 3},
      {format_of("e8m0-noinf-onenan-nosubnormals-unsigned-nozero"), "0.1", "01111100", "0x7c", "normal", "0.125",
       "2^-3", "+0.025", "+0.4", 0x7b, 0x7d},
      {format_of("e8m0-noinf-onenan-nosubnormals-unsigned-nozero"), "-1", "11111111", "0xff", "quiet NaN", "nan", "-",
       "overflow", "overflow", 0xff, 0xff},
      {POSIT8, "0.1", "0 0100 101", "0x25", "normal", "0.1015625", "2^-7", "+0.0015625", "+0.2", 0x24, 0x26},
      {POSIT8, "-1e30", "1 0000001", "0x81", "normal", "-16777216", "2^24", "about +1e+30", "about +5.96046e+22", 0x81,
       0x82},
      {FIXED8, "-0.1", "1 1111110", "0xfe", "normal", "-0.125", "2^-4", "-0.025", "-0.4", 0xfd, 0xff},
      {FIXED8, "7", "0 1110000", "0x70", "normal", "7", "2^-4", "0 (exact)", "0 (exact)", 0x6f, 0x71},
      {ULP_FORMAT_PACK(80, 0, ULP_CODING_BINARY, 15, 63, 16383, ULP_NAN_IEEE, ULP_HAS_IEEE | ULP_HAS_LEADING_BIT),
       "0.1", "0 011111111111011 1100110011001100110011001100110011001100110011001100110011001101",
       "0x3ffbcccccccccccccccd", "normal", "0.1000000000000000000013552527156068805425093160010874271392822265625",
       "2^-67", "about +1.35525e-21", "+0.2", (UlpBits)0x3ffb << 64 | 0xcccccccccccccccc,
       (UlpBits)0x3ffb << 64 | 0xccccccccccccccce},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(UlpTable) table = table_of(cases[i].typed, cases[i].format, ULP_PROFILE_IEEE);
    g_test_message("%s in %s", cases[i].typed, ulp_format_info(cases[i].format)->id);
    g_assert_cmpstr(text(table, "fields"), ==, cases[i].fields);
    g_assert_cmpstr(text(table, "hex"), ==, cases[i].hex);
    g_assert_cmpstr(text(table, "class"), ==, cases[i].class_);
    g_assert_cmpstr(text(table, "exact"), ==, cases[i].exact);
    g_assert_cmpstr(text(table, "ulp"), ==, cases[i].ulp);
    g_assert_cmpstr(text(table, "error_text"), ==, cases[i].error);
    g_assert_cmpstr(text(table, "error_ulps_text"), ==, cases[i].ulps);
    g_assert_true(cell(table, "previous").bits == cases[i].previous);
    g_assert_true(cell(table, "next").bits == cases[i].next);
    g_assert_true(cell(table, "value").format == cases[i].format);
    g_autofree char *hex = ulp_bits_to_hex(cases[i].format, cell(table, "value").bits);
    g_assert_cmpstr(hex, ==, cases[i].hex);
  }
}

/* 128 bits: 0.1 is 0x1.999999999999999999999999999ap-4, and neither its ulp at the smallest nor its error is a double. */
static void test_binary128(void) {
  const UlpFormat binary128 = format_of("e15m112");
  g_autoptr(UlpTable) table = table_of("0.1", binary128, ULP_PROFILE_IEEE);
  const UlpBits tenth = (UlpBits)0x3ffb999999999999 << 64 | 0x999999999999999a;
  g_assert_cmpstr(text(table, "hex"), ==, "0x3ffb999999999999999999999999999a");
  g_assert_cmpstr(text(table, "hexfloat"), ==, "0x1.999999999999999999999999999ap-4");
  g_assert_cmpstr(text(table, "error_text"), ==, "about +4.81482e-36");
  g_assert_cmpfloat(cell(table, "error_ulps").real, ==, 0.4);
  g_assert_cmpfloat(cell(table, "ulp_size").real, ==, 0x1p-116);
  g_assert_true(cell(table, "value").bits == tenth);
  g_assert_true(cell(table, "previous").bits == tenth - 1 && cell(table, "next").bits == tenth + 1);

  g_autoptr(UlpTable) tiny = table_of("1e-5000", binary128, ULP_PROFILE_IEEE);
  g_assert_cmpstr(text(tiny, "ulp"), ==, "2^-16494");
  g_assert_true(isnan(cell(tiny, "ulp_size").real)); /* never 0 */
  g_assert_cmpfloat(cell(tiny, "error").real, ==, -0x1p-1074);
  g_assert_cmpstr(text(tiny, "error_text"), ==, "-1e-5000");
  g_assert_cmpstr(text(tiny, "error_ulps_text"), ==, "about -1.54436e-35");
}

/* Beyond the largest double only the text can say by how much. */
static void test_saturated(void) {
  g_autoptr(UlpTable) table = table_of("1e309", ULP_FORMAT_FP64, ULP_PROFILE_SATURATE);
  g_assert_cmpfloat(cell(table, "error").real, ==, -INFINITY);
  g_assert_cmpstr(text(table, "error_text"), ==, "about -8.20231e+308");
  g_assert_cmpstr(text(table, "error_ulps_text"), ==, "about -4.1097e+16");
}

static void test_provenance(void) {
  static const char *const wanted[][2] = {{"number", "0.1"}, {"round", "rn"}, {"profile", "saturate"}};
  g_autoptr(UlpTable) table = table_of("0.1", ULP_FORMAT_FP16, ULP_PROFILE_SATURATE);
  for (guint i = 0; i < G_N_ELEMENTS(wanted); i++) {
    const char *key, *value, *found = NULL;
    for (guint k = 0; k < ulp_table_n_provenance(table); k++) {
      ulp_table_get_provenance(table, k, &key, &value);
      if (g_str_equal(key, wanted[i][0]))
        found = value;
    }
    g_assert_cmpstr(found, ==, wanted[i][1]);
  }
}

/* Each column that is not hidden is in one of the groups, and each group has some. */
static void test_groups(void) {
  g_autoptr(UlpTable) table = table_of("1", ULP_FORMAT_FP16, ULP_PROFILE_IEEE);
  guint sizes[ULP_BITS_GROUPS + 1] = {0};
  for (guint i = 0; i < ulp_table_n_columns(table); i++) {
    const UlpColumn *column = ulp_table_column(table, i);
    g_assert_cmpuint(column->group, <=, ULP_BITS_GROUPS);
    sizes[column->group] += !(column->flags & ULP_COLUMN_IS_HIDDEN);
  }
  for (guint group = 0; group <= ULP_BITS_GROUPS; group++)
    g_assert_cmpuint(sizes[group], >, 0);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/experiment/bits-table/formats", test_formats);
  g_test_add_func("/experiment/bits-table/binary128", test_binary128);
  g_test_add_func("/experiment/bits-table/saturated", test_saturated);
  g_test_add_func("/experiment/bits-table/provenance", test_provenance);
  g_test_add_func("/experiment/bits-table/groups", test_groups);
  return g_test_run();
}
