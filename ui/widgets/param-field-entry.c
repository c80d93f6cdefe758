/* One entry: for every type that needs no more. */
#include "ui/widgets/param-field.h"

typedef struct {
  UlpParamField parent;
  GtkWidget *entry;
} UlpParamFieldEntry;
typedef UlpParamFieldClass UlpParamFieldEntryClass;

G_DEFINE_TYPE(UlpParamFieldEntry, ulp_param_field_entry, ULP_TYPE_PARAM_FIELD)

static void entry_build(UlpParamField *field) {
  GtkWidget *entry = ulp_param_field_add_entry(field, GTK_BOX(field));
  gtk_entry_set_placeholder_text(GTK_ENTRY(entry), ulp_param_field_param(field)->default_text);
  ((UlpParamFieldEntry *)field)->entry = entry;
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
  class->empty_is_default = TRUE;
}
