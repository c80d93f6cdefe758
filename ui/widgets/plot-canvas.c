#include "ui/widgets/plot-canvas.h"

#include "ui/widgets/style.h"

#define NEAREST 1e-7     /* smallest part of the range that can be shown */
#define STEP 1.25        /* zoom of one wheel click or key */
#define KEY_PAN 0.1      /* of the view */
#define SMALLEST_BOX 4.0 /* pixels; below it is a click */

struct _UlpPlotCanvas {
  GtkWidget parent;
  UlpPlot *plot;
  UlpPlotStyle style;

  GdkTexture *image; /* NULL when it has to be drawn anew */
  int image_width, image_height, image_scale;
  guint draws;

  double pointer_x, pointer_y; /* of the last motion */
  int hover;                   /* row, -1 for none */

  gboolean boxing;
  UlpPlotView drag_view;   /* at the start of the drag */
  double drag_x, drag_y;   /* where it started */
  double box_x, box_y;     /* the other corner */
  double scale_x, scale_y; /* view units per pixel during the drag */
};

G_DEFINE_TYPE(UlpPlotCanvas, ulp_plot_canvas, GTK_TYPE_WIDGET)

static guint hover_signal;

static gboolean locate(UlpPlotCanvas *canvas, double x, double y, double *view_x, double *view_y) {
  GtkWidget *widget = GTK_WIDGET(canvas);
  return canvas->plot && ulp_plot_locate(canvas->plot, gtk_widget_get_width(widget), gtk_widget_get_height(widget),
                                         &canvas->style, x, y, view_x, view_y);
}

/* View units per pixel along one axis of the panel at (x, y), where the mapping is linear; 0 outside every panel.
 * Measured off the low edge, on which the lines of zeros lie. */
static double axis_scale(UlpPlotCanvas *canvas, double x, double y, gboolean vertical) {
  const UlpPlotView view = ulp_plot_view(canvas->plot);
  const double low = vertical ? view.y0 : view.x0;
  for (double step = 4; step <= 256; step *= 2)
    for (int sign = -1; sign <= 1; sign += 2) {
      const double dx = vertical ? 0 : sign * step, dy = vertical ? sign * step : 0;
      double near[2], far[2];
      if (!locate(canvas, x + dx, y + dy, &near[0], &near[1]) ||
          !locate(canvas, x + 2 * dx, y + 2 * dy, &far[0], &far[1]))
        continue;
      if (near[vertical] > low && far[vertical] > low)
        return (far[vertical] - near[vertical]) / (sign * step);
    }
  return 0;
}

/* Moves [*low, *high] into [0, 1] and keeps its length within what can be shown. */
static void clamp_range(double *low, double *high) {
  const double length = CLAMP(*high - *low, NEAREST, 1);
  const double middle = CLAMP((*low + *high) / 2, length / 2, 1 - length / 2);
  *low = MAX(0, middle - length / 2);
  *high = MIN(1, middle + length / 2);
}

static void show_view(UlpPlotCanvas *canvas, UlpPlotView view) {
  clamp_range(&view.x0, &view.x1);
  clamp_range(&view.y0, &view.y1);
  ulp_plot_set_view(canvas->plot, view);
  ulp_plot_canvas_changed(canvas);
}

static UlpPlotView shifted(UlpPlotView view, double dx, double dy) {
  dx = CLAMP(dx, -view.x0, 1 - view.x1);
  dy = CLAMP(dy, -view.y0, 1 - view.y1);
  return (UlpPlotView){view.x0 + dx, view.y0 + dy, view.x1 + dx, view.y1 + dy};
}

static void zoom_about(UlpPlotCanvas *canvas, double factor, double x, double y) {
  const UlpPlotView view = ulp_plot_view(canvas->plot);
  show_view(canvas, (UlpPlotView){x - (x - view.x0) / factor, y - (y - view.y0) / factor, x + (view.x1 - x) / factor,
                                  y + (view.y1 - y) / factor});
}

