#include "ui/widgets/bit-field.h"

#include "core/base/i18n.h"
#include "ui/widgets/style.h"

#define MARGIN 3     /* room for the focus ring */
#define FIELD_GAP 10 /* between sign, exponent, significand and unused bits */
#define GROUP_GAP 3  /* between groups of four: the digits of the hex pattern */
#define GROUP 4
#define MARK_GAP 2 /* between the cells and the line that marks their field */
#define MARK_HEIGHT 3
#define LINE 64      /* cells side by side; formats with more bits go on below */
#define LINE_SPACE 2 /* between such lines */
#define LINE_GAPS (3 * FIELD_GAP + (LINE - 4) / GROUP * GROUP_GAP) /* the most that a line has */
#define MOST_BITS 128

static const struct {
  const char *name, *strong, *pale;
} parts[] = {
    [ULP_FIELD_UNUSED] = {N_("unused"), "ulp_unused", "ulp_unused_pale"},
    [ULP_FIELD_SIGN] = {N_("sign"), "ulp_sign", "ulp_sign_pale"},
    [ULP_FIELD_EXPONENT] = {N_("exponent"), "ulp_exponent", "ulp_exponent_pale"},
    [ULP_FIELD_SIGNIFICAND] = {N_("significand"), "ulp_significand", "ulp_significand_pale"},
};

struct _UlpBitField {
  GtkWidget parent_instance;
  UlpFormat format;
  UlpBits bits;
  guint n_bits, lowest, highest; /* of the container; the bits in use */
  struct {
    UlpField field;
    int gaps; /* pixels, to the left of it in its line */
  } places[MOST_BITS];
  guint cursor;
  int hover; /* bit under the pointer, -1: none */
};

G_DEFINE_TYPE(UlpBitField, ulp_bit_field, GTK_TYPE_WIDGET)

enum { EDITED, N_SIGNALS };
static guint signals[N_SIGNALS];

/* --- geometry: a place is counted from the left, a bit from the right --- */

static guint place_of_bit(const UlpBitField *self, guint bit) { return self->n_bits - 1u - bit; }

static UlpField field_of_bit(const UlpBitField *self, guint bit) { return self->places[place_of_bit(self, bit)].field; }

static gboolean is_used(const UlpBitField *self, int bit) {
  return bit >= 0 && (guint)bit < self->n_bits && field_of_bit(self, (guint)bit) != ULP_FIELD_UNUSED;
}

/* What each bit stands for, which may depend on all of them, and where gaps are. */
static void arrange(UlpBitField *self) {
  int gaps = 0;
  self->lowest = self->n_bits;
  self->highest = 0;
  for (guint place = 0; place < self->n_bits; place++) {
    const guint bit = self->n_bits - 1u - place;
    const UlpField field = ulp_bits_field(self->format, self->bits, bit);
    const gboolean begins_field = place && field != self->places[place - 1].field;
    if (place % LINE == 0)
      gaps = 0;
    else
      gaps += begins_field ? FIELD_GAP : bit % GROUP == GROUP - 1 ? GROUP_GAP : 0;
    self->places[place].field = field;
    self->places[place].gaps = gaps;
    if (field != ULP_FIELD_UNUSED) {
      self->highest = MAX(self->highest, bit);
      self->lowest = bit;
    }
  }
}

static int n_lines(const UlpBitField *self) { return (int)(self->n_bits + LINE - 1) / LINE; }

static void text_size(GtkWidget *widget, int *digit, int *height) {
  PangoContext *context = gtk_widget_get_pango_context(widget);
  PangoFontMetrics *metrics = pango_context_get_metrics(context, NULL, NULL);
  *digit = PANGO_PIXELS_CEIL(pango_font_metrics_get_approximate_digit_width(metrics));
  *height = PANGO_PIXELS_CEIL(pango_font_metrics_get_height(metrics));
  pango_font_metrics_unref(metrics);
}

/* Every field leaves room for a whole line, so that cells have one width in all formats. */
static int cell_width(GtkWidget *widget) {
  return MAX(1, (gtk_widget_get_width(widget) - 2 * MARGIN - LINE_GAPS) / LINE);
}

static int cell_height(UlpBitField *self) {
  const int lines = n_lines(self);
  const int height = gtk_widget_get_height(GTK_WIDGET(self)) - 2 * MARGIN - (lines - 1) * LINE_SPACE;
  return height / lines - MARK_GAP - MARK_HEIGHT;
}

