#include "core/base/error.h"
#include "tests/plot/sample-tables.h"
#include "ui/plot/picture.h"
#include "ui/plot/plot-export.h"

#include <glib/gstdio.h>
#include <string.h>

typedef struct {
  char *folder;
  UlpTable *table;
  UlpPlot *plot;
} Fixture;

static void set_up(Fixture *fixture, gconstpointer data) {
  fixture->folder = g_dir_make_tmp("ulp-plot-XXXXXX", NULL);
  fixture->table = sample_error_table(4);
  fixture->plot = ulp_plot_new(&sample_error_spec, fixture->table);
}

static void tear_down(Fixture *fixture, gconstpointer data) {
  g_autoptr(GDir) dir = g_dir_open(fixture->folder, 0, NULL);
  for (const char *name; (name = g_dir_read_name(dir)) != NULL;) {
    g_autofree char *path = g_build_filename(fixture->folder, name, NULL);
    g_unlink(path);
  }
  g_rmdir(fixture->folder);
  g_free(fixture->folder);
  ulp_plot_free(fixture->plot);
  ulp_table_unref(fixture->table);
}

static GBytes *export(Fixture *fixture, const char *name, gboolean reproducible) {
  g_autofree char *path = g_build_filename(fixture->folder, name, NULL);
  const UlpPlotExportOptions options = {.style = {.footer = TRUE}, .reproducible = reproducible};
  g_autoptr(GError) error = NULL;
  ulp_plot_export(fixture->plot, path, &options, NULL, &error);
  g_assert_no_error(error);
  char *text;
  gsize size;
  g_assert_true(g_file_get_contents(path, &text, &size, NULL));
  return g_bytes_new_take(text, size);
}

static gboolean contains(GBytes *bytes, const char *text) {
  gsize size;
  const char *data = g_bytes_get_data(bytes, &size);
  return memmem(data, size, text, strlen(text)) != NULL;
}

/* PDF writes a text with line ends as the hexadecimal digits of UTF-16. */
static gboolean contains_utf16(GBytes *bytes, const char *text) {
  g_autoptr(GString) digits = g_string_new(NULL);
  for (const char *c = text; *c != '\0'; c++)
    g_string_append_printf(digits, "%04X", (guint)*c);
  return contains(bytes, digits->str);
}

static void assert_start(GBytes *bytes, const char *signature, gsize length) {
  g_assert_cmpuint(g_bytes_get_size(bytes), >, length);
  g_assert_cmpmem(g_bytes_get_data(bytes, NULL), length, signature, length);
}

#define COMMAND "ulp run sample --input uniform:n=1000000 --seed 7"

static void test_svg(Fixture *fixture, gconstpointer data) {
  g_autoptr(GBytes) svg = export(fixture, "p.svg", FALSE);
  assert_start(svg, "<?xml", 5);
  g_assert_true(contains(svg, "<title>Relative error against N</title>"));
  g_assert_true(contains(svg, "command: " COMMAND "\n"));
  g_assert_true(contains(svg, "note: &lt;a &amp; b&gt;\nsecond line</desc>"));
  g_assert_true(contains(svg, "\ntime: 2"));
  /* Well-formed XML. */
  static const GMarkupParser parser = {0};
  GMarkupParseContext *context = g_markup_parse_context_new(&parser, 0, NULL, NULL);
  g_autoptr(GError) error = NULL;
  g_markup_parse_context_parse(context, g_bytes_get_data(svg, NULL), (gssize)g_bytes_get_size(svg), &error);
  g_assert_no_error(error);
  g_assert_true(g_markup_parse_context_end_parse(context, NULL));
  g_markup_parse_context_free(context);
}

static void test_pdf(Fixture *fixture, gconstpointer data) {
  g_autoptr(GBytes) pdf = export(fixture, "p.PDF", FALSE);
  assert_start(pdf, "%PDF-1.", 7);
  g_assert_true(contains(pdf, "Relative error against N"));
  g_assert_true(contains_utf16(pdf, COMMAND));
  g_assert_true(contains_utf16(pdf, "second line"));
  g_assert_true(contains(pdf, "/Creator "));
}

static guint32 big_endian(const guint8 *bytes) {
  return (guint32)bytes[0] << 24 | (guint32)bytes[1] << 16 | (guint32)bytes[2] << 8 | bytes[3];
}

