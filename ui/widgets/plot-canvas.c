#include "ui/widgets/plot-canvas-private.h"
#include "ui/widgets/style.h"

G_DEFINE_TYPE(UlpPlotCanvas, ulp_plot_canvas, GTK_TYPE_WIDGET)

static GdkTexture *draw_image(UlpPlotCanvas *canvas, int width, int height, int scale) {
  cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width * scale, height * scale);
  cairo_surface_set_device_scale(surface, scale, scale);
  cairo_t *cr = cairo_create(surface);
  ulp_plot_draw(canvas->plot, cr, width, height, &canvas->style);
  cairo_destroy(cr);
  cairo_surface_flush(surface);
  const int stride = cairo_image_surface_get_stride(surface);
  g_autoptr(GBytes) bytes =
      g_bytes_new_with_free_func(cairo_image_surface_get_data(surface), (gsize)stride * height * scale,
                                 (GDestroyNotify)cairo_surface_destroy, surface);
  return gdk_memory_texture_new(width * scale, height * scale, GDK_MEMORY_DEFAULT, bytes, stride);
}

static void append_frame(GtkSnapshot *snapshot, const graphene_rect_t *rect, GdkRGBA colour, float line) {
  GskRoundedRect outline;
  gsk_rounded_rect_init_from_rect(&outline, rect, 0);
  gtk_snapshot_append_border(snapshot, &outline, (float[4]){line, line, line, line},
                             (GdkRGBA[4]){colour, colour, colour, colour});
}

/* Lines through the mark that is read and a frame round it; a frame alone round the one that it is compared with. */
static void append_crosshair(GtkSnapshot *snapshot, UlpPlotCanvas *canvas, GdkRGBA colour) {
  GtkWidget *widget = GTK_WIDGET(canvas);
  const float width = (float)gtk_widget_get_width(widget), height = (float)gtk_widget_get_height(widget);
  const int rows[] = {canvas->anchor, canvas->hover};
  for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
    double x, y;
    if (rows[i] < 0 ||
        !ulp_plot_find(canvas->plot, (double)width, (double)height, &canvas->style, (guint)rows[i], &x, &y))
      continue;
    const float left = (float)x, top = (float)y;
    append_frame(snapshot, &GRAPHENE_RECT_INIT(left - 6, top - 6, 12, 12), colour, 2);
    if (rows[i] != canvas->hover)
      continue;
    GdkRGBA line = colour;
    line.alpha = 0.45f;
    gtk_snapshot_append_color(snapshot, &line, &GRAPHENE_RECT_INIT(left - 0.5f, 0, 1, height));
    gtk_snapshot_append_color(snapshot, &line, &GRAPHENE_RECT_INIT(0, top - 0.5f, width, 1));
  }
}

static void snapshot(GtkWidget *widget, GtkSnapshot *snapshot) {
  UlpPlotCanvas *canvas = ULP_PLOT_CANVAS(widget);
  const int width = gtk_widget_get_width(widget), height = gtk_widget_get_height(widget);
  const int scale = gtk_widget_get_scale_factor(widget);
  if (!canvas->plot || width <= 0 || height <= 0)
    return;
  if (canvas->image_width != width || canvas->image_height != height || canvas->image_scale != scale)
    g_clear_object(&canvas->image);
  if (!canvas->image) {
    canvas->image = draw_image(canvas, width, height, scale);
    canvas->image_width = width;
    canvas->image_height = height;
    canvas->image_scale = scale;
    canvas->draws++;
  }
  const graphene_rect_t area = GRAPHENE_RECT_INIT(0, 0, width, height);
  gtk_snapshot_append_texture(snapshot, canvas->image, &area);

  const GdkRGBA accent = ulp_style_colour(widget, "ulp_accent");
  append_crosshair(snapshot, canvas, accent);
  if (canvas->boxing) {
    const graphene_rect_t box =
        GRAPHENE_RECT_INIT(MIN(canvas->drag_x, canvas->box_x), MIN(canvas->drag_y, canvas->box_y),
                           ABS(canvas->box_x - canvas->drag_x), ABS(canvas->box_y - canvas->drag_y));
    GdkRGBA fill = accent;
    fill.alpha = 0.2;
    gtk_snapshot_append_color(snapshot, &fill, &box);
    append_frame(snapshot, &box, accent, 1);
  }
  if (gtk_widget_get_state_flags(widget) & GTK_STATE_FLAG_FOCUS_VISIBLE && gtk_widget_has_focus(widget))
    append_frame(snapshot, &area, accent, 2);
}

void ulp_plot_canvas_set_plot(UlpPlotCanvas *canvas, UlpPlot *plot) {
  canvas->plot = plot;
  canvas->anchor = -1;
  ulp_plot_canvas_forget_views(canvas);
  ulp_plot_canvas_point_to(canvas, -1);
  ulp_plot_canvas_changed(canvas);
  g_signal_emit_by_name(canvas, "view-changed");
}

static void follow_style(UlpPlotCanvas *canvas) {
  GdkDisplay *display = gtk_widget_get_display(GTK_WIDGET(canvas));
  canvas->style.dark = ulp_style_is_dark(display);
  canvas->style.font_size = ULP_PLOT_FONT_SIZE * ulp_style_text_scale(display);
  ulp_plot_canvas_changed(canvas);
}

guint ulp_plot_canvas_draws(UlpPlotCanvas *canvas) { return canvas->draws; }

GtkWidget *ulp_plot_canvas_new(void) { return g_object_new(ULP_TYPE_PLOT_CANVAS, NULL); }

static void ulp_plot_canvas_init(UlpPlotCanvas *canvas) {
  GtkWidget *widget = GTK_WIDGET(canvas);
  canvas->hover = canvas->anchor = -1;
  canvas->views = g_array_new(FALSE, FALSE, sizeof(UlpPlotView));
  canvas->style.no_legend = TRUE;
  gtk_widget_set_focusable(widget, TRUE);
  gtk_widget_set_hexpand(widget, TRUE);
  gtk_widget_set_vexpand(widget, TRUE);
  gtk_widget_set_size_request(widget, 260, 180);
  ulp_plot_canvas_set_boxes(canvas, FALSE);
  follow_style(canvas);
  ulp_style_connect_changed(gtk_widget_get_display(widget), canvas, follow_style);
  ulp_plot_canvas_add_gestures(canvas);
}

static void dispose(GObject *object) {
  g_clear_object(&ULP_PLOT_CANVAS(object)->image);
  g_clear_pointer(&ULP_PLOT_CANVAS(object)->views, g_array_unref);
  G_OBJECT_CLASS(ulp_plot_canvas_parent_class)->dispose(object);
}

static void ulp_plot_canvas_class_init(UlpPlotCanvasClass *class) {
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(class);
  G_OBJECT_CLASS(class)->dispose = dispose;
  widget_class->snapshot = snapshot;
  gtk_widget_class_set_css_name(widget_class, "plot");
  gtk_widget_class_set_accessible_role(widget_class, GTK_ACCESSIBLE_ROLE_IMG);
  g_signal_new("hover", G_TYPE_FROM_CLASS(class), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_INT);
  g_signal_new("picked", G_TYPE_FROM_CLASS(class), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_INT);
  g_signal_new("view-changed", G_TYPE_FROM_CLASS(class), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  ulp_plot_canvas_add_keys(widget_class);
}
