/* Fields of one or two entries, a drop-down, and check boxes. */
#include "core/base/i18n.h"
#include "ui/widgets/param-field.h"

/* COUNT and REAL. */

typedef struct {
  UlpParamField parent;
  GtkWidget *entry;
} UlpParamFieldEntry;
typedef UlpParamFieldClass UlpParamFieldEntryClass;

G_DEFINE_TYPE(UlpParamFieldEntry, ulp_param_field_entry, ULP_TYPE_PARAM_FIELD)

static void entry_build(UlpParamField *field) {
  ((UlpParamFieldEntry *)field)->entry = ulp_param_field_add_entry(field, GTK_BOX(field));
}

static char *entry_get_text(UlpParamField *field) {
  return g_strstrip(g_strdup(gtk_editable_get_text(GTK_EDITABLE(((UlpParamFieldEntry *)field)->entry))));
}

static void entry_set_text(UlpParamField *field, const char *text) {
  gtk_editable_set_text(GTK_EDITABLE(((UlpParamFieldEntry *)field)->entry), text);
}

static void ulp_param_field_entry_init(UlpParamFieldEntry *field) {}

static void ulp_param_field_entry_class_init(UlpParamFieldEntryClass *class) {
  class->build = entry_build;
  class->get_text = entry_get_text;
  class->set_text = entry_set_text;
}

/* COUNT_RANGE. */

typedef struct {
  UlpParamField parent;
  GtkWidget *first, *last;
} UlpParamFieldRange;
typedef UlpParamFieldClass UlpParamFieldRangeClass;

G_DEFINE_TYPE(UlpParamFieldRange, ulp_param_field_range, ULP_TYPE_PARAM_FIELD)

static void range_build(UlpParamField *field) {
  UlpParamFieldRange *range = (UlpParamFieldRange *)field;
  range->first = ulp_param_field_add_entry(field, GTK_BOX(field));
  gtk_box_append(GTK_BOX(field), gtk_label_new(_("to")));
  range->last = ulp_param_field_add_entry(field, GTK_BOX(field));
  gtk_accessible_update_property(GTK_ACCESSIBLE(range->last), GTK_ACCESSIBLE_PROPERTY_LABEL, _("to"), -1);
}

static char *range_get_text(UlpParamField *field) {
  UlpParamFieldRange *range = (UlpParamFieldRange *)field;
  g_autofree char *first = g_strstrip(g_strdup(gtk_editable_get_text(GTK_EDITABLE(range->first))));
  g_autofree char *last = g_strstrip(g_strdup(gtk_editable_get_text(GTK_EDITABLE(range->last))));
  return g_strconcat(first, ":", last, NULL);
}

static void range_set_text(UlpParamField *field, const char *text) {
  UlpParamFieldRange *range = (UlpParamFieldRange *)field;
  g_auto(GStrv) ends = g_strsplit(text, ":", 2);
  gtk_editable_set_text(GTK_EDITABLE(range->first), ends[0] ? ends[0] : "");
  gtk_editable_set_text(GTK_EDITABLE(range->last), ends[0] && ends[1] ? ends[1] : "");
}

static void ulp_param_field_range_init(UlpParamFieldRange *field) {}

static void ulp_param_field_range_class_init(UlpParamFieldRangeClass *class) {
  class->build = range_build;
  class->get_text = range_get_text;
  class->set_text = range_set_text;
}

/* CHOICE. */

typedef struct {
  UlpParamField parent;
  GtkWidget *drop_down;
} UlpParamFieldChoice;
typedef UlpParamFieldClass UlpParamFieldChoiceClass;

G_DEFINE_TYPE(UlpParamFieldChoice, ulp_param_field_choice, ULP_TYPE_PARAM_FIELD)

