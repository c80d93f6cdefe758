#include "ui/widgets/bit-field.h"

#include "core/base/i18n.h"
#include "ui/widgets/bit-field-private.h"

G_DEFINE_TYPE(UlpBitField, ulp_bit_field, GTK_TYPE_WIDGET)

enum { EDITED, POINTED, N_SIGNALS };
static guint signals[N_SIGNALS];

/* --- state --- */

static const char *const names[] = {[ULP_FIELD_UNUSED] = N_("unused"),
                                    [ULP_FIELD_SIGN] = N_("sign"),
                                    [ULP_FIELD_EXPONENT] = N_("exponent"),
                                    [ULP_FIELD_SIGNIFICAND] = N_("significand")};

char *ulp_bit_field_describe(UlpBitField *self, guint bit) {
  const UlpField field = ulp_bit_field_field(self, bit);
  if (field == ULP_FIELD_UNUSED)
    return g_strdup_printf(_("bit %u, unused"), bit);
  g_autofree char *weight = ulp_bits_weight_words(self->format, self->bits, bit);
  if (!weight)
    return g_strdup_printf(_("bit %u, %s, %d"), bit, _(names[field]), ulp_bit_field_is_one(self, bit));
  return g_strdup_printf(_("bit %u, %s, %d: %s"), bit, _(names[field]), ulp_bit_field_is_one(self, bit), weight);
}

int ulp_bit_field_get_pointed(UlpBitField *self) {
  if (self->hover >= 0)
    return self->hover;
  return gtk_widget_has_focus(GTK_WIDGET(self)) ? (int)self->cursor : -1;
}

static void point(UlpBitField *self) { g_signal_emit(self, signals[POINTED], 0); }

