#include "tests/plot/sample-tables.h"
#include "ui/plot/plot.h"

#include <cairo-svg.h>
#include <string.h>

typedef struct {
  const char *name;
  const UlpPlotSpec *spec;
  UlpTable *table;
} Case;

static GArray *cases;

static void clear_case(gpointer data) { ulp_table_unref(((Case *)data)->table); }

static void add_case(const char *name, const UlpPlotSpec *spec, UlpTable *table) {
  const Case new_case = {name, spec, table};
  g_array_append_val(cases, new_case);
}

static void make_cases(void) {
  cases = g_array_new(FALSE, FALSE, sizeof(Case));
  g_array_set_clear_func(cases, clear_case);
  add_case("empty", &sample_error_spec, sample_error_table(0));
  add_case("error-1", &sample_error_spec, sample_error_table(1));
  add_case("error-5", &sample_error_spec, sample_error_table(5));
  add_case("error-16", &sample_error_spec, sample_error_table(16));
  add_case("repeat-1", &sample_repeat_spec, sample_repeat_table(1, 1));
  add_case("repeat-3", &sample_repeat_spec, sample_repeat_table(3, 100));
  add_case("repeat-6", &sample_repeat_spec, sample_repeat_table(6, 1000));
  add_case("sum", &sample_sum_spec, sample_sum_table());
  add_case("convert", &sample_convert_spec, sample_convert_table(2000));
}

