#include "core/table/csv-preamble.h"

#include "core/base/i18n.h"
#include "core/table/number-text.h"
#include "core/table/provenance.h"
#include "core/table/schema-text.h"

/* --- writing --- */

/* The bytes of the control character that `c` starts with, 0 for another. */
static guint control_bytes(const char *c) {
  const guchar byte = (guchar)c[0], next = byte == 0xc2 ? (guchar)c[1] : 0;
  return byte < ' ' || byte == 0x7f ? 1 : next >= 0x80 && next < 0xa0 ? 2 : 0;
}

/* A line of the preamble must stay one line, and do nothing to a terminal: control characters are \xHH for each byte, line
 * ends \n and \r. */
static void write_escaped(UlpWriter *writer, const char *text, const char *special) {
  for (const char *c = text; *c != '\0'; c++) {
    const guint n_bytes = *c == '\n' || *c == '\r' ? 0 : control_bytes(c);
    for (guint i = 0; i < n_bytes; i++) {
      char escape[8];
      g_snprintf(escape, sizeof escape, "\\x%02x", (guint)(guchar)c[i]);
      ulp_writer_text(writer, escape);
    }
    if (n_bytes > 0) {
      c += n_bytes - 1;
      continue;
    }
    if (*c == '\n' || *c == '\r' || *c == '\\' || strchr(special, *c))
      ulp_writer_char(writer, '\\');
    ulp_writer_char(writer, *c == '\n' ? 'n' : *c == '\r' ? 'r' : *c);
  }
}

static void write_provenance(const UlpTable *table, const UlpExportOptions *options, UlpWriter *writer) {
  for (guint i = 0; i < ulp_table_n_provenance(table); i++) {
    const char *key, *value;
    ulp_table_get_provenance(table, i, &key, &value);
    if (options->reproducible && ulp_provenance_varies(key))
      continue;
    ulp_writer_text(writer, g_str_equal(key, "table") || g_str_equal(key, "column") ? "# \\" : "# ");
    write_escaped(writer, key, ":");
    ulp_writer_text(writer, ": ");
    write_escaped(writer, value, "");
    ulp_writer_text(writer, "\r\n");
  }
}

static void write_field(UlpWriter *writer, const char *name, const char *value) {
  ulp_writer_text(writer, name);
  write_escaped(writer, value, ";");
}

static void write_column(const UlpTable *table, guint index, UlpWriter *writer) {
  const UlpColumn *column = ulp_table_column(table, index);
  UlpFormat format;
  write_field(writer, "# column: id=", column->id);
  write_field(writer, "; type=", ulp_schema_types[column->type]);
  write_field(writer, "; unit=", column->unit);
  write_field(writer, "; title=", column->title);
  write_field(writer, "; meaning=", column->meaning);
  if (column->type == ULP_COLUMN_VALUE && ulp_table_format(table, index, &format))
    write_field(writer, "; format=", ulp_format_info(format)->id);
  const char *separator = "; flags=";
  for (guint bit = 0; ulp_schema_flags[bit]; bit++)
    if (column->flags >> bit & 1) {
      write_field(writer, separator, ulp_schema_flags[bit]);
      separator = " ";
    }
  if (column->group) {
    char group[ULP_NUMBER_SIZE];
    ulp_writer_text(writer, "; group=");
    ulp_writer_put(writer, group, ulp_count_write(column->group, group));
  }
  ulp_writer_text(writer, "\r\n");
}

void ulp_csv_write_preamble(const UlpTable *table, const UlpExportOptions *options, const guint *kept, guint n_kept,
                            UlpWriter *writer) {
  write_provenance(table, options, writer);
  write_field(writer, "# table: id=", ulp_table_id(table));
  write_field(writer, "; title=", ulp_table_title(table));
  ulp_writer_text(writer, "\r\n");
  for (guint i = 0; i < n_kept; i++)
    write_column(table, kept[i], writer);
}

/* --- reading --- */

void ulp_csv_preamble_init(UlpCsvPreamble *preamble) {
  *preamble = (UlpCsvPreamble){.provenance = g_ptr_array_new_with_free_func(g_free),
                               .strings = g_string_chunk_new(512),
                               .columns = g_array_new(FALSE, TRUE, sizeof(UlpColumn)),
                               .formats = g_array_new(FALSE, TRUE, sizeof(const char *))};
}

void ulp_csv_preamble_clear(UlpCsvPreamble *preamble) {
  g_ptr_array_unref(preamble->provenance);
  g_free(preamble->id);
  g_free(preamble->title);
  g_string_chunk_free(preamble->strings);
  g_array_unref(preamble->columns);
  g_array_unref(preamble->formats);
}

/* The end of the text at `at` that an unescaped `end` or the line's end bounds. */
static const char *find(const char *at, char end) {
  for (; *at != '\0' && *at != end; at++)
    if (*at == '\\' && at[1] != '\0')
      at++;
  return at;
}

