#include "tests/plot/sample-tables.h"
#include "ui/plot/plot.h"

#include <string.h>

#define WIDTH 800
#define HEIGHT 500

static const UlpPlotStyle style = {0};

static const UlpColumn columns[] = {{"x", ULP_COLUMN_REAL, "X", "1", ""},
                                    {"y", ULP_COLUMN_REAL, "Y", "1", ""},
                                    {"group", ULP_COLUMN_TEXT, "Group", "", ""},
                                    {"panel", ULP_COLUMN_TEXT, "Panel", "", ""}};
static const UlpPlotSpec plain = {.id = "p", .title = "P", .x = "x", .y = "y", .series = "group"};
static const UlpPlotSpec faceted = {.id = "p", .title = "P", .x = "x", .y = "y", .series = "group", .facet = "panel"};

/* Four points: corners of a square and one of another group in the middle. */
static UlpTable *square(void) {
  static const double points[][2] = {{-1, -1}, {1, -1}, {-1, 1}, {1, 1}, {0, 0}};
  UlpTable *table = ulp_table_new("t", "T", columns, 4);
  for (guint i = 0; i < G_N_ELEMENTS(points); i++)
    ulp_table_append(table,
                     (UlpCell[]){ulp_cell_real(points[i][0]), ulp_cell_real(points[i][1]),
                                 ulp_cell_text(i < 4 ? "corner" : "middle"), ulp_cell_text(i < 2 ? "low" : "high")});
  return table;
}

static guint32 *draw(UlpPlot *plot, cairo_surface_t **image) {
  *image = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, WIDTH, HEIGHT);
  cairo_t *cr = cairo_create(*image);
  ulp_plot_draw(plot, cr, WIDTH, HEIGHT, &style);
  cairo_destroy(cr);
  cairo_surface_flush(*image);
  return (guint32 *)(gpointer)cairo_image_surface_get_data(*image);
}

static guint count_colour(UlpPlot *plot, guint series) {
  double rgb[3];
  ulp_plot_series_colour(plot, series, rgb);
  const guint32 wanted = 0xff000000 | (guint32)lround(rgb[0] * 255) << 16 | (guint32)lround(rgb[1] * 255) << 8 |
                         (guint32)lround(rgb[2] * 255);
  cairo_surface_t *image;
  const guint32 *pixels = draw(plot, &image);
  guint n = 0;
  for (guint i = 0; i < WIDTH * HEIGHT; i++)
    n += pixels[i] == wanted;
  cairo_surface_destroy(image);
  return n;
}

/* Where locate() says that view coordinates are: bisection over pixels along both axes. */
static void find_pixel(UlpPlot *plot, double view_x, double view_y, double *x, double *y) {
  double best = G_MAXDOUBLE;
  for (int py = 0; py < HEIGHT; py++) {
    for (int px = 0; px < WIDTH; px++) {
      double vx, vy;
      if (!ulp_plot_locate(plot, WIDTH, HEIGHT, &style, px, py, &vx, &vy))
        continue;
      const double distance = hypot(vx - view_x, vy - view_y);
      if (distance < best) {
        best = distance;
        *x = px;
        *y = py;
      }
    }
  }
  g_assert_cmpfloat(best, <, 0.01);
}

/* With a margin of 4 % on either side, -1 and 1 lie at 1/27 and 26/27. */
static void test_pick(void) {
  static const double places[][2] = {
      {1 / 27.0, 1 / 27.0}, {26 / 27.0, 1 / 27.0}, {1 / 27.0, 26 / 27.0}, {26 / 27.0, 26 / 27.0}, {0.5, 0.5}};
  g_autoptr(UlpTable) table = square();
  g_autoptr(UlpPlot) plot = ulp_plot_new(&plain, table);
  for (guint i = 0; i < G_N_ELEMENTS(places); i++) {
    double x = 0, y = 0;
    find_pixel(plot, places[i][0], places[i][1], &x, &y);
    g_assert_cmpint(ulp_plot_pick(plot, WIDTH, HEIGHT, &style, x, y), ==, (int)i);
    g_assert_cmpint(ulp_plot_pick(plot, WIDTH, HEIGHT, &style, x + 8, y - 8), ==, (int)i);
    g_assert_cmpint(ulp_plot_pick(plot, WIDTH, HEIGHT, &style, x + 14, y), ==, -1);
  }
  g_assert_cmpint(ulp_plot_pick(plot, WIDTH, HEIGHT, &style, -50, -50), ==, -1);
}

