#include "core/table/csv-preamble.h"
#include "core/table/csv-records.h"
#include "core/table/read.h"
#include "core/table/schema-text.h"

#include "core/base/error.h"
#include "core/base/i18n.h"

#include <string.h>

/* A column on its way in: which fields of a record make its cell. */
typedef struct {
  UlpColumn info; /* texts in the preamble's `strings` */
  guint first_field, n_fields;
  gboolean mixed;   /* the last field is the format */
  gboolean guessed; /* nothing but the header is known of it */
  gboolean has_format;
  UlpValueStyle style; /* of the format of all cells, or of the last one */
  char *format_id;     /* mixed: of `style` */
  guint64 possible;    /* guessed: bit for each of ulp_format_ids */
} Column;

typedef struct {
  UlpCsvRecords records;
  UlpCsvPreamble preamble;
  GArray *columns; /* Column */
  guint n_fields;
} Reader;

static void column_clear(gpointer column) { g_free(((Column *)column)->format_id); }

static const char *field(const Reader *reader, guint index) { return ulp_csv_records_field(&reader->records, index); }

static gboolean prefix_line(const Reader *reader, GError **error) {
  g_prefix_error(error, _("line %" G_GUINT64_FORMAT ": "), reader->records.start);
  return FALSE;
}

/* --- the header --- */

static gboolean read_preamble(Reader *reader, GError **error) {
  GError *failure = NULL;
  while (ulp_csv_records_comment(&reader->records, &failure))
    if (!ulp_csv_preamble_read(&reader->preamble, field(reader, 0), error))
      return prefix_line(reader, error);
  if (!failure)
    return TRUE;
  g_propagate_error(error, failure);
  return FALSE;
}

/* Whether header field `index` is `id` with `ending`. */
static gboolean is_head(const Reader *reader, guint index, const char *id, const char *ending) {
  if (index >= ulp_csv_records_n_fields(&reader->records))
    return FALSE;
  const char *head = field(reader, index);
  return g_str_has_prefix(head, id) && g_str_equal(head + strlen(id), ending);
}

static UlpColumnType guess_type(const Reader *reader, guint index) {
  const char *id = field(reader, index);
  if (!is_head(reader, index + 1, id, "_hex"))
    return ULP_COLUMN_TEXT; /* or COUNT */
  return is_head(reader, index + 2, id, "_bits") ? ULP_COLUMN_VALUE : ULP_COLUMN_REAL;
}

/* The fields of a column from `first` on, against the header. */
static gboolean take_heads(const Reader *reader, Column *column, guint first, GError **error) {
  static const char *const endings[] = {"", "_hex", "_bits"};
  const UlpColumnType type = column->info.type;
  const char *id = column->info.id;
  column->first_field = first;
  column->n_fields = type == ULP_COLUMN_VALUE ? 3 : type == ULP_COLUMN_REAL ? 2 : 1;
  for (guint i = 0; i < column->n_fields; i++)
    if (!is_head(reader, first + i, id, endings[i])) {
      g_autofree char *expected = g_strconcat(id, endings[i], NULL);
      return ulp_schema_fail(
          error, first + i < ulp_csv_records_n_fields(&reader->records) ? field(reader, first + i) : "", expected);
    }
  column->mixed = type == ULP_COLUMN_VALUE && !column->has_format && is_head(reader, first + 3, id, "_format");
  column->n_fields += column->mixed;
  return TRUE;
}

static Column guessed_column(Reader *reader, guint first) {
  const UlpColumnType type = guess_type(reader, first);
  const char *id = g_string_chunk_insert(reader->preamble.strings, field(reader, first));
  return (Column){
      .info = {id, type, id, type == ULP_COLUMN_TEXT ? "" : "1", ""}, .guessed = TRUE, .possible = G_MAXUINT64};
}

static gboolean said_column(const UlpCsvPreamble *preamble, guint index, Column *column, GError **error) {
  const char *format = g_array_index(preamble->formats, const char *, index);
  *column = (Column){.info = g_array_index(preamble->columns, UlpColumn, index), .has_format = format != NULL};
  return !format || ulp_schema_read_format(format, &column->style, error);
}

