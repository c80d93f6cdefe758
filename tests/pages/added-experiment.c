/* Experiments that the program does not have, each added by one file and one line, are pages like every other. */
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

static const char *provenance(const UlpTable *table, const char *key) {
  const char *found, *value;
  for (guint i = 0; i < ulp_table_n_provenance(table); i++) {
    ulp_table_get_provenance(table, i, &found, &value);
    if (g_str_equal(found, key))
      return value;
  }
  return NULL;
}

static void test_two_inputs(void) {
  UlpPageFixture fixture;
  ulp_page_open(&fixture, "pair");
  g_assert_true(ulp_test_shows(fixture.page, "Second input"));
  ulp_page_set(&fixture, "input", "constant:n=3:value=0x1.8p1");
  ulp_page_set(&fixture, "second-input", "uniform:n=2");
  ulp_page_run(&fixture);
  const UlpShown shown = ulp_page_shown(&fixture);
  g_assert_cmpuint(ulp_table_n_rows(shown.data), ==, 2);
  g_assert_cmpfloat(ulp_table_cell(shown.data, 1, 1).real, ==, 3);
  g_assert_cmpstr(provenance(shown.data, "input"), ==, "constant:n=3:format=fp32:value=0x1.8p1, seed 1");
  g_assert_cmpstr(provenance(shown.data, "second_input"), ==, "uniform:n=2:format=fp32, seed 1, stream 1");
  g_assert_cmpuint(ulp_layout_check(fixture.window), ==, 0);
  ulp_page_close(&fixture);
}

/* Equal specifications and one seed, and yet no element the same. */
static void test_two_streams(void) {
  UlpPageFixture fixture;
  ulp_page_open(&fixture, "pair");
  ulp_page_run(&fixture);
  const UlpShown shown = ulp_page_shown(&fixture);
  g_assert_cmpuint(ulp_table_n_rows(shown.data), ==, 4);
  for (guint i = 0; i < 4; i++)
    g_assert_cmpfloat(ulp_table_cell(shown.data, i, 1).real, !=, ulp_table_cell(shown.data, i, 2).real);
  ulp_page_close(&fixture);
}

/* The page holds its run as a value: what is set is what it gives back, and runs. */
static void test_document(void) {
  UlpPageFixture fixture;
  g_autoptr(GError) error = NULL;
  g_autoptr(UlpRunDocument) document = ulp_run_document_from_text(
      "ulp run pair --input tenths:n=5 --second-input constant:value=0.5 --seed 3 --view product", &error);
  g_assert_no_error(error);
  ulp_page_open(&fixture, "pair");
  ulp_experiment_page_set_document(fixture.page, document);
  g_autoptr(UlpRunDocument) held = ulp_experiment_page_document(fixture.page);
  g_assert_true(ulp_run_document_equal(document, held));
  ulp_page_run(&fixture);
  const UlpShown shown = ulp_page_shown(&fixture);
  g_assert_cmpuint(ulp_table_n_rows(shown.data), ==, 5);
  g_assert_cmpstr(shown.spec->id, ==, "product");
  g_autofree char *text = ulp_run_document_to_text(document);
  g_assert_cmpstr(provenance(shown.data, "command"), ==, text);
  g_assert_true(ulp_test_shows(fixture.page, text));
  ulp_page_close(&fixture);
}

int main(int argc, char **argv) {
  gtk_test_init(&argc, &argv, NULL);
  g_test_add_func("/pages/added-experiment/page", test_page);
  g_test_add_func("/pages/added-experiment/two-inputs", test_two_inputs);
  g_test_add_func("/pages/added-experiment/two-streams", test_two_streams);
  g_test_add_func("/pages/added-experiment/document", test_document);
  return g_test_run();
}
