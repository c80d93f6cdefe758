/* A check box for each choice: in words, with what the command line calls it, where there are words; else by its name alone. */
#include "core/base/i18n.h"
#include "ui/widgets/explain.h"
#include "ui/widgets/param-field.h"

typedef struct {
  UlpParamField parent;
  GtkWidget *checks; /* a grid of check buttons in the order of the choices */
} UlpParamFieldChoices;
typedef UlpParamFieldClass UlpParamFieldChoicesClass;

G_DEFINE_TYPE(UlpParamFieldChoices, ulp_param_field_choices, ULP_TYPE_PARAM_FIELD)

static GtkWidget *check_new(const UlpParam *param, guint i) {
  const char *id = param->choices[i];
  g_autofree char *words = param->titles ? g_strdup_printf(_("%s (%s)"), _(param->titles[i]), id) : g_strdup(id);
  GtkWidget *check = gtk_check_button_new_with_label(words);
  GtkWidget *label = gtk_widget_get_last_child(check);
  gtk_label_set_wrap(GTK_LABEL(label), TRUE);
  gtk_label_set_xalign(GTK_LABEL(label), 0);
  gtk_widget_set_name(check, id);
  ulp_explain_set(check, id, NULL);
  return check;
}

static void choices_build(UlpParamField *field) {
  UlpParamFieldChoices *self = (UlpParamFieldChoices *)field;
  const char *const *choices = ulp_param_field_param(field)->choices;
  self->checks = gtk_grid_new();
  const int columns = ulp_param_field_param(field)->titles ? 1 : 2;
  gtk_grid_set_column_homogeneous(GTK_GRID(self->checks), TRUE);
  for (int i = 0; choices[i]; i++) {
    GtkWidget *check = check_new(ulp_param_field_param(field), (guint)i);
    g_signal_connect_swapped(check, "toggled", G_CALLBACK(ulp_param_field_emit_changed), field);
    gtk_grid_attach(GTK_GRID(self->checks), check, i % columns, i / columns, 1, 1);
  }
  ulp_param_field_set_control(field, self->checks);
  gtk_box_append(GTK_BOX(field), self->checks);
}

static char *choices_get_text(UlpParamField *field) {
  GString *text = g_string_new(NULL);
  GtkWidget *check = gtk_widget_get_first_child(((UlpParamFieldChoices *)field)->checks);
  for (; check; check = gtk_widget_get_next_sibling(check))
    if (gtk_check_button_get_active(GTK_CHECK_BUTTON(check)))
      g_string_append_printf(text, "%s%s", text->len ? "," : "", gtk_widget_get_name(check));
  return g_string_free(text, FALSE);
}

static void choices_set_text(UlpParamField *field, const char *text) {
  g_auto(GStrv) items = g_strsplit(text, ",", -1);
  for (guint i = 0; items[i]; i++)
    g_strstrip(items[i]);
  GtkWidget *check = gtk_widget_get_first_child(((UlpParamFieldChoices *)field)->checks);
  for (; check; check = gtk_widget_get_next_sibling(check))
    gtk_check_button_set_active(GTK_CHECK_BUTTON(check),
                                g_strv_contains((const char *const *)items, gtk_widget_get_name(check)));
}

static void ulp_param_field_choices_init(UlpParamFieldChoices *field) {}

static void ulp_param_field_choices_class_init(UlpParamFieldChoicesClass *class) {
  class->build = choices_build;
  class->get_text = choices_get_text;
  class->set_text = choices_set_text;
  class->wide = TRUE;
}
