/* A check box for each choice. */
#include "ui/widgets/param-field.h"

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
  class->wide = TRUE;
}
