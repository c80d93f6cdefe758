#include "ui/pages/bits-edit.h"

#include "core/base/i18n.h"
#include "core/expression/expression.h"

#include <string.h>

enum { HEX, DECIMAL, EXPONENT, SIGNIFICAND, N_PARTS };

static const struct {
  const char *name, *title;
} parts[N_PARTS] = {[HEX] = {"hex", N_("Hex")},
                    [DECIMAL] = {"decimal", N_("Value")},
                    [EXPONENT] = {"exponent", N_("Exponent of 2")},
                    [SIGNIFICAND] = {"significand", N_("Significand")}};

struct _UlpBitsEdit {
  GtkPopover parent_instance;
  UlpFormat format;
  UlpBits bits;
  GtkEditable *entries[N_PARTS];
  GtkLabel *title, *message;
};

G_DEFINE_TYPE(UlpBitsEdit, ulp_bits_edit, GTK_TYPE_POPOVER)

enum { EDITED, N_SIGNALS };
static guint signals[N_SIGNALS];

static void say(UlpBitsEdit *self, const char *problem) {
  gtk_label_set_text(self->message, problem ? problem : "");
  gtk_widget_set_visible(GTK_WIDGET(self->message), problem != NULL);
}

/* A finite value in the parts that it has; only the pattern of others can be changed. */
static void show_parts(UlpBitsEdit *self) {
  const gboolean finite = ulp_bits_class(self->format, self->bits) < ULP_CLASS_INFINITE;
  int power = 0;
  g_autofree char *hex = ulp_bits_to_hex(self->format, self->bits);
  g_autofree char *decimal = ulp_bits_to_text(self->format, self->bits);
  g_autofree char *significand = finite ? ulp_bits_to_significand(self->format, self->bits, &power) : g_strdup("");
  const char *digits = g_str_has_prefix(significand, ULP_ABOUT) ? significand + strlen(ULP_ABOUT) : significand;
  g_autofree char *exponent = finite ? g_strdup_printf("%d", power) : g_strdup("");
  const char *texts[N_PARTS] = {[HEX] = hex, [DECIMAL] = decimal, [EXPONENT] = exponent, [SIGNIFICAND] = digits};
  for (guint i = 0; i < N_PARTS; i++) {
    gtk_editable_set_text(self->entries[i], texts[i]);
    gtk_widget_set_sensitive(GTK_WIDGET(self->entries[i]), i <= DECIMAL || finite);
  }
  gtk_label_set_text(self->title, ulp_format_info(self->format)->id);
  say(self, NULL);
}

void ulp_bits_edit_set(UlpBitsEdit *self, UlpFormat format, UlpBits bits) {
  self->format = format;
  self->bits = bits;
  show_parts(self);
}

UlpFormat ulp_bits_edit_get_format(UlpBitsEdit *self) { return self->format; }
UlpBits ulp_bits_edit_get_bits(UlpBitsEdit *self) { return self->bits; }

/* What the entry that was changed says, with the other part as it was. */
static char *expression_of(UlpBitsEdit *self, guint part) {
  const char *text = gtk_editable_get_text(self->entries[part]);
  const char *sign = ulp_unpack(ulp_layout(self->format), self->bits).negative ? "-" : "";
  if (part == HEX)
    return g_strdup_printf("%s:%s%s", ulp_format_info(self->format)->id,
                           g_ascii_strncasecmp(text, "0x", 2) == 0 ? "" : "0x", text);
  if (part == DECIMAL)
    return g_strdup(text);
  return g_strdup_printf("%s(%s)*2^(%s)", sign, gtk_editable_get_text(self->entries[SIGNIFICAND]),
                         gtk_editable_get_text(self->entries[EXPONENT]));
}

static void entered(GtkWidget *entry, gpointer edit) {
  UlpBitsEdit *self = edit;
  guint part = 0;
  while (GTK_WIDGET(self->entries[part]) != entry)
    part++;
  g_autoptr(GError) error = NULL;
  g_autofree char *text = expression_of(self, part);
  g_autoptr(UlpReal) real = ulp_expression_real(text, &error);
  if (!real) {
    say(self, error->message);
    return;
  }
  ulp_bits_edit_set(self, self->format, ulp_real_round(real, self->format, ULP_ROUND_RN, ULP_PROFILE_IEEE));
  g_signal_emit(self, signals[EDITED], 0);
}

static void ulp_bits_edit_class_init(UlpBitsEditClass *klass) {
  signals[EDITED] = g_signal_new("edited", ULP_TYPE_BITS_EDIT, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void ulp_bits_edit_init(UlpBitsEdit *self) {
  GtkWidget *grid = gtk_grid_new();
  gtk_grid_set_row_spacing(GTK_GRID(grid), 4);
  gtk_grid_set_column_spacing(GTK_GRID(grid), 8);
  GtkWidget *title = gtk_label_new(NULL), *message = gtk_label_new(NULL);
  self->title = GTK_LABEL(title);
  self->message = GTK_LABEL(message);
  gtk_widget_add_css_class(title, "ulp-strong");
  gtk_widget_add_css_class(message, "ulp-error");
  gtk_label_set_wrap(self->message, TRUE);
  gtk_label_set_max_width_chars(self->message, 40);
  gtk_grid_attach(GTK_GRID(grid), title, 0, 0, 2, 1);
  for (guint i = 0; i < N_PARTS; i++) {
    GtkWidget *label = gtk_label_new(_(parts[i].title)), *entry = gtk_entry_new();
    self->entries[i] = GTK_EDITABLE(entry);
    gtk_label_set_xalign(GTK_LABEL(label), 0);
    gtk_widget_set_name(entry, parts[i].name);
    gtk_widget_add_css_class(entry, "ulp-number");
    gtk_editable_set_width_chars(self->entries[i], 34);
    gtk_accessible_update_property(GTK_ACCESSIBLE(entry), GTK_ACCESSIBLE_PROPERTY_LABEL, _(parts[i].title), -1);
    g_signal_connect(entry, "activate", G_CALLBACK(entered), self);
    gtk_grid_attach(GTK_GRID(grid), label, 0, (int)i + 1, 1, 1);
    gtk_grid_attach(GTK_GRID(grid), entry, 1, (int)i + 1, 1, 1);
  }
  gtk_grid_attach(GTK_GRID(grid), message, 0, N_PARTS + 1, 2, 1);
  gtk_widget_set_name(GTK_WIDGET(self), "editor");
  gtk_popover_set_child(GTK_POPOVER(self), grid);
  gtk_popover_set_position(GTK_POPOVER(self), GTK_POS_BOTTOM);
}

GtkWidget *ulp_bits_edit_new(void) { return g_object_new(ULP_TYPE_BITS_EDIT, NULL); }
