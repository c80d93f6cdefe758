/* CSV: a column of numbers, or all cells row by row; fp64 unless told otherwise.
 *
 * RFC 4180 with: '#' comment lines, blank lines, LF or CRLF, a UTF-8 byte order mark, and what csv-table.h finds out. Rows
 * in messages are lines of the file, counted from 1, as an editor shows them. A file with several columns of numbers is
 * never read without a word which: FILE#NAME, FILE#NUMBER (a name comes before a number), or FILE#* for all cells. */
#include "core/base/error.h"
#include "core/base/i18n.h"
#include "core/input/csv-table.h"
#include "core/number/format.h"

#include <string.h>

typedef struct {
  UlpSource *source;
  UlpCsvTable table;
  UlpFormat format; /* fp32 or fp64 */
  UlpDecimalSum *decimals;
  guint64 column; /* the chosen one, from 1; 0: all */
  guint64 rows;   /* below the header */

  /* Where the next cell is taken from. */
  UlpCsvLines lines;
  UlpCsvLine line;
  const char *p;    /* in the line */
  gboolean in_line; /* cells of it are left */
  guint64 cell;     /* number in its row, from 1, of the last one taken */
  guint64 next;     /* element that comes next */
  guint64 missing;  /* cells so far that were */
} Csv;

/* -- cells one after another --------------------------------------------------------------------------------------- */

static void rewind_csv(Csv *csv) {
  ulp_csv_lines_start(&csv->lines, csv->source, csv->table.data_offset, csv->table.data_row);
  csv->in_line = FALSE;
  csv->next = csv->missing = 0;
}

/* The next line with cells; its start is NULL at the end. */
static gboolean next_row(Csv *csv, GCancellable *cancellable, GError **error) {
  do {
    if (!ulp_csv_lines_next(&csv->lines, &csv->line, cancellable, error))
      return FALSE;
  } while (csv->line.start != NULL && ulp_csv_is_blank(csv->table.dialect, csv->line.start, csv->line.end));
  return TRUE;
}

static gboolean fail_ragged(const Csv *csv, GError **error) {
  const gboolean longer = csv->cell == csv->table.columns;
  g_autofree char *message =
      g_strdup_printf(longer ? _("found more cells than the %" G_GUINT64_FORMAT " of the first row")
                             : _("the row ends here, expected %" G_GUINT64_FORMAT " cells as in the first row"),
                      csv->table.columns);
  return ulp_csv_fail_at(csv->line.row, csv->cell + longer, message, error);
}

/* One more cell of the row, which has as many as the table has columns. */
static gboolean take_cell(Csv *csv, UlpCsvCell *cell, GError **error) {
  const gboolean ok = ulp_csv_next_cell(csv->table.dialect, &csv->p, csv->line.end, cell, &csv->in_line);
  csv->cell++;
  if (!ok)
    return ulp_csv_fail_quoted(csv->line.row, csv->cell, error);
  return csv->in_line == (csv->cell < csv->table.columns) || fail_ragged(csv, error);
}

/* The next chosen cell, also a missing one, and the whole row around it when it is the only one; its start is NULL at the
 * end of the file. */
static gboolean next_cell(Csv *csv, UlpCsvCell *chosen, guint64 *column, GCancellable *cancellable, GError **error) {
  if (!csv->in_line) {
    if (!next_row(csv, cancellable, error))
      return FALSE;
    chosen->start = NULL;
    if (csv->line.start == NULL)
      return TRUE;
    csv->p = csv->line.start;
    csv->in_line = TRUE;
    csv->cell = 0;
  }
  do {
    UlpCsvCell cell;
    if (!take_cell(csv, &cell, error))
      return FALSE;
    if (csv->column == 0 || csv->cell == csv->column) {
      *chosen = cell;
      *column = csv->cell;
    }
  } while (csv->column != 0 && csv->in_line);
  return TRUE;
}

/* The next cell that is an element. */
static gboolean next_element(Csv *csv, UlpCsvCell *cell, guint64 *column, GCancellable *cancellable, GError **error) {
  gboolean missing;
  do {
    if (!next_cell(csv, cell, column, cancellable, error))
      return FALSE;
    if (cell->start == NULL)
      return TRUE;
    missing = csv->table.missing != ULP_CSV_REFUSE && ulp_csv_is_missing(*cell);
    csv->missing += missing;
  } while (missing && csv->table.missing == ULP_CSV_SKIP);
  csv->next++;
  return TRUE;
}

/* -- which column -------------------------------------------------------------------------------------------------- */

static const char *name_of(const Csv *csv, guint64 column) {
  return csv->table.names != NULL ? csv->table.names[column - 1] : "";
}

/* "#2 “signal”" */
static char *title_of(const Csv *csv, guint64 column) {
  const char *name = name_of(csv, column);
  g_autofree char *quoted = *name != '\0' ? ulp_reader_quote(name, strlen(name)) : NULL;
  return quoted != NULL ? g_strdup_printf("%" G_GUINT64_FORMAT " %s", column, quoted)
                        : g_strdup_printf("%" G_GUINT64_FORMAT, column);
}

