/* A power of two: a slider over its exponent, and an entry for what is typed. */
#include "core/base/i18n.h"
#include "core/base/param-power.h"
#include "ui/widgets/param-field.h"

#include <math.h>

typedef struct {
  UlpParamField parent;
  GtkWidget *slider, *entry;
  gboolean in_step; /* one is being set as the other was: that is no edit of its own */
} UlpParamFieldPower;
typedef UlpParamFieldClass UlpParamFieldPowerClass;

G_DEFINE_TYPE(UlpParamFieldPower, ulp_param_field_power, ULP_TYPE_PARAM_FIELD)

static void on_moved(GtkRange *slider, UlpParamFieldPower *field) {
  if (field->in_step)
    return;
  g_autofree char *text =
      g_strdup_printf("%" G_GUINT64_FORMAT, G_GUINT64_CONSTANT(1) << (guint)lround(gtk_range_get_value(slider)));
  field->in_step = TRUE;
  gtk_editable_set_text(GTK_EDITABLE(field->entry), text);
  field->in_step = FALSE;
}

/* Where what is typed is no power of two the slider stays. */
static void on_typed(GtkEditable *entry, UlpParamFieldPower *field) {
  if (field->in_step)
    return;
  const UlpParam *param = ulp_param_field_param(&field->parent);
  g_autofree char *text = ulp_param_field_entry_text(field->entry, param->default_text);
  g_autofree guint *exponent = ulp_param_power.parse(param, text, NULL);
  if (!exponent || *exponent == (guint)lround(gtk_range_get_value(GTK_RANGE(field->slider))))
    return;
  field->in_step = TRUE;
  gtk_range_set_value(GTK_RANGE(field->slider), *exponent);
  field->in_step = FALSE;
}

static void power_build(UlpParamField *field) {
  UlpParamFieldPower *power = (UlpParamFieldPower *)field;
  const UlpParam *param = ulp_param_field_param(field);
  GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
  power->slider =
      gtk_scale_new_with_range(GTK_ORIENTATION_HORIZONTAL, log2((double)param->min), log2((double)param->max), 1);
  gtk_scale_set_draw_value(GTK_SCALE(power->slider), FALSE);
  gtk_range_set_round_digits(GTK_RANGE(power->slider), 0);
  gtk_widget_set_hexpand(box, TRUE);
  gtk_accessible_update_property(GTK_ACCESSIBLE(power->slider), GTK_ACCESSIBLE_PROPERTY_LABEL, _(param->label), -1);
  gtk_box_append(GTK_BOX(field), box);
  power->entry = ulp_param_field_add_entry(field, GTK_BOX(box));
  gtk_entry_set_placeholder_text(GTK_ENTRY(power->entry), param->default_text);
  gtk_box_append(GTK_BOX(box), power->slider);
  g_signal_connect(power->slider, "value-changed", G_CALLBACK(on_moved), field);
  g_signal_connect(power->entry, "changed", G_CALLBACK(on_typed), field);
}

static char *power_get_text(UlpParamField *field) {
  return g_strstrip(g_strdup(gtk_editable_get_text(GTK_EDITABLE(((UlpParamFieldPower *)field)->entry))));
}

static void power_set_text(UlpParamField *field, const char *text) {
  gtk_editable_set_text(GTK_EDITABLE(((UlpParamFieldPower *)field)->entry), text);
}

static void ulp_param_field_power_init(UlpParamFieldPower *field) {}

static void ulp_param_field_power_class_init(UlpParamFieldPowerClass *class) {
  class->build = power_build;
  class->get_text = power_get_text;
  class->set_text = power_set_text;
  class->empty_is_default = TRUE;
}
