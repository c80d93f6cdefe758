/* Finding out what a CSV file is. */
#include "core/input/csv-table.h"

#include "core/base/i18n.h"

#include <string.h>

#define SAMPLE_ROWS 64
#define JUDGED_CELLS 256        /* of a row, that say which separator and decimal mark it has */
#define SAMPLE_BYTES (1u << 20) /* at least three rows, however long */

static const char *const separator_choices[] = {"auto", "comma", "semicolon", "tab", "space", NULL};
static const char *const decimal_choices[] = {"auto", "point", "comma", NULL};
static const char *const header_choices[] = {"auto", "no", "yes", "units", NULL};
static const char *const missing_choices[] = {"refuse", "skip", "nan", NULL}; /* in the order of UlpCsvMissing */
static const char separators[] = {'\0', ',', ';', '\t', ' '};

const UlpParam ulp_csv_params[ULP_CSV_N_PARAMS] = {
    {.id = "separator",
     .type = ULP_PARAM_CHOICE,
     .label = N_("Separator"),
     .help = N_("what stands between the cells of a row"),
     .default_text = "auto",
     .unit = "",
     .choices = separator_choices},
    {.id = "decimal",
     .type = ULP_PARAM_CHOICE,
     .label = N_("Decimal mark"),
     .help = N_("point or comma"),
     .default_text = "auto",
     .unit = "",
     .choices = decimal_choices},
    {.id = "header",
     .type = ULP_PARAM_CHOICE,
     .label = N_("Header"),
     .help = N_("whether the first row names the columns, and a second one their units"),
     .default_text = "auto",
     .unit = "",
     .choices = header_choices},
    {.id = "missing",
     .type = ULP_PARAM_CHOICE,
     .label = N_("Missing cells"),
     .help = N_("empty cells, NA, N/A, null and none: an error, left out, or NaN"),
     .default_text = "refuse",
     .unit = "",
     .choices = missing_choices},
};

typedef struct {
  char *text; /* a NUL follows */
  gsize length;
  guint64 row, next_offset;
} Row;

gboolean ulp_csv_fail_at(guint64 row, guint64 column, const char *message, GError **error) {
  return ulp_reader_fail(error, _("row %" G_GUINT64_FORMAT ", column %" G_GUINT64_FORMAT ": %s"), row, column, message);
}

gboolean ulp_csv_fail_quoted(guint64 row, guint64 column, GError **error) {
  return ulp_csv_fail_at(row, column, _("a quoted cell does not end before the end of the line or the next separator"),
                         error);
}

gboolean ulp_csv_fail_cell(guint64 row, guint64 column, UlpCsvCell cell, const char *hint, GError **error) {
  g_autofree char *quoted = cell.length > 0 ? ulp_reader_quote(cell.start, cell.length) : g_strdup(_("an empty cell"));
  g_autofree char *message = g_strdup_printf(_("found %s, expected a number%s"), quoted, hint);
  return ulp_csv_fail_at(row, column, message, error);
}

/* -- the sample ---------------------------------------------------------------------------------------------------- */

static void clear_row(gpointer row) { g_free(((Row *)row)->text); }

static GArray *take_sample(UlpSource *source, guint64 offset, GCancellable *cancellable, GError **error) {
  static const UlpCsvDialect any = {.separator = ','};
  g_autoptr(GArray) rows = g_array_new(FALSE, FALSE, sizeof(Row));
  g_array_set_clear_func(rows, clear_row);
  UlpCsvLines lines = {.source = NULL};
  UlpCsvLine line;
  gboolean ok;
  ulp_csv_lines_start(&lines, source, offset, 0);
  while ((ok = ulp_csv_lines_next(&lines, &line, cancellable, error)) && line.start != NULL) {
    if (ulp_csv_is_blank(any, line.start, line.end))
      continue;
    const gsize length = (gsize)(line.end - line.start);
    Row row = {g_malloc(length + 1), length, line.row, line.next_offset};
    memcpy(row.text, line.start, length);
    row.text[length] = '\0';
    g_array_append_val(rows, row);
    if (rows->len == SAMPLE_ROWS || (rows->len >= 3 && line.next_offset > SAMPLE_BYTES))
      break;
  }
  ulp_csv_lines_clear(&lines);
  return ok ? g_steal_pointer(&rows) : NULL;
}

/* Calls back for each cell of a row until it says FALSE; the number of cells, 0 for a quoted cell that does not end. */
typedef gboolean (*EachCell)(UlpCsvDialect dialect, guint64 column, UlpCsvCell cell, gpointer data);

static guint64 each_cell(UlpCsvDialect dialect, const Row *row, EachCell each, gpointer data) {
  const char *p = row->text, *end = p + row->length;
  guint64 column = 0;
  UlpCsvCell cell;
  for (gboolean more = TRUE; more; column++) {
    if (!ulp_csv_next_cell(dialect, &p, end, &cell, &more))
      return 0;
    if (each != NULL && !each(dialect, column, cell, data))
      each = NULL;
  }
  return column;
}

