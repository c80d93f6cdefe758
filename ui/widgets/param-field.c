#include "ui/widgets/param-field.h"

#include "core/base/i18n.h"
#include "ui/widgets/explain.h"

typedef struct {
  const UlpParam *param;
  UlpParamField *(*make)(const UlpParam *param);
  GtkWidget *control;
} UlpParamFieldPrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE(UlpParamField, ulp_param_field, GTK_TYPE_BOX)

static guint changed_signal;

static UlpParamFieldPrivate *private_of(UlpParamField *field) { return ulp_param_field_get_instance_private(field); }

void ulp_param_field_build(UlpParamField *field, const UlpParam *param, UlpParamField *(*make)(const UlpParam *)) {
  private_of(field)->param = param;
  private_of(field)->make = make;
  gtk_widget_set_hexpand(GTK_WIDGET(field), TRUE);
  gtk_widget_set_tooltip_text(GTK_WIDGET(field), _(param->help));
  ULP_PARAM_FIELD_GET_CLASS(field)->build(field);
  gtk_accessible_update_property(GTK_ACCESSIBLE(private_of(field)->control), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                 _(param->label), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, _(param->help), -1);
  ulp_param_field_set_text(field, param->default_text);
}

UlpParamField *ulp_param_field_make(UlpParamField *field, const UlpParam *param) {
  return private_of(field)->make(param);
}

const UlpParam *ulp_param_field_param(UlpParamField *field) { return private_of(field)->param; }

char *ulp_param_field_text(UlpParamField *field) { return ULP_PARAM_FIELD_GET_CLASS(field)->get_text(field); }

char *ulp_param_field_value(UlpParamField *field) {
  g_autofree char *text = ulp_param_field_text(field);
  const gboolean unsaid = *text == '\0' && ULP_PARAM_FIELD_GET_CLASS(field)->empty_is_default;
  return unsaid ? g_strdup(private_of(field)->param->default_text) : g_steal_pointer(&text);
}

void ulp_param_field_set_text(UlpParamField *field, const char *text) {
  ULP_PARAM_FIELD_GET_CLASS(field)->set_text(field, text);
}

void ulp_param_field_set_error(UlpParamField *field, const char *message) {
  GtkWidget *control = private_of(field)->control;
  const UlpParam *param = private_of(field)->param;
  if (message)
    gtk_widget_add_css_class(control, "error");
  else
    gtk_widget_remove_css_class(control, "error");
  gtk_accessible_update_state(GTK_ACCESSIBLE(control), GTK_ACCESSIBLE_STATE_INVALID,
                              message ? GTK_ACCESSIBLE_INVALID_TRUE : GTK_ACCESSIBLE_INVALID_FALSE, -1);
  gtk_accessible_update_property(GTK_ACCESSIBLE(control), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                 message ? message : _(param->help), -1);
}

/* The unit follows in brackets unless there is none or the label is its name: "Elements". */
static char *label_text(const UlpParam *param) {
  const gboolean plain =
      !*param->unit || g_str_equal(param->unit, "1") || !g_ascii_strcasecmp(param->unit, param->label);
  return plain ? g_strdup(_(param->label)) : g_strdup_printf("%s [%s]", _(param->label), _(param->unit));
}

int ulp_param_field_attach(UlpParamField *field, GtkGrid *grid, int row) {
  const UlpParam *param = private_of(field)->param;
  const gboolean wide = ULP_PARAM_FIELD_GET_CLASS(field)->wide;
  g_autofree char *text = label_text(param);
  GtkWidget *label = gtk_label_new(text);
  gtk_label_set_xalign(GTK_LABEL(label), 0);
  gtk_label_set_wrap(GTK_LABEL(label), TRUE);
  gtk_label_set_mnemonic_widget(GTK_LABEL(label), private_of(field)->control);
  g_autofree char *tooltip = ulp_explain_text(_(param->help), text);
  gtk_widget_set_tooltip_text(label, tooltip);
  if (wide)
    gtk_widget_add_css_class(label, "heading");
  gtk_grid_attach(grid, label, 0, row, wide ? 2 : 1, 1);
  gtk_grid_attach(grid, GTK_WIDGET(field), wide ? 0 : 1, wide ? row + 1 : row, wide ? 2 : 1, 1);
  return wide ? 2 : 1;
}

void ulp_param_field_emit_changed(UlpParamField *field) { g_signal_emit(field, changed_signal, 0); }

void ulp_param_field_set_control(UlpParamField *field, GtkWidget *control) { private_of(field)->control = control; }

GtkWidget *ulp_param_field_add_entry(UlpParamField *field, GtkBox *box) {
  GtkWidget *entry = gtk_entry_new();
  gtk_editable_set_width_chars(GTK_EDITABLE(entry), 8);
  gtk_widget_set_direction(entry, GTK_TEXT_DIR_LTR); /* numbers and specifications */
  gtk_widget_set_hexpand(entry, TRUE);
  g_signal_connect_swapped(entry, "changed", G_CALLBACK(ulp_param_field_emit_changed), field);
  gtk_box_append(box, entry);
  if (!private_of(field)->control)
    private_of(field)->control = entry;
  return entry;
}

char *ulp_param_field_entry_text(GtkWidget *entry, const char *usual) {
  char *text = g_strstrip(g_strdup(gtk_editable_get_text(GTK_EDITABLE(entry))));
  if (*text)
    return text;
  g_free(text);
  if (g_strcmp0(gtk_entry_get_placeholder_text(GTK_ENTRY(entry)), usual))
    gtk_entry_set_placeholder_text(GTK_ENTRY(entry), usual);
  return g_strdup(usual);
}

static void ulp_param_field_init(UlpParamField *field) {}

static void ulp_param_field_class_init(UlpParamFieldClass *class) {
  changed_signal =
      g_signal_new("changed", G_TYPE_FROM_CLASS(class), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}