/* The text of a tEXt or iTXt chunk, walking all chunks and checking that they fill the file. */
static char *png_text(GBytes *png, const char *wanted) {
  gsize size;
  const guint8 *data = g_bytes_get_data(png, &size);
  char *found = NULL;
  gsize at = 8;
  while (at < size) {
    const guint32 length = big_endian(data + at);
    const char *type = (const char *)data + at + 4, *key = (const char *)data + at + 8;
    if (found == NULL && (memcmp(type, "tEXt", 4) == 0 || memcmp(type, "iTXt", 4) == 0) && g_str_equal(key, wanted)) {
      const gsize head = strlen(key) + (type[0] == 't' ? 1 : 5);
      found = g_strndup(key + head, length - head);
    }
    at += 12 + length;
  }
  g_assert_cmpuint(at, ==, size);
  g_assert_cmpmem(data + size - 12 + 4, 4, "IEND", 4);
  return found;
}

static void test_png(Fixture *fixture, gconstpointer data) {
  ulp_table_set_provenance(fixture->table, "device_name", "µ device");
  g_autoptr(GBytes) png = export(fixture, "p.png", FALSE);
  assert_start(png, "\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 16);
  g_autofree char *title = png_text(png, "Title"), *command = png_text(png, "command"), *note = png_text(png, "note");
  g_autofree char *device = png_text(png, "device_name"), *time = png_text(png, "time"), *none = png_text(png, "none");
  g_assert_cmpstr(title, ==, "Relative error against N");
  g_assert_cmpstr(command, ==, COMMAND);
  g_assert_cmpstr(note, ==, "<a & b>\nsecond line");
  g_assert_cmpstr(device, ==, "µ device");
  g_assert_nonnull(time);
  g_assert_null(none);

  /* cairo reads it back (libpng checks nothing of ancillary checksums unless asked: the known answer below does). */
  g_autofree char *path = g_build_filename(fixture->folder, "p.png", NULL);
  cairo_surface_t *image = cairo_image_surface_create_from_png(path);
  g_assert_cmpint(cairo_surface_status(image), ==, CAIRO_STATUS_SUCCESS);
  g_assert_cmpint(cairo_image_surface_get_width(image), ==, 960);
  g_assert_cmpint(cairo_image_surface_get_height(image), ==, 600);
  guint coloured = 0;
  for (int y = 0; y < 600; y++) {
    const guint8 *row = cairo_image_surface_get_data(image) + y * cairo_image_surface_get_stride(image);
    for (int x = 0; x < 960; x++)
      coloured += ABS(row[4 * x] - row[4 * x + 2]) > 40;
  }
  g_assert_cmpuint(coloured, >, 2000);
  cairo_surface_destroy(image);
}

/* The name of an input may hold any byte but NUL and '/'. */
static void test_control_characters(Fixture *fixture, gconstpointer data) {
  ulp_table_set_provenance(fixture->table, "device_name", "a\x1b[31mb\rc\td\xff");
  static const char expected[] = "a\\x1b[31mb\\rc\\td\\xff";
  g_autoptr(GBytes) svg = export(fixture, "p.svg", FALSE), pdf = export(fixture, "p.pdf", FALSE),
                    png = export(fixture, "p.png", FALSE);
  g_autofree char *text = png_text(png, "device_name");
  g_assert_cmpstr(text, ==, expected);
  g_assert_true(contains(svg, expected));
  g_assert_true(contains_utf16(pdf, expected));
}

/* CRC-32 of ISO 3309 over "tEXtTitle\0Relative error against N", computed with Python's zlib.crc32. */
static void test_png_checksum(Fixture *fixture, gconstpointer data) {
  g_autoptr(GBytes) png = export(fixture, "p.png", FALSE);
  const guint8 *chunk = (const guint8 *)g_bytes_get_data(png, NULL) + 33;
  g_assert_cmpmem(chunk + 4, 10, "tEXtTitle\0", 10);
  const guint32 length = big_endian(chunk);
  g_assert_cmpuint(length, ==, 30);
  g_assert_cmphex(big_endian(chunk + 8 + length), ==, 0x6427d242);
}

/* Everything but the time is the same twice; also from a second plot in the same process. */
static void test_reproducible(Fixture *fixture, gconstpointer data) {
  static const char *const names[] = {"p.svg", "p.pdf", "p.png"};
  for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
    g_autoptr(GBytes) first = export(fixture, names[i], TRUE);
    g_autoptr(UlpTable) table = sample_error_table(4);
    ulp_table_set_provenance(table, "time", "2001-01-01T00:00:00Z");
    Fixture other = {fixture->folder, table, ulp_plot_new(&sample_error_spec, table)};
    g_autoptr(GBytes) second = export(&other, names[i], TRUE);
    ulp_plot_free(other.plot);
    g_assert_true(g_bytes_equal(first, second));
    g_assert_false(contains(second, "2001-01-01"));
    g_assert_true(contains(second, COMMAND) || contains_utf16(second, COMMAND));
  }
}

