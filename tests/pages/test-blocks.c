/* The page of blocks: a number that changes moves the scale, and the scale the others; what is clipped or flushed says so. */
#include "tests/pages/page-test.h"
#include "ui/pages/blocks-page.h"
#include "ui/widgets/table-grid.h"

static char *elements_of(GtkWidget *page) {
  return ulp_table_grid_to_text(ulp_test_find(page, ulp_table_grid_get_type(), 1));
}

/* OCP MX 1.0, 6.3: the scale of 6 is 2^(2 - 2) = 1, of 120 it is 2^(6 - 2) = 16, whose smallest element is 0.5 x 16 = 8: numbers below
 * 4 become 0, as the tie at 4 does. */
static void test_scale_moves_others(void) {
  UlpPageFixture fixture;
  ulp_page_open(&fixture, "blocks");
  UlpBlocksPage *page = ULP_BLOCKS_PAGE(fixture.page);
  ulp_blocks_page_set_numbers(page, "6 0.5 -3");
  g_autofree char *small = elements_of(fixture.page);
  g_assert_null(strstr(small, "flushed"));
  g_assert_null(strstr(small, "clipped"));
  ulp_blocks_page_set_numbers(page, "120 0.5 -3");
  g_autofree char *large = elements_of(fixture.page);
  g_assert_nonnull(strstr(large, "flushed"));
  g_assert_nonnull(strstr(large, "clipped")); /* 120 / 16 = 7.5 rounds to 8 > 6 */
  ulp_blocks_page_set_numbers(page, "100 x");
  g_autofree char *kept = elements_of(fixture.page);
  g_assert_cmpstr(kept, ==, large);
  g_assert_true(ulp_test_shows(fixture.page, "expected a number"));
  ulp_page_close(&fixture);
}

static void test_row_marks_number(void) {
  UlpPageFixture fixture;
  ulp_page_open(&fixture, "blocks");
  ulp_blocks_page_set_numbers(ULP_BLOCKS_PAGE(fixture.page), "6  0.5,-3");
  GtkWidget *view = ulp_test_find(ulp_test_find(fixture.page, ulp_table_grid_get_type(), 1), GTK_TYPE_COLUMN_VIEW, 0);
  gtk_selection_model_select_item(gtk_column_view_get_model(GTK_COLUMN_VIEW(view)), 1, TRUE);
  int start, end;
  g_assert_true(
      gtk_editable_get_selection_bounds(GTK_EDITABLE(ulp_test_find_named(fixture.page, "numbers")), &start, &end));
  g_assert_cmpint(start, ==, 3);
  g_assert_cmpint(end, ==, 6);
  ulp_page_close(&fixture);
}

int main(int argc, char **argv) {
  gtk_test_init(&argc, &argv, NULL);
  g_test_add_func("/pages/blocks/scale-moves-others", test_scale_moves_others);
  g_test_add_func("/pages/blocks/row-marks-number", test_row_marks_number);
  return g_test_run();
}