static graphene_rect_t place_rect(UlpBitField *self, guint place) {
  const int width = cell_width(GTK_WIDGET(self)), height = cell_height(self), line = (int)place / LINE;
  return GRAPHENE_RECT_INIT(MARGIN + (int)place % LINE * width + self->places[place].gaps,
                            MARGIN + line * (height + MARK_GAP + MARK_HEIGHT + LINE_SPACE), width, height);
}

graphene_rect_t ulp_bit_field_cell(UlpBitField *self, guint bit) { return place_rect(self, place_of_bit(self, bit)); }

int ulp_bit_field_bit_at(UlpBitField *self, double x, double y) {
  const graphene_point_t point = GRAPHENE_POINT_INIT((float)x, (float)y);
  for (guint bit = 0; bit < self->n_bits; bit++) {
    const graphene_rect_t cell = ulp_bit_field_cell(self, bit);
    if (graphene_rect_contains_point(&cell, &point))
      return (int)bit;
  }
  return -1;
}

/* --- state --- */

static gboolean is_one(const UlpBitField *self, guint bit) { return (self->bits >> bit & 1) != 0; }

char *ulp_bit_field_describe(UlpBitField *self, guint bit) {
  const UlpField field = field_of_bit(self, bit);
  if (field == ULP_FIELD_UNUSED)
    return g_strdup_printf(_("bit %u, unused"), bit);
  g_autofree char *weight = ulp_bits_weight_words(self->format, self->bits, bit);
  if (!weight)
    return g_strdup_printf(_("bit %u, %s, %d"), bit, _(parts[field].name), is_one(self, bit));
  return g_strdup_printf(_("bit %u, %s, %d: %s"), bit, _(parts[field].name), is_one(self, bit), weight);
}

static void changed(UlpBitField *self) {
  g_autofree char *bit = ulp_bit_field_describe(self, self->cursor);
  g_autofree char *label = g_strdup_printf("%s: %s", ulp_format_info(self->format)->id, bit);
  gtk_accessible_update_property(GTK_ACCESSIBLE(self), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  gtk_widget_queue_draw(GTK_WIDGET(self));
}

void ulp_bit_field_set_bits(UlpBitField *self, UlpBits bits) {
  if (self->bits == bits)
    return;
  self->bits = bits;
  arrange(self);
  changed(self);
}

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
  if (bit < self->n_bits && is_used(self, (int)bit))
    edit(self, self->bits ^ (UlpBits)1 << bit);
}

void ulp_bit_field_step(UlpBitField *self, gboolean up) {
  edit(self, ulp_bits_neighbour(self->format, self->bits, up));
}

/* --- drawing --- */

static void fill(GtkSnapshot *snapshot, graphene_rect_t rect, const GdkRGBA *colour) {
  gtk_snapshot_append_color(snapshot, colour, &rect);
}

static void outline(GtkSnapshot *snapshot, graphene_rect_t cell, float outset, float width, const GdkRGBA *colour) {
  GskRoundedRect rounded;
  graphene_rect_inset(&cell, -outset, -outset);
  gsk_rounded_rect_init_from_rect(&rounded, &cell, 3);
  gtk_snapshot_append_border(snapshot, &rounded, (float[4]){width, width, width, width},
                             (GdkRGBA[4]){*colour, *colour, *colour, *colour});
}

/* The line under the cell that tells its field without colour: heavy for the sign, dashed for the exponent, thin for the
 * significand. */
static void draw_mark(GtkSnapshot *snapshot, UlpField field, const graphene_rect_t *cell, const GdkRGBA *colour) {
  const float y = cell->origin.y + cell->size.height + MARK_GAP, x = cell->origin.x, width = cell->size.width;
  if (field == ULP_FIELD_SIGN)
    fill(snapshot, GRAPHENE_RECT_INIT(x, y, width, MARK_HEIGHT), colour);
  else if (field == ULP_FIELD_EXPONENT)
    fill(snapshot, GRAPHENE_RECT_INIT(x + 2, y, MAX(1, width - 4), MARK_HEIGHT), colour);
  else if (field == ULP_FIELD_SIGNIFICAND)
    fill(snapshot, GRAPHENE_RECT_INIT(x, y + 1, width, 1), colour);
}

static void draw_digit(GtkSnapshot *snapshot, PangoLayout *digit, const graphene_rect_t *cell, const GdkRGBA *colour) {
  int width, height;
  pango_layout_get_pixel_size(digit, &width, &height);
  gtk_snapshot_save(snapshot);
  gtk_snapshot_translate(snapshot, &GRAPHENE_POINT_INIT(cell->origin.x + (float)((int)cell->size.width - width) / 2,
                                                        cell->origin.y + (float)((int)cell->size.height - height) / 2));
  gtk_snapshot_append_layout(snapshot, digit, colour);
  gtk_snapshot_restore(snapshot);
}

