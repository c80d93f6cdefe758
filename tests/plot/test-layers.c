/* Bands behind the marks and rings around flagged ones. */
#include "tests/plot/sample-tables.h"
#include "ui/plot/plot.h"

#include <math.h>
#include <string.h>

#define WIDTH 800
#define HEIGHT 500

static const UlpPlotStyle style = {0};
static const UlpColumn columns[] = {
    {"x", ULP_COLUMN_REAL, "X", "1", ""},    {"y", ULP_COLUMN_REAL, "Y", "1", ""},
    {"group", ULP_COLUMN_TEXT, "G", "", ""}, {"low", ULP_COLUMN_REAL, "L", "1", ""},
    {"high", ULP_COLUMN_REAL, "H", "1", ""}, {"state", ULP_COLUMN_TEXT, "S", "", "", .flags = ULP_COLUMN_IS_ALARM}};
static const UlpPlotBand bands[] = {{"low", "high", "between bounds"}};
static const UlpPlotSpec spec = {.id = "p",
                                 .title = "P",
                                 .x = "x",
                                 .y = "y",
                                 .series = "group",
                                 .bands = bands,
                                 .n_bands = 1,
                                 .flag = "state",
                                 .flag_title = "stalled",
                                 .mark = ULP_MARK_LINE};

typedef struct {
  double y, low, high;
  const char *state;
} Row;

static UlpTable *make(const Row *rows, guint n) {
  UlpTable *table = ulp_table_new("t", "T", columns, G_N_ELEMENTS(columns));
  for (guint i = 0; i < n; i++)
    ulp_table_append(table, (UlpCell[]){ulp_cell_real(i), ulp_cell_real(rows[i].y), ulp_cell_text("one"),
                                        ulp_cell_real(rows[i].low), ulp_cell_real(rows[i].high),
                                        ulp_cell_text(rows[i].state)});
  return table;
}

static cairo_surface_t *draw(UlpPlot *plot) {
  cairo_surface_t *image = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, WIDTH, HEIGHT);
  cairo_t *cr = cairo_create(image);
  ulp_plot_draw(plot, cr, WIDTH, HEIGHT, &style);
  cairo_destroy(cr);
  cairo_surface_flush(image);
  return image;
}

/* Colour of the pixel whose view coordinates are nearest. */
static guint32 colour_at(UlpPlot *plot, cairo_surface_t *image, double view_x, double view_y) {
  double best = G_MAXDOUBLE;
  guint32 colour = 0;
  const guint32 *pixels = (const guint32 *)(gpointer)cairo_image_surface_get_data(image);
  for (int y = 0; y < HEIGHT; y++)
    for (int x = 0; x < WIDTH; x++) {
      double vx, vy;
      if (ulp_plot_locate(plot, WIDTH, HEIGHT, &style, x + 0.5, y + 0.5, &vx, &vy) &&
          hypot(vx - view_x, vy - view_y) < best) {
        best = hypot(vx - view_x, vy - view_y);
        colour = pixels[y * WIDTH + x];
      }
    }
  return colour & 0xffffff;
}

/* White under a colour of some opacity. */
static void assert_blend(guint32 colour, const UlpPlot *plot, double alpha) {
  double rgb[3];
  ulp_plot_series_colour(plot, 0, rgb);
  for (int c = 0; c < 3; c++) {
    const double found = (colour >> (16 - 8 * c) & 0xff) / 255.0;
    g_assert_cmpfloat(fabs(found - (1 - alpha + alpha * rgb[c])), <, 0.02);
  }
}

static gboolean has_text(const UlpPlot *plot, const char *text) {
  guint n;
  const UlpPlotText *texts = ulp_plot_texts(plot, &n);
  for (guint i = 0; i < n; i++)
    if (g_str_equal(texts[i].text, text))
      return TRUE;
  return FALSE;
}

/* From 0 to 8 in y: with a margin of 4 % on either side 2 lies at (1 + 25/4)/27. */
static double place_of(double y) { return (1 + y * 25 / 8) / 27; }

