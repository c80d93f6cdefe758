/* Lines through a window over the file. */
#include "core/input/csv-lines.h"

#include "core/base/error.h"
#include "core/base/i18n.h"
#include "core/input/reader.h"

#include <string.h>

#define BLOCK (1u << 20) /* bytes read at once */

void ulp_csv_lines_start(UlpCsvLines *lines, UlpSource *source, guint64 offset, guint64 row) {
  *lines = (UlpCsvLines){.source = source, .window = lines->window, .room = lines->room, .offset = offset, .row = row};
}

void ulp_csv_lines_clear(UlpCsvLines *lines) { g_clear_pointer(&lines->window, g_free); }

/* Room for another block: what lies before the next line is dropped, and a long line gets twice the room. */
static gboolean make_room(UlpCsvLines *lines, GError **error) {
  if (lines->next > 0) {
    memmove(lines->window, lines->window + lines->next, lines->length - lines->next);
    lines->offset += lines->next;
    lines->length -= lines->next;
    lines->next = 0;
  }
  if (lines->room >= lines->length + BLOCK)
    return TRUE;
  const gsize room = MAX(2 * lines->room, 2 * (gsize)BLOCK);
  char *window = g_try_realloc(lines->window, room + 1);
  if (window == NULL) {
    ulp_set_error(error, ULP_ERROR_MEMORY,
                  _("not enough memory for row %" G_GUINT64_FORMAT ", which is longer than %" G_GSIZE_FORMAT " bytes"),
                  lines->row + 1, lines->length);
    return FALSE;
  }
  lines->window = window;
  lines->room = room;
  return TRUE;
}

/* One more block at the end of the window. */
static gboolean fill(UlpCsvLines *lines, guint64 left, GCancellable *cancellable, GError **error) {
  if (!make_room(lines, error))
    return FALSE;
  const gsize count = (gsize)MIN(left, BLOCK);
  if (!ulp_source_read(lines->source, lines->offset + lines->length, count, lines->window + lines->length, cancellable,
                       error))
    return FALSE;
  lines->length += count;
  lines->window[lines->length] = '\0';
  return TRUE;
}

gboolean ulp_csv_lines_next(UlpCsvLines *lines, UlpCsvLine *line, GCancellable *cancellable, GError **error) {
  gsize seen = 0; /* bytes of the line that hold no newline */
  const char *newline;
  while ((newline = lines->length > lines->next + seen
                        ? memchr(lines->window + lines->next + seen, '\n', lines->length - lines->next - seen)
                        : NULL) == NULL) {
    seen = lines->length - lines->next;
    const guint64 left = ulp_source_size(lines->source) - lines->offset - lines->length;
    if (left == 0)
      break;
    if (!fill(lines, left, cancellable, error))
      return FALSE;
  }
  if (newline == NULL && seen == 0) {
    *line = (UlpCsvLine){.row = lines->row};
    return TRUE;
  }
  const char *start = lines->window + lines->next, *end = newline != NULL ? newline : start + seen;
  lines->next = (gsize)(end - lines->window) + (newline != NULL);
  if (end > start && end[-1] == '\r')
    end--;
  *line = (UlpCsvLine){start, end, ++lines->row, lines->offset + lines->next};
  return TRUE;
}