void ulp_plot_canvas_zoom(UlpPlotCanvas *canvas, double factor, double x, double y) {
  double view_x, view_y;
  if (locate(canvas, x, y, &view_x, &view_y))
    zoom_about(canvas, factor, view_x, view_y);
}

void ulp_plot_canvas_zoom_to_box(UlpPlotCanvas *canvas, double x0, double y0, double x1, double y1) {
  double view_x, view_y;
  if (!locate(canvas, x0, y0, &view_x, &view_y))
    return;
  const UlpPlotView view = ulp_plot_view(canvas->plot);
  const double other_x = CLAMP(view_x + (x1 - x0) * axis_scale(canvas, x0, y0, FALSE), view.x0, view.x1);
  const double other_y = CLAMP(view_y + (y1 - y0) * axis_scale(canvas, x0, y0, TRUE), view.y0, view.y1);
  show_view(canvas,
            (UlpPlotView){MIN(view_x, other_x), MIN(view_y, other_y), MAX(view_x, other_x), MAX(view_y, other_y)});
}

void ulp_plot_canvas_reset(UlpPlotCanvas *canvas) {
  if (!canvas->plot)
    return;
  ulp_plot_reset_view(canvas->plot);
  ulp_plot_canvas_changed(canvas);
}

static void set_hover(UlpPlotCanvas *canvas, int row) {
  if (row == canvas->hover)
    return;
  canvas->hover = row;
  g_signal_emit(canvas, hover_signal, 0, row);
}

int ulp_plot_canvas_point_at(UlpPlotCanvas *canvas, double x, double y) {
  GtkWidget *widget = GTK_WIDGET(canvas);
  set_hover(canvas, canvas->plot ? ulp_plot_pick(canvas->plot, gtk_widget_get_width(widget),
                                                 gtk_widget_get_height(widget), &canvas->style, x, y)
                                 : -1);
  return canvas->hover;
}

/* Pointer. */

static void on_motion(GtkEventControllerMotion *motion, double x, double y, UlpPlotCanvas *canvas) {
  canvas->pointer_x = x;
  canvas->pointer_y = y;
  ulp_plot_canvas_point_at(canvas, x, y);
}

static void on_leave(GtkEventControllerMotion *motion, UlpPlotCanvas *canvas) { set_hover(canvas, -1); }

static gboolean on_scroll(GtkEventControllerScroll *scroll, double dx, double dy, UlpPlotCanvas *canvas) {
  ulp_plot_canvas_zoom(canvas, dy < 0 ? STEP : 1 / STEP, canvas->pointer_x, canvas->pointer_y);
  return TRUE;
}

static void on_pressed(GtkGestureClick *click, int n_press, double x, double y, UlpPlotCanvas *canvas) {
  gtk_widget_grab_focus(GTK_WIDGET(canvas));
  if (n_press == 2)
    ulp_plot_canvas_reset(canvas);
}

static void on_drag_begin(GtkGestureDrag *drag, double x, double y, UlpPlotCanvas *canvas) {
  const guint button = gtk_gesture_single_get_current_button(GTK_GESTURE_SINGLE(drag));
  const GdkModifierType state = gtk_event_controller_get_current_event_state(GTK_EVENT_CONTROLLER(drag));
  double view_x, view_y;
  if (button == GDK_BUTTON_MIDDLE || !locate(canvas, x, y, &view_x, &view_y)) {
    gtk_gesture_set_state(GTK_GESTURE(drag), GTK_EVENT_SEQUENCE_DENIED);
    return;
  }
  canvas->boxing = button == GDK_BUTTON_SECONDARY || (state & GDK_SHIFT_MASK);
  canvas->drag_view = ulp_plot_view(canvas->plot);
  canvas->scale_x = axis_scale(canvas, x, y, FALSE);
  canvas->scale_y = axis_scale(canvas, x, y, TRUE);
  canvas->drag_x = canvas->box_x = x;
  canvas->drag_y = canvas->box_y = y;
}