static void draw(UlpPlot *plot, int width, int height, const UlpPlotStyle *style) {
  cairo_surface_t *image = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width, height);
  cairo_t *cr = cairo_create(image);
  ulp_plot_draw(plot, cr, width, height, style);
  g_assert_cmpint(cairo_status(cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy(cr);
  cairo_surface_destroy(image);
}

static guint count(const UlpPlot *plot, const char *part) {
  guint n_texts, n = 0;
  const UlpPlotText *texts = ulp_plot_texts(plot, &n_texts);
  for (guint i = 0; i < n_texts; i++)
    n += strstr(texts[i].text, part) != NULL;
  return n;
}

static void check_texts(const UlpPlot *plot, int width, int height) {
  guint n;
  const UlpPlotText *texts = ulp_plot_texts(plot, &n);
  for (guint i = 0; i < n; i++) {
    const UlpPlotText *a = &texts[i];
    g_assert_cmpint(a->text[0], !=, '\0');
    g_assert_true(g_utf8_validate(a->text, -1, NULL));
    g_assert_cmpfloat(a->x, >=, 0);
    g_assert_cmpfloat(a->y, >=, 0);
    g_assert_cmpfloat(a->x + a->width, <=, width);
    g_assert_cmpfloat(a->y + a->height, <=, height);
    for (guint j = 0; j < i; j++) {
      const UlpPlotText *b = &texts[j];
      if (a->x < b->x + b->width && b->x < a->x + a->width && a->y < b->y + b->height && b->y < a->y + a->height)
        g_error("%s overlaps %s at %d x %d", a->text, b->text, width, height);
    }
  }
}

static void test_no_overlap(void) {
  static const int sizes[][2] = {{1, 1},     {40, 30},   {120, 90},  {200, 150}, {400, 100}, {100, 400},
                                 {400, 300}, {640, 200}, {640, 480}, {960, 600}, {1600, 900}};
  static const double fonts[] = {0, 7, 16};
  for (guint c = 0; c < cases->len; c++) {
    const Case *test = &g_array_index(cases, Case, c);
    g_autoptr(UlpPlot) plot = ulp_plot_new(test->spec, test->table);
    for (guint s = 0; s < G_N_ELEMENTS(sizes); s++) {
      for (guint f = 0; f < G_N_ELEMENTS(fonts); f++) {
        const UlpPlotStyle style = {.dark = f == 1, .font_size = fonts[f], .footer = f != 1};
        draw(plot, sizes[s][0], sizes[s][1], &style);
        check_texts(plot, sizes[s][0], sizes[s][1]);
      }
    }
  }
}

/* At sizes that people use nothing important may be missing. */
static void test_complete(void) {
  static const int sizes[][2] = {{400, 300}, {640, 480}, {960, 600}};
  for (guint c = 0; c < cases->len; c++) {
    const Case *test = &g_array_index(cases, Case, c);
    g_autoptr(UlpPlot) plot = ulp_plot_new(test->spec, test->table);
    for (guint s = 0; s < G_N_ELEMENTS(sizes); s++) {
      draw(plot, sizes[s][0], sizes[s][1], &(UlpPlotStyle){.footer = TRUE});
      g_assert_cmpuint(count(plot, test->spec->title), ==, 1);
      g_assert_cmpuint(count(plot, "ulpscope "), ==, 1);
      guint n, axes = 0;
      const UlpPlotText *texts = ulp_plot_texts(plot, &n);
      for (guint i = 0; i < n; i++)
        axes += g_str_has_suffix(texts[i].text, "]") && strchr(texts[i].text, '[') != NULL;
      g_assert_cmpuint(axes, ==, 2); /* each axis has a unit */
    }
  }
}

static void test_units(void) {
  g_autoptr(UlpTable) table = sample_error_table(2);
  g_autoptr(UlpPlot) plot = ulp_plot_new(&sample_error_spec, table);
  draw(plot, 960, 600, &(UlpPlotStyle){0});
  g_assert_cmpuint(count(plot, "N [elements]"), ==, 1);
  g_assert_cmpuint(count(plot, "Relative error [1]"), ==, 1);
  g_assert_cmpuint(count(plot, "ulpscope"), ==, 0); /* no footer unless asked for */
}

/* A mark for zero has its own label, and only then. */
static void test_zero_band(void) {
  static const UlpColumn columns[] = {{"x", ULP_COLUMN_COUNT, "X", "1", ""}, {"y", ULP_COLUMN_REAL, "Y", "1", ""}};
  static const UlpPlotSpec spec = {
      .id = "p", .title = "P", .x = "x", .y = "y", .x_scale = ULP_SCALE_LOG2, .y_scale = ULP_SCALE_LOG};
  g_autoptr(UlpTable) table = ulp_table_new("t", "T", columns, 2);
  ulp_table_append(table, (UlpCell[]){ulp_cell_count(4), ulp_cell_real(1e-3)});
  ulp_table_append(table, (UlpCell[]){ulp_cell_count(8), ulp_cell_real(1e-6)});
  const UlpPlotStyle style = {0};
  g_autoptr(UlpPlot) plot = ulp_plot_new(&spec, table);
  draw(plot, 640, 480, &style);
  guint n;
  const UlpPlotText *texts = ulp_plot_texts(plot, &n);
  for (guint i = 0; i < n; i++)
    g_assert_cmpstr(texts[i].text, !=, "0");

  ulp_table_append(table, (UlpCell[]){ulp_cell_count(16), ulp_cell_real(0)});
  ulp_plot_set_table(plot, table);
  draw(plot, 640, 480, &style);
  texts = ulp_plot_texts(plot, &n);
  double zero_y = -1, lowest = 0;
  for (guint i = 0; i < n; i++) {
    if (g_str_equal(texts[i].text, "0"))
      zero_y = texts[i].y;
    else if (g_str_has_prefix(texts[i].text, "10"))
      lowest = MAX(lowest, texts[i].y);
  }
  g_assert_cmpfloat(lowest, >, 0);
  g_assert_cmpfloat(zero_y, >, lowest);

  /* It stays when the view does not reach it, and its mark can be picked. */
  ulp_plot_set_view(plot, (UlpPlotView){0, 0.4, 1, 0.6});
  draw(plot, 640, 480, &style);
  int row = -1;
  for (double x = 0; x < 640 && row < 0; x += 4)
    row = ulp_plot_pick(plot, 640, 480, &style, x, zero_y + 8);
  g_assert_cmpint(row, ==, 2);
}

static void test_notes(void) {
  static const UlpColumn columns[] = {{"x", ULP_COLUMN_COUNT, "X", "1", ""}, {"y", ULP_COLUMN_REAL, "Y", "1", ""}};
  static const UlpPlotSpec spec = {.id = "p", .title = "P", .x = "x", .y = "y", .y_scale = ULP_SCALE_LOG};
  static const double values[] = {1, NAN, INFINITY, -INFINITY, -3, 2};
  g_autoptr(UlpTable) table = ulp_table_new("t", "T", columns, 2);
  for (guint i = 0; i < G_N_ELEMENTS(values); i++)
    ulp_table_append(table, (UlpCell[]){ulp_cell_count(i), ulp_cell_real(values[i])});
  g_autoptr(UlpPlot) plot = ulp_plot_new(&spec, table);
  draw(plot, 640, 480, &(UlpPlotStyle){0});
  g_assert_cmpuint(count(plot, "3 non-finite points not shown; 1 negative point not shown on a logarithmic scale"), ==,
                   1);
}

static void test_empty(void) {
  g_autoptr(UlpTable) table = sample_error_table(0);
  g_autoptr(UlpPlot) plot = ulp_plot_new(&sample_error_spec, table);
  draw(plot, 640, 480, &(UlpPlotStyle){0});
  g_assert_cmpuint(count(plot, "Nothing to show yet"), ==, 1);
  g_assert_cmpuint(ulp_plot_n_series(plot), ==, 0);
  g_assert_cmpint(ulp_plot_pick(plot, 640, 480, &(UlpPlotStyle){0}, 320, 240), ==, -1);
}

/* Values that agree in many digits keep labels that tell them apart. */
static void test_near_constant(void) {
  g_autoptr(UlpTable) table = sample_repeat_table(3, 100);
  g_autoptr(UlpPlot) plot = ulp_plot_new(&sample_repeat_spec, table);
  draw(plot, 960, 600, &(UlpPlotStyle){0});
  g_assert_cmpuint(count(plot, "Result − 500123 [1]"), ==, 1);
  g_assert_cmpuint(count(plot, "exact sum = 500123.4109375"), ==, 1);
  g_assert_cmpuint(count(plot, "unordered (simulated schedule)"), ==, 1);
  g_assert_cmpuint(count(plot, "0.42"), ==, 1);
  g_assert_cmpuint(count(plot, "0.44"), ==, 1);
}

/* A window with toggles of its own leaves the series out, not the reference line. */
static void test_no_legend(void) {
  g_autoptr(UlpTable) table = sample_error_table(3), repeat = sample_repeat_table(2, 5);
  g_autoptr(UlpPlot) plot = ulp_plot_new(&sample_error_spec, table);
  draw(plot, 960, 600, &(UlpPlotStyle){0});
  g_assert_cmpuint(count(plot, "kahan"), ==, 1);
  draw(plot, 960, 600, &(UlpPlotStyle){.no_legend = TRUE});
  g_assert_cmpuint(count(plot, "kahan"), ==, 0);
  g_autoptr(UlpPlot) panels = ulp_plot_new(&sample_repeat_spec, repeat);
  draw(panels, 960, 600, &(UlpPlotStyle){.no_legend = TRUE});
  g_assert_cmpuint(count(panels, "exact sum = "), ==, 1);
}

/* Every name of a category axis is there at the size of an export. */
static void test_names(void) {
  g_autoptr(UlpTable) table = sample_sum_table();
  g_autoptr(UlpPlot) plot = ulp_plot_new(&sample_sum_spec, table);
  static const int widths[] = {400, 700, 960, 1600};
  for (guint w = 0; w < G_N_ELEMENTS(widths); w++) {
    draw(plot, widths[w], 600, &(UlpPlotStyle){0});
    for (guint row = 0; row < ulp_table_n_rows(table); row++)
      g_assert_cmpuint(count(plot, ulp_table_cell(table, row, 0).text), >=, 1);
  }
}

/* The scene is the same on every surface. */
static void test_surfaces(void) {
  for (guint c = 0; c < cases->len; c++) {
    const Case *test = &g_array_index(cases, Case, c);
    g_autoptr(UlpPlot) on_image = ulp_plot_new(test->spec, test->table), on_svg = ulp_plot_new(test->spec, test->table);
    const UlpPlotStyle style = {.footer = TRUE};
    draw(on_image, 960, 600, &style);
    cairo_surface_t *svg = cairo_svg_surface_create_for_stream(NULL, NULL, 960, 600);
    cairo_t *cr = cairo_create(svg);
    ulp_plot_draw(on_svg, cr, 960, 600, &style);
    cairo_destroy(cr);
    cairo_surface_destroy(svg);
    guint n_image, n_svg;
    const UlpPlotText *a = ulp_plot_texts(on_image, &n_image), *b = ulp_plot_texts(on_svg, &n_svg);
    g_assert_cmpmem(a, n_image * sizeof *a, b, n_svg * sizeof *b);
  }
}

static char *simulated(const char *id) {
  return g_str_has_suffix(id, "-sim") ? g_strdup_printf("%s (simulated schedule)", id) : g_strdup(id);
}

/* A few long words among many names are set in two lines and take no more than a quarter of the height; legend, panels
 * and axis say the words, not what is stored. */
static void test_words(void) {
  static const UlpColumn columns[] = {{"name", ULP_COLUMN_TEXT, "Name", "", "", simulated},
                                      {"value", ULP_COLUMN_REAL, "Value", "1", ""}};
  static const UlpPlotSpec by_name = {
      .id = "n", .title = "N", .x = "name", .y = "value", .x_scale = ULP_SCALE_CATEGORY};
  static const UlpPlotSpec by_series = {.id = "s", .title = "S", .x = "value", .y = "value", .series = "name"};
  static const UlpPlotSpec by_panel = {
      .id = "p", .title = "P", .x = "value", .y = "value", .series = "name", .facet = "name"};
  const UlpPlotSpec *const specs[] = {&by_name, &by_series, &by_panel};
  for (guint k = 0; k < G_N_ELEMENTS(specs); k++) {
    g_autoptr(UlpTable) table = ulp_table_new("t", "T", columns, 2);
    for (guint i = 0; i < (k == 0 ? 14 : 3); i++) {
      g_autofree char *name = g_strdup_printf(i == 1 ? "unordered-sim" : "algorithm-%u", i);
      ulp_table_append(table, (UlpCell[]){ulp_cell_text(name), ulp_cell_real(i)});
    }
    g_autoptr(UlpPlot) plot = ulp_plot_new(specs[k], table);
    draw(plot, 960, 600, &(UlpPlotStyle){0});
    g_assert_cmpuint(count(plot, "unordered-sim (simulated schedule)"), ==, 1);
    check_texts(plot, 960, 600);
    guint n;
    const UlpPlotText *texts = ulp_plot_texts(plot, &n);
    for (guint i = 0; i < n; i++)
      if (strstr(texts[i].text, "simulated"))
        g_assert_cmpfloat(texts[i].height, <, 150);
    if (specs[k]->series)
      g_assert_cmpstr(ulp_plot_series_name(plot, 1), ==, "unordered-sim (simulated schedule)");
  }
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  make_cases();
  g_test_add_func("/plot/layout/no-overlap", test_no_overlap);
  g_test_add_func("/plot/layout/complete", test_complete);
  g_test_add_func("/plot/layout/units", test_units);
  g_test_add_func("/plot/layout/zero-band", test_zero_band);
  g_test_add_func("/plot/layout/notes", test_notes);
  g_test_add_func("/plot/layout/empty", test_empty);
  g_test_add_func("/plot/layout/near-constant", test_near_constant);
  g_test_add_func("/plot/layout/no-legend", test_no_legend);
  g_test_add_func("/plot/layout/names", test_names);
  g_test_add_func("/plot/layout/words", test_words);
  g_test_add_func("/plot/layout/surfaces", test_surfaces);
  const int status = g_test_run();
  g_array_unref(cases);
  return status;
}
