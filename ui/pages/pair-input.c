#include "ui/pages/pair-input.h"

#include "core/base/i18n.h"
#include "ui/pages/bits-controls.h"
#include "ui/pages/bits-history.h"
#include "ui/widgets/number-entry.h"

#define FMA_OPERAND 2 /* which number only fma takes */

static const char *const starts[ULP_PAIR_NUMBERS] = {"0.1", "0.2", "1"};

struct _UlpPairInput {
  GtkBox parent_instance;
  UlpNumberEntry *entries[ULP_PAIR_NUMBERS];
  GtkWidget *fields[ULP_PAIR_NUMBERS]; /* each an entry with its message */
  GtkDropDown *format, *operation, *round;
  UlpBitsHistory *history;
  gboolean sets;    /* more than one thing is being set */
  gboolean chooses; /* a number that is not typed */
  gboolean goes;    /* through the history, which stays as it is */
};

G_DEFINE_TYPE(UlpPairInput, ulp_pair_input, GTK_TYPE_BOX)

enum { CHANGED, N_SIGNALS };
static guint signals[N_SIGNALS];

UlpRound ulp_pair_input_get_round(UlpPairInput *self) {
  return ulp_typed_round(gtk_drop_down_get_selected(self->round), ULP_TYPED_RANDOM_BITS, ULP_TYPED_SEED);
}

UlpTyped ulp_pair_input_get_typed(UlpPairInput *self, guint index) {
  return (UlpTyped){ulp_number_entry_get_typed(self->entries[index]), ulp_number_entry_get_real(self->entries[index]),
                    ULP_ROUND_RN, ULP_PROFILE_IEEE};
}

UlpFormat ulp_pair_input_get_format(UlpPairInput *self) {
  return ulp_formats[gtk_drop_down_get_selected(self->format)];
}

guint ulp_pair_input_get_operation(UlpPairInput *self) { return gtk_drop_down_get_selected(self->operation); }

/* --- changes --- */

static void changed_by(UlpPairInput *self, gboolean typing) {
  const gboolean fused = g_str_equal(ulp_arithmetic_ids[ulp_pair_input_get_operation(self)], "fma");
  gtk_widget_set_visible(self->fields[FMA_OPERAND], fused);
  if (self->sets)
    return;
  g_autofree char *text = ulp_pair_input_get_state(self);
  const UlpBitsState state = {.text = text};
  g_signal_emit(self, signals[CHANGED], 0);
  if (!self->goes)
    ulp_bits_history_add(self->history, &state, typing);
}

static void changed(UlpPairInput *self) { changed_by(self, FALSE); }
static void number_changed(UlpPairInput *self) { changed_by(self, !self->chooses); }

void ulp_pair_input_set_text(UlpPairInput *self, guint index, const char *text) {
  self->chooses = TRUE;
  ulp_number_entry_set_text(self->entries[index], text);
  self->chooses = FALSE;
}

void ulp_pair_input_set_operation(UlpPairInput *self, guint operation, guint round) {
  self->sets = TRUE;
  gtk_drop_down_set_selected(self->operation, operation);
  gtk_drop_down_set_selected(self->round, round);
  self->sets = FALSE;
  changed(self);
}

/* --- state --- */

typedef struct {
  GtkDropDown *drop_down;
  const char *const *ids;
} Choice;

enum { N_CHOICES = 3 };

static void choices_of(UlpPairInput *self, Choice choices[N_CHOICES]) {
  choices[0] = (Choice){self->format, ulp_format_ids};
  choices[1] = (Choice){self->operation, ulp_arithmetic_ids};
  choices[2] = (Choice){self->round, ulp_round_ids};
}

char *ulp_pair_input_get_state(UlpPairInput *self) {
  Choice choices[N_CHOICES];
  GString *state = g_string_new(NULL);
  choices_of(self, choices);
  for (guint i = 0; i < ULP_PAIR_NUMBERS; i++)
    g_string_append_printf(state, "%s\n", ulp_number_entry_get_typed(self->entries[i]));
  for (guint i = 0; i < N_CHOICES; i++)
    g_string_append_printf(state, "%s\n", choices[i].ids[gtk_drop_down_get_selected(choices[i].drop_down)]);
  return g_string_free(state, FALSE);
}