/* The mark is drawn where pick() finds it. */
static void test_drawn_where_picked(void) {
  g_autoptr(UlpTable) table = square();
  g_autoptr(UlpPlot) plot = ulp_plot_new(&plain, table);
  double x = 0, y = 0, rgb[3];
  find_pixel(plot, 0.5, 0.5, &x, &y);
  cairo_surface_t *image;
  const guint32 *pixels = draw(plot, &image);
  ulp_plot_series_colour(plot, 1, rgb);
  const guint32 pixel = pixels[(int)y * WIDTH + (int)x];
  g_assert_cmpint(pixel >> 16 & 0xff, ==, (int)lround(rgb[0] * 255));
  g_assert_cmpint(pixel & 0xff, ==, (int)lround(rgb[2] * 255));
  cairo_surface_destroy(image);
}

static void test_view(void) {
  g_autoptr(UlpTable) table = square();
  g_autoptr(UlpPlot) plot = ulp_plot_new(&plain, table);
  double x = 0, y = 0, vx, vy;
  find_pixel(plot, 0.5, 0.5, &x, &y);
  const UlpPlotView quarter = {0.25, 0.5, 0.75, 1};
  ulp_plot_set_view(plot, quarter);
  g_assert_true(ulp_plot_locate(plot, WIDTH, HEIGHT, &style, x, y, &vx, &vy));
  g_assert_cmpfloat_with_epsilon(vx, 0.5, 0.01);
  g_assert_cmpfloat_with_epsilon(vy, 0.75, 0.03); /* margins follow the tick labels */
  g_assert_cmpint(ulp_plot_pick(plot, WIDTH, HEIGHT, &style, x, y), ==, -1);
  find_pixel(plot, 0.5, 0.505, &x, &y);
  g_assert_cmpint(ulp_plot_pick(plot, WIDTH, HEIGHT, &style, x, y), ==, 4);
  ulp_plot_set_table(plot, table);
  g_assert_cmpfloat(ulp_plot_view(plot).x0, ==, 0.25);
  ulp_plot_reset_view(plot);
  g_assert_cmpfloat(ulp_plot_view(plot).x0, ==, 0);
  g_assert_cmpfloat(ulp_plot_view(plot).y1, ==, 1);

  /* Any zoom and pan can be drawn. */
  for (guint i = 0; i < 60; i++) {
    const double size = pow(10, -(double)(i % 15)), centre = sample_noise(i);
    ulp_plot_set_view(plot, (UlpPlotView){centre - size, centre - size, centre + size, centre + size});
    cairo_surface_t *image;
    draw(plot, &image);
    cairo_surface_destroy(image);
  }
}

static void test_visible(void) {
  g_autoptr(UlpTable) table = square();
  g_autoptr(UlpPlot) plot = ulp_plot_new(&plain, table);
  g_assert_cmpuint(ulp_plot_n_series(plot), ==, 2);
  g_assert_cmpstr(ulp_plot_series_name(plot, 0), ==, "corner");
  g_assert_cmpstr(ulp_plot_series_name(plot, 1), ==, "middle");
  const guint shown = count_colour(plot, 1);
  g_assert_cmpuint(shown, >=, 20);
  double x = 0, y = 0;
  find_pixel(plot, 0.5, 0.5, &x, &y);
  ulp_plot_set_series_visible(plot, 1, FALSE);
  ulp_plot_set_series_visible(plot, 1, FALSE);
  g_assert_false(ulp_plot_series_visible(plot, 1));
  g_assert_true(ulp_plot_series_visible(plot, 0));
  g_assert_cmpuint(count_colour(plot, 1), ==, 0); /* in the legend it is dimmed */
  g_assert_cmpuint(count_colour(plot, 0), >=, 80);
  g_assert_cmpint(ulp_plot_pick(plot, WIDTH, HEIGHT, &style, x, y), ==, -1);
  ulp_plot_set_table(plot, table);
  g_assert_false(ulp_plot_series_visible(plot, 1));
  ulp_plot_set_series_visible(plot, 1, TRUE);
  g_assert_cmpuint(count_colour(plot, 1), ==, shown);
}

static void test_facets(void) {
  g_autoptr(UlpTable) table = square();
  g_autoptr(UlpPlot) plot = ulp_plot_new(&faceted, table);
  cairo_surface_t *image;
  draw(plot, &image);
  cairo_surface_destroy(image);
  /* Both panels have the whole range, and each only its own rows. */
  gboolean found[5] = {FALSE};
  double split = 0;
  for (int x = 0; x < WIDTH; x += 3) {
    for (int y = 0; y < HEIGHT; y += 3) {
      const int row = ulp_plot_pick(plot, WIDTH, HEIGHT, &style, x, y);
      if (row >= 0)
        found[row] = TRUE;
      if (row == 1)
        split = MAX(split, x + 15.0);
      if (row == 2)
        g_assert_cmpfloat(x, >, split);
    }
  }
  for (guint i = 0; i < 5; i++)
    g_assert_true(found[i]);
}

