/* The lines of a text file one by one, through a window that holds at least the line at hand. */
#pragma once

#include "core/input/source.h"

typedef struct {
  const char *start, *end; /* without LF or CRLF; one byte that is no part of a number follows. NULL: no line is left */
  guint64 row;             /* line of the file, from 1 */
  guint64 next_offset;     /* in the file, of the next line */
} UlpCsvLine;

typedef struct {
  UlpSource *source;
  char *window;       /* a NUL follows its bytes */
  gsize room, length; /* bytes */
  gsize next;         /* in the window, of the next line */
  guint64 offset;     /* in the file, of the window */
  guint64 row;
} UlpCsvLines;

/* From `offset` on, where line `row` + 1 begins. The window of an earlier start is kept. */
void ulp_csv_lines_start(UlpCsvLines *lines, UlpSource *source, guint64 offset, guint64 row);
void ulp_csv_lines_clear(UlpCsvLines *lines);

/* `line` holds until the next call. */
gboolean ulp_csv_lines_next(UlpCsvLines *lines, UlpCsvLine *line, GCancellable *cancellable, GError **error);
