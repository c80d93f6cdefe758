#include "core/table/csv-preamble.h"
#include "core/table/export.h"
#include "core/table/number-text.h"

#define ROOM (5 * ULP_NUMBER_SIZE) /* for the fields of one number */

/* A column on its way out. */
typedef struct {
  guint index;
  const UlpColumn *info;
  gboolean mixed;      /* VALUE: with a field for the format */
  UlpValueStyle style; /* VALUE: of the format of the last cell */
  const char *format;  /* its id; NULL before the first cell */
} CsvColumn;

static void write_text(UlpWriter *writer, const char *text, gboolean quoted) {
  if (!quoted && strpbrk(text, ",\"\r\n") == NULL) {
    ulp_writer_text(writer, text);
    return;
  }
  ulp_writer_char(writer, '"');
  for (const char *c = text; *c != '\0'; c++) {
    if (*c == '"')
      ulp_writer_char(writer, '"');
    ulp_writer_char(writer, *c);
  }
  ulp_writer_char(writer, '"');
}

/* number,hexfloat */
static char *put_double(char *out, double value) {
  out += ulp_double_write(value, out);
  *out++ = ',';
  return out + ulp_double_write_hexfloat(value, out);
}

static void write_value(UlpWriter *writer, CsvColumn *column, UlpCell cell) {
  if (!column->format || cell.format != column->style.format) {
    column->style = ulp_value_style(cell.format);
    column->format = ulp_format_info(cell.format)->id;
  }
  if (!column->style.in_double) {
    g_autofree char *text = ulp_bits_to_text(cell.format, cell.bits);
    g_autofree char *hexfloat = ulp_bits_to_hexfloat(cell.format, cell.bits);
    ulp_writer_text(writer, text);
    ulp_writer_char(writer, ',');
    ulp_writer_text(writer, hexfloat);
  }
  char *const start = ulp_writer_room(writer, ROOM), *out = start;
  if (column->style.in_double)
    out = put_double(out, ulp_bits_to_double(cell.format, cell.bits));
  *out++ = ',';
  out += ulp_bits_write_hex(&column->style, cell.bits, out);
  ulp_writer_wrote(writer, (gsize)(out - start));
  if (column->mixed) {
    ulp_writer_char(writer, ',');
    ulp_writer_text(writer, column->format);
  }
}

static void write_cell(UlpWriter *writer, const UlpTable *table, guint64 row, CsvColumn *column, gboolean first,
                       gboolean only) {
  const UlpCell cell = ulp_table_cell(table, row, column->index);
  char *room;
  switch (cell.type) {
  case ULP_COLUMN_TEXT: /* quoted where it could pass for a comment or for no row */
    write_text(writer, cell.text, first && (*cell.text == '#' || (only && *cell.text == '\0')));
    break;
  case ULP_COLUMN_COUNT:
    room = ulp_writer_room(writer, ULP_NUMBER_SIZE);
    ulp_writer_wrote(writer, ulp_count_write(cell.count, room));
    break;
  case ULP_COLUMN_REAL:
    room = ulp_writer_room(writer, ROOM);
    ulp_writer_wrote(writer, (gsize)(put_double(room, cell.real) - room));
    break;
  case ULP_COLUMN_VALUE:
    write_value(writer, column, cell);
    break;
  }
}

static void write_head(UlpWriter *writer, const CsvColumn *column) {
  static const char *const endings[] = {"_hex", "_bits", "_format"};
  const UlpColumnType type = column->info->type;
  const guint n = type == ULP_COLUMN_REAL ? 1 : type == ULP_COLUMN_VALUE ? (column->mixed ? 3 : 2) : 0;
  ulp_writer_text(writer, column->info->id);
  for (guint i = 0; i < n; i++) {
    ulp_writer_char(writer, ',');
    ulp_writer_text(writer, column->info->id);
    ulp_writer_text(writer, endings[i]);
  }
}

void ulp_table_write_csv(const UlpTable *table, const UlpExportOptions *options, UlpWriter *writer) {
  g_autofree guint *kept = g_new(guint, ulp_table_n_columns(table));
  const guint n_kept = ulp_export_columns(table, options, kept);
  const guint64 n_rows = ulp_table_n_rows(table);
  if (!options->no_preamble)
    ulp_csv_write_preamble(table, options, kept, n_kept, writer);

  g_autofree CsvColumn *columns = g_new0(CsvColumn, n_kept);
  for (guint i = 0; i < n_kept; i++) {
    CsvColumn *column = &columns[i];
    UlpFormat format;
    column->index = kept[i];
    column->info = ulp_table_column(table, kept[i]);
    column->mixed = column->info->type == ULP_COLUMN_VALUE && n_rows > 0 && !ulp_table_format(table, kept[i], &format);
    if (i > 0)
      ulp_writer_char(writer, ',');
    write_head(writer, column);
  }
  ulp_writer_text(writer, "\r\n");

  for (guint64 row = 0; row < n_rows && ulp_writer_goes_on(writer); row++) {
    for (guint i = 0; i < n_kept; i++) {
      if (i > 0)
        ulp_writer_char(writer, ',');
      write_cell(writer, table, row, &columns[i], i == 0, n_kept == 1);
    }
    ulp_writer_text(writer, "\r\n");
  }
}

GBytes *ulp_table_to_csv(const UlpTable *table, const UlpExportOptions *options) {
  UlpWriter writer;
  ulp_writer_init_memory(&writer);
  ulp_table_write_csv(table, options, &writer);
  return ulp_writer_finish_memory(&writer);
}

typedef struct {
  const UlpTable *table;
  const UlpExportOptions *options;
} CsvExport;

static void produce(UlpWriter *writer, gconstpointer data) {
  const CsvExport *what = data;
  ulp_table_write_csv(what->table, what->options, writer);
}

gboolean ulp_table_export_csv(const char *target, const UlpTable *table, const UlpExportOptions *options,
                              GCancellable *cancellable, GError **error) {
  const CsvExport what = {table, options};
  return ulp_export_produce(target, produce, &what, cancellable, error);
}
