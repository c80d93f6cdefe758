#include "core/table/csv-records.h"

#include "core/base/error.h"
#include "core/base/i18n.h"

#include <string.h>

void ulp_csv_records_init(UlpCsvRecords *records, const char *data, gsize size) {
  *records = (UlpCsvRecords){.at = data,
                             .end = data + size,
                             .line = 1,
                             .text = g_string_new(NULL),
                             .places = g_array_new(FALSE, FALSE, sizeof(gsize))};
  if (size >= 3 && memcmp(data, "\xef\xbb\xbf", 3) == 0)
    records->at += 3;
}

void ulp_csv_records_clear(UlpCsvRecords *records) {
  g_string_free(records->text, TRUE);
  g_array_unref(records->places);
}

static gboolean fail(UlpCsvRecords *records, const char *found, const char *expected, GError **error) {
  ulp_set_error(error, ULP_ERROR_INPUT, _("line %" G_GUINT64_FORMAT ": found %s, expected %s"), records->line, found,
                expected);
  return FALSE;
}

static void begin(UlpCsvRecords *records) {
  records->start = records->line;
  g_string_truncate(records->text, 0);
  g_array_set_size(records->places, 0);
}

/* Moves behind the line end at `at`, if there is one. */
static gboolean skip_line_end(UlpCsvRecords *records) {
  const char *at = records->at;
  if (at < records->end && *at == '\r')
    at++;
  if (at == records->end || *at != '\n')
    return FALSE;
  records->at = at + 1;
  records->line++;
  return TRUE;
}

static gboolean read_quoted(UlpCsvRecords *records, GError **error) {
  for (records->at++;; records->at++) {
    const char *quote = memchr(records->at, '"', (gsize)(records->end - records->at));
    if (!quote)
      return fail(records, _("the end of the file in a quoted field"), _("a closing quote"), error);
    for (const char *c = records->at; c < quote; c++)
      records->line += *c == '\n';
    g_string_append_len(records->text, records->at, quote - records->at);
    records->at = quote + 1;
    if (records->at == records->end || *records->at != '"')
      return TRUE;
    g_string_append_c(records->text, '"');
  }
}

static gboolean read_field(UlpCsvRecords *records, GError **error) {
  const gsize place = records->text->len;
  g_array_append_val(records->places, place);
  if (records->at < records->end && *records->at == '"') {
    if (!read_quoted(records, error))
      return FALSE;
  } else {
    const char *at = records->at;
    while (at < records->end && *at != ',' && *at != '\r' && *at != '\n' && *at != '"' && *at != '\0')
      at++;
    g_string_append_len(records->text, records->at, at - records->at);
    records->at = at;
  }
  if (memchr(records->text->str + place, '\0', records->text->len - place))
    return fail(records, _("a NUL byte"), _("text"), error);
  g_string_append_c(records->text, '\0');
  return TRUE;
}

gboolean ulp_csv_records_next(UlpCsvRecords *records, GError **error) {
  begin(records);
  if (records->at == records->end)
    return FALSE;
  for (;;) {
    if (!read_field(records, error))
      return FALSE;
    if (records->at < records->end && *records->at == ',')
      records->at++;
    else if (skip_line_end(records))
      return TRUE;
    else if (records->at == records->end)
      return fail(records, _("the end of the file within a line"), _("a line end"), error);
    else
      return fail(records, *records->at == '"' ? _("a quote within a field") : _("another character after a field"),
                  _("a comma or a line end"), error);
  }
}

gboolean ulp_csv_records_comment(UlpCsvRecords *records, GError **error) {
  begin(records);
  if (records->at == records->end || *records->at != '#')
    return FALSE;
  const char *end = memchr(records->at, '\n', (gsize)(records->end - records->at));
  if (!end)
    return fail(records, _("the end of the file within a line"), _("a line end"), error);
  const char *last = end > records->at + 1 && end[-1] == '\r' ? end - 1 : end;
  const gsize place = 0;
  g_array_append_val(records->places, place);
  g_string_append_len(records->text, records->at + 1, last - records->at - 1);
  if (memchr(records->text->str, '\0', records->text->len))
    return fail(records, _("a NUL byte"), _("text"), error);
  records->at = end + 1;
  records->line++;
  return TRUE;
}

guint ulp_csv_records_n_fields(const UlpCsvRecords *records) { return records->places->len; }

const char *ulp_csv_records_field(const UlpCsvRecords *records, guint index) {
  return records->text->str + g_array_index(records->places, gsize, index);
}