static void ulp_bit_field_snapshot(GtkWidget *widget, GtkSnapshot *snapshot) {
  UlpBitField *self = ULP_BIT_FIELD(widget);
  g_autoptr(PangoLayout) zero = gtk_widget_create_pango_layout(widget, "0");
  g_autoptr(PangoLayout) one = gtk_widget_create_pango_layout(widget, "1");
  const GdkRGBA on_strong = ulp_style_colour(widget, "ulp_on_strong");
  GdkRGBA strong[G_N_ELEMENTS(parts)], pale[G_N_ELEMENTS(parts)];
  for (guint i = 0; i < G_N_ELEMENTS(parts); i++) {
    strong[i] = ulp_style_colour(widget, parts[i].strong);
    pale[i] = ulp_style_colour(widget, parts[i].pale);
  }

  for (guint place = 0; place < self->n_bits; place++) {
    const UlpField field = self->places[place].field;
    const gboolean set = is_one(self, self->n_bits - 1u - place);
    const graphene_rect_t cell = place_rect(self, place);
    graphene_rect_t inner = cell;
    inner.size.width -= 1; /* a hairline between neighbours */
    fill(snapshot, inner, set && field != ULP_FIELD_UNUSED ? &strong[field] : &pale[field]);
    if (field != ULP_FIELD_UNUSED)
      draw_digit(snapshot, set ? one : zero, &inner, set ? &on_strong : &strong[field]);
    draw_mark(snapshot, field, &inner, &strong[field]);
  }

  const GdkRGBA accent = ulp_style_colour(widget, "ulp_accent");
  if (is_used(self, self->hover))
    outline(snapshot, ulp_bit_field_cell(self, (guint)self->hover), 1, 1, &accent);
  if (gtk_widget_has_focus(widget)) {
    const GdkRGBA card = ulp_style_colour(widget, "ulp_card");
    const graphene_rect_t cell = ulp_bit_field_cell(self, self->cursor);
    outline(snapshot, cell, 1, 1, &card);
    outline(snapshot, cell, 3, 2, &accent);
  }
}

static void ulp_bit_field_measure(GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                                  int *natural, int *minimum_baseline, int *natural_baseline) {
  int digit, height;
  text_size(widget, &digit, &height);
  if (orientation == GTK_ORIENTATION_VERTICAL) {
    const int lines = n_lines(ULP_BIT_FIELD(widget));
    *minimum = *natural = lines * (height + 6 + MARK_GAP + MARK_HEIGHT) + (lines - 1) * LINE_SPACE + 2 * MARGIN;
    return;
  }
  *minimum = LINE * (digit + 2) + LINE_GAPS + 2 * MARGIN;
  *natural = LINE * (digit + 5) + LINE_GAPS + 2 * MARGIN;
}

/* --- events --- */

static void pressed(GtkGestureClick *gesture, int n_press, double x, double y, gpointer data) {
  UlpBitField *self = data;
  const int bit = ulp_bit_field_bit_at(self, x, y);
  gtk_widget_grab_focus(GTK_WIDGET(self));
  if (!is_used(self, bit))
    return;
  ulp_bit_field_set_cursor(self, (guint)bit);
  ulp_bit_field_flip(self, (guint)bit);
}

static void hover(UlpBitField *self, int bit) {
  if (self->hover == bit)
    return;
  self->hover = bit;
  gtk_widget_queue_draw(GTK_WIDGET(self));
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
  gtk_widget_set_focusable(GTK_WIDGET(self), TRUE);
  gtk_widget_set_has_tooltip(GTK_WIDGET(self), TRUE);
  gtk_widget_set_cursor_from_name(GTK_WIDGET(self), "pointer");
}

GtkWidget *ulp_bit_field_new(UlpFormat format) {
  UlpBitField *self = g_object_new(ULP_TYPE_BIT_FIELD, NULL);
  self->format = format;
  self->n_bits = ulp_layout(format).container_bits;
  arrange(self);
  self->cursor = self->highest;
  gtk_accessible_update_property(GTK_ACCESSIBLE(self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                 _("Left and Right move, Space flips, Ctrl+Up and Ctrl+Down step"), -1);
  changed(self);
  return GTK_WIDGET(self);
}
