/* A result over an earlier one. */
#include "core/table/overlay.h"

#include <math.h>

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

/* Where each series has a panel both runs are in it: the names stay, and a column says whose the rows are. */
static void test_panels(void) {
  const UlpPlotSpec panels = {.id = "p", .title = "p", .x = "y", .y = "y", .series = "who", .facet = "who"};
  g_autoptr(UlpTable) now = table_of("a", 1), kept = table_of("a", 2), recorded = table_of("a", 3);
  ulp_table_set_provenance(recorded, "recorded", "recorded on a device");
  UlpTable *const earlier[] = {kept, recorded};
  const char *const words[][2] = {{"now", "kept"}, {"here", "recorded"}};
  g_assert_true(ulp_plot_series_are_panels(&panels, now));
  for (guint i = 0; i < G_N_ELEMENTS(earlier); i++) {
    g_autoptr(UlpTable) both = ulp_table_overlay(now, earlier[i], &panels, NULL);
    const int whose = ulp_table_find(both, ulp_plot_series_id(&panels, both));
    g_assert_false(ulp_plot_series_are_panels(&panels, both));
    g_assert_cmpint(whose, ==, 2);
    for (guint row = 0; row < 2; row++) {
      g_assert_cmpstr(ulp_table_cell(both, row, 0).text, ==, "a");
      g_assert_cmpstr(ulp_table_cell(both, row, 2).text, ==, words[i][row]);
    }
  }
}

/* Of another version's columns what is there is taken; what the plot does not name may be missing. */
static void test_other_version(void) {
  static const UlpColumn later[] = {{"verdict", ULP_COLUMN_TEXT, "v", "", ""},
                                    {"who", ULP_COLUMN_TEXT, "who", "", ""},
                                    {"bound", ULP_COLUMN_REAL, "b", "1", ""},
                                    {"y", ULP_COLUMN_REAL, "y", "1", ""}};
  g_autoptr(UlpTable) now = ulp_table_new("t", "t", later, G_N_ELEMENTS(later)), before = table_of("a", 2);
  ulp_table_append(now, (UlpCell[]){ulp_cell_text("right"), ulp_cell_text("a"), ulp_cell_real(0.5), ulp_cell_real(1)});
  g_autoptr(UlpTable) both = ulp_table_overlay(now, before, &plot, NULL);
  g_assert_cmpuint(ulp_table_n_rows(both), ==, 2);
  g_assert_cmpstr(ulp_table_cell(both, 0, 0).text, ==, "right");
  g_assert_cmpstr(ulp_table_cell(both, 1, 0).text, ==, "");
  g_assert_cmpstr(ulp_table_cell(both, 1, 1).text, ==, "a (kept)");
  g_assert_true(isnan(ulp_table_cell(both, 1, 2).real));
  g_assert_cmpfloat(ulp_table_cell(both, 1, 3).real, ==, 2);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/table/overlay/names", test_names);
  g_test_add_func("/table/overlay/none", test_none);
  g_test_add_func("/table/overlay/panels", test_panels);
  g_test_add_func("/table/overlay/other-version", test_other_version);
  return g_test_run();
}
