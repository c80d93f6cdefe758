#include "ui/pages/bits-row.h"

#include "core/base/i18n.h"
#include "ui/picture/bits-text.h"
#include "ui/widgets/explain.h"

#include <string.h>

#define ID_CHARS 8           /* of an id in the large font; longer ones take the small font and several lines */
#define ID_LINE_CHARS 13     /* "nosubnormals-" */
#define NAME_CHARS 15        /* "single, binary32" in the small font */
#define VALUE_CHARS 30       /* about -2.2250738585072014e-308 */
#define VALUE_WIDTH 25       /* about 0.10000000149011612 */
#define SIGNIFICAND_CHARS 25 /* 1.2250738585072014, NaN, payload 0x7ffffffffffff */
#define SHORT_CHARS 12       /* has room in every row */
#define HEX_CHARS 18         /* 0x7fefffffffffffff */
#define ULP_CHARS 26         /* 2⁻¹⁰⁷⁴, about 4.94066e-324 */
#define TOOLTIP_DIGITS 24    /* shorter texts are never shortened */

struct _UlpBitsRow {
  GtkBox parent_instance;
  UlpFormat format;
  UlpBitField *field;
  GtkLabel *name, *class_, *value, *exact, *hex, *sign, *significand, *times, *power, *error, *ulp, *shortest;
};

G_DEFINE_TYPE(UlpBitsRow, ulp_bits_row, GTK_TYPE_BOX)

enum { EDITED, FOCUSED, OPENED, N_SIGNALS };
static guint signals[N_SIGNALS];

/* --- construction --- */

static GtkLabel *add_label(GtkWidget *box, const char *name, const char *text, const char *classes) {
  GtkWidget *label = gtk_label_new(text);
  g_auto(GStrv) list = g_strsplit(classes, " ", -1);
  gtk_widget_set_css_classes(label, (const char **)list);
  gtk_label_set_xalign(GTK_LABEL(label), 0);
  if (name)
    gtk_widget_set_name(label, name);
  gtk_box_append(GTK_BOX(box), label);
  return GTK_LABEL(label);
}

static GtkWidget *add_box(GtkWidget *parent, GtkOrientation orientation, int spacing) {
  GtkWidget *box = gtk_box_new(orientation, spacing);
  gtk_box_append(GTK_BOX(parent), box);
  return box;
}

/* A number with a word before it that says which. */
static GtkLabel *add_caption_and_number(GtkWidget *parent, const char *caption, const char *name, const char *class_) {
  GtkWidget *box = add_box(parent, GTK_ORIENTATION_HORIZONTAL, 6);
  add_label(box, NULL, caption, "ulp-dim");
  return add_label(box, name, "", class_);
}

/* A tooltip for a number and its caption. */
static void explain(GtkLabel *number, const char *text) {
  gtk_widget_set_tooltip_text(gtk_widget_get_parent(GTK_WIDGET(number)), text);
}

static void step_up(GtkButton *button, gpointer row) { ulp_bit_field_step(ULP_BITS_ROW(row)->field, TRUE); }
static void step_down(GtkButton *button, gpointer row) { ulp_bit_field_step(ULP_BITS_ROW(row)->field, FALSE); }

static void add_step_button(UlpBitsRow *self, GtkWidget *box, const char *icon, const char *label, GCallback clicked) {
  GtkWidget *button = gtk_button_new_from_icon_name(icon);
  g_autofree char *accessible = g_strdup_printf("%s: %s", ulp_format_info(self->format)->id, label);
  gtk_widget_set_tooltip_text(button, label);
  gtk_accessible_update_property(GTK_ACCESSIBLE(button), GTK_ACCESSIBLE_PROPERTY_LABEL, accessible, -1);
  gtk_widget_add_css_class(button, "ulp-step");
  gtk_widget_set_vexpand(button, TRUE);
  g_signal_connect(button, "clicked", clicked, self);
  gtk_box_append(GTK_BOX(box), button);
}

static void open_editor(GtkButton *button, gpointer row) { g_signal_emit(row, signals[OPENED], 0); }
static void focus_entered(GtkEventControllerFocus *focus, gpointer row) { g_signal_emit(row, signals[FOCUSED], 0); }

static void edited(UlpBitField *field, gpointer row) { g_signal_emit(row, signals[EDITED], 0); }

