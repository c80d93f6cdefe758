#include "ui/widgets/ruler-view.h"

#include "core/base/i18n.h"
#include "ui/widgets/style.h"

#define STEP 1.6         /* zoom of one wheel click or key */
#define KEY_PAN 0.1      /* of the view */
#define CLICK 4.0        /* pixels; a drag is longer */
#define LEAST_HEIGHT 170 /* pixels, with text of the usual size */

struct _UlpRulerView {
  GtkDrawingArea parent_instance;
  UlpRuler *ruler;
  UlpRulerPicture picture;
  char *text;
  UlpPlotStyle style;
  double ulps;                          /* that the view is wide */
  double pointer_x, pointer_y, dragged; /* of a drag: what has been moved already */
};

G_DEFINE_TYPE(UlpRulerView, ulp_ruler_view, GTK_TYPE_DRAWING_AREA)

enum { READING, TAKEN, N_SIGNALS };
static guint signals[N_SIGNALS];

static double width_of(UlpRulerView *self) { return gtk_widget_get_width(GTK_WIDGET(self)); }
static double height_of(UlpRulerView *self) { return gtk_widget_get_height(GTK_WIDGET(self)); }

/* --- what is read --- */

static void read_value(UlpRulerView *self, int index, UlpBits bits) {
  if (self->picture.chosen == index && (index < 0 || self->picture.chosen_bits == bits))
    return;
  self->picture.chosen = index;
  self->picture.chosen_bits = bits;
  gtk_widget_queue_draw(GTK_WIDGET(self));
  g_signal_emit(self, signals[READING], 0);
}

static gboolean locate(UlpRulerView *self, double x, double y, guint *index, double *place) {
  return self->ruler &&
         ulp_ruler_picture_locate(&self->picture, width_of(self), height_of(self), &self->style, x, y, index, place);
}

static void read_at(UlpRulerView *self, double x, double y) {
  guint index;
  double place;
  if (locate(self, x, y, &index, &place))
    read_value(self, (int)index, ulp_ruler_bits_at(self->ruler, index, place));
  else
    read_value(self, -1, 0);
}

gboolean ulp_ruler_view_get_read(UlpRulerView *self, UlpFormat *format, UlpBits *bits) {
  if (!self->ruler || self->picture.chosen < 0)
    return FALSE;
  *format = ulp_ruler_format(self->ruler, (guint)self->picture.chosen);
  *bits = self->picture.chosen_bits;
  return TRUE;
}

static UlpBits stored(UlpRulerView *self, guint index) {
  const UlpTyped *typed = &self->picture.typed;
  return ulp_real_round(typed->real, ulp_ruler_format(self->ruler, index), typed->round, typed->profile);
}

/* To a neighbour of what is read, at first of what is stored; moved into view. */
static void walk(UlpRulerView *self, gboolean up) {
  const guint index = (guint)MAX(self->picture.chosen, 0);
  const UlpFormat format = ulp_ruler_format(self->ruler, index);
  const UlpBits from = self->picture.chosen < 0 ? stored(self, 0) : self->picture.chosen_bits;
  const UlpBits to = ulp_bits_neighbour(format, from, up);
  double place;
  if (!ulp_ruler_place_bits(self->ruler, format, to, &place))
    return;
  if (place < 0 || place > 1)
    ulp_ruler_pan(self->ruler, place - 0.5);
  read_value(self, (int)index, to);
}

static void walk_lines(UlpRulerView *self, int by) {
  const int n = (int)ulp_ruler_n_formats(self->ruler);
  const int index = self->picture.chosen < 0 ? 0 : (self->picture.chosen + by + n) % n;
  read_value(self, index, stored(self, (guint)index));
}

/* --- the view --- */

static void view_changed(UlpRulerView *self) {
  self->ulps = ulp_ruler_ulps(self->ruler);
  gtk_widget_queue_draw(GTK_WIDGET(self));
}

static double place_at(UlpRulerView *self, double x) {
  guint index;
  double place = 0.5;
  locate(self, x, height_of(self) / 2, &index, &place);
  return CLAMP(place, 0, 1);
}

