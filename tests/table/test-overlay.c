/* A result over an earlier one. */
#include "core/table/overlay.h"

static const UlpColumn columns[] = {
    {"who", ULP_COLUMN_TEXT, "who", "", ""},
    {"y", ULP_COLUMN_REAL, "y", "1", ""},
};
static const UlpPlotSpec plot = {.id = "p", .title = "p", .x = "y", .y = "y", .series = "who"};

static UlpTable *table_of(const char *who, double y) {
  UlpTable *table = ulp_table_new("t", "t", columns, G_N_ELEMENTS(columns));
  const UlpCell cells[] = {ulp_cell_text(who), ulp_cell_real(y)};
  ulp_table_append(table, cells);
  return table;
}

static void test_names(void) {
  g_autoptr(UlpTable) now = table_of("a", 1), kept = table_of("a", 2), recorded = table_of("a", 3);
  ulp_table_set_provenance(recorded, "recorded", "recorded on a device");
  UlpTable *const earlier[] = {kept, recorded};
  const char *const names[] = {"a (kept)", "a (recorded)"};
  for (guint i = 0; i < G_N_ELEMENTS(earlier); i++) {
    g_autoptr(UlpTable) both = ulp_table_overlay(now, earlier[i], &plot, NULL);
    g_assert_cmpuint(ulp_table_n_rows(both), ==, 2);
    g_assert_cmpstr(ulp_table_cell(both, 0, 0).text, ==, "a");
    g_assert_cmpstr(ulp_table_cell(both, 1, 0).text, ==, names[i]);
    g_assert_cmpfloat(ulp_table_cell(both, 1, 1).real, ==, i + 2);
  }
}

static void test_none(void) {
  const UlpPlotSpec alone = {.id = "p", .title = "p", .x = "y", .y = "y"};
  g_autoptr(UlpTable) now = table_of("a", 1), kept = table_of("a", 2);
  g_autoptr(UlpTable) narrow = ulp_table_new("t", "t", columns, 1);
  g_assert_null(ulp_table_overlay(now, kept, &alone, NULL));
  g_assert_null(ulp_table_overlay(now, narrow, &plot, NULL));
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/table/overlay/names", test_names);
  g_test_add_func("/table/overlay/none", test_none);
  return g_test_run();
}