static gboolean count_cell(UlpCsvDialect dialect, guint64 column, UlpCsvCell cell, gpointer data) {
  *(guint64 *)data = column + 1;
  return TRUE;
}

/* -- separator and decimal mark ------------------------------------------------------------------------------------ */

/* Whether the cell holds `mark` with a digit behind it, as a decimal mark mostly is. */
static gboolean has_mark(UlpCsvCell cell, char mark) {
  const char *place = memchr(cell.start, mark, cell.length);
  return place != NULL && place + 1 < cell.start + cell.length && g_ascii_isdigit(place[1]);
}

static gboolean count_number(UlpCsvDialect dialect, guint64 column, UlpCsvCell cell, gpointer data) {
  dialect.decimal = dialect.separator != ',' && has_mark(cell, ',') ? ',' : '.';
  *(guint64 *)data += ulp_csv_is_number(dialect, cell);
  return column + 1 < JUDGED_CELLS;
}

/* 0 unless every row has the same number of cells, two or more; else the more the more of them are numbers. */
static guint64 fit(char separator, const GArray *rows) {
  guint64 columns = 0, numbers = 0;
  for (guint i = 0; i < rows->len; i++) {
    const guint64 cells =
        each_cell((UlpCsvDialect){.separator = separator}, &g_array_index(rows, Row, i), count_number, &numbers);
    if (cells < 2 || (columns != 0 && cells != columns))
      return 0;
    columns = cells;
  }
  return 1 + numbers;
}

static char find_separator(const GArray *rows, gboolean comma_is_decimal) {
  static const char candidates[] = {'\t', ';', ',', ' '};
  const Row *first = &g_array_index(rows, Row, 0);
  char best = comma_is_decimal ? ';' : ',';
  guint64 best_fit = 0;
  for (guint i = 0; i < G_N_ELEMENTS(candidates); i++) {
    const guint64 its_fit = candidates[i] == ',' && comma_is_decimal ? 0 : fit(candidates[i], rows);
    if (its_fit > best_fit) {
      best = candidates[i];
      best_fit = its_fit;
    }
  }
  for (guint i = 0; best_fit == 0 && i < 2; i++)
    if (each_cell((UlpCsvDialect){.separator = candidates[i]}, first, NULL, NULL) > 1)
      return candidates[i];
  return best;
}

typedef struct {
  gboolean comma, point;
} Marks;

static gboolean see_mark(UlpCsvDialect dialect, guint64 column, UlpCsvCell cell, gpointer data) {
  Marks *marks = data;
  dialect.decimal = has_mark(cell, ',') ? ',' : '.';
  if (has_mark(cell, dialect.decimal) && ulp_csv_is_number(dialect, cell))
    *(dialect.decimal == ',' ? &marks->comma : &marks->point) = TRUE;
  return column + 1 < JUDGED_CELLS;
}

static char find_decimal(const GArray *rows, char separator) {
  Marks marks = {FALSE, FALSE};
  for (guint i = 0; separator != ',' && i < rows->len; i++)
    each_cell((UlpCsvDialect){.separator = separator}, &g_array_index(rows, Row, i), see_mark, &marks);
  return marks.comma && !marks.point ? ',' : '.';
}

/* -- header and columns -------------------------------------------------------------------------------------------- */

typedef struct {
  gboolean text, named, missing, numbers;
} Kinds;

static gboolean see_kind(UlpCsvDialect dialect, guint64 column, UlpCsvCell cell, gpointer data) {
  Kinds *kinds = data;
  const gboolean dash = cell.length == 1 && *cell.start == '-'; /* a unit of what has none */
  kinds->text = kinds->text && (dash || ulp_csv_is_heading(dialect, cell));
  kinds->named = kinds->named || !(dash || ulp_csv_is_missing(cell));
  kinds->missing = kinds->missing || ulp_csv_is_missing(cell);
  kinds->numbers = kinds->numbers || ulp_csv_is_number(dialect, cell);
  return kinds->text || !kinds->numbers;
}

static Kinds kinds_of(UlpCsvDialect dialect, const GArray *rows, guint row) {
  Kinds kinds = {.text = TRUE};
  if (row < rows->len)
    each_cell(dialect, &g_array_index(rows, Row, row), see_kind, &kinds);
  return kinds;
}

static guint find_header(const UlpCsvTable *table, const GArray *rows) {
  const Kinds first = kinds_of(table->dialect, rows, 0), second = kinds_of(table->dialect, rows, 1);
  if (!first.text || !first.named)
    return 0;
  const gboolean units = second.text && second.named && !second.missing && kinds_of(table->dialect, rows, 2).numbers;
  return units ? 2 : 1;
}

static gboolean add_name(UlpCsvDialect dialect, guint64 column, UlpCsvCell cell, gpointer data) {
  char **names = data;
  names[column] = ulp_csv_text(cell);
  return TRUE;
}