/* Two lines; what stands at their right ends is as wide in both, so that it lines up. */
static void build_values(UlpBitsRow *self, GtkWidget *column) {
  GtkWidget *first = add_box(column, GTK_ORIENTATION_HORIZONTAL, 8);
  self->value = add_label(first, "value", "", "ulp-number ulp-strong");
  gtk_label_set_width_chars(self->value, VALUE_WIDTH);
  GtkWidget *fields = add_box(first, GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_widget_set_hexpand(fields, TRUE);
  self->sign = add_label(fields, "sign", "", "ulp-number ulp-sign");
  self->significand = add_label(fields, "significand", "", "ulp-number ulp-significand");
  self->times = add_label(fields, NULL, " × ", "ulp-dim");
  self->power = add_label(fields, "power", "", "ulp-power ulp-exponent");
  GtkWidget *first_end = add_box(first, GTK_ORIENTATION_HORIZONTAL, 8);
  self->ulp = add_caption_and_number(first_end, _("ulp"), "ulp", "ulp-power");
  explain(self->ulp, _("Distance between neighbouring values of the format at the stored value"));
  gtk_label_set_width_chars(self->ulp, ULP_CHARS);
  self->hex = add_label(first_end, "hex", "", "ulp-number");
  gtk_label_set_width_chars(self->hex, HEX_CHARS);
  gtk_widget_set_hexpand(GTK_WIDGET(self->hex), TRUE); /* to the end of its box, which does not grow */
  gtk_widget_set_hexpand(first_end, FALSE);
  gtk_label_set_xalign(self->hex, 1);

  GtkWidget *second = add_box(column, GTK_ORIENTATION_HORIZONTAL, 8);
  self->exact = add_caption_and_number(second, _("exactly"), "exact", "ulp-number");
  gtk_label_set_ellipsize(self->exact, PANGO_ELLIPSIZE_MIDDLE);
  gtk_widget_set_hexpand(GTK_WIDGET(self->exact), TRUE);
  self->shortest = add_caption_and_number(second, _("shortest"), "shortest", "ulp-number");
  explain(self->shortest, _("Fewest digits that the format reads back as this value"));
  GtkWidget *second_end = add_box(second, GTK_ORIENTATION_HORIZONTAL, 0);
  self->error = add_caption_and_number(second_end, _("error"), "error", "ulp-number");
  explain(self->error, _("Stored value minus typed value; in brackets, in ulps of the format at the typed value"));

  g_autoptr(GtkSizeGroup) ends = gtk_size_group_new(GTK_SIZE_GROUP_HORIZONTAL);
  gtk_size_group_add_widget(ends, first_end);
  gtk_size_group_add_widget(ends, second_end);
  GtkLabel *const selectable[] = {self->value, self->exact, self->hex};
  for (guint i = 0; i < G_N_ELEMENTS(selectable); i++)
    gtk_label_set_selectable(selectable[i], TRUE);
}

static void ulp_bits_row_class_init(UlpBitsRowClass *klass) {
  gtk_widget_class_set_accessible_role(GTK_WIDGET_CLASS(klass), GTK_ACCESSIBLE_ROLE_GROUP);
  static const char *const names[N_SIGNALS] = {[EDITED] = "edited", [FOCUSED] = "focused", [OPENED] = "opened"};
  for (guint i = 0; i < N_SIGNALS; i++)
    signals[i] = g_signal_new(names[i], ULP_TYPE_BITS_ROW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void ulp_bits_row_init(UlpBitsRow *self) {
  GtkEventController *focus = gtk_event_controller_focus_new();
  gtk_box_set_spacing(GTK_BOX(self), 12);
  gtk_widget_add_css_class(GTK_WIDGET(self), "ulp-bits-row");
  g_signal_connect(focus, "enter", G_CALLBACK(focus_entered), self);
  gtk_widget_add_controller(GTK_WIDGET(self), focus);
}

/* A long id in lines that end with its words: a label that wraps by itself is wider in a lower row. */
static char *id_lines(const char *id) {
  g_auto(GStrv) words = g_strsplit(id, "-", -1);
  GString *lines = g_string_new(words[0]);
  gsize length = lines->len;
  for (guint i = 1; words[i]; i++) {
    g_string_append_c(lines, '-');
    if (++length + strlen(words[i]) >= ID_LINE_CHARS) {
      g_string_append_c(lines, '\n');
      length = 0;
    }
    g_string_append(lines, words[i]);
    length += strlen(words[i]);
  }
  return g_string_free(lines, FALSE);
}

GtkWidget *ulp_bits_row_new(UlpFormat format, GtkSizeGroup *names) {
  UlpBitsRow *self = g_object_new(ULP_TYPE_BITS_ROW, NULL);
  const UlpFormatInfo *info = ulp_format_info(format);
  self->format = format;
  gtk_widget_set_name(GTK_WIDGET(self), info->id);
  gtk_accessible_update_property(GTK_ACCESSIBLE(self), GTK_ACCESSIBLE_PROPERTY_LABEL, info->id, -1);

  GtkWidget *name = add_box(GTK_WIDGET(self), GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_set_valign(name, GTK_ALIGN_CENTER);
  gtk_size_group_add_widget(names, name);
  g_autofree char *lines = id_lines(info->id);
  self->name = add_label(name, NULL, lines, strlen(info->id) > ID_CHARS ? "ulp-small ulp-strong" : "ulp-format");
  ulp_explain_set(GTK_WIDGET(self->name), info->id, NULL);
  GtkLabel *title = add_label(name, NULL, _(info->title), "ulp-dim ulp-small");
  gtk_label_set_width_chars(title, NAME_CHARS);
  self->class_ = add_label(name, "class", "", "ulp-small");

  GtkWidget *column = add_box(GTK_WIDGET(self), GTK_ORIENTATION_VERTICAL, 1);
  gtk_widget_set_hexpand(column, TRUE);
  self->field = ULP_BIT_FIELD(ulp_bit_field_new(format));
  g_signal_connect(self->field, "edited", G_CALLBACK(edited), self);
  gtk_box_append(GTK_BOX(column), GTK_WIDGET(self->field));
  build_values(self, column);

  GtkWidget *steps = add_box(GTK_WIDGET(self), GTK_ORIENTATION_VERTICAL, 2);
  gtk_widget_set_valign(steps, GTK_ALIGN_CENTER);
  add_step_button(self, steps, "ulp-up-symbolic", _("Next value (Ctrl+Up)"), G_CALLBACK(step_up));
  add_step_button(self, steps, "ulp-down-symbolic", _("Previous value (Ctrl+Down)"), G_CALLBACK(step_down));
  GtkWidget *opener = add_box(GTK_WIDGET(self), GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_set_valign(opener, GTK_ALIGN_CENTER);
  add_step_button(self, opener, "ulp-edit-symbolic", _("Type hex, exponent or significand (F2)"),
                  G_CALLBACK(open_editor));
  return GTK_WIDGET(self);
}

/* --- state --- */

void ulp_bits_row_set_caption(UlpBitsRow *self, const char *caption) {
  g_autofree char *lines = id_lines(ulp_format_info(self->format)->id),
                  *text = g_strdup_printf("%s · %s", caption, lines);
  gtk_label_set_text(self->name, text);
  gtk_accessible_update_property(GTK_ACCESSIBLE(self), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
}

UlpFormat ulp_bits_row_get_format(UlpBitsRow *self) { return self->format; }
UlpBits ulp_bits_row_get_bits(UlpBitsRow *self) { return ulp_bit_field_get_bits(self->field); }
UlpBitField *ulp_bits_row_get_field(UlpBitsRow *self) { return self->field; }

static void take_text(GtkLabel *label, char *text) {
  gtk_label_set_text(label, text);
  g_free(text);
}

/* A text that is longer than any of fp64 is shortened to `chars`, and one that is not short further where the row is narrow,
 * with all of it as tooltip. */
static void take_long_text(GtkLabel *label, char *text, int chars) {
  const glong length = g_utf8_strlen(text, -1);
  gtk_label_set_ellipsize(label, length > SHORT_CHARS ? PANGO_ELLIPSIZE_END : PANGO_ELLIPSIZE_NONE);
  gtk_label_set_max_width_chars(label, length > chars ? chars : -1);
  gtk_widget_set_tooltip_text(GTK_WIDGET(label), length > SHORT_CHARS ? text : NULL);
  take_text(label, text);
}

void ulp_bits_row_set_typed(UlpBitsRow *self, const UlpTyped *typed) {
  const UlpFormat format = self->format;
  const UlpBits bits = ulp_real_round(typed->real, format, typed->round, typed->profile);
  ulp_bit_field_set_bits(self->field, bits);
  gtk_label_set_text(self->class_, _(ulp_class_titles[ulp_bits_class(format, bits)]));

  take_long_text(self->value, ulp_bits_value_text(format, bits), VALUE_CHARS);
  take_text(self->exact, ulp_bits_exact_text(format, bits));
  const gboolean long_text = strlen(gtk_label_get_text(self->exact)) > TOOLTIP_DIGITS;
  g_autofree char *digits = long_text ? ulp_bits_exact_lines(format, bits) : NULL;
  gtk_widget_set_tooltip_text(GTK_WIDGET(self->exact), digits);
  g_autofree char *big = ulp_bits_bytes_text(format, bits, FALSE), *little = ulp_bits_bytes_text(format, bits, TRUE);
  g_autofree char *bytes = g_strdup_printf(_("Bytes, big-endian: %s\nlittle-endian: %s"), big, little);
  gtk_widget_set_tooltip_text(GTK_WIDGET(self->hex), bytes);
  take_text(self->shortest, ulp_bits_to_shortest(format, bits));
  take_text(self->hex, ulp_bits_to_hex(format, bits));
  take_text(self->error, ulp_bits_error_text(typed->real, format, bits));
  take_text(self->ulp, ulp_bits_ulp_text(format, bits));

  UlpBitsParts parts = ulp_bits_parts(format, bits);
  gtk_label_set_text(self->sign, parts.sign);
  take_long_text(self->significand, g_steal_pointer(&parts.significand), SIGNIFICAND_CHARS);
  gtk_widget_set_visible(GTK_WIDGET(self->times), parts.power != NULL);
  gtk_label_set_text(self->power, parts.power ? parts.power : "");
  gtk_widget_set_tooltip_text(GTK_WIDGET(self->power), parts.exponent_meaning);
  ulp_bits_parts_clear(&parts);
}