static void choice_build(UlpParamField *field) {
  UlpParamFieldChoice *choice = (UlpParamFieldChoice *)field;
  choice->drop_down = gtk_drop_down_new_from_strings((const char *const *)ulp_param_field_param(field)->choices);
  gtk_widget_set_hexpand(choice->drop_down, TRUE);
  g_signal_connect_swapped(choice->drop_down, "notify::selected", G_CALLBACK(ulp_param_field_emit_changed), field);
  ulp_param_field_set_control(field, choice->drop_down);
  gtk_box_append(GTK_BOX(field), choice->drop_down);
}

static char *choice_get_text(UlpParamField *field) {
  const guint selected = gtk_drop_down_get_selected(GTK_DROP_DOWN(((UlpParamFieldChoice *)field)->drop_down));
  return g_strdup(ulp_param_field_param(field)->choices[selected]);
}

static void choice_set_text(UlpParamField *field, const char *text) {
  const char *const *choices = ulp_param_field_param(field)->choices;
  for (guint i = 0; choices[i]; i++)
    if (g_str_equal(choices[i], text))
      gtk_drop_down_set_selected(GTK_DROP_DOWN(((UlpParamFieldChoice *)field)->drop_down), i);
}

static void ulp_param_field_choice_init(UlpParamFieldChoice *field) {}

static void ulp_param_field_choice_class_init(UlpParamFieldChoiceClass *class) {
  class->build = choice_build;
  class->get_text = choice_get_text;
  class->set_text = choice_set_text;
}

/* CHOICES. */

typedef struct {
  UlpParamField parent;
  GtkWidget *checks; /* a grid of check buttons in the order of the choices */
} UlpParamFieldChoices;
typedef UlpParamFieldClass UlpParamFieldChoicesClass;

G_DEFINE_TYPE(UlpParamFieldChoices, ulp_param_field_choices, ULP_TYPE_PARAM_FIELD)

static void choices_build(UlpParamField *field) {
  UlpParamFieldChoices *self = (UlpParamFieldChoices *)field;
  const char *const *choices = ulp_param_field_param(field)->choices;
  self->checks = gtk_grid_new();
  gtk_grid_set_column_homogeneous(GTK_GRID(self->checks), TRUE);
  for (int i = 0; choices[i]; i++) {
    GtkWidget *check = gtk_check_button_new_with_label(choices[i]);
    g_signal_connect_swapped(check, "toggled", G_CALLBACK(ulp_param_field_emit_changed), field);
    gtk_grid_attach(GTK_GRID(self->checks), check, i % 2, i / 2, 1, 1);
  }
  ulp_param_field_set_control(field, self->checks);
  gtk_box_append(GTK_BOX(field), self->checks);
}

static char *choices_get_text(UlpParamField *field) {
  GString *text = g_string_new(NULL);
  GtkWidget *check = gtk_widget_get_first_child(((UlpParamFieldChoices *)field)->checks);
  for (; check; check = gtk_widget_get_next_sibling(check))
    if (gtk_check_button_get_active(GTK_CHECK_BUTTON(check)))
      g_string_append_printf(text, "%s%s", text->len ? "," : "", gtk_check_button_get_label(GTK_CHECK_BUTTON(check)));
  return g_string_free(text, FALSE);
}

static void choices_set_text(UlpParamField *field, const char *text) {
  g_auto(GStrv) items = g_strsplit(text, ",", -1);
  for (guint i = 0; items[i]; i++)
    g_strstrip(items[i]);
  GtkWidget *check = gtk_widget_get_first_child(((UlpParamFieldChoices *)field)->checks);
  for (; check; check = gtk_widget_get_next_sibling(check))
    gtk_check_button_set_active(
        GTK_CHECK_BUTTON(check),
        g_strv_contains((const char *const *)items, gtk_check_button_get_label(GTK_CHECK_BUTTON(check))));
}

static void ulp_param_field_choices_init(UlpParamFieldChoices *field) {}

static void ulp_param_field_choices_class_init(UlpParamFieldChoicesClass *class) {
  class->build = choices_build;
  class->get_text = choices_get_text;
  class->set_text = choices_set_text;
}
