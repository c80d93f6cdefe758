#include "ui/widgets/grid-cell.h"

#define LINE 1.3 /* of ascent and descent: letters of other fonts are taller */

static int height_of(GtkWidget *cell) {
  PangoContext *context = gtk_widget_get_pango_context(cell);
  PangoFontMetrics *metrics = pango_context_get_metrics(context, NULL, NULL);
  const int line = pango_font_metrics_get_ascent(metrics) + pango_font_metrics_get_descent(metrics);
  pango_font_metrics_unref(metrics);
  return PANGO_PIXELS_CEIL(LINE * line);
}

static void measure(GtkWidget *cell, GtkOrientation orientation, int for_size, int *minimum, int *natural,
                    int *minimum_baseline, int *natural_baseline) {
  *minimum_baseline = *natural_baseline = -1;
  if (orientation == GTK_ORIENTATION_VERTICAL)
    *minimum = *natural = height_of(cell);
  else
    gtk_widget_measure(gtk_widget_get_first_child(cell), orientation, -1, minimum, natural, NULL, NULL);
}

/* In the middle, and over the edges where it is taller. */
static void allocate(GtkWidget *cell, int width, int height, int baseline) {
  GtkWidget *label = gtk_widget_get_first_child(cell);
  int minimum;
  gtk_widget_measure(label, GTK_ORIENTATION_VERTICAL, width, &minimum, NULL, NULL, NULL);
  const int taken = MAX(minimum, height);
  gtk_widget_size_allocate(label, &(GtkAllocation){0, (height - taken) / 2, width, taken}, -1);
}

static GtkSizeRequestMode request_mode(GtkWidget *cell) { return GTK_SIZE_REQUEST_CONSTANT_SIZE; }

GtkWidget *ulp_grid_cell_new(void) {
  GtkWidget *cell = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_box_append(GTK_BOX(cell), gtk_label_new(NULL));
  gtk_widget_set_layout_manager(cell, gtk_custom_layout_new(request_mode, measure, allocate));
  return cell;
}

GtkLabel *ulp_grid_cell_label(GtkWidget *cell) { return GTK_LABEL(gtk_widget_get_first_child(cell)); }