void ulp_pair_input_set_state(UlpPairInput *self, const char *state) {
  g_auto(GStrv) lines = g_strsplit(state, "\n", -1);
  Choice choices[N_CHOICES];
  guint at = 0;
  choices_of(self, choices);
  self->sets = TRUE;
  for (guint i = 0; i < ULP_PAIR_NUMBERS && lines[at]; i++)
    ulp_pair_input_set_text(self, i, lines[at++]);
  for (guint i = 0; i < N_CHOICES && lines[at]; i++, at++)
    for (guint k = 0; choices[i].ids[k]; k++)
      if (g_str_equal(choices[i].ids[k], lines[at]))
        gtk_drop_down_set_selected(choices[i].drop_down, k);
  self->sets = FALSE;
  changed(self);
}

void ulp_pair_input_go(UlpPairInput *self, gboolean back) {
  const UlpBitsState *state = ulp_bits_history_go(self->history, back);
  if (!state)
    return;
  self->goes = TRUE;
  ulp_pair_input_set_state(self, state->text);
  self->goes = FALSE;
}

/* --- construction --- */

static gboolean ulp_pair_input_grab_focus(GtkWidget *widget) {
  return gtk_widget_grab_focus(GTK_WIDGET(ULP_PAIR_INPUT(widget)->entries[0]));
}

static void ulp_pair_input_finalize(GObject *object) {
  ulp_bits_history_free(ULP_PAIR_INPUT(object)->history);
  G_OBJECT_CLASS(ulp_pair_input_parent_class)->finalize(object);
}

static void ulp_pair_input_class_init(UlpPairInputClass *klass) {
  G_OBJECT_CLASS(klass)->finalize = ulp_pair_input_finalize;
  GTK_WIDGET_CLASS(klass)->grab_focus = ulp_pair_input_grab_focus;
  signals[CHANGED] =
      g_signal_new("changed", ULP_TYPE_PAIR_INPUT, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static GtkWidget *build_numbers(UlpPairInput *self) {
  const char *const captions[ULP_PAIR_NUMBERS] = {_("_a"), _("_b"), _("_c")};
  GtkWidget *numbers = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12);
  for (guint i = 0; i < ULP_PAIR_NUMBERS; i++) {
    GtkWidget *field = gtk_box_new(GTK_ORIENTATION_VERTICAL, 2), *message = gtk_label_new(NULL);
    self->entries[i] = ULP_NUMBER_ENTRY(
        ulp_number_entry_new(captions[i], GTK_LABEL(message), _("A number or an expression, such as 0.1 or 1/3")));
    self->fields[i] = field;
    gtk_box_append(GTK_BOX(field), GTK_WIDGET(self->entries[i]));
    gtk_box_append(GTK_BOX(field), message);
    gtk_box_append(GTK_BOX(numbers), field);
    g_signal_connect_swapped(self->entries[i], "changed", G_CALLBACK(number_changed), self);
  }
  return numbers;
}

static void ulp_pair_input_init(UlpPairInput *self) {
  const guint n_operations = g_strv_length((char **)ulp_arithmetic_titles);
  GtkWidget *choices = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8);
  self->history = ulp_bits_history_new();
  self->sets = TRUE;
  gtk_orientable_set_orientation(GTK_ORIENTABLE(self), GTK_ORIENTATION_VERTICAL);
  gtk_box_set_spacing(GTK_BOX(self), 6);
  gtk_box_append(GTK_BOX(self), build_numbers(self));
  gtk_box_append(GTK_BOX(self), choices);
  self->format = ulp_bits_add_drop_down(choices, _("_Format"), ulp_format_ids, ULP_N_FORMATS);
  self->operation = ulp_bits_add_drop_down(choices, _("_Operation"), ulp_arithmetic_titles, n_operations);
  self->round = ulp_bits_add_drop_down(choices, _("_Round"), ulp_round_titles, ULP_N_ROUNDS);
  gtk_drop_down_set_selected(self->format, ULP_INDEX_FP32);
  for (guint i = 0; i < ULP_PAIR_NUMBERS; i++)
    ulp_pair_input_set_text(self, i, starts[i]);
  GtkDropDown *const drop_downs[] = {self->format, self->operation, self->round};
  for (guint i = 0; i < G_N_ELEMENTS(drop_downs); i++)
    g_signal_connect_swapped(drop_downs[i], "notify::selected", G_CALLBACK(changed), self);
  self->sets = FALSE;
  changed(self); /* the first state of the history */
}

GtkWidget *ulp_pair_input_new(void) { return g_object_new(ULP_TYPE_PAIR_INPUT, NULL); }
