#include "core/table/export.h"
#include "core/table/number-text.h"
#include "core/table/provenance.h"
#include "core/table/schema-text.h"

#include <math.h>
#include <string.h>

/* What JSON must escape, and DEL and U+0080 to U+009F, which do things to a terminal as well. */
static gboolean is_special(const char *text) {
  const guchar c = (guchar)*text;
  return c < ' ' || c == '"' || c == '\\' || c == 0x7f || (c == 0xc2 && (guchar)text[1] < 0xa0);
}

static void write_escaped(UlpWriter *writer, const char *text) {
  ulp_writer_char(writer, '"');
  while (*text) {
    const char *special = text;
    while (!is_special(special))
      special++;
    ulp_writer_put(writer, text, (gsize)(special - text));
    text = special;
    if (!*text)
      break;
    char escape[8] = {'\\', *text == '\n' ? 'n' : *text == '\r' ? 'r' : *text == '\t' ? 't' : *text};
    if (*text != '"' && *text != '\\' && escape[1] == *text)
      g_snprintf(escape, sizeof escape, "\\u%04x", g_utf8_get_char(text));
    ulp_writer_text(writer, escape);
    text = g_utf8_next_char(text);
  }
  ulp_writer_char(writer, '"');
}

static void write_string(UlpWriter *writer, const char *text) {
  if (g_utf8_validate(text, -1, NULL)) {
    write_escaped(writer, text);
    return;
  }
  g_autofree char *valid = g_utf8_make_valid(text, -1);
  write_escaped(writer, valid);
}

/* A JSON number that readers take for a real one: with a point or an exponent. */
static void write_number(UlpWriter *writer, double number) {
  char *const start = ulp_writer_room(writer, 2 * ULP_NUMBER_SIZE), *out = start;
  const gboolean finite = isfinite(number);
  if (!finite)
    *out++ = '"';
  const gsize length = ulp_double_write(number, out);
  const gboolean whole = finite && !memchr(out, '.', length) && !memchr(out, 'e', length);
  out += length;
  if (!finite)
    *out++ = '"';
  if (whole) {
    *out++ = '.';
    *out++ = '0';
  }
  ulp_writer_wrote(writer, (gsize)(out - start));
}

static void write_count(UlpWriter *writer, guint64 count) {
  char text[ULP_NUMBER_SIZE];
  const gsize length = ulp_count_write(count, text);
  if (count > G_MAXINT64)
    ulp_writer_char(writer, '"');
  ulp_writer_put(writer, text, length);
  if (count > G_MAXINT64)
    ulp_writer_char(writer, '"');
}

static void write_hexfloat(UlpWriter *writer, const UlpValueStyle *style, UlpBits bits) {
  if (style->in_double) {
    char *room = ulp_writer_room(writer, ULP_NUMBER_SIZE);
    ulp_writer_wrote(writer, ulp_double_write_hexfloat(ulp_bits_to_double(style->format, bits), room));
  } else {
    g_autofree char *text = ulp_bits_to_hexfloat(style->format, bits);
    ulp_writer_text(writer, text);
  }
}

/* {"format":"fp32","value":0.10000000149011612,"hex":"0x1.99999ap-4","bits":"0x3dcccccd"} */
static void write_value(UlpWriter *writer, UlpValueStyle *style, UlpCell cell) {
  if (style->hex_digits == 0 || style->format != cell.format)
    *style = ulp_value_style(cell.format);
  ulp_writer_text(writer, "{\"format\":\"");
  ulp_writer_text(writer, ulp_format_info(cell.format)->id);
  ulp_writer_text(writer, "\",\"value\":");
  write_number(writer, ulp_bits_to_double(cell.format, cell.bits));
  ulp_writer_text(writer, ",\"hex\":\"");
  write_hexfloat(writer, style, cell.bits);
  ulp_writer_text(writer, "\",\"bits\":\"");
  char *room = ulp_writer_room(writer, ULP_NUMBER_SIZE);
  ulp_writer_wrote(writer, ulp_bits_write_hex(style, cell.bits, room));
  ulp_writer_text(writer, "\"}");
}

static void write_cell(UlpWriter *writer, UlpValueStyle *style, UlpCell cell) {
  switch (cell.type) {
  case ULP_COLUMN_COUNT:
    write_count(writer, cell.count);
    break;
  case ULP_COLUMN_REAL:
    write_number(writer, cell.real);
    break;
  case ULP_COLUMN_VALUE:
    write_value(writer, style, cell);
    break;
  case ULP_COLUMN_TEXT:
    write_string(writer, cell.text);
    break;
  }
}

/* `before` is all that stands before the value. */
static void write_member(UlpWriter *writer, const char *before, const char *value) {
  ulp_writer_text(writer, before);
  write_string(writer, value);
}

