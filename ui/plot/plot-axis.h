/* Which ticks an axis of a given length has room for, and how their labels are set. */
#pragma once

#include "ui/plot/plot-private.h"

typedef enum {
  ULP_LABELS_FLAT,
  ULP_LABELS_WRAPPED,
  ULP_LABELS_STAGGERED, /* by turns in a first and a second row */
  ULP_LABELS_VERTICAL
} UlpLabelStyle;

typedef struct {
  UlpTicks *ticks;
  UlpLabelStyle style;
  int lines; /* at most, of one label */
  UlpTextRole role;
  double size;           /* across the axis: height of labels under it, width of labels beside it */
  double label_length;   /* space for a name: along the axis, for vertical labels and beside an axis across; or -1 */
  double end_half_width; /* how far the last label may reach over the end of the axis */
} UlpAxisLabels;

/* For a main part of this length in the plot's view. */
UlpAxisLabels ulp_axis_labels_x(UlpTextSetter *setter, const UlpPlot *plot, double length);
UlpAxisLabels ulp_axis_labels_y(UlpTextSetter *setter, const UlpPlot *plot, double length);
void ulp_axis_labels_clear(UlpAxisLabels *labels);

/* Under every panel and beside the first. The ticks are those of the layout by then. */
void ulp_axis_place_labels(UlpTextSetter *setter, const UlpPlot *plot, const UlpAxisLabels *x, const UlpAxisLabels *y);