static gboolean read_header(Reader *reader, GError **error) {
  const guint n_said = reader->preamble.columns->len;
  if (!ulp_csv_records_next(&reader->records, error)) {
    if (error && !*error)
      g_set_error_literal(error, ULP_ERROR, ULP_ERROR_INPUT,
                          _("found the end of the file, expected a line of headings"));
    return FALSE;
  }
  reader->n_fields = ulp_csv_records_n_fields(&reader->records);
  guint at = 0;
  for (guint i = 0; n_said ? i < n_said : at < reader->n_fields; i++) {
    Column column;
    if (!n_said)
      column = guessed_column(reader, at);
    else if (!said_column(&reader->preamble, i, &column, error))
      return prefix_line(reader, error);
    if (!take_heads(reader, &column, at, error))
      return prefix_line(reader, error);
    at += column.n_fields;
    g_array_append_val(reader->columns, column);
  }
  if (at < reader->n_fields) {
    ulp_schema_fail(error, field(reader, at), _("the end of the line"));
    return prefix_line(reader, error);
  }
  return TRUE;
}

/* FALSE at the end of the file, or with an error. */
static gboolean next_row(Reader *reader, GError **error) {
  if (!ulp_csv_records_next(&reader->records, error))
    return FALSE;
  const guint n = ulp_csv_records_n_fields(&reader->records);
  if (n == reader->n_fields)
    return TRUE;
  ulp_set_error(error, ULP_ERROR_INPUT, _("found %u fields, expected %u"), n, reader->n_fields);
  return prefix_line(reader, error);
}

/* --- guessing --- */

static gboolean could_be(const char *id, const char *hexfloat, const char *hex) {
  UlpValueStyle style;
  UlpBits bits;
  return ulp_schema_read_format(id, &style, NULL) && ulp_schema_read_bits(hex, &style, &bits, NULL) &&
         ulp_schema_check_hexfloat(hexfloat, &style, bits, NULL);
}

static void narrow(const Reader *reader, Column *column) {
  guint64 count;
  if (column->info.type == ULP_COLUMN_TEXT && column->possible)
    column->possible = ulp_schema_read_count(field(reader, column->first_field), &count, NULL);
  if (column->info.type != ULP_COLUMN_VALUE || column->mixed)
    return;
  for (guint i = 0; i < 64 && ulp_format_ids[i]; i++)
    if (column->possible >> i & 1 &&
        !could_be(ulp_format_ids[i], field(reader, column->first_field + 1), field(reader, column->first_field + 2)))
      column->possible &= ~(G_GUINT64_CONSTANT(1) << i);
}

static gboolean conclude(Column *column, gboolean has_rows, GError **error) {
  if (column->info.type == ULP_COLUMN_TEXT && column->possible && has_rows)
    column->info = (UlpColumn){column->info.id, ULP_COLUMN_COUNT, column->info.id, "1", ""};
  if (column->info.type != ULP_COLUMN_VALUE || column->mixed)
    return TRUE;
  for (guint i = 0; i < 64 && ulp_format_ids[i]; i++)
    if (column->possible >> i & 1) {
      column->has_format = TRUE;
      return ulp_schema_read_format(ulp_format_ids[i], &column->style, error);
    }
  ulp_set_error(error, ULP_ERROR_INPUT, _("column “%s”: found bits that no format fits, expected those of one"),
                column->info.id);
  return FALSE;
}

/* Looks at every row, then goes back. */
static gboolean guess(Reader *reader, GError **error) {
  const char *at = reader->records.at;
  const guint64 line = reader->records.line;
  GError *failure = NULL;
  gboolean has_rows = FALSE;
  for (; next_row(reader, &failure); has_rows = TRUE)
    for (guint i = 0; i < reader->columns->len; i++)
      narrow(reader, &g_array_index(reader->columns, Column, i));
  for (guint i = 0; i < reader->columns->len && !failure; i++)
    conclude(&g_array_index(reader->columns, Column, i), has_rows, &failure);
  reader->records.at = at;
  reader->records.line = line;
  if (!failure)
    return TRUE;
  g_propagate_error(error, failure);
  return FALSE;
}

/* --- rows --- */

static gboolean set_format(Column *column, const char *id, GError **error) {
  if (column->format_id && g_str_equal(column->format_id, id))
    return TRUE;
  if (!ulp_schema_read_format(id, &column->style, error))
    return FALSE;
  g_free(column->format_id);
  column->format_id = g_strdup(id);
  return TRUE;
}