static void write_column(UlpWriter *writer, const UlpColumn *column) {
  write_member(writer, "{\"id\":", column->id);
  write_member(writer, ",\"type\":", ulp_schema_types[column->type]);
  write_member(writer, ",\"title\":", column->title);
  write_member(writer, ",\"unit\":", column->unit);
  write_member(writer, ",\"meaning\":", column->meaning);
  const char *before = ",\"flags\":[";
  for (guint bit = 0; ulp_schema_flags[bit]; bit++)
    if (column->flags >> bit & 1) {
      write_member(writer, before, ulp_schema_flags[bit]);
      before = ",";
    }
  if (column->flags)
    ulp_writer_char(writer, ']');
  if (column->group) {
    ulp_writer_text(writer, ",\"group\":");
    write_count(writer, column->group);
  }
  ulp_writer_char(writer, '}');
}

/* Keys and values, those of an earlier table first; a key that is there already keeps its value. */
static void add_provenance(GPtrArray *entries, const UlpTable *table, const UlpExportOptions *options) {
  for (guint i = 0; i < ulp_table_n_provenance(table); i++) {
    const char *key, *value;
    ulp_table_get_provenance(table, i, &key, &value);
    gboolean wanted = !(options->reproducible && ulp_provenance_varies(key));
    for (guint k = 0; wanted && k < entries->len; k += 2)
      wanted = !g_str_equal(g_ptr_array_index(entries, k), key);
    if (!wanted)
      continue;
    g_ptr_array_add(entries, (gpointer)key);
    g_ptr_array_add(entries, (gpointer)value);
  }
}

static gboolean is_same(const GPtrArray *a, const GPtrArray *b) {
  gboolean same = a->len == b->len;
  for (guint i = 0; same && i < a->len; i++)
    same = g_str_equal(g_ptr_array_index(a, i), g_ptr_array_index(b, i));
  return same;
}

static void write_provenance(UlpWriter *writer, const GPtrArray *entries) {
  ulp_writer_char(writer, '{');
  for (guint i = 0; i < entries->len; i += 2) {
    write_member(writer, i ? "," : "", g_ptr_array_index(entries, i));
    write_member(writer, ":", g_ptr_array_index(entries, i + 1));
  }
  ulp_writer_char(writer, '}');
}

/* One line a row: a million rows stay readable. */
static void write_table(UlpWriter *writer, const UlpTable *table, const GPtrArray *shared,
                        const UlpExportOptions *options) {
  g_autofree guint *kept = g_new(guint, ulp_table_n_columns(table));
  const guint n_kept = ulp_export_columns(table, options, kept);
  g_autofree UlpValueStyle *styles = g_new0(UlpValueStyle, n_kept);
  g_autoptr(GPtrArray) own = g_ptr_array_new();
  add_provenance(own, table, options);

  write_member(writer, "{\"id\": ", ulp_table_id(table));
  write_member(writer, ", \"title\": ", ulp_table_title(table));
  if (!is_same(own, shared)) {
    ulp_writer_text(writer, ", \"provenance\": ");
    write_provenance(writer, own);
  }
  ulp_writer_text(writer, ", \"columns\": [");
  for (guint i = 0; i < n_kept; i++) {
    ulp_writer_text(writer, i == 0 ? "\n" : ",\n");
    write_column(writer, ulp_table_column(table, kept[i]));
  }
  ulp_writer_text(writer, "\n], \"rows\": [");
  for (guint64 row = 0; row < ulp_table_n_rows(table) && ulp_writer_goes_on(writer); row++) {
    ulp_writer_text(writer, row == 0 ? "\n[" : ",\n[");
    for (guint i = 0; i < n_kept; i++) {
      if (i > 0)
        ulp_writer_char(writer, ',');
      write_cell(writer, &styles[i], ulp_table_cell(table, row, kept[i]));
    }
    ulp_writer_char(writer, ']');
  }
  ulp_writer_text(writer, "\n]}");
}

void ulp_tables_write_json(UlpTable *const *tables, guint n_tables, const UlpExportOptions *options,
                           UlpWriter *writer) {
  g_autoptr(GPtrArray) shared = g_ptr_array_new();
  for (guint t = 0; t < n_tables; t++)
    add_provenance(shared, tables[t], options);
  ulp_writer_text(writer, "{\"provenance\": ");
  write_provenance(writer, shared);
  ulp_writer_text(writer, ",\n\"tables\": [");
  for (guint t = 0; t < n_tables; t++) {
    ulp_writer_text(writer, t == 0 ? "\n" : ",\n");
    write_table(writer, tables[t], shared, options);
  }
  ulp_writer_text(writer, "\n]}\n");
}

GBytes *ulp_tables_to_json(UlpTable *const *tables, guint n_tables, const UlpExportOptions *options) {
  UlpWriter writer;
  ulp_writer_init_memory(&writer);
  ulp_tables_write_json(tables, n_tables, options, &writer);
  return ulp_writer_finish_memory(&writer);
}

typedef struct {
  UlpTable *const *tables;
  guint n_tables;
  const UlpExportOptions *options;
} JsonExport;

static void produce(UlpWriter *writer, gconstpointer data) {
  const JsonExport *what = data;
  ulp_tables_write_json(what->tables, what->n_tables, what->options, writer);
}

gboolean ulp_tables_export_json(const char *target, UlpTable *const *tables, guint n_tables,
                                const UlpExportOptions *options, GCancellable *cancellable, GError **error) {
  const JsonExport what = {tables, n_tables, options};
  return ulp_export_produce(target, produce, &what, cancellable, error);
}
