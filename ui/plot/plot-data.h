/* A table seen through a plot description: series, panels, scales, and marks in 0..1 of each scale. */
#pragma once

#include "core/table/plot-spec.h"
#include "core/table/table.h"
#include "ui/plot/scale.h"

#include <gio/gio.h>

typedef struct {
  double x, y; /* places on the scales; ULP_AT_ZERO on the line of zeros */
  guint row;
} UlpPlotMark;

/* Marks of one panel that the scale does not reach: how many, and the row of the farthest or the last. */
typedef struct {
  guint n, row;
} UlpBeyond;
typedef struct {
  UlpBeyond above, below, no_number;
} UlpPanelBeyond;

typedef struct {
  UlpScale x, y;
  GPtrArray *x_categories, *y_categories; /* names of a category scale, in order of appearance; else empty */
  GPtrArray *series, *panels;             /* names, in order of appearance; panels: at least one */
  UlpPlotMark *marks;                     /* by panel, then series, then row */
  guint *first;                           /* n_panels * n_series + 1 indices into marks */
  gboolean tangled;                       /* lines would run to and fro too often to show anything: points are drawn */
  gboolean has_reference;                 /* in a panel at least */
  double *references;                     /* by panel: places on the y scale; NaN: there is none */
  char *reference_text;                   /* "title = value"; "title" where panels have several */
  guint bands;                            /* bit i: there is something of band i */
  int flag;                               /* column of the table; -1: none */
  guint n_flagged;                        /* rows */
  GArray *beyond;                         /* UlpPanelBeyond by panel; empty where the description does not ask for it */
  int alarm;                              /* column of the table; -1: none */
  char *alarm_text;                       /* "series, series: title"; NULL without an alarm */
  guint n_non_finite, n_negative;         /* left out: not finite; below 0 on a logarithmic scale */
} UlpPlotData;

/* `cancellable` may be NULL; once it is cancelled no marks are there. */
UlpPlotData *ulp_plot_data_new(const UlpPlotSpec *spec, const UlpTable *table, GCancellable *cancellable);
void ulp_plot_data_free(UlpPlotData *data);

/* The marks of one series in one panel. */
const UlpPlotMark *ulp_plot_data_marks(const UlpPlotData *data, guint panel, guint series, guint *n_marks);
guint ulp_plot_data_n_marks(const UlpPlotData *data);

/* Whether a row's mark is drawn in the alarm colour. */
gboolean ulp_plot_data_is_alarm(const UlpPlotData *data, const UlpTable *table, guint row);