static gboolean read_value(const Reader *reader, Column *column, UlpCell *cell, GError **error) {
  const guint at = column->first_field;
  UlpBits bits;
  if (column->mixed && !set_format(column, field(reader, at + 3), error))
    return FALSE;
  if (!column->mixed && !column->has_format)
    return ulp_schema_fail(error, field(reader, at + 2), _("bits of a format that the “# column” line names"));
  const UlpValueStyle *style = &column->style;
  if (!ulp_schema_read_bits(field(reader, at + 2), style, &bits, error) ||
      !ulp_schema_check_hexfloat(field(reader, at + 1), style, bits, error) ||
      (style->in_double &&
       !ulp_schema_check_decimal(field(reader, at), ulp_bits_to_double(style->format, bits), error)))
    return FALSE;
  *cell = ulp_cell_value(style->format, bits);
  return TRUE;
}

static gboolean read_cell(const Reader *reader, Column *column, UlpCell *cell, GError **error) {
  const char *text = field(reader, column->first_field);
  switch (column->info.type) {
  case ULP_COLUMN_TEXT:
    *cell = ulp_cell_text(text);
    return TRUE;
  case ULP_COLUMN_COUNT:
    *cell = ulp_cell_count(0);
    return ulp_schema_read_count(text, &cell->count, error);
  case ULP_COLUMN_REAL:
    *cell = ulp_cell_real(0);
    return ulp_schema_read_hexfloat(field(reader, column->first_field + 1), &cell->real, error) &&
           ulp_schema_check_decimal(text, cell->real, error);
  case ULP_COLUMN_VALUE:
    break;
  }
  return read_value(reader, column, cell, error);
}

static gboolean read_rows(Reader *reader, UlpTable *table, GError **error) {
  g_autofree UlpCell *cells = g_new(UlpCell, reader->columns->len);
  GError *failure = NULL;
  while (next_row(reader, &failure)) {
    for (guint i = 0; i < reader->columns->len; i++) {
      Column *column = &g_array_index(reader->columns, Column, i);
      if (read_cell(reader, column, &cells[i], error))
        continue;
      g_prefix_error(error, _("column “%s”: "), column->info.id);
      return prefix_line(reader, error);
    }
    if (!ulp_table_append(table, cells))
      return ulp_table_check(table, error);
  }
  if (!failure)
    return TRUE;
  g_propagate_error(error, failure);
  return FALSE;
}

/* --- the table --- */

static UlpColumn *schema_of(const Reader *reader) {
  UlpColumn *columns = g_new(UlpColumn, reader->columns->len);
  for (guint i = 0; i < reader->columns->len; i++)
    columns[i] = g_array_index(reader->columns, Column, i).info;
  return columns;
}

static gboolean check_schema(const Reader *reader, GError **error) {
  g_autofree UlpColumn *columns = schema_of(reader);
  return ulp_schema_check_columns(columns, reader->columns->len, error) || prefix_line(reader, error);
}

static UlpTable *new_table(const Reader *reader) {
  const UlpCsvPreamble *preamble = &reader->preamble;
  g_autofree UlpColumn *columns = schema_of(reader);
  UlpTable *table = ulp_table_new(preamble->id ? preamble->id : "table", preamble->title ? preamble->title : "",
                                  columns, reader->columns->len);
  for (guint i = 0; i < preamble->provenance->len; i += 2)
    ulp_table_set_provenance(table, g_ptr_array_index(preamble->provenance, i),
                             g_ptr_array_index(preamble->provenance, i + 1));
  return table;
}

static UlpTable *read_all(Reader *reader, GError **error) {
  if (!read_preamble(reader, error) || !read_header(reader, error) || !check_schema(reader, error) ||
      (reader->preamble.columns->len == 0 && !guess(reader, error)))
    return NULL;
  g_autoptr(UlpTable) table = new_table(reader);
  return read_rows(reader, table, error) ? g_steal_pointer(&table) : NULL;
}

UlpTable *ulp_table_read_csv(GBytes *bytes, GError **error) {
  gsize size;
  const char *data = g_bytes_get_data(bytes, &size);
  Reader reader = {.columns = g_array_new(FALSE, FALSE, sizeof(Column))};
  GError *failure = NULL;
  g_array_set_clear_func(reader.columns, column_clear);
  ulp_csv_records_init(&reader.records, data ? data : "", size);
  ulp_csv_preamble_init(&reader.preamble);
  UlpTable *table = read_all(&reader, &failure);
  ulp_csv_preamble_clear(&reader.preamble);
  ulp_csv_records_clear(&reader.records);
  g_array_unref(reader.columns);
  if (failure)
    g_propagate_error(error, failure);
  return table;
}