static char *unescaped(const char *text, const char *end) {
  GString *out = g_string_sized_new((gsize)(end - text));
  for (; text < end; text++) {
    if (*text != '\\' || text + 1 == end) {
      g_string_append_c(out, *text);
      continue;
    }
    text++;
    if (*text == 'x' && end - text > 2 && g_ascii_isxdigit(text[1]) && g_ascii_isxdigit(text[2])) {
      g_string_append_c(out, (char)(g_ascii_xdigit_value(text[1]) << 4 | g_ascii_xdigit_value(text[2])));
      text += 2;
      continue;
    }
    g_string_append_c(out, *text == 'n' ? '\n' : *text == 'r' ? '\r' : *text);
  }
  return g_string_free(out, FALSE);
}

/* A field "name=value; " of a table or column line: `*at` goes behind it. FALSE at the end of the line or, with `error`
 * set, where there is no "=". */
static gboolean next_field(const char **at, char **name, char **value, GError **error) {
  if (**at == '\0')
    return FALSE;
  const char *end = find(*at, ';'), *equals = memchr(*at, '=', (gsize)(end - *at));
  if (!equals)
    return ulp_schema_fail(error, *at, _("a field such as id=name"));
  *name = g_strndup(*at, (gsize)(equals - *at));
  *value = unescaped(equals + 1, end);
  *at = *end == '\0' ? end : end + (end[1] == ' ' ? 2 : 1);
  return TRUE;
}

static gboolean read_flags(const char *text, UlpColumnFlags *flags, GError **error) {
  g_auto(GStrv) ids = g_strsplit(text, " ", -1);
  for (guint i = 0; ids[i]; i++)
    if (!ulp_schema_read_flag(ids[i], flags, error))
      return FALSE;
  return TRUE;
}

static gboolean read_group(const char *text, UlpColumn *column, GError **error) {
  guint64 group;
  if (!g_ascii_string_to_unsigned(text, 10, 0, G_MAXUINT8, &group, NULL))
    return ulp_schema_fail(error, text, _("a group from 0 to 255"));
  column->group = (guint8)group;
  return TRUE;
}

static gboolean set_column_field(UlpCsvPreamble *preamble, const char *name, const char *value, UlpColumn *column,
                                 const char **format, GError **error) {
  const struct {
    const char *name, **text;
  } texts[] = {{"id", &column->id},
               {"unit", &column->unit},
               {"title", &column->title},
               {"meaning", &column->meaning},
               {"format", format}};
  for (guint i = 0; i < G_N_ELEMENTS(texts); i++)
    if (g_str_equal(name, texts[i].name)) {
      *texts[i].text = g_string_chunk_insert(preamble->strings, value);
      return TRUE;
    }
  if (g_str_equal(name, "type"))
    return ulp_schema_read_type(value, &column->type, error);
  if (g_str_equal(name, "flags"))
    return read_flags(value, &column->flags, error);
  if (g_str_equal(name, "group"))
    return read_group(value, column, error);
  return ulp_schema_fail(error, name, _("one of id, type, unit, title, meaning, format, flags, group"));
}

static gboolean read_column(UlpCsvPreamble *preamble, const char *line, GError **error) {
  UlpColumn column = {.id = "", .title = "", .unit = "", .meaning = ""};
  const char *format = NULL;
  GError *failure = NULL;
  char *name, *value;
  for (const char *at = line; !failure && next_field(&at, &name, &value, &failure);) {
    set_column_field(preamble, name, value, &column, &format, &failure);
    g_free(name);
    g_free(value);
  }
  if (failure) {
    g_propagate_error(error, failure);
    return FALSE;
  }
  if (!*column.id)
    return ulp_schema_fail(error, line, _("a column with an id"));
  g_array_append_val(preamble->columns, column);
  g_array_append_val(preamble->formats, format);
  return TRUE;
}

static gboolean read_table(UlpCsvPreamble *preamble, const char *line, GError **error) {
  GError *failure = NULL;
  char *name, *value;
  for (const char *at = line; !failure && next_field(&at, &name, &value, &failure);) {
    char **text = g_str_equal(name, "id") ? &preamble->id : g_str_equal(name, "title") ? &preamble->title : NULL;
    if (text) {
      g_free(*text);
      *text = g_steal_pointer(&value);
    } else {
      ulp_schema_fail(&failure, name, _("id or title"));
    }
    g_free(name);
    g_free(value);
  }
  if (!failure)
    return TRUE;
  g_propagate_error(error, failure);
  return FALSE;
}

gboolean ulp_csv_preamble_read(UlpCsvPreamble *preamble, const char *line, GError **error) {
  if (*line == ' ')
    line++;
  const char *colon = find(line, ':');
  if (*colon == '\0')
    return ulp_schema_fail(error, line, _("a line such as “# key: value”"));
  const char *value = colon + (colon[1] == ' ' ? 2 : 1);
  const gsize length = (gsize)(colon - line);
  if (length == strlen("column") && memcmp(line, "column", length) == 0)
    return read_column(preamble, value, error);
  if (length == strlen("table") && memcmp(line, "table", length) == 0)
    return read_table(preamble, value, error);
  g_ptr_array_add(preamble->provenance, unescaped(line, colon));
  g_ptr_array_add(preamble->provenance, unescaped(value, value + strlen(value)));
  return TRUE;
}
