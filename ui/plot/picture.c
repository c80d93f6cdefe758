#include "ui/plot/picture.h"

#include "core/base/error.h"
#include "core/base/i18n.h"
#include "core/base/name.h"
#include "core/table/export.h"
#include "core/table/provenance.h"
#include "ui/plot/png-text.h"
#include "ui/plot/svg-text.h"
#include "ui/plot/vector-file.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <math.h>
#include <string.h>

typedef struct {
  const UlpPicture *picture;
  GCancellable *cancellable;
  GByteArray *bytes; /* of the file; NULL before there is one */
} Export;

typedef cairo_status_t (*Writer)(Export *export);

static cairo_status_t collect(void *data, const unsigned char *bytes, unsigned int length) {
  const Export *export = data;
  if (g_cancellable_is_cancelled(export->cancellable))
    return CAIRO_STATUS_WRITE_ERROR;
  g_byte_array_append(export->bytes, bytes, length);
  return CAIRO_STATUS_SUCCESS;
}

static gboolean is_kept(const Export *export, const char *key) {
  return !export->picture->reproducible || !ulp_provenance_varies(key);
}

/* Control characters and what is no UTF-8 escaped, as PNG, PDF and XML have no place for them. New string. */
static char *shown(const char *value) {
  g_auto(GStrv) lines = g_strsplit(value, "\n", -1);
  for (guint i = 0; lines[i]; i++) {
    g_autofree char *raw = lines[i];
    lines[i] = ulp_name_shown(raw);
  }
  return g_strjoinv("\n", lines);
}

/* "key: value" lines. */
static char *provenance_lines(const Export *export) {
  const UlpTable *table = export->picture->table;
  GString *lines = g_string_new(NULL);
  for (guint i = 0; i < ulp_table_n_provenance(table); i++) {
    const char *key, *value;
    ulp_table_get_provenance(table, i, &key, &value);
    if (!is_kept(export, key))
      continue;
    g_autofree char *text = shown(value);
    g_string_append_printf(lines, "%s%s: %s", lines->len > 0 ? "\n" : "", key, text);
  }
  return g_string_free(lines, FALSE);
}

static cairo_status_t draw(const Export *export, cairo_surface_t *surface) {
  cairo_t *cr = cairo_create(surface);
  export->picture->draw(export->picture->data, cr, export->picture->width, export->picture->height);
  cairo_status_t status = cairo_status(cr);
  cairo_destroy(cr);
  if (status == CAIRO_STATUS_SUCCESS && g_cancellable_is_cancelled(export->cancellable))
    status = CAIRO_STATUS_WRITE_ERROR;
  return status;
}

/* Draws into a file that is written when it is finished. */
static cairo_status_t draw_and_finish(Export *export, UlpVectorFile *file) {
  const cairo_status_t drawn = draw(export, ulp_vector_file_surface(file));
  const cairo_status_t finished = ulp_vector_file_finish(file, export->cancellable, &export->bytes);
  return drawn != CAIRO_STATUS_SUCCESS ? drawn : finished;
}

static cairo_status_t write_svg(Export *export) {
  const UlpPicture *picture = export->picture;
  UlpVectorFile *file = ulp_vector_file_new(cairo_svg_surface_create_for_stream, picture->width, picture->height);
  const cairo_status_t status = draw_and_finish(export, file);
  if (status != CAIRO_STATUS_SUCCESS)
    return status;
  g_autoptr(GByteArray) drawn = export->bytes;
  g_autofree char *lines = provenance_lines(export);
  g_autofree char *elements = picture->elements ? picture->elements(picture->data) : NULL;
  export->bytes = ulp_svg_describe(drawn, picture->title, lines, elements);
  return status;
}

static cairo_status_t write_pdf(Export *export) {
  const UlpPicture *picture = export->picture;
  UlpVectorFile *file = ulp_vector_file_new(cairo_pdf_surface_create_for_stream, picture->width, picture->height);
  cairo_surface_t *surface = ulp_vector_file_surface(file);
  g_autofree char *lines = provenance_lines(export);
  g_autofree char *creator = g_strdup_printf("Ulpscope %s (%s)", ulp_version(), ulp_commit());
  cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, picture->title);
  cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_SUBJECT, lines);
  cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATOR, creator);
  if (export->picture->reproducible)
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, "1970-01-01T00:00:00Z");
  return draw_and_finish(export, file);
}

static cairo_status_t write_png(Export *export) {
  const UlpPicture *picture = export->picture;
  const double scale = picture->dpi > 0 ? picture->dpi / 96 : 1;
  cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)lround(picture->width * scale),
                                                        (int)lround(picture->height * scale));
  cairo_surface_set_device_scale(surface, scale, scale);
  export->bytes = g_byte_array_new();
  cairo_status_t status = draw(export, surface);
  if (status == CAIRO_STATUS_SUCCESS)
    status = cairo_surface_write_to_png_stream(surface, collect, export);
  cairo_surface_destroy(surface);
  if (status != CAIRO_STATUS_SUCCESS)
    return status;

  g_autoptr(GByteArray) chunks = g_byte_array_new();
  ulp_png_append_text(chunks, "Title", picture->title);
  const UlpTable *table = picture->table;
  for (guint i = 0; i < ulp_table_n_provenance(table); i++) {
    const char *key, *value;
    ulp_table_get_provenance(table, i, &key, &value);
    if (!is_kept(export, key))
      continue;
    g_autofree char *text = shown(value);
    ulp_png_append_text(chunks, key, text);
  }
  ulp_png_insert(export->bytes, chunks);
  return status;
}

static Writer find_writer(const char *target) {
  static const struct {
    const char *ending;
    Writer write;
  } writers[] = {{".svg", write_svg}, {".pdf", write_pdf}, {".png", write_png}};
  const gsize length = strlen(target);
  for (guint i = 0; i < G_N_ELEMENTS(writers); i++)
    if (length > 4 && g_ascii_strcasecmp(target + length - 4, writers[i].ending) == 0)
      return writers[i].write;
  return NULL;
}

gboolean ulp_picture_check(const char *target, GError **error) {
  if (find_writer(target) != NULL)
    return TRUE;
  g_autofree char *shown = ulp_name_shown(target);
  g_set_error(error, ULP_ERROR, ULP_ERROR_USAGE, _("found “%s”, expected a name ending in .svg, .pdf or .png"), shown);
  return FALSE;
}

GBytes *ulp_picture_bytes(const UlpPicture *picture, const char *target, GCancellable *cancellable, GError **error) {
  if (!ulp_picture_check(target, error) || !ulp_go_on(cancellable, error))
    return NULL;
  const Writer write = find_writer(target);
  Export export = {picture, cancellable, NULL};
  const cairo_status_t status = write(&export);
  g_autoptr(GBytes) bytes = export.bytes ? g_byte_array_free_to_bytes(export.bytes) : NULL;
  if (!ulp_go_on(cancellable, error))
    return NULL;
  if (status == CAIRO_STATUS_SUCCESS)
    return g_steal_pointer(&bytes);
  g_autofree char *shown = ulp_name_shown(target);
  g_set_error(error, ULP_ERROR, ULP_ERROR_OUTPUT, _("cannot draw %s: %s"), shown, cairo_status_to_string(status));
  return NULL;
}

gboolean ulp_picture_export(const UlpPicture *picture, const char *target, GCancellable *cancellable, GError **error) {
  g_autoptr(GBytes) bytes = ulp_picture_bytes(picture, target, cancellable, error);
  return bytes && ulp_export_write(target, bytes, cancellable, error);
}
