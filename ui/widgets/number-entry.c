#include "ui/widgets/number-entry.h"

#include "core/expression/expression.h"

struct _UlpNumberEntry {
  GtkBox parent_instance;
  GtkEditable *entry;
  GtkLabel *message;
  char *hint;
  char *text; /* the last that was a number, and that number */
  UlpReal *real;
};

G_DEFINE_TYPE(UlpNumberEntry, ulp_number_entry, GTK_TYPE_BOX)

enum { CHANGED, N_SIGNALS };
static guint signals[N_SIGNALS];

static void show_message(UlpNumberEntry *self, const char *problem) {
  GtkWidget *const marked[] = {GTK_WIDGET(self->entry), GTK_WIDGET(self->message)};
  gtk_label_set_text(self->message, problem ? problem : self->hint);
  gtk_widget_set_tooltip_text(GTK_WIDGET(self->message), gtk_label_get_text(self->message));
  gtk_accessible_update_state(GTK_ACCESSIBLE(self->entry), GTK_ACCESSIBLE_STATE_INVALID,
                              problem ? GTK_ACCESSIBLE_INVALID_TRUE : GTK_ACCESSIBLE_INVALID_FALSE, -1);
  for (guint i = 0; i < G_N_ELEMENTS(marked); i++) {
    if (problem)
      gtk_widget_add_css_class(marked[i], "ulp-error");
    else
      gtk_widget_remove_css_class(marked[i], "ulp-error");
  }
}

static void text_changed(UlpNumberEntry *self) {
  g_autoptr(GError) error = NULL;
  const char *text = gtk_editable_get_text(self->entry);
  if (*text == '\0') { /* something else is about to be typed */
    show_message(self, NULL);
    return;
  }
  UlpReal *real = ulp_expression_real(text, &error);
  show_message(self, real ? NULL : error->message);
  if (!real)
    return;
  g_free(self->text);
  self->text = g_strdup(text);
  UlpReal *last = self->real;
  self->real = real;
  g_signal_emit(self, signals[CHANGED], 0);
  ulp_real_free(last);
}

void ulp_number_entry_set_text(UlpNumberEntry *self, const char *text) {
  gtk_editable_set_text(self->entry, text);
  gtk_editable_set_position(self->entry, -1);
}

const char *ulp_number_entry_get_text(UlpNumberEntry *self) { return gtk_editable_get_text(self->entry); }
const char *ulp_number_entry_get_typed(UlpNumberEntry *self) { return self->text; }
const UlpReal *ulp_number_entry_get_real(UlpNumberEntry *self) { return self->real; }

static gboolean ulp_number_entry_grab_focus(GtkWidget *widget) {
  return gtk_widget_grab_focus(GTK_WIDGET(ULP_NUMBER_ENTRY(widget)->entry));
}

static void ulp_number_entry_finalize(GObject *object) {
  UlpNumberEntry *self = ULP_NUMBER_ENTRY(object);
  g_free(self->hint);
  g_free(self->text);
  g_clear_pointer(&self->real, ulp_real_free);
  g_clear_object(&self->message);
  G_OBJECT_CLASS(ulp_number_entry_parent_class)->finalize(object);
}

static void ulp_number_entry_class_init(UlpNumberEntryClass *klass) {
  G_OBJECT_CLASS(klass)->finalize = ulp_number_entry_finalize;
  GTK_WIDGET_CLASS(klass)->grab_focus = ulp_number_entry_grab_focus;
  signals[CHANGED] =
      g_signal_new("changed", ULP_TYPE_NUMBER_ENTRY, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void ulp_number_entry_init(UlpNumberEntry *self) {
  GtkWidget *entry = gtk_entry_new();
  self->entry = GTK_EDITABLE(entry);
  gtk_box_set_spacing(GTK_BOX(self), 8);
  gtk_widget_set_hexpand(GTK_WIDGET(self), TRUE);
  gtk_widget_add_css_class(entry, "ulp-number");
  gtk_widget_add_css_class(entry, "ulp-value");
  gtk_widget_set_hexpand(entry, TRUE);
  gtk_editable_set_enable_undo(self->entry, FALSE); /* pages have their own, of flips and choices, too */
  g_signal_connect_swapped(entry, "changed", G_CALLBACK(text_changed), self);
}

GtkWidget *ulp_number_entry_new(const char *caption, GtkLabel *message, const char *hint) {
  UlpNumberEntry *self = g_object_new(ULP_TYPE_NUMBER_ENTRY, NULL);
  GtkWidget *label = gtk_label_new_with_mnemonic(caption);
  gtk_label_set_mnemonic_widget(GTK_LABEL(label), GTK_WIDGET(self->entry));
  gtk_box_append(GTK_BOX(self), label);
  gtk_box_append(GTK_BOX(self), GTK_WIDGET(self->entry));
  self->message = g_object_ref_sink(message);
  self->hint = g_strdup(hint);
  gtk_label_set_xalign(message, 0);
  gtk_label_set_ellipsize(message, PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class(GTK_WIDGET(message), "ulp-dim");
  show_message(self, NULL);
  return GTK_WIDGET(self);
}
