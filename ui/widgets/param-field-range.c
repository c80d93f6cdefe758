/* Two entries: FIRST and LAST. */
#include "core/base/i18n.h"
#include "ui/widgets/param-field.h"

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
  g_auto(GStrv) usual = g_strsplit(ulp_param_field_param(field)->default_text, ":", 2);
  g_autofree char *first = ulp_param_field_entry_text(range->first, usual[0]);
  g_autofree char *last = ulp_param_field_entry_text(range->last, usual[0] && usual[1] ? usual[1] : "");
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