#define MAX_LISTED 12 /* columns in one message */

/* "#1 “time”, #2 “signal” and 3 more"; all columns, or those with numbers. */
static char *titles(const Csv *csv, gboolean numeric) {
  GString *text = g_string_new(NULL);
  guint64 listed = 0, more = 0;
  for (guint64 column = 1; column <= csv->table.columns; column++) {
    if (numeric && !csv->table.numeric[column - 1])
      continue;
    g_autofree char *title = title_of(csv, column);
    if (listed == MAX_LISTED)
      more++;
    else
      g_string_append_printf(text, "%s#%s", listed++ > 0 ? ", " : "", title);
  }
  if (more > 0)
    g_string_append_printf(text, _(" and %" G_GUINT64_FORMAT " more"), more);
  return g_string_free(text, FALSE);
}

static gboolean fail_name(const Csv *csv, const char *name, guint64 named, GError **error) {
  g_autofree char *found = ulp_reader_quote(name, strlen(name)), *known = titles(csv, FALSE);
  ulp_set_error(error, ULP_ERROR_USAGE,
                named > 1 ? _("several columns are named %s, expected a number: %s")
                          : _("there is no column %s, expected one of %s, or #* for all cells"),
                found, known);
  return FALSE;
}

static gboolean find_column(const Csv *csv, const char *name, guint64 *column, GError **error) {
  guint64 named = 0;
  for (guint64 i = 1; i <= csv->table.columns && csv->table.names != NULL; i++)
    if (g_str_equal(csv->table.names[i - 1], name)) {
      *column = i;
      named++;
    }
  if (named == 0 && g_ascii_string_to_unsigned(name, 10, 1, csv->table.columns, column, NULL))
    return TRUE;
  return named == 1 || fail_name(csv, name, named, error);
}

/* The first cell of the first row, of a table without numbers. */
static gboolean fail_no_numbers(Csv *csv, GCancellable *cancellable, GError **error) {
  UlpCsvCell cell;
  guint64 column;
  csv->column = 0;
  rewind_csv(csv);
  return next_cell(csv, &cell, &column, cancellable, error) &&
         ulp_csv_fail_cell(csv->line.row, column, cell, "", error);
}

/* The only column, or the only one with numbers. */
static gboolean find_only_column(Csv *csv, guint64 *column, GCancellable *cancellable, GError **error) {
  guint64 numeric = 0;
  *column = 1;
  for (guint64 i = 1; i <= csv->table.columns && csv->table.columns > 1; i++)
    if (csv->table.numeric[i - 1]) {
      *column = i;
      numeric++;
    }
  if (csv->table.columns == 1 || numeric == 1)
    return TRUE;
  if (numeric == 0)
    return fail_no_numbers(csv, cancellable, error);
  g_autofree char *known = titles(csv, TRUE);
  ulp_set_error(error, ULP_ERROR_USAGE,
                _("several columns hold numbers: %s; name one as FILE#COLUMN, or all cells row by row as FILE#*"),
                known);
  return FALSE;
}

/* -- the member ---------------------------------------------------------------------------------------------------- */

static void append_note(GString *note, const char *text) {
  g_string_append_printf(note, "%s%s", note->len ? ", " : "", text);
}

static char *note_of(const Csv *csv, guint64 column) {
  const UlpCsvTable *table = &csv->table;
  g_autofree char *title = column != 0 ? title_of(csv, column) : NULL;
  GString *note = g_string_new(NULL);
  if (column == 0)
    append_note(note, "all cells row by row");
  else
    g_string_append_printf(note, "column %s of %" G_GUINT64_FORMAT, title, table->columns);
  if (table->found_header && table->header_rows == 0)
    append_note(note, "first row taken as data");
  if (table->found_header && table->header_rows == 2)
    append_note(note, "second row taken as units");
  if (table->dialect.decimal == ',')
    append_note(note, "decimal comma");
  return g_string_free(note, FALSE);
}

/* `column` 0: all cells. */
static UlpMember *member_of(const Csv *csv, guint64 column) {
  UlpMember *member = ulp_member_new();
  const char *name = column == 0 ? "*" : name_of(csv, column);
  member->name = *name != '\0' ? g_strdup(name) : NULL;
  member->number = column;
  member->info = ulp_array_info(csv->format, csv->rows);
  if (column == 0) {
    member->info.n_dimensions = 2;
    member->info.shape[1] = csv->table.columns;
  }
  member->offset = csv->table.data_offset;
  member->bytes = ulp_source_size(csv->source) - csv->table.data_offset;
  member->note = note_of(csv, column);
  return member;
}

