/* A table seen through a plot description, stretch after stretch: values or categories, series and panels of its rows. */
#pragma once

#include "core/table/plot-spec.h"
#include "core/table/table.h"

#include <gio/gio.h>

/* The distinct texts of a column, numbered in order of appearance and named as people read them. */
typedef struct {
  const UlpTable *table;
  int column; /* -1: every row has index 0 */
  GPtrArray *names;
  GHashTable *indices; /* text -> index + 1 */
  guint32 *index_of;   /* TEXT: number of the text -> index + 1, 0 before it appeared */
} UlpGrouping;

/* A column as an axis has it. */
typedef struct {
  UlpGrouping grouping; /* names of a category scale */
  UlpScaleType type;
  gboolean log;
} UlpReaderAxis;

/* Rows that are looked at together: they fit into the cache. */
#define ULP_STRETCH 2048
typedef struct {
  double x[ULP_STRETCH], y[ULP_STRETCH]; /* value, or index of the category */
  guint32 panel[ULP_STRETCH], series[ULP_STRETCH];
} UlpStretch;

typedef struct {
  const UlpTable *table;
  UlpReaderAxis x, y;
  UlpGrouping series, panels;
  guint n_rows;              /* those that a mark can name; none any more once `cancellable` was seen to be cancelled */
  GCancellable *cancellable; /* may be NULL */
} UlpReader;

void ulp_reader_init(UlpReader *reader, const UlpPlotSpec *spec, const UlpTable *table, GCancellable *cancellable);
/* Frees all but the names. */
void ulp_reader_clear(UlpReader *reader);

/* The rows from `first` on, as many as a stretch has or are left; how many. */
guint ulp_reader_read(UlpReader *reader, guint first, UlpStretch *stretch);

/* Whether `row` is one to look at; at the first of a stretch it is seen whether to stop. */
gboolean ulp_reader_has(UlpReader *reader, guint row);

/* A column that the description names; it is a fault of the program where it is not there. */
guint ulp_reader_column(const UlpTable *table, const char *id);