/* A line of many points is drawn within a budget of segments and keeps its extremes. */
static void test_long_line(void) {
  static const UlpPlotSpec line = {
      .id = "p", .title = "P", .x = "x", .y = "y", .series = "group", .mark = ULP_MARK_LINE};
  g_autoptr(UlpTable) table = ulp_table_new("t", "T", columns, 4);
  for (guint i = 0; i < 200000; i++)
    ulp_table_append(table, (UlpCell[]){ulp_cell_real(i), ulp_cell_real(i == 77777 ? 1 : sample_noise(i) * 0.1),
                                        ulp_cell_text("one"), ulp_cell_text("")});
  g_autoptr(UlpPlot) plot = ulp_plot_new(&line, table);
  double x = 0, y = 0;
  find_pixel(plot, 1 / 27.0 + 77777 / 199999.0 * 25 / 27, 0.7, &x, &y);
  cairo_surface_t *image;
  const guint32 *pixels = draw(plot, &image);
  gboolean spike = FALSE;
  for (int column = (int)x - 2; column <= (int)x + 2; column++)
    spike = spike || (pixels[(int)y * WIDTH + column] & 0xff) != (pixels[(int)y * WIDTH + column] >> 16 & 0xff);
  g_assert_true(spike);
  cairo_surface_destroy(image);
}

/* Beyond 1e5 points an image takes the place of marks; it covers the same pixels. */
static void test_raster(void) {
  g_autoptr(UlpTable) table = ulp_table_new("t", "T", columns, 4);
  for (guint i = 0; i < 100001; i++)
    ulp_table_append(table, (UlpCell[]){ulp_cell_real(i % 2 ? 1 : -1), ulp_cell_real(i % 3), ulp_cell_text("one"),
                                        ulp_cell_text("")});
  g_autoptr(UlpPlot) plot = ulp_plot_new(&plain, table);
  double x = 0, y = 0;
  find_pixel(plot, 26 / 27.0, 0.5, &x, &y);
  cairo_surface_t *image;
  const guint32 *pixels = draw(plot, &image);
  gboolean drawn = FALSE;
  int left = 9, right = -9, top = 9, bottom = -9; /* of what is coloured */
  for (int dy = -6; dy <= 6; dy++)
    for (int dx = -6; dx <= 6; dx++) {
      const guint32 pixel = pixels[((int)y + dy) * WIDTH + (int)x + dx];
      const int colour = ABS((int)(pixel & 0xff) - (int)(pixel >> 16 & 0xff));
      drawn = drawn || (colour > 60 && ABS(dx) <= 1 && ABS(dy) <= 1);
      if (colour <= 10)
        continue;
      left = MIN(left, dx), right = MAX(right, dx);
      top = MIN(top, dy), bottom = MAX(bottom, dy);
    }
  g_assert_true(drawn);
  g_test_message("from %d, %d to %d, %d", left, top, right, bottom);
  g_assert_cmpint(right - left, <=, 3); /* three of the raster's pixels, not all of them whole, either way */
  g_assert_cmpint(bottom - top, >=, 1);
  g_assert_cmpint(ABS((right - left) - (bottom - top)), <=, 1);
  cairo_surface_destroy(image);
  ulp_plot_set_series_visible(plot, 0, FALSE);
  g_assert_cmpuint(count_colour(plot, 0), ==, 0);
}

/* How many pixels of one half of the picture have a colour: 0 left, 1 right, 2 upper, 3 lower. */
static guint coloured_half(UlpPlot *plot, int half) {
  cairo_surface_t *image;
  const guint32 *pixels = draw(plot, &image);
  guint n = 0;
  for (int y = half == 3 ? HEIGHT / 2 : 0; y < (half == 2 ? HEIGHT / 2 : HEIGHT); y++)
    for (int x = half == 1 ? WIDTH / 2 : 0; x < (half == 0 ? WIDTH / 2 : WIDTH); x++)
      n += ABS((int)(pixels[y * WIDTH + x] & 0xff) - (int)(pixels[y * WIDTH + x] >> 16 & 0xff)) > 10;
  cairo_surface_destroy(image);
  return n;
}

