/* CSV: columns of numbers, whose cells in row order are the elements; fp64 unless told otherwise.
 *
 * RFC 4180 with: '#' comment lines, blank lines, LF or CRLF, a UTF-8 byte order mark, white space around cells, an
 * optional header row (text only). Numbers are C17 7.22.1.3's in the C locale, correctly rounded: decimal, hex float,
 * inf and nan; beyond the largest finite value they round to infinity, as IEEE 754-2019 7.4 has it. A quoted cell stays
 * on its line. Rows in messages are lines of the file, counted from 1, as an editor shows them. */
#include "core/input/reader.h"

#include "core/base/error.h"
#include "core/base/i18n.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  const char *start; /* without white space and quotes around */
  gsize length;
} Cell;

typedef struct {
  locale_t locale; /* "C" */
  GCancellable *cancellable;
  UlpFormat format;
  gpointer data;
  guint64 count;
  guint64 row;     /* 1-based line of the file */
  guint64 columns; /* 0 before the first row */
} Csv;

static gboolean fail_at(const Csv *csv, guint64 column, const char *message, GError **error) {
  g_set_error(error, ULP_ERROR, ULP_ERROR_INPUT, _("row %" G_GUINT64_FORMAT ", column %" G_GUINT64_FORMAT ": %s"),
              csv->row, column, message);
  return FALSE;
}

static gboolean is_space(char c) { return c == ' ' || c == '\t'; }

static const char *skip_space(const char *p, const char *end) {
  while (p < end && is_space(*p))
    p++;
  return p;
}

/* The cell at *p; *p becomes the comma behind it or `end`. FALSE: a quoted cell that does not end properly. */
static gboolean next_cell(const char **p, const char *end, Cell *cell) {
  const char *start = skip_space(*p, end);
  if (start < end && *start == '"') {
    const char *close = ++start;
    while (close < end && (*close != '"' || (close + 1 < end && close[1] == '"')))
      close += *close == '"' ? 2 : 1;
    *p = close < end ? skip_space(close + 1, end) : end;
    if (close >= end || (*p < end && **p != ','))
      return FALSE;
    start = skip_space(start, close);
    *cell = (Cell){start, (gsize)(close - start)};
  } else {
    const char *comma = memchr(start, ',', (gsize)(end - start));
    *p = comma != NULL ? comma : end;
    *cell = (Cell){start, (gsize)(*p - start)};
  }
  while (cell->length > 0 && is_space(cell->start[cell->length - 1]))
    cell->length--;
  return TRUE;
}

static gboolean parse_number(Csv *csv, Cell cell) {
  if (cell.length == 0 || g_ascii_isspace(*cell.start)) /* strtod would skip white space */
    return FALSE;
  char *stop;
  if (csv->format == ULP_FORMAT_FP32)
    ((float *)csv->data)[csv->count] = strtof_l(cell.start, &stop, csv->locale);
  else
    ((double *)csv->data)[csv->count] = strtod_l(cell.start, &stop, csv->locale);
  return stop == cell.start + cell.length;
}

/* Text that is meant as text: a number with a typing error is none. */
static gboolean is_heading(Cell cell) {
  return cell.length == 0 || !(g_ascii_isdigit(*cell.start) || strchr("+-.", *cell.start) != NULL);
}

static gboolean quote_error(const Csv *csv, guint64 column, Cell cell, GError **error) {
  if (cell.length == 0)
    return fail_at(csv, column, _("found an empty cell, expected a number"), error);
  g_autofree char *found = ulp_reader_quote(cell.start, cell.length);
  g_autofree char *message = g_strdup_printf(_("found %s, expected a number"), found);
  return fail_at(csv, column, message, error);
}

/* One row of cells; the first may be a header, of which nothing is kept. */
static gboolean read_row(Csv *csv, const char *p, const char *end, GError **error) {
  const gboolean may_be_header = csv->columns == 0;
  gboolean header = may_be_header, named = FALSE;
  Cell bad = {NULL, 0};
  guint64 column = 0, bad_column = 0;
  for (gboolean more = TRUE; more;) {
    Cell cell;
    column++;
    if (csv->columns > 0 && column > csv->columns)
      break;
    if (!ulp_go_on(csv->cancellable, error))
      return FALSE;
    if (!next_cell(&p, end, &cell))
      return fail_at(csv, column, _("a quoted cell does not end before the end of the line or the next comma"), error);
    more = p < end;
    p += more;
    if (parse_number(csv, cell)) {
      csv->count++;
      header = FALSE;
    } else if (bad_column == 0) {
      bad = cell, bad_column = column;
    }
    header = header && is_heading(cell);
    named = named || cell.length > 0;
  }
  if (bad_column != 0 && !(header && named))
    return quote_error(csv, bad_column, bad, error);
  if (may_be_header)
    csv->columns = column;
  if (column == csv->columns)
    return TRUE;
  g_autofree char *message =
      column > csv->columns
          ? g_strdup_printf(_("found more cells than the %" G_GUINT64_FORMAT " of the first row"), csv->columns)
          : g_strdup_printf(_("the row ends here, expected %" G_GUINT64_FORMAT " cells as in the first row"),
                            csv->columns);
  return fail_at(csv, column, message, error);
}

static gboolean read_rows(Csv *csv, const char *p, const char *end, GError **error) {
  while (p < end) {
    const char *newline = memchr(p, '\n', (gsize)(end - p));
    const char *stop = newline != NULL ? newline : end;
    const char *next = newline != NULL ? newline + 1 : end;
    if (stop > p && stop[-1] == '\r')
      stop--;
    csv->row++;
    const char *first = skip_space(p, stop);
    if (first < stop && *first != '#' && !read_row(csv, first, stop, error))
      return FALSE;
    p = next;
  }
  if (csv->count > 0)
    return TRUE;
  g_set_error_literal(error, ULP_ERROR, ULP_ERROR_INPUT, _("the file holds no numbers, expected at least one"));
  return FALSE;
}

#define SLICE_BYTES (1u << 24) /* between two looks at the cancellable */

/* No more cells than separators and one; 0 when cancelled. */
static guint64 most_cells(const char *bytes, gsize size, GCancellable *cancellable, GError **error) {
  guint64 cells = 1;
  for (gsize first = 0; first < size; first += SLICE_BYTES) {
    const gsize end = first + MIN(size - first, SLICE_BYTES);
    if (!ulp_go_on(cancellable, error))
      return 0;
    for (gsize i = first; i < end; i++)
      cells += bytes[i] == ',' || bytes[i] == '\n';
  }
  return cells;
}

gboolean ulp_read_csv(const char *bytes, gsize size, const UlpFormat *wanted, GCancellable *cancellable,
                      UlpFileArray *array, GError **error) {
  const guint64 room = most_cells(bytes, size, cancellable, error);
  if (room == 0)
    return FALSE;
  Csv csv = {.cancellable = cancellable, .format = wanted != NULL ? *wanted : ULP_FORMAT_FP64};
  csv.data = ulp_reader_allocate(csv.format, room, error);
  if (csv.data == NULL)
    return FALSE;
  csv.locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
  const gsize mark = size >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
  const gboolean ok = read_rows(&csv, bytes + mark, bytes + size, error);
  freelocale(csv.locale);
  if (ok)
    *array = (UlpFileArray){csv.format, csv.count, csv.data, NULL};
  else
    g_free(csv.data);
  return ok;
}
