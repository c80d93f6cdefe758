#include "ui/widgets/plot-copy.h"

#include "ui/plot/plot-export.h"
#include "ui/widgets/picture-content.h"
#include "ui/widgets/table-content.h"

void ulp_plot_copy_picture(GtkWidget *widget, UlpPlot *plot, int width, int height, double dpi, gboolean dark) {
  const UlpPlotExportOptions options = {
      .width = width, .height = height, .dpi = dpi, .style = {.dark = dark, .footer = TRUE}};
  g_autoptr(GError) error = NULL;
  g_autoptr(GBytes) png = ulp_plot_export_bytes(plot, "plot.png", &options, NULL, &error);
  if (!png) {
    g_warning("%s", error->message);
    return;
  }
  g_autoptr(GdkContentProvider) content = ulp_picture_content_new(png);
  gdk_clipboard_set_content(gtk_widget_get_clipboard(widget), content);
}

void ulp_plot_copy_values(GtkWidget *widget, UlpPlot *plot) {
  g_autoptr(GArray) columns = ulp_plot_columns(plot), rows = ulp_plot_rows_seen(plot);
  g_autoptr(GdkContentProvider) content = ulp_table_content_new(ulp_plot_table(plot), columns, rows);
  gdk_clipboard_set_content(gtk_widget_get_clipboard(widget), content);
}