static void on_drag_update(GtkGestureDrag *drag, double dx, double dy, UlpPlotCanvas *canvas) {
  if (canvas->boxing) {
    canvas->box_x = canvas->drag_x + dx;
    canvas->box_y = canvas->drag_y + dy;
    gtk_widget_queue_draw(GTK_WIDGET(canvas));
  } else {
    show_view(canvas, shifted(canvas->drag_view, -dx * canvas->scale_x, -dy * canvas->scale_y));
  }
}

static void on_drag_end(GtkGestureDrag *drag, double dx, double dy, UlpPlotCanvas *canvas) {
  if (!canvas->boxing)
    return;
  canvas->boxing = FALSE;
  if (ABS(dx) >= SMALLEST_BOX && ABS(dy) >= SMALLEST_BOX)
    ulp_plot_canvas_zoom_to_box(canvas, canvas->drag_x, canvas->drag_y, canvas->drag_x + dx, canvas->drag_y + dy);
  gtk_widget_queue_draw(GTK_WIDGET(canvas));
}

/* Keys. */

static gboolean on_zoom_key(GtkWidget *widget, GVariant *factor, gpointer data) {
  UlpPlotCanvas *canvas = ULP_PLOT_CANVAS(widget);
  if (!canvas->plot)
    return FALSE;
  const UlpPlotView view = ulp_plot_view(canvas->plot);
  zoom_about(canvas, g_variant_get_double(factor), (view.x0 + view.x1) / 2, (view.y0 + view.y1) / 2);
  return TRUE;
}

static gboolean on_pan_key(GtkWidget *widget, GVariant *direction, gpointer data) {
  UlpPlotCanvas *canvas = ULP_PLOT_CANVAS(widget);
  if (!canvas->plot)
    return FALSE;
  int x, y;
  g_variant_get(direction, "(ii)", &x, &y);
  const UlpPlotView view = ulp_plot_view(canvas->plot);
  show_view(canvas, shifted(view, x * KEY_PAN * (view.x1 - view.x0), y * KEY_PAN * (view.y1 - view.y0)));
  return TRUE;
}

static gboolean on_reset_key(GtkWidget *widget, GVariant *arguments, gpointer data) {
  ulp_plot_canvas_reset(ULP_PLOT_CANVAS(widget));
  return TRUE;
}

/* Drawing. */

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

void ulp_plot_canvas_changed(UlpPlotCanvas *canvas) {
  g_clear_object(&canvas->image);
  gtk_widget_queue_draw(GTK_WIDGET(canvas));
}

void ulp_plot_canvas_set_plot(UlpPlotCanvas *canvas, UlpPlot *plot) {
  canvas->plot = plot;
  set_hover(canvas, -1);
  ulp_plot_canvas_changed(canvas);
}

static void follow_style(UlpPlotCanvas *canvas) {
  GdkDisplay *display = gtk_widget_get_display(GTK_WIDGET(canvas));
  canvas->style.dark = ulp_style_is_dark(display);
  canvas->style.font_size = ULP_PLOT_FONT_SIZE * ulp_style_text_scale(display);
  ulp_plot_canvas_changed(canvas);
}

guint ulp_plot_canvas_draws(UlpPlotCanvas *canvas) { return canvas->draws; }

GtkWidget *ulp_plot_canvas_new(void) { return g_object_new(ULP_TYPE_PLOT_CANVAS, NULL); }

static void add_controller(UlpPlotCanvas *canvas, gpointer controller) {
  gtk_widget_add_controller(GTK_WIDGET(canvas), GTK_EVENT_CONTROLLER(controller));
}

