/* Gestures and keys of the picture of a plot. */
#include "ui/widgets/plot-canvas-private.h"

#define STEP 1.25        /* zoom of one wheel click or key */
#define KEY_PAN 0.1      /* of the view */
#define SMALLEST_BOX 4.0 /* pixels; below it is a click */

static UlpPlotView shifted(UlpPlotView view, double dx, double dy) {
  dx = CLAMP(dx, MIN(0, -view.x0), MAX(0, 1 - view.x1));
  dy = CLAMP(dy, MIN(0, -view.y0), MAX(0, 1 - view.y1));
  return (UlpPlotView){view.x0 + dx, view.y0 + dy, view.x1 + dx, view.y1 + dy};
}

/* Pointer. */

static void on_motion(GtkEventControllerMotion *motion, double x, double y, UlpPlotCanvas *canvas) {
  canvas->pointer_x = x;
  canvas->pointer_y = y;
  ulp_plot_canvas_point_at(canvas, x, y);
}

static void on_leave(GtkEventControllerMotion *motion, UlpPlotCanvas *canvas) { ulp_plot_canvas_point_to(canvas, -1); }

static gboolean on_scroll(GtkEventControllerScroll *scroll, double dx, double dy, UlpPlotCanvas *canvas) {
  ulp_plot_canvas_zoom(canvas, dy < 0 ? STEP : 1 / STEP, canvas->pointer_x, canvas->pointer_y);
  return TRUE;
}

static void on_pressed(GtkGestureClick *click, int n_press, double x, double y, UlpPlotCanvas *canvas) {
  gtk_widget_grab_focus((GtkWidget *)canvas);
  if (n_press == 2)
    ulp_plot_canvas_reset(canvas);
  else if (canvas->hover >= 0)
    g_signal_emit_by_name(canvas, "picked", canvas->hover);
}

static void on_drag_begin(GtkGestureDrag *drag, double x, double y, UlpPlotCanvas *canvas) {
  const guint button = gtk_gesture_single_get_current_button(GTK_GESTURE_SINGLE(drag));
  const GdkModifierType state = gtk_event_controller_get_current_event_state(GTK_EVENT_CONTROLLER(drag));
  double view_x, view_y;
  if (button == GDK_BUTTON_MIDDLE || !ulp_plot_canvas_locate(canvas, x, y, &view_x, &view_y)) {
    gtk_gesture_set_state(GTK_GESTURE(drag), GTK_EVENT_SEQUENCE_DENIED);
    return;
  }
  canvas->boxing = canvas->boxes || button == GDK_BUTTON_SECONDARY || (state & GDK_SHIFT_MASK);
  canvas->drag_view = ulp_plot_view(canvas->plot);
  canvas->scale_x = ulp_plot_canvas_axis_scale(canvas, x, y, FALSE);
  canvas->scale_y = ulp_plot_canvas_axis_scale(canvas, x, y, TRUE);
  canvas->drag_x = canvas->box_x = x;
  canvas->drag_y = canvas->box_y = y;
}

static void on_drag_update(GtkGestureDrag *drag, double dx, double dy, UlpPlotCanvas *canvas) {
  if (canvas->boxing) {
    canvas->box_x = canvas->drag_x + dx;
    canvas->box_y = canvas->drag_y + dy;
    gtk_widget_queue_draw((GtkWidget *)canvas);
  } else {
    ulp_plot_canvas_show_view(canvas, shifted(canvas->drag_view, -dx * canvas->scale_x, -dy * canvas->scale_y));
  }
}

static void on_drag_end(GtkGestureDrag *drag, double dx, double dy, UlpPlotCanvas *canvas) {
  if (!canvas->boxing)
    return;
  canvas->boxing = FALSE;
  if (ABS(dx) >= SMALLEST_BOX && ABS(dy) >= SMALLEST_BOX)
    ulp_plot_canvas_zoom_to_box(canvas, canvas->drag_x, canvas->drag_y, canvas->drag_x + dx, canvas->drag_y + dy);
  gtk_widget_queue_draw((GtkWidget *)canvas);
}

/* Keys. */

static gboolean on_zoom_key(GtkWidget *widget, GVariant *factor, gpointer data) {
  UlpPlotCanvas *canvas = (UlpPlotCanvas *)widget;
  if (!canvas->plot)
    return FALSE;
  const UlpPlotView view = ulp_plot_view(canvas->plot);
  ulp_plot_canvas_zoom_about(canvas, g_variant_get_double(factor), (view.x0 + view.x1) / 2, (view.y0 + view.y1) / 2);
  return TRUE;
}

static gboolean on_pan_key(GtkWidget *widget, GVariant *direction, gpointer data) {
  UlpPlotCanvas *canvas = (UlpPlotCanvas *)widget;
  if (!canvas->plot)
    return FALSE;
  int x, y;
  g_variant_get(direction, "(ii)", &x, &y);
  const UlpPlotView view = ulp_plot_view(canvas->plot);
  ulp_plot_canvas_show_view(canvas,
                            shifted(view, x * KEY_PAN * (view.x1 - view.x0), y * KEY_PAN * (view.y1 - view.y0)));
  return TRUE;
}