static void assert_fails(Fixture *fixture, const char *target, UlpError code) {
  g_autoptr(GError) error = NULL;
  g_assert_false(ulp_plot_export(fixture->plot, target, &(UlpPlotExportOptions){0}, NULL, &error));
  g_assert_error(error, ULP_ERROR, (int)code);
  g_assert_nonnull(strstr(error->message, target));
}

static void test_errors(Fixture *fixture, gconstpointer data) {
  assert_fails(fixture, "plot.jpeg", ULP_ERROR_USAGE);
  assert_fails(fixture, "plot", ULP_ERROR_USAGE);
  assert_fails(fixture, ".svg", ULP_ERROR_USAGE);
  g_autofree char *missing = g_build_filename(fixture->folder, "missing", "p.png", NULL);
  assert_fails(fixture, missing, ULP_ERROR_OUTPUT);
  g_autofree char *full = g_build_filename(fixture->folder, "full.svg", NULL);
  g_autoptr(GFile) link = g_file_new_for_path(full);
  g_file_make_symbolic_link(link, "/dev/full", NULL, NULL);
  assert_fails(fixture, full, ULP_ERROR_OUTPUT);
}

static void test_cancelled(Fixture *fixture, gconstpointer data) {
  static const char *const names[] = {"p.svg", "p.pdf", "p.png"};
  g_autoptr(GCancellable) cancellable = g_cancellable_new();
  g_cancellable_cancel(cancellable);
  for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
    g_autofree char *path = g_build_filename(fixture->folder, names[i], NULL), *text = NULL;
    g_autoptr(GError) error = NULL;
    g_assert_true(g_file_set_contents(path, "old", -1, NULL));
    g_assert_false(ulp_plot_export(fixture->plot, path, &(UlpPlotExportOptions){0}, cancellable, &error));
    g_assert_error(error, ULP_ERROR, ULP_ERROR_CANCELLED);
    g_assert_true(g_file_get_contents(path, &text, NULL, NULL));
    g_assert_cmpstr(text, ==, "old");
  }
}

static void cancel_and_draw(gpointer cancellable, cairo_t *cr, double width, double height) {
  g_cancellable_cancel(cancellable);
  for (guint i = 0; i < 10000; i++)
    cairo_rectangle(cr, i % 97, i % 89, width / 100, height / 100);
  cairo_fill(cr);
}

/* A cancel that comes while the picture is being drawn. */
static void test_cancelled_while_drawing(Fixture *fixture, gconstpointer data) {
  static const char *const names[] = {"p.svg", "p.pdf", "p.png"};
  for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
    g_autoptr(GCancellable) cancellable = g_cancellable_new();
    const UlpPicture picture = {"Title", fixture->table, 320, 200, FALSE, cancel_and_draw, cancellable};
    g_autofree char *path = g_build_filename(fixture->folder, names[i], NULL), *text = NULL;
    g_autoptr(GError) error = NULL;
    g_assert_true(g_file_set_contents(path, "old", -1, NULL));
    g_assert_false(ulp_picture_export(&picture, path, cancellable, &error));
    g_assert_error(error, ULP_ERROR, ULP_ERROR_CANCELLED);
    g_assert_true(g_file_get_contents(path, &text, NULL, NULL));
    g_assert_cmpstr(text, ==, "old");
  }
}

static void test_size(Fixture *fixture, gconstpointer data) {
  g_autofree char *path = g_build_filename(fixture->folder, "p.png", NULL);
  const UlpPlotExportOptions options = {.width = 320, .height = 200, .style = {.dark = TRUE}};
  g_assert_true(ulp_plot_export(fixture->plot, path, &options, NULL, NULL));
  cairo_surface_t *image = cairo_image_surface_create_from_png(path);
  g_assert_cmpint(cairo_image_surface_get_width(image), ==, 320);
  g_assert_cmpint(cairo_image_surface_get_height(image), ==, 200);
  g_assert_cmpint(cairo_image_surface_get_data(image)[0], ==, 0x1e);
  cairo_surface_destroy(image);
}

#define ADD(name, function) g_test_add("/plot/export/" name, Fixture, NULL, set_up, function, tear_down)

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  ADD("svg", test_svg);
  ADD("pdf", test_pdf);
  ADD("png", test_png);
  ADD("png-checksum", test_png_checksum);
  ADD("control-characters", test_control_characters);
  ADD("reproducible", test_reproducible);
  ADD("errors", test_errors);
  ADD("cancelled", test_cancelled);
  ADD("cancelled-while-drawing", test_cancelled_while_drawing);
  ADD("size", test_size);
  return g_test_run();
}