/* Which of the columns hold a number, and which nothing else. */
typedef struct {
  const UlpCsvTable *table;
  guint8 *any, *other;
} Columns;

static gboolean see_column(UlpCsvDialect dialect, guint64 column, UlpCsvCell cell, gpointer data) {
  const Columns *columns = data;
  if (column >= columns->table->columns)
    return FALSE;
  if (!columns->any[column] || !columns->other[column])
    *(ulp_csv_is_number(dialect, cell) ? &columns->any[column] : &columns->other[column]) = TRUE;
  return TRUE;
}

typedef struct {
  const Columns *below;
  guint64 column; /* of the cell that is text above numbers, from 1 */
  UlpCsvCell cell;
} Doubt;

static gboolean see_doubt(UlpCsvDialect dialect, guint64 column, UlpCsvCell cell, gpointer data) {
  Doubt *doubt = data;
  const Columns *below = doubt->below;
  const gboolean missing = below->table->missing != ULP_CSV_REFUSE && ulp_csv_is_missing(cell);
  if (missing || ulp_csv_is_number(dialect, cell) || !below->any[column] || below->other[column])
    return TRUE;
  doubt->column = column + 1;
  doubt->cell = cell;
  return FALSE;
}

/* A first row with a number in it and, somewhere else, text above a column of numbers: names such as 2020, or data? */
static gboolean check_first_row(const Columns *below, const Row *first, GError **error) {
  Doubt doubt = {.below = below};
  each_cell(below->table->dialect, first, see_doubt, &doubt);
  return doubt.column == 0 ||
         ulp_csv_fail_cell(first->row, doubt.column, doubt.cell, _(" (header=yes: the row names the columns)"), error);
}

static gboolean read_columns(UlpCsvTable *table, const GArray *rows, gboolean check, GError **error) {
  g_autofree guint8 *other = g_malloc0(table->columns);
  const Columns columns = {table, table->numeric, other};
  const guint first = MAX(table->header_rows, check ? 1 : 0);
  for (guint i = first; i < rows->len; i++)
    each_cell(table->dialect, &g_array_index(rows, Row, i), see_column, (gpointer)&columns);
  if (check && table->header_rows == 0) {
    if (!check_first_row(&columns, &g_array_index(rows, Row, 0), error))
      return FALSE;
    each_cell(table->dialect, &g_array_index(rows, Row, 0), see_column, (gpointer)&columns);
  }
  return TRUE;
}

static gboolean read_sample(UlpCsvTable *table, const UlpValues *options, const GArray *rows, GError **error) {
  const char separator = separators[ulp_values_choice(options, "separator")];
  const guint decimal = ulp_values_choice(options, "decimal"), header = ulp_values_choice(options, "header");
  const Row *first = &g_array_index(rows, Row, 0);
  table->dialect.separator = separator != '\0' ? separator : find_separator(rows, decimal == 2);
  table->dialect.decimal = decimal == 0 ? find_decimal(rows, table->dialect.separator) : decimal == 2 ? ',' : '.';
  table->missing = (UlpCsvMissing)ulp_values_choice(options, "missing");
  table->columns = each_cell(table->dialect, first, NULL, NULL);
  if (table->columns == 0) {
    guint64 before = 0;
    each_cell(table->dialect, first, count_cell, &before);
    return ulp_csv_fail_quoted(first->row, before + 1, error);
  }
  table->header_rows = header == 0 ? find_header(table, rows) : header - 1;
  table->found_header = header == 0;
  if (rows->len <= table->header_rows)
    return ulp_reader_fail(error, _("the file holds no numbers, expected at least one"));
  if (table->header_rows > 0) {
    table->names = g_new0(char *, table->columns + 1);
    each_cell(table->dialect, first, add_name, table->names);
    const Row *last = &g_array_index(rows, Row, table->header_rows - 1);
    table->data_offset = last->next_offset;
    table->data_row = last->row;
  }
  table->numeric = g_malloc0(table->columns);
  return read_columns(table, rows, header == 0, error);
}

gboolean ulp_csv_table_read(UlpCsvTable *table, const UlpReading *reading, GCancellable *cancellable, GError **error) {
  char mark[3];
  const gboolean long_enough = ulp_source_size(reading->source) >= sizeof mark;
  if (long_enough && !ulp_source_read(reading->source, 0, sizeof mark, mark, cancellable, error))
    return FALSE;
  table->data_offset = long_enough && memcmp(mark, "\xef\xbb\xbf", sizeof mark) == 0 ? sizeof mark : 0;
  g_autoptr(GArray) rows = take_sample(reading->source, table->data_offset, cancellable, error);
  if (rows == NULL)
    return FALSE;
  if (rows->len == 0)
    return ulp_reader_fail(error, _("the file holds no numbers, expected at least one"));
  return read_sample(table, reading->options, rows, error);
}

void ulp_csv_table_clear(UlpCsvTable *table) {
  g_clear_pointer(&table->names, g_strfreev);
  g_clear_pointer(&table->numeric, g_free);
}