static gboolean on_reset_key(GtkWidget *widget, GVariant *arguments, gpointer data) {
  ulp_plot_canvas_reset((UlpPlotCanvas *)widget);
  return TRUE;
}

static gboolean on_go_key(GtkWidget *widget, GVariant *by, gpointer data) {
  ulp_plot_canvas_go((UlpPlotCanvas *)widget, g_variant_get_int32(by));
  return TRUE;
}

static gboolean on_log_key(GtkWidget *widget, GVariant *vertical, gpointer data) {
  return ulp_plot_canvas_toggle_log((UlpPlotCanvas *)widget, g_variant_get_boolean(vertical));
}

static gboolean on_box_key(GtkWidget *widget, GVariant *boxes, gpointer data) {
  ulp_plot_canvas_set_boxes((UlpPlotCanvas *)widget, g_variant_get_boolean(boxes));
  return TRUE;
}

static gboolean on_walk_key(GtkWidget *widget, GVariant *step, gpointer data) {
  UlpPlotCanvas *canvas = (UlpPlotCanvas *)widget;
  int by;
  gboolean series;
  g_variant_get(step, "(ib)", &by, &series);
  if (!canvas->plot)
    return FALSE;
  ulp_plot_canvas_point_to(canvas, series ? ulp_plot_next_series(canvas->plot, canvas->hover, by)
                                          : ulp_plot_next_mark(canvas->plot, canvas->hover, by));
  return TRUE;
}

static gboolean on_anchor_key(GtkWidget *widget, GVariant *arguments, gpointer data) {
  UlpPlotCanvas *canvas = (UlpPlotCanvas *)widget;
  ulp_plot_canvas_set_anchor(canvas, canvas->anchor == canvas->hover ? -1 : canvas->hover);
  return TRUE;
}

static gboolean on_copy_key(GtkWidget *widget, GVariant *values, gpointer data) {
  if (g_variant_get_boolean(values))
    ulp_plot_canvas_copy_values((UlpPlotCanvas *)widget);
  else
    ulp_plot_canvas_copy_picture((UlpPlotCanvas *)widget);
  return TRUE;
}

static void add_controller(UlpPlotCanvas *canvas, gpointer controller) {
  gtk_widget_add_controller((GtkWidget *)canvas, GTK_EVENT_CONTROLLER(controller));
}

void ulp_plot_canvas_set_boxes(UlpPlotCanvas *canvas, gboolean boxes) {
  canvas->boxes = boxes;
  gtk_widget_set_cursor_from_name((GtkWidget *)canvas, boxes ? "cell" : "crosshair");
}

void ulp_plot_canvas_add_gestures(UlpPlotCanvas *canvas) {
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

void ulp_plot_canvas_add_keys(GtkWidgetClass *widget_class) {
  static const guint nearer[] = {GDK_KEY_plus, GDK_KEY_equal, GDK_KEY_KP_Add};
  static const guint further[] = {GDK_KEY_minus, GDK_KEY_KP_Subtract};
  static const guint all[] = {GDK_KEY_0, GDK_KEY_KP_0, GDK_KEY_Home, GDK_KEY_h, GDK_KEY_r};
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

  /* As in Matplotlib, whose arrows for back and forward pan here. */
  static const struct {
    guint key;
    int by;
  } goes[] = {{GDK_KEY_c, -1}, {GDK_KEY_BackSpace, -1}, {GDK_KEY_v, 1}};
  for (guint i = 0; i < G_N_ELEMENTS(goes); i++)
    gtk_widget_class_add_binding(widget_class, goes[i].key, 0, on_go_key, "i", goes[i].by);
  gtk_widget_class_add_binding(widget_class, GDK_KEY_l, 0, on_log_key, "b", TRUE);
  gtk_widget_class_add_binding(widget_class, GDK_KEY_k, 0, on_log_key, "b", FALSE);
  gtk_widget_class_add_binding(widget_class, GDK_KEY_o, 0, on_box_key, "b", TRUE);
  gtk_widget_class_add_binding(widget_class, GDK_KEY_p, 0, on_box_key, "b", FALSE);

  static const struct {
    guint key;
    int by;
    gboolean series;
  } walks[] = {{GDK_KEY_comma, -1, FALSE},
               {GDK_KEY_period, 1, FALSE},
               {GDK_KEY_bracketleft, -1, TRUE},
               {GDK_KEY_bracketright, 1, TRUE}};
  for (guint i = 0; i < G_N_ELEMENTS(walks); i++)
    gtk_widget_class_add_binding(widget_class, walks[i].key, 0, on_walk_key, "(ib)", walks[i].by, walks[i].series);
  gtk_widget_class_add_binding(widget_class, GDK_KEY_m, 0, on_anchor_key, NULL);
  gtk_widget_class_add_binding(widget_class, GDK_KEY_c, GDK_CONTROL_MASK, on_copy_key, "b", FALSE);
  gtk_widget_class_add_binding(widget_class, GDK_KEY_c, GDK_CONTROL_MASK | GDK_SHIFT_MASK, on_copy_key, "b", TRUE);
}