static void ulp_plot_canvas_init(UlpPlotCanvas *canvas) {
  GtkWidget *widget = GTK_WIDGET(canvas);
  canvas->hover = -1;
  canvas->style.no_legend = TRUE;
  gtk_widget_set_focusable(widget, TRUE);
  gtk_widget_set_hexpand(widget, TRUE);
  gtk_widget_set_vexpand(widget, TRUE);
  gtk_widget_set_size_request(widget, 260, 180);
  gtk_widget_set_cursor_from_name(widget, "crosshair");
  follow_style(canvas);
  ulp_style_connect_changed(gtk_widget_get_display(widget), canvas, follow_style);

  GtkEventController *motion = gtk_event_controller_motion_new();
  g_signal_connect(motion, "motion", G_CALLBACK(on_motion), canvas);
  g_signal_connect(motion, "leave", G_CALLBACK(on_leave), canvas);
  add_controller(canvas, motion);

  GtkEventController *scroll =
      gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_VERTICAL | GTK_EVENT_CONTROLLER_SCROLL_DISCRETE);
  g_signal_connect(scroll, "scroll", G_CALLBACK(on_scroll), canvas);
  add_controller(canvas, scroll);

  GtkGesture *click = gtk_gesture_click_new();
  g_signal_connect(click, "pressed", G_CALLBACK(on_pressed), canvas);
  add_controller(canvas, click);

  GtkGesture *drag = gtk_gesture_drag_new();
  gtk_gesture_single_set_button(GTK_GESTURE_SINGLE(drag), 0);
  g_signal_connect(drag, "drag-begin", G_CALLBACK(on_drag_begin), canvas);
  g_signal_connect(drag, "drag-update", G_CALLBACK(on_drag_update), canvas);
  g_signal_connect(drag, "drag-end", G_CALLBACK(on_drag_end), canvas);
  add_controller(canvas, drag);
}

static void dispose(GObject *object) {
  g_clear_object(&ULP_PLOT_CANVAS(object)->image);
  G_OBJECT_CLASS(ulp_plot_canvas_parent_class)->dispose(object);
}

static void ulp_plot_canvas_class_init(UlpPlotCanvasClass *class) {
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(class);
  G_OBJECT_CLASS(class)->dispose = dispose;
  widget_class->snapshot = snapshot;
  gtk_widget_class_set_css_name(widget_class, "plot");
  gtk_widget_class_set_accessible_role(widget_class, GTK_ACCESSIBLE_ROLE_IMG);
  hover_signal = g_signal_new("hover", G_TYPE_FROM_CLASS(class), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                              G_TYPE_INT);

  static const guint nearer[] = {GDK_KEY_plus, GDK_KEY_equal, GDK_KEY_KP_Add};
  static const guint further[] = {GDK_KEY_minus, GDK_KEY_KP_Subtract};
  static const guint all[] = {GDK_KEY_0, GDK_KEY_KP_0, GDK_KEY_Home};
  static const struct {
    guint key;
    int x, y;
  } pans[] = {{GDK_KEY_Left, -1, 0}, {GDK_KEY_Right, 1, 0}, {GDK_KEY_Up, 0, 1}, {GDK_KEY_Down, 0, -1}};
  for (guint i = 0; i < G_N_ELEMENTS(nearer); i++)
    gtk_widget_class_add_binding(widget_class, nearer[i], 0, on_zoom_key, "d", STEP);
  gtk_widget_class_add_binding(widget_class, GDK_KEY_plus, GDK_SHIFT_MASK, on_zoom_key, "d", STEP);
  for (guint i = 0; i < G_N_ELEMENTS(further); i++)
    gtk_widget_class_add_binding(widget_class, further[i], 0, on_zoom_key, "d", 1 / STEP);
  for (guint i = 0; i < G_N_ELEMENTS(all); i++)
    gtk_widget_class_add_binding(widget_class, all[i], 0, on_reset_key, NULL);
  for (guint i = 0; i < G_N_ELEMENTS(pans); i++)
    gtk_widget_class_add_binding(widget_class, pans[i].key, 0, on_pan_key, "(ii)", pans[i].x, pans[i].y);
}