/* Points on one edge of the view are not seen at the opposite one. */
static void test_raster_edges(void) {
  static const UlpPlotView views[] = {{0.5, 0, 1, 1}, {0, 0, 0.5, 1}, {0, 0, 1, 0.5}, {0, 0.5, 1, 1}};
  for (int edge = 0; edge < 4; edge++) {
    g_autoptr(UlpTable) table = ulp_table_new("t", "T", columns, 4);
    for (guint i = 0; i < 200001; i++) {
      const double along = i * 2.0 / 200000 - 1, across = i == 0 ? -1 : i == 200000 ? 1 : 0;
      ulp_table_append(table,
                       (UlpCell[]){ulp_cell_real(edge < 2 ? across : along), ulp_cell_real(edge < 2 ? along : across),
                                   ulp_cell_text(""), ulp_cell_text("")});
    }
    g_autoptr(UlpPlot) plot = ulp_plot_new(&(UlpPlotSpec){.id = "p", .title = "P", .x = "x", .y = "y"}, table);
    ulp_plot_set_view(plot, views[edge]);
    g_assert_cmpuint(coloured_half(plot, edge), >, 100);
    g_assert_cmpuint(coloured_half(plot, edge ^ 1), <, 20); /* the one point that sets the range */
  }
}

static const UlpPlotSpec line = {.id = "l", .title = "L", .x = "x", .y = "y", .mark = ULP_MARK_LINE};

static UlpTable *row_of(guint n, guint step) {
  UlpTable *table = ulp_table_new("t", "T", columns, 4);
  for (guint64 i = 0; i < n; i++)
    ulp_table_append(table, (UlpCell[]){ulp_cell_real((double)(i * step % n)), ulp_cell_real((double)(i % 2)),
                                        ulp_cell_text(""), ulp_cell_text("")});
  return table;
}

/* Points far out on both sides are passed over, the line that crosses the view is not. */
static void test_line_through_view(void) {
  g_autoptr(UlpTable) table = row_of(10, 1);
  g_autoptr(UlpPlot) plot = ulp_plot_new(&line, table);
  const double gap = 1 / 9.0 / 1.2; /* between points, less than in any margin */
  for (int i = 3; i < 6; i++) {
    const double middle = 0.5 + (i + 0.5 - 4.5) * gap;
    ulp_plot_set_view(plot, (UlpPlotView){middle - 0.2 * gap, 0, middle + 0.2 * gap, 1});
    g_assert_cmpuint(count_colour(plot, 0), >, 200); /* the line goes from low to high or back */
  }
  ulp_plot_set_view(plot, (UlpPlotView){0, 0.45, 1, 0.55});
  g_assert_cmpuint(count_colour(plot, 0), >, 200); /* no point is in the view */
}

/* A million points in any order are drawn within seconds, as points; a few turns leave the line. */
static void test_to_and_fro(void) {
  g_autoptr(UlpTable) tangle = row_of(1000000, 611953);
  g_autoptr(UlpPlot) plot = ulp_plot_new(&line, tangle);
  const gint64 start = g_get_monotonic_time();
  ulp_plot_set_view(plot, (UlpPlotView){0, 0.45, 1, 0.55});
  g_assert_cmpuint(count_colour(plot, 0), ==, 0);
  g_assert_cmpint(g_get_monotonic_time() - start, <, 20 * G_USEC_PER_SEC);

  g_autoptr(UlpTable) few_turns = row_of(1000, 7);
  g_autoptr(UlpPlot) joined = ulp_plot_new(&line, few_turns);
  ulp_plot_set_view(joined, (UlpPlotView){0, 0.45, 1, 0.55});
  g_assert_cmpuint(count_colour(joined, 0), >, 200);

  /* Points above each other are no turn. */
  g_autoptr(UlpTable) columns_of_points = ulp_table_new("t", "T", columns, 4);
  for (guint i = 0; i < 6000; i++)
    ulp_table_append(columns_of_points,
                     (UlpCell[]){ulp_cell_real(i / 3000), ulp_cell_real(i % 2), ulp_cell_text(""), ulp_cell_text("")});
  g_autoptr(UlpPlot) upright = ulp_plot_new(&line, columns_of_points);
  ulp_plot_set_view(upright, (UlpPlotView){0, 0.45, 1, 0.55});
  g_assert_cmpuint(count_colour(upright, 0), >, 200);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/plot/geometry/pick", test_pick);
  g_test_add_func("/plot/geometry/drawn-where-picked", test_drawn_where_picked);
  g_test_add_func("/plot/geometry/view", test_view);
  g_test_add_func("/plot/geometry/visible", test_visible);
  g_test_add_func("/plot/geometry/facets", test_facets);
  g_test_add_func("/plot/geometry/long-line", test_long_line);
  g_test_add_func("/plot/geometry/raster", test_raster);
  g_test_add_func("/plot/geometry/raster-edges", test_raster_edges);
  g_test_add_func("/plot/geometry/line-through-view", test_line_through_view);
  g_test_add_func("/plot/geometry/to-and-fro", test_to_and_fro);
  return g_test_run();
}