static void changed(UlpBitField *self) {
  g_autofree char *bit = ulp_bit_field_describe(self, self->cursor);
  g_autofree char *label = g_strdup_printf("%s: %s", ulp_format_info(self->format)->id, bit);
  gtk_accessible_update_property(GTK_ACCESSIBLE(self), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  gtk_widget_queue_draw(GTK_WIDGET(self));
  if (ulp_bit_field_get_pointed(self) >= 0)
    point(self);
}

void ulp_bit_field_set_bits(UlpBitField *self, UlpBits bits) {
  if (self->bits == bits)
    return;
  self->bits = bits;
  ulp_bit_field_arrange(self);
  changed(self);
}

UlpFormat ulp_bit_field_get_format(UlpBitField *self) { return self->format; }
UlpBits ulp_bit_field_get_bits(UlpBitField *self) { return self->bits; }

void ulp_bit_field_set_cursor(UlpBitField *self, guint bit) {
  self->cursor = CLAMP(bit, self->lowest, self->highest);
  changed(self);
}

guint ulp_bit_field_get_cursor(UlpBitField *self) { return self->cursor; }

static void edit(UlpBitField *self, UlpBits bits) {
  if (self->bits == bits)
    return;
  ulp_bit_field_set_bits(self, bits);
  g_signal_emit(self, signals[EDITED], 0);
}

void ulp_bit_field_flip(UlpBitField *self, guint bit) {
  if (bit < self->n_bits && ulp_bit_field_is_used(self, (int)bit))
    edit(self, self->bits ^ (UlpBits)1 << bit);
}

void ulp_bit_field_step(UlpBitField *self, gboolean up) {
  edit(self, ulp_bits_neighbour(self->format, self->bits, up));
}

/* --- events --- */

static void pressed(GtkGestureClick *gesture, int n_press, double x, double y, gpointer data) {
  UlpBitField *self = data;
  const int bit = ulp_bit_field_bit_at(self, x, y);
  gtk_widget_grab_focus(GTK_WIDGET(self));
  if (!ulp_bit_field_is_used(self, bit))
    return;
  ulp_bit_field_set_cursor(self, (guint)bit);
  ulp_bit_field_flip(self, (guint)bit);
}

static void hover(UlpBitField *self, int bit) {
  if (self->hover == bit)
    return;
  self->hover = bit;
  gtk_widget_queue_draw(GTK_WIDGET(self));
  point(self);
}

static void moved(GtkEventControllerMotion *motion, double x, double y, gpointer data) {
  hover(data, ulp_bit_field_bit_at(data, x, y));
}

static void left(GtkEventControllerMotion *motion, gpointer data) { hover(data, -1); }

static gboolean ulp_bit_field_query_tooltip(GtkWidget *widget, int x, int y, gboolean keyboard, GtkTooltip *tooltip) {
  UlpBitField *self = ULP_BIT_FIELD(widget);
  const int bit = keyboard ? (int)self->cursor : ulp_bit_field_bit_at(self, x, y);
  if (bit < 0)
    return FALSE;
  g_autofree char *text = ulp_bit_field_describe(self, (guint)bit);
  const graphene_rect_t cell = ulp_bit_field_cell(self, (guint)bit);
  gtk_tooltip_set_text(tooltip, text);
  gtk_tooltip_set_tip_area(
      tooltip, &(GdkRectangle){(int)cell.origin.x, (int)cell.origin.y, (int)cell.size.width, (int)cell.size.height});
  return TRUE;
}

/* Key bindings carry how far the cursor goes to the left; a whole container goes to the end. */
static gboolean move_key(GtkWidget *widget, GVariant *args, gpointer data) {
  UlpBitField *self = ULP_BIT_FIELD(widget);
  const int bit = (int)self->cursor + g_variant_get_int32(args);
  ulp_bit_field_set_cursor(self, (guint)MAX(bit, 0));
  return TRUE;
}

static gboolean flip_key(GtkWidget *widget, GVariant *args, gpointer data) {
  UlpBitField *self = ULP_BIT_FIELD(widget);
  ulp_bit_field_flip(self, self->cursor);
  return TRUE;
}

static gboolean step_key(GtkWidget *widget, GVariant *args, gpointer data) {
  ulp_bit_field_step(ULP_BIT_FIELD(widget), g_variant_get_boolean(args));
  return TRUE;
}

static void add_keys(GtkWidgetClass *widget_class) {
  static const struct {
    guint key, keypad;
    int distance;
  } moves[] = {{GDK_KEY_Left, GDK_KEY_KP_Left, 1},
               {GDK_KEY_Right, GDK_KEY_KP_Right, -1},
               {GDK_KEY_Home, GDK_KEY_KP_Home, 1024},
               {GDK_KEY_End, GDK_KEY_KP_End, -1024}};
  static const guint flips[] = {GDK_KEY_space, GDK_KEY_KP_Space, GDK_KEY_Return, GDK_KEY_KP_Enter};
  for (guint i = 0; i < G_N_ELEMENTS(moves); i++) {
    gtk_widget_class_add_binding(widget_class, moves[i].key, 0, move_key, "i", moves[i].distance);
    gtk_widget_class_add_binding(widget_class, moves[i].keypad, 0, move_key, "i", moves[i].distance);
  }
  for (guint i = 0; i < G_N_ELEMENTS(flips); i++)
    gtk_widget_class_add_binding(widget_class, flips[i], 0, flip_key, NULL);
  gtk_widget_class_add_binding(widget_class, GDK_KEY_Up, GDK_CONTROL_MASK, step_key, "b", TRUE);
  gtk_widget_class_add_binding(widget_class, GDK_KEY_Down, GDK_CONTROL_MASK, step_key, "b", FALSE);
}

static void ulp_bit_field_class_init(UlpBitFieldClass *klass) {
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);
  widget_class->snapshot = ulp_bit_field_snapshot;
  widget_class->measure = ulp_bit_field_measure;
  widget_class->query_tooltip = ulp_bit_field_query_tooltip;
  gtk_widget_class_set_css_name(widget_class, "bitfield");
  gtk_widget_class_set_accessible_role(widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  add_keys(widget_class);
  signals[EDITED] = g_signal_new("edited", ULP_TYPE_BIT_FIELD, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[POINTED] =
      g_signal_new("pointed", ULP_TYPE_BIT_FIELD, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void ulp_bit_field_init(UlpBitField *self) {
  GtkGesture *click = gtk_gesture_click_new();
  GtkEventController *motion = gtk_event_controller_motion_new();
  self->hover = -1;
  g_signal_connect(click, "pressed", G_CALLBACK(pressed), self);
  g_signal_connect(motion, "motion", G_CALLBACK(moved), self);
  g_signal_connect(motion, "leave", G_CALLBACK(left), self);
  gtk_widget_add_controller(GTK_WIDGET(self), GTK_EVENT_CONTROLLER(click));
  gtk_widget_add_controller(GTK_WIDGET(self), motion);
  g_signal_connect(self, "notify::has-focus", G_CALLBACK(point), NULL);
  gtk_widget_set_focusable(GTK_WIDGET(self), TRUE);
  gtk_widget_set_has_tooltip(GTK_WIDGET(self), TRUE);
  gtk_widget_set_cursor_from_name(GTK_WIDGET(self), "pointer");
}

GtkWidget *ulp_bit_field_new(UlpFormat format) {
  UlpBitField *self = g_object_new(ULP_TYPE_BIT_FIELD, NULL);
  self->format = format;
  self->n_bits = ulp_layout(format).container_bits;
  ulp_bit_field_arrange(self);
  self->cursor = self->highest;
  gtk_accessible_update_property(GTK_ACCESSIBLE(self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                 _("Left and Right move, Space flips, Ctrl+Up and Ctrl+Down step"), -1);
  changed(self);
  return GTK_WIDGET(self);
}