static GPtrArray *csv_list(gpointer state) {
  const Csv *csv = state;
  GPtrArray *members = g_ptr_array_new_with_free_func((GDestroyNotify)ulp_member_free);
  for (guint64 column = 1; column <= csv->table.columns; column++)
    if (csv->table.numeric[column - 1])
      g_ptr_array_add(members, member_of(csv, column));
  if (csv->table.columns > 1)
    g_ptr_array_add(members, member_of(csv, 0));
  return members;
}

/* Rows below the header. */
static gboolean count_rows(Csv *csv, GCancellable *cancellable, GError **error) {
  rewind_csv(csv);
  for (csv->rows = 0;; csv->rows++) {
    if (!next_row(csv, cancellable, error))
      return FALSE;
    if (csv->line.start == NULL)
      return csv->rows > 0 || ulp_reader_fail(error, _("the file holds no numbers, expected at least one"));
  }
}

/* Without the missing cells an array has one dimension, and is as long as what is left. */
static gboolean leave_out_missing(Csv *csv, UlpMember *member, GCancellable *cancellable, GError **error) {
  UlpCsvCell cell;
  guint64 column;
  rewind_csv(csv);
  do {
    if (!next_element(csv, &cell, &column, cancellable, error))
      return FALSE;
  } while (cell.start != NULL);
  if (csv->next == 0)
    return ulp_reader_fail(error, _("every cell is missing, expected at least one number"));
  member->info = ulp_array_info(csv->format, csv->next);
  g_autofree char *note = g_steal_pointer(&member->note);
  member->note = g_strdup_printf("%s, %" G_GUINT64_FORMAT " missing left out", note, csv->missing);
  return TRUE;
}

static UlpMember *csv_choose(gpointer state, const char *name, GCancellable *cancellable, GError **error) {
  Csv *csv = state;
  guint64 column = 0;
  if (g_strcmp0(name, "*") != 0 &&
      !(name != NULL ? find_column(csv, name, &column, error) : find_only_column(csv, &column, cancellable, error)))
    return NULL;
  csv->column = column;
  g_autoptr(UlpMember) member = member_of(csv, column);
  if (csv->table.missing == ULP_CSV_SKIP && !leave_out_missing(csv, member, cancellable, error))
    return NULL;
  rewind_csv(csv);
  return g_steal_pointer(&member);
}

/* -- reading ------------------------------------------------------------------------------------------------------- */

static gboolean read_element(Csv *csv, gpointer out, GCancellable *cancellable, GError **error) {
  UlpCsvCell cell;
  guint64 column;
  if (!next_element(csv, &cell, &column, cancellable, error))
    return FALSE;
  if (cell.start == NULL)
    return ulp_reader_fail(error, _("the file became shorter while it was read"));
  if (ulp_csv_number(csv->table.dialect, cell, csv->format, out)) {
    ulp_decimal_sum_add(csv->decimals, cell.start, cell.length, csv->table.dialect.decimal);
    return TRUE;
  }
  if (csv->table.missing != ULP_CSV_NAN || !ulp_csv_is_missing(cell))
    return ulp_csv_fail_cell(csv->line.row, column, cell, "", error);
  ulp_packed_store(csv->format, out, 0, ulp_format_nan(csv->format));
  return TRUE;
}

static gboolean csv_read(gpointer state, guint64 first, guint64 count, gpointer out, GCancellable *cancellable,
                         GError **error) {
  Csv *csv = state;
  UlpCsvCell cell;
  guint64 column;
  const gsize bytes = ulp_format_bytes(csv->format);
  if (first < csv->next)
    rewind_csv(csv);
  while (csv->next < first) {
    if (!ulp_go_on(cancellable, error) || !next_element(csv, &cell, &column, cancellable, error))
      return FALSE;
    if (cell.start == NULL)
      return ulp_reader_fail(error, _("the file became shorter while it was read"));
  }
  for (guint64 i = 0; i < count; i++)
    if (!ulp_go_on(cancellable, error) || !read_element(csv, (guint8 *)out + i * bytes, cancellable, error))
      return FALSE;
  return TRUE;
}

static void csv_close(gpointer state) {
  Csv *csv = state;
  ulp_csv_lines_clear(&csv->lines);
  ulp_csv_table_clear(&csv->table);
  g_free(csv);
}

static gpointer csv_open(const UlpReading *reading, GCancellable *cancellable, GError **error) {
  Csv *csv = g_new0(Csv, 1);
  csv->source = reading->source;
  csv->decimals = reading->decimals;
  csv->format = reading->format != 0 ? reading->format : ULP_FORMAT_FP64;
  if (ulp_csv_table_read(&csv->table, reading, cancellable, error) && count_rows(csv, cancellable, error))
    return csv;
  csv_close(csv);
  return NULL;
}

static const char *const endings[] = {".csv", NULL};

const UlpReader ulp_reader_csv = {.endings = endings,
                                  .params = ulp_csv_params,
                                  .n_params = ULP_CSV_N_PARAMS,
                                  .open = csv_open,
                                  .close = csv_close,
                                  .list = csv_list,
                                  .choose = csv_choose,
                                  .read = csv_read};