static void test_band(void) {
  static const Row rows[] = {{1, 2, 8, ""}, {1, 2, 8, ""}, {0, 2, 8, "stalled"}};
  g_autoptr(UlpTable) table = make(rows, 3);
  g_autoptr(UlpPlot) plot = ulp_plot_new(&spec, table);
  cairo_surface_t *image = draw(plot);
  assert_blend(colour_at(plot, image, 0.31, place_of(5.3)), plot, 0.13);
  g_assert_cmphex(colour_at(plot, image, 0.31, place_of(1.7)), ==, 0xffffff);
  g_assert_true(has_text(plot, "between bounds"));
  g_assert_true(has_text(plot, "stalled"));
  cairo_surface_destroy(image);
  ulp_plot_set_series_visible(plot, 0, FALSE); /* its bands go with a series */
  image = draw(plot);
  g_assert_cmphex(colour_at(plot, image, 0.31, place_of(5.3)), ==, 0xffffff);
  cairo_surface_destroy(image);
}

static gboolean is_coloured(guint32 colour) { return (colour & 0xff) != colour >> 16; }

/* No number, no band: only the upper edge without a lower one, nothing without an upper one, and no flag without a text. */
static void test_no_numbers(void) {
  static const Row rows[] = {{0, NAN, 8, ""}, {0, NAN, 8, ""}, {1, 2, NAN, ""}, {1, 2, NAN, ""}};
  g_autoptr(UlpTable) table = make(rows, 4);
  g_autoptr(UlpPlot) plot = ulp_plot_new(&spec, table);
  cairo_surface_t *image = draw(plot);
  g_assert_cmphex(colour_at(plot, image, 0.2, place_of(5.3)), ==, 0xffffff);
  g_assert_true(is_coloured(colour_at(plot, image, 0.2, place_of(8))));
  g_assert_cmphex(colour_at(plot, image, 0.81, place_of(5.3)), ==, 0xffffff);
  g_assert_false(is_coloured(colour_at(plot, image, 0.81, place_of(8)))); /* a line of the grid, at most */
  g_assert_false(has_text(plot, "stalled"));
  cairo_surface_destroy(image);
}

/* Marks of rows with an alarm are red, and a line says whose they are and what is wrong; other columns mean nothing. */
static void test_alarm(void) {
  static const Row rows[] = {{1, NAN, NAN, "fine"}, {2, NAN, NAN, "WRONG"}, {1, NAN, NAN, "fine"}};
  UlpPlotSpec alarming = spec;
  alarming.flag = NULL;
  alarming.alarm = "state";
  alarming.alarm_title = "wrong";
  g_autoptr(UlpTable) table = make(rows, 3);
  g_autoptr(UlpPlot) plot = ulp_plot_new(&alarming, table);
  cairo_surface_t *image = draw(plot);
  double x, y;
  g_assert_true(has_text(plot, "one: wrong"));
  for (guint row = 0; row < 3; row++) {
    g_assert_true(ulp_plot_find(plot, WIDTH, HEIGHT, &style, row, &x, &y));
    const guint32 *pixels = (const guint32 *)(gpointer)cairo_image_surface_get_data(image);
    g_assert_cmpint((pixels[(int)y * WIDTH + (int)x] & 0xffffff) == 0xc00020, ==, row == 1);
  }
  cairo_surface_destroy(image);
  alarming.alarm = "another version's";
  g_autoptr(UlpPlot) without = ulp_plot_new(&alarming, table);
  cairo_surface_destroy(draw(without));
  g_assert_false(has_text(without, "one: wrong"));
}

static const UlpColumn result_columns[] = {{"run", ULP_COLUMN_COUNT, "R", "1", ""},
                                           {"result", ULP_COLUMN_REAL, "Y", "1", ""},
                                           {"level", ULP_COLUMN_TEXT, "L", "", ""}};
static const UlpPlotSpec result_spec = {.id = "r",
                                        .title = "R",
                                        .x = "run",
                                        .y = "result",
                                        .series = "level",
                                        .facet = "level",
                                        .histogram = TRUE,
                                        .off_scale = TRUE};

/* Three usual levels, and one whose results are `far`. */
static UlpTable *make_results(double far) {
  UlpTable *table = ulp_table_new("t", "T", result_columns, G_N_ELEMENTS(result_columns));
  static const char *const names[] = {"a", "b", "c", "far"};
  for (guint level = 0; level < 4; level++)
    for (guint run = 0; run < 10; run++)
      ulp_table_append(table,
                       (UlpCell[]){ulp_cell_count(run), ulp_cell_real(level == 3 ? far : (double)(run % (level + 1))),
                                   ulp_cell_text(names[level])});
  return table;
}

