#include "ui/pages/bits-value.h"

#include "core/base/i18n.h"
#include "ui/pages/bits-controls.h"
#include "ui/pages/bits-history.h"
#include "ui/widgets/number-entry.h"

struct _UlpBitsValue {
  GtkBox parent_instance;
  GtkWidget *controls;
  UlpNumberEntry *entry;
  GtkDropDown *round, *profile;
  UlpBitsHistory *history;
  gboolean goes; /* through the history, which stays as it is */
  gboolean sets; /* a text that was not typed */
};

G_DEFINE_TYPE(UlpBitsValue, ulp_bits_value, GTK_TYPE_BOX)

enum { CHANGED, N_SIGNALS };
static guint signals[N_SIGNALS];

UlpTyped ulp_bits_value_get_typed(UlpBitsValue *self) {
  return (UlpTyped){ulp_number_entry_get_typed(self->entry), ulp_number_entry_get_real(self->entry),
                    ulp_typed_round(gtk_drop_down_get_selected(self->round), ULP_TYPED_RANDOM_BITS, ULP_TYPED_SEED),
                    ulp_profiles[gtk_drop_down_get_selected(self->profile)]};
}

static void changed(UlpBitsValue *self) {
  const UlpBitsState state = {(char *)ulp_number_entry_get_typed(self->entry), gtk_drop_down_get_selected(self->round),
                              gtk_drop_down_get_selected(self->profile)};
  if (!state.text)
    return;
  g_signal_emit(self, signals[CHANGED], 0);
  if (!self->goes)
    ulp_bits_history_add(self->history, &state, !self->sets);
}

void ulp_bits_value_set_text(UlpBitsValue *self, const char *text) {
  self->sets = TRUE;
  ulp_number_entry_set_text(self->entry, text);
  self->sets = FALSE;
}

const char *ulp_bits_value_get_text(UlpBitsValue *self) { return ulp_number_entry_get_text(self->entry); }

void ulp_bits_value_go(UlpBitsValue *self, gboolean back) {
  const UlpBitsState *state = ulp_bits_history_go(self->history, back);
  if (!state)
    return;
  self->goes = TRUE;
  gtk_drop_down_set_selected(self->round, state->round);
  gtk_drop_down_set_selected(self->profile, state->profile);
  ulp_bits_value_set_text(self, state->text);
  self->goes = FALSE;
}

static gboolean ulp_bits_value_grab_focus(GtkWidget *widget) {
  return gtk_widget_grab_focus(GTK_WIDGET(ULP_BITS_VALUE(widget)->entry));
}

static void ulp_bits_value_finalize(GObject *object) {
  ulp_bits_history_free(ULP_BITS_VALUE(object)->history);
  G_OBJECT_CLASS(ulp_bits_value_parent_class)->finalize(object);
}

static void ulp_bits_value_class_init(UlpBitsValueClass *klass) {
  G_OBJECT_CLASS(klass)->finalize = ulp_bits_value_finalize;
  GTK_WIDGET_CLASS(klass)->grab_focus = ulp_bits_value_grab_focus;
  signals[CHANGED] =
      g_signal_new("changed", ULP_TYPE_BITS_VALUE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void ulp_bits_value_init(UlpBitsValue *self) {
  GtkWidget *message = gtk_label_new(NULL);
  self->history = ulp_bits_history_new();
  self->controls = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8);
  self->entry = ULP_NUMBER_ENTRY(ulp_number_entry_new(
      _("_Value"), GTK_LABEL(message),
      _("A number such as 0.1, 0x1.8p3, inf or fp16:0x3c00, or an expression such as 1/3, 2^-149, sqrt(2), pi or "
        "fma(a, b, c)")));
  gtk_orientable_set_orientation(GTK_ORIENTABLE(self), GTK_ORIENTATION_VERTICAL);
  gtk_box_set_spacing(GTK_BOX(self), 6);
  gtk_widget_set_name(message, "message");
  gtk_box_append(GTK_BOX(self->controls), GTK_WIDGET(self->entry));
  self->round = ulp_bits_add_drop_down(self->controls, _("_Round"), ulp_round_titles, ULP_N_ROUNDS);
  self->profile = ulp_bits_add_drop_down(self->controls, _("_Profile"), ulp_profile_titles, ULP_N_PROFILES);
  gtk_box_append(GTK_BOX(self), self->controls);
  gtk_box_append(GTK_BOX(self), message);
  g_signal_connect_swapped(self->entry, "changed", G_CALLBACK(changed), self);
  g_signal_connect_swapped(self->round, "notify::selected", G_CALLBACK(changed), self);
  g_signal_connect_swapped(self->profile, "notify::selected", G_CALLBACK(changed), self);
}

GtkWidget *ulp_bits_value_new(GtkWidget *beside) {
  UlpBitsValue *self = g_object_new(ULP_TYPE_BITS_VALUE, NULL);
  if (beside)
    gtk_box_append(GTK_BOX(self->controls), beside);
  return GTK_WIDGET(self);
}
