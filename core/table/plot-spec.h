/* A plot as a description over a table: which column is what. Drawn by ui/plot, named by experiments. */
#pragma once

#include <glib.h>

typedef enum {
  ULP_SCALE_LINEAR,
  ULP_SCALE_LOG,      /* base 10; zeros are drawn on a line of their own under the axis, labelled 0 */
  ULP_SCALE_LOG2,     /* the same with powers of two as ticks */
  ULP_SCALE_CATEGORY, /* the distinct texts, in order of appearance */
} UlpScaleType;

typedef enum {
  ULP_MARK_POINTS,
  ULP_MARK_LINE,     /* points joined within a series, in row order, unless they turn back thousands of times */
  ULP_MARK_SEGMENTS, /* from (x, y) up or down, then across to (x_to, y_to): the branches of a tree */
} UlpMark;

/* An area behind the marks of each series, between two columns over x: a bound, the spread of several runs. Where `low` has no
 * number there is only the upper edge; where `high` has none, nothing. */
typedef struct {
  const char *low, *high; /* REAL columns */
  const char *title;      /* N_(): what the legend says of it */
} UlpPlotBand;

typedef struct {
  const char *id;
  const char *title;       /* N_() */
  const char *caption;     /* N_(): how to read it, one line over the plot; NULL for none */
  const char *x, *y;       /* column ids */
  const char *x_to, *y_to; /* of SEGMENTS, else NULL */
  const char *series;      /* TEXT column: one colour each; NULL for one series */
  const char *facet;       /* TEXT column: one panel each, side by side, one shared y scale; NULL for one panel */
  const char *
      reference; /* REAL or VALUE column whose first finite cell in each panel is drawn as a horizontal line; NULL for none */
  const char *reference_title; /* N_() */
  const UlpPlotBand *bands;
  guint n_bands;
  const char *flag;       /* TEXT column: marks of rows where it is not empty get a ring; NULL for none */
  const char *flag_title; /* N_() */
  const char
      *alarm; /* column: marks of rows whose cell is an alarm (ulp_cell_is_alarm) are drawn in the alarm colour; NULL
                             for none, and a table without it has none */
  const char *alarm_title; /* N_(): what is wrong with them, said after the names of their series */
  gboolean of_summary;     /* over the run's summary instead of its data */
  gboolean counted;        /* a histogram of x: over ulp_table_counted (counted.h), with its column `share` as y */
  gboolean histogram;      /* beside each panel, turned on its side: how many of its marks have which y */
  /* A mark farther from the reference (0 without one) than a hundred times what is usual for a panel does not stretch the scale: it
   * is drawn at the edge with its value, and so is what is no number. Of a linear y scale. */
  gboolean off_scale;
  UlpScaleType x_scale, y_scale;
  UlpMark mark;
} UlpPlotSpec;
