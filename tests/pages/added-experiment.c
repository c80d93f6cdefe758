/* An experiment that the program does not have, added by one file and one line, is a page like every other. */
#include "tests/pages/page-test.h"

static void test_page(void) {
  UlpPageFixture fixture;
  ulp_page_open(&fixture, "probe");
  g_assert_true(ulp_test_shows(fixture.page, "Probe"));
  g_assert_true(ulp_test_shows(fixture.page, "Levels [numbers]"));
  ulp_page_set(&fixture, "levels", "5");
  ulp_page_run(&fixture);
  const UlpShown shown = ulp_page_shown(&fixture);
  g_assert_cmpuint(ulp_table_n_rows(shown.data), ==, 5);
  g_assert_cmpfloat(ulp_table_cell(shown.data, 4, 1).real, ==, 16);
  g_assert_cmpstr(shown.spec->id, ==, "square");
  g_assert_nonnull(shown.plot);
  g_assert_cmpuint(ulp_layout_check(fixture.window), ==, 0);
  ulp_page_close(&fixture);
}

int main(int argc, char **argv) {
  gtk_test_init(&argc, &argv, NULL);
  g_test_add_func("/pages/added-experiment/page", test_page);
  return g_test_run();
}
