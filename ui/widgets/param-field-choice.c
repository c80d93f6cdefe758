/* A drop-down of the choices, in words where they have some. */
#include "core/base/i18n.h"
#include "ui/widgets/param-field.h"

typedef struct {
  UlpParamField parent;
  GtkWidget *drop_down;
} UlpParamFieldChoice;
typedef UlpParamFieldClass UlpParamFieldChoiceClass;

G_DEFINE_TYPE(UlpParamFieldChoice, ulp_param_field_choice, ULP_TYPE_PARAM_FIELD)

static void choice_build(UlpParamField *field) {
  UlpParamFieldChoice *choice = (UlpParamFieldChoice *)field;
  const UlpParam *param = ulp_param_field_param(field);
  GtkStringList *words = gtk_string_list_new(NULL);
  for (guint i = 0; param->choices[i]; i++)
    gtk_string_list_append(words, param->titles ? _(param->titles[i]) : param->choices[i]);
  choice->drop_down = gtk_drop_down_new(G_LIST_MODEL(words), NULL);
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