static void limits_of(double far, double *from, double *to, const char *text) {
  g_autoptr(UlpTable) table = make_results(far);
  g_autoptr(UlpPlot) plot = ulp_plot_new(&result_spec, table);
  cairo_surface_destroy(draw(plot));
  g_assert_true(ulp_plot_limits(plot, TRUE, from, to));
  g_assert_true(text == NULL || has_text(plot, text));
}

/* What lies far from the others is at the edge with its value and leaves the scale alone; what is near is on the scale. */
static void test_off_scale(void) {
  double from, to, near_from, near_to;
  limits_of(1, &near_from, &near_to, NULL);
  limits_of(1e6, &from, &to, "\xe2\x96\xb2 1000000");
  g_assert_cmpfloat(from, ==, near_from);
  g_assert_cmpfloat(to, ==, near_to);
  limits_of(-4096, &from, &to, "\xe2\x96\xbc -4096");
  g_assert_cmpfloat(to, ==, near_to);
  limits_of(NAN, &from, &to, "\xc3\x97 nan");
  g_assert_cmpfloat(to, ==, near_to);
  limits_of(50, &from, &to, NULL);
  g_assert_cmpfloat(to, >=, 50);
}

/* Every panel has a line of its own; the legend names a value only where it is that of all. */
static void test_references(void) {
  static const UlpColumn of_panels[] = {{"run", ULP_COLUMN_COUNT, "R", "1", ""},
                                        {"result", ULP_COLUMN_REAL, "Y", "1", ""},
                                        {"exact", ULP_COLUMN_REAL, "E", "1", ""},
                                        {"level", ULP_COLUMN_TEXT, "L", "", ""}};
  UlpPlotSpec referring = result_spec;
  referring.reference = "exact";
  referring.reference_title = "right";
  referring.off_scale = FALSE;
  for (guint same = 0; same < 2; same++) {
    g_autoptr(UlpTable) table = ulp_table_new("t", "T", of_panels, G_N_ELEMENTS(of_panels));
    for (guint run = 0; run < 6; run++) {
      const double exact = same || run % 2 == 0 ? 3 : 50;
      ulp_table_append(table, (UlpCell[]){ulp_cell_count(run), ulp_cell_real(3), ulp_cell_real(exact),
                                          ulp_cell_text(run % 2 ? "b" : "a")});
    }
    g_autoptr(UlpPlot) plot = ulp_plot_new(&referring, table);
    double from, to;
    cairo_surface_destroy(draw(plot));
    g_assert_true(ulp_plot_limits(plot, TRUE, &from, &to));
    g_assert_true(same ? to < 50 : to >= 50);
    g_assert_true(has_text(plot, "right = 3") == (same == 1));
    g_assert_true(has_text(plot, "right") == (same == 0));
  }
}

/* The longest bar of the histogram fills the side, and all marks have one. */
static void test_histogram(void) {
  g_autoptr(UlpTable) table = make_results(1);
  g_autoptr(UlpPlot) plot = ulp_plot_new(&result_spec, table);
  cairo_surface_t *image = draw(plot);
  const guint32 *pixels = (const guint32 *)(gpointer)cairo_image_surface_get_data(image);
  double x, y, end;
  g_assert_true(ulp_plot_find(plot, WIDTH, HEIGHT, &style, 9, &x, &y)); /* of the first panel: one result */
  g_assert_true(ulp_plot_find(plot, WIDTH, HEIGHT, &style, 10, &end, &(double){0}));
  guint coloured = 0;
  for (int at = (int)x + 12; at < (int)end - 12; at++)
    coloured += is_coloured(pixels[(int)y * WIDTH + at] & 0xffffff);
  g_assert_cmpuint(coloured, >, 20);
  cairo_surface_destroy(image);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/plot/layers/band", test_band);
  g_test_add_func("/plot/layers/no-numbers", test_no_numbers);
  g_test_add_func("/plot/layers/alarm", test_alarm);
  g_test_add_func("/plot/layers/off-scale", test_off_scale);
  g_test_add_func("/plot/layers/references", test_references);
  g_test_add_func("/plot/layers/histogram", test_histogram);
  return g_test_run();
}