void ulp_ruler_view_zoom(UlpRulerView *self, double factor, double x) {
  if (!self->ruler)
    return;
  ulp_ruler_zoom(self->ruler, factor, place_at(self, x));
  view_changed(self);
}

void ulp_ruler_view_zoom_middle(UlpRulerView *self, double factor) {
  double place;
  if (!self->ruler)
    return;
  const gboolean seen = ulp_ruler_place_number(self->ruler, &place) && place >= 0 && place <= 1;
  ulp_ruler_zoom(self->ruler, factor, seen ? place : 0.5);
  view_changed(self);
}

void ulp_ruler_view_show_all(UlpRulerView *self) {
  if (!self->ruler)
    return;
  ulp_ruler_show_all(self->ruler);
  view_changed(self);
}

void ulp_ruler_view_show_number(UlpRulerView *self) {
  if (!self->ruler)
    return;
  ulp_ruler_show_ulps(self->ruler, ULP_RULER_ULPS);
  view_changed(self);
}

void ulp_ruler_view_set(UlpRulerView *self, const UlpTyped *typed, const UlpFormat *formats, guint n_formats) {
  g_clear_pointer(&self->ruler, ulp_ruler_free);
  g_free(self->text);
  self->text = g_strdup(typed->text);
  self->ruler = ulp_ruler_new(typed->real, formats, n_formats);
  if (self->ulps > G_MAXDOUBLE)
    ulp_ruler_show_all(self->ruler);
  else
    ulp_ruler_show_ulps(self->ruler, self->ulps);
  self->picture = (UlpRulerPicture){.ruler = self->ruler, .typed = *typed, .chosen = -1};
  self->picture.typed.text = self->text;
  g_autofree char *label = g_strdup_printf(_("Ruler of the values around %s"), self->text);
  gtk_accessible_update_property(GTK_ACCESSIBLE(self), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  gtk_widget_queue_draw(GTK_WIDGET(self));
  g_signal_emit(self, signals[READING], 0);
}

const UlpRulerPicture *ulp_ruler_view_get_picture(UlpRulerView *self) { return &self->picture; }

/* --- drawing --- */

static void append_focus(cairo_t *cr, GtkWidget *widget, double width, double height) {
  const GdkRGBA accent = ulp_style_colour(widget, "ulp_accent");
  gdk_cairo_set_source_rgba(cr, &accent);
  cairo_set_line_width(cr, 2);
  cairo_rectangle(cr, 1, 1, width - 2, height - 2);
  cairo_stroke(cr);
}

static void draw(GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer data) {
  UlpRulerView *self = ULP_RULER_VIEW(area);
  if (self->ruler)
    ulp_ruler_picture_draw(&self->picture, cr, width, height, &self->style);
  if (gtk_widget_has_visible_focus(GTK_WIDGET(area)))
    append_focus(cr, GTK_WIDGET(area), width, height);
}

static void follow_style(UlpRulerView *self) {
  GdkDisplay *display = gtk_widget_get_display(GTK_WIDGET(self));
  self->style.dark = ulp_style_is_dark(display);
  self->style.font_size = ULP_PLOT_FONT_SIZE * ulp_style_text_scale(display);
  gtk_widget_set_size_request(GTK_WIDGET(self), -1, (int)(LEAST_HEIGHT * ulp_style_text_scale(display)));
  gtk_widget_queue_draw(GTK_WIDGET(self));
}

/* --- pointer --- */

static void moved(GtkEventControllerMotion *motion, double x, double y, UlpRulerView *self) {
  self->pointer_x = x;
  self->pointer_y = y;
  read_at(self, x, y);
}

static void left(GtkEventControllerMotion *motion, UlpRulerView *self) { read_value(self, -1, 0); }

static gboolean scrolled(GtkEventControllerScroll *scroll, double dx, double dy, UlpRulerView *self) {
  ulp_ruler_view_zoom(self, dy < 0 ? STEP : 1 / STEP, self->pointer_x);
  return TRUE;
}

static void pressed(GtkGestureClick *click, int n_press, double x, double y, UlpRulerView *self) {
  gtk_widget_grab_focus(GTK_WIDGET(self));
  if (n_press == 2)
    ulp_ruler_view_show_number(self);
}

static void released(GtkGestureClick *click, int n_press, double x, double y, UlpRulerView *self) {
  read_at(self, x, y);
  if (n_press == 1 && self->picture.chosen >= 0)
    g_signal_emit(self, signals[TAKEN], 0);
}

static void drag_begun(GtkGestureDrag *drag, double x, double y, UlpRulerView *self) { self->dragged = 0; }

static void drag_moved(GtkGestureDrag *drag, double dx, double dy, UlpRulerView *self) {
  double x, y;
  if (!self->ruler || (ABS(dx) < CLICK && self->dragged == 0))
    return;
  gtk_gesture_set_state(GTK_GESTURE(drag), GTK_EVENT_SEQUENCE_CLAIMED); /* it is no click any more */
  gtk_gesture_drag_get_start_point(drag, &x, &y);
  ulp_ruler_pan(self->ruler, place_at(self, x + self->dragged) - place_at(self, x + dx));
  self->dragged = dx;
  view_changed(self);
}

/* --- keys --- */

static gboolean zoom_key(GtkWidget *widget, GVariant *factor, gpointer data) {
  ulp_ruler_view_zoom_middle(ULP_RULER_VIEW(widget), g_variant_get_double(factor));
  return TRUE;
}

static gboolean pan_key(GtkWidget *widget, GVariant *by, gpointer data) {
  UlpRulerView *self = ULP_RULER_VIEW(widget);
  if (!self->ruler)
    return FALSE;
  ulp_ruler_pan(self->ruler, g_variant_get_double(by));
  view_changed(self);
  return TRUE;
}

static gboolean all_key(GtkWidget *widget, GVariant *all, gpointer data) {
  if (g_variant_get_boolean(all))
    ulp_ruler_view_show_all(ULP_RULER_VIEW(widget));
  else
    ulp_ruler_view_show_number(ULP_RULER_VIEW(widget));
  return TRUE;
}

static gboolean walk_key(GtkWidget *widget, GVariant *by, gpointer data) {
  if (!ULP_RULER_VIEW(widget)->ruler)
    return FALSE;
  walk(ULP_RULER_VIEW(widget), g_variant_get_boolean(by));
  return TRUE;
}

static gboolean line_key(GtkWidget *widget, GVariant *by, gpointer data) {
  if (!ULP_RULER_VIEW(widget)->ruler)
    return FALSE;
  walk_lines(ULP_RULER_VIEW(widget), g_variant_get_int32(by));
  return TRUE;
}

static gboolean take_key(GtkWidget *widget, GVariant *arguments, gpointer data) {
  if (ULP_RULER_VIEW(widget)->picture.chosen < 0)
    return FALSE;
  g_signal_emit(widget, signals[TAKEN], 0);
  return TRUE;
}

static void add_keys(GtkWidgetClass *class) {
  static const guint nearer[] = {GDK_KEY_plus, GDK_KEY_equal, GDK_KEY_KP_Add};
  static const guint further[] = {GDK_KEY_minus, GDK_KEY_KP_Subtract};
  static const guint all[] = {GDK_KEY_0, GDK_KEY_KP_0, GDK_KEY_Home, GDK_KEY_h, GDK_KEY_r};
  for (guint i = 0; i < G_N_ELEMENTS(nearer); i++)
    gtk_widget_class_add_binding(class, nearer[i], 0, zoom_key, "d", STEP);
  gtk_widget_class_add_binding(class, GDK_KEY_plus, GDK_SHIFT_MASK, zoom_key, "d", STEP);
  for (guint i = 0; i < G_N_ELEMENTS(further); i++)
    gtk_widget_class_add_binding(class, further[i], 0, zoom_key, "d", 1 / STEP);
  for (guint i = 0; i < G_N_ELEMENTS(all); i++)
    gtk_widget_class_add_binding(class, all[i], 0, all_key, "b", TRUE);
  gtk_widget_class_add_binding(class, GDK_KEY_End, 0, all_key, "b", FALSE);
  gtk_widget_class_add_binding(class, GDK_KEY_Left, 0, pan_key, "d", -KEY_PAN);
  gtk_widget_class_add_binding(class, GDK_KEY_Right, 0, pan_key, "d", KEY_PAN);
  gtk_widget_class_add_binding(class, GDK_KEY_comma, 0, walk_key, "b", FALSE);
  gtk_widget_class_add_binding(class, GDK_KEY_period, 0, walk_key, "b", TRUE);
  gtk_widget_class_add_binding(class, GDK_KEY_bracketleft, 0, line_key, "i", -1);
  gtk_widget_class_add_binding(class, GDK_KEY_bracketright, 0, line_key, "i", 1);
  gtk_widget_class_add_binding(class, GDK_KEY_Return, 0, take_key, NULL);
  gtk_widget_class_add_binding(class, GDK_KEY_KP_Enter, 0, take_key, NULL);
}

/* --- construction --- */

static void ulp_ruler_view_finalize(GObject *object) {
  UlpRulerView *self = ULP_RULER_VIEW(object);
  g_clear_pointer(&self->ruler, ulp_ruler_free);
  g_free(self->text);
  G_OBJECT_CLASS(ulp_ruler_view_parent_class)->finalize(object);
}

static void ulp_ruler_view_class_init(UlpRulerViewClass *class) {
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(class);
  static const char *const names[N_SIGNALS] = {[READING] = "reading", [TAKEN] = "taken"};
  G_OBJECT_CLASS(class)->finalize = ulp_ruler_view_finalize;
  gtk_widget_class_set_accessible_role(widget_class, GTK_ACCESSIBLE_ROLE_IMG);
  add_keys(widget_class);
  for (guint i = 0; i < N_SIGNALS; i++)
    signals[i] = g_signal_new(names[i], ULP_TYPE_RULER_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void add_controller(UlpRulerView *self, gpointer controller) {
  gtk_widget_add_controller(GTK_WIDGET(self), GTK_EVENT_CONTROLLER(controller));
}

static void add_gestures(UlpRulerView *self) {
  GtkEventController *motion = gtk_event_controller_motion_new();
  GtkEventController *scroll =
      gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_VERTICAL | GTK_EVENT_CONTROLLER_SCROLL_DISCRETE);
  GtkGesture *click = gtk_gesture_click_new(), *drag = gtk_gesture_drag_new();
  g_signal_connect(motion, "motion", G_CALLBACK(moved), self);
  g_signal_connect(motion, "leave", G_CALLBACK(left), self);
  g_signal_connect(scroll, "scroll", G_CALLBACK(scrolled), self);
  g_signal_connect(click, "pressed", G_CALLBACK(pressed), self);
  g_signal_connect(click, "released", G_CALLBACK(released), self);
  g_signal_connect(drag, "drag-begin", G_CALLBACK(drag_begun), self);
  g_signal_connect(drag, "drag-update", G_CALLBACK(drag_moved), self);
  add_controller(self, motion);
  add_controller(self, scroll);
  add_controller(self, click);
  add_controller(self, drag);
}

static void ulp_ruler_view_init(UlpRulerView *self) {
  GtkWidget *widget = GTK_WIDGET(self);
  self->ulps = ULP_RULER_ULPS;
  self->picture.chosen = -1;
  gtk_widget_set_focusable(widget, TRUE);
  gtk_widget_set_hexpand(widget, TRUE);
  gtk_widget_set_vexpand(widget, TRUE);
  gtk_drawing_area_set_draw_func(GTK_DRAWING_AREA(self), draw, NULL, NULL);
  follow_style(self);
  ulp_style_connect_changed(gtk_widget_get_display(widget), self, follow_style);
  g_signal_connect(self, "notify::has-focus", G_CALLBACK(gtk_widget_queue_draw), NULL);
  add_gestures(self);
}

GtkWidget *ulp_ruler_view_new(void) { return g_object_new(ULP_TYPE_RULER_VIEW, NULL); }
