#include "ui/widgets/algorithm-row.h"

#include "core/base/i18n.h"

#include <string.h>

struct _UlpAlgorithmRow {
  GtkListBoxRow parent;
  UlpParamField *field; /* borrowed: the row is inside it */
  const UlpAlgorithm *algorithm;
  GtkWidget *check, *box;
  GtkWidget *grid;   /* of the parameters; NULL until it is chosen for the first time, or where there are none */
  GPtrArray *fields; /* borrowed UlpParamField, in the order of the parameters */
  gboolean syncing;
};

G_DEFINE_TYPE(UlpAlgorithmRow, ulp_algorithm_row, GTK_TYPE_LIST_BOX_ROW)

static guint changed_signal;

static void emit_changed(UlpAlgorithmRow *row) {
  if (!row->syncing)
    g_signal_emit(row, changed_signal, 0);
}

/* A value that is no such one is marked where it stands; the list's text has it all the same, and says so, too. */
static void mark_fields(UlpAlgorithmRow *row) {
  guint n_params;
  const UlpParam *params = ulp_algorithm_params(row->algorithm, &n_params);
  g_autoptr(UlpValues) values = ulp_values_new(params, n_params);
  for (guint i = 0; i < row->fields->len; i++) {
    UlpParamField *field = g_ptr_array_index(row->fields, i);
    g_autofree char *text = ulp_param_field_text(field);
    g_autoptr(GError) error = NULL;
    ulp_values_set(values, params[i].id, text, &error);
    ulp_param_field_set_error(field, error ? error->message : NULL);
  }
}

static void on_field_changed(UlpAlgorithmRow *row) {
  mark_fields(row);
  emit_changed(row);
}

static void show_parameters(UlpAlgorithmRow *row) {
  const gboolean chosen = gtk_check_button_get_active(GTK_CHECK_BUTTON(row->check));
  guint n_params;
  const UlpParam *params = ulp_algorithm_params(row->algorithm, &n_params);
  if (chosen && n_params && !row->grid) {
    row->grid = gtk_grid_new();
    gtk_grid_set_column_spacing(GTK_GRID(row->grid), 6);
    gtk_grid_set_row_spacing(GTK_GRID(row->grid), 2);
    gtk_widget_set_margin_start(row->grid, 24);
    for (guint i = 0, line = 0; i < n_params; i++) {
      UlpParamField *field = ulp_param_field_make(row->field, &params[i]);
      g_ptr_array_add(row->fields, field);
      line += (guint)ulp_param_field_attach(field, GTK_GRID(row->grid), (int)line);
      g_signal_connect_swapped(field, "changed", G_CALLBACK(on_field_changed), row);
    }
    gtk_box_append(GTK_BOX(row->box), row->grid);
  }
  if (row->grid)
    gtk_widget_set_visible(row->grid, chosen);
}

static void on_toggled(UlpAlgorithmRow *row) {
  show_parameters(row);
  emit_changed(row);
}

static GtkWidget *make_check(UlpAlgorithmRow *row) {
  g_autofree char *words = ulp_algorithm_words(row->algorithm->id);
  g_autofree char *help = ulp_algorithm_help(row->algorithm);
  g_autofree char *tooltip =
      g_strdup_printf("%s: %s\n%s\n%s", _(row->algorithm->title), help,
                      _(ulp_determinism_titles[row->algorithm->determinism]), row->algorithm->source);
  GtkWidget *check = gtk_check_button_new_with_label(words);
  gtk_widget_set_tooltip_text(check, tooltip);
  gtk_accessible_update_property(GTK_ACCESSIBLE(check), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, tooltip, -1);
  g_signal_connect_swapped(check, "toggled", G_CALLBACK(on_toggled), row);
  return check;
}

UlpAlgorithmRow *ulp_algorithm_row_new(UlpParamField *field, const UlpAlgorithm *algorithm) {
  UlpAlgorithmRow *row = g_object_new(ULP_TYPE_ALGORITHM_ROW, "activatable", FALSE, "selectable", FALSE, NULL);
  row->field = field;
  row->algorithm = algorithm;
  row->box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
  row->check = make_check(row);
  GtkWidget *summary = gtk_label_new(_(algorithm->summary));
  gtk_label_set_xalign(GTK_LABEL(summary), 0);
  gtk_label_set_wrap(GTK_LABEL(summary), TRUE);
  gtk_widget_add_css_class(summary, "ulp-dim");
  gtk_widget_add_css_class(summary, "ulp-small");
  gtk_widget_set_margin_start(summary, 24);
  gtk_box_append(GTK_BOX(row->box), row->check);
  gtk_box_append(GTK_BOX(row->box), summary);
  gtk_list_box_row_set_child(GTK_LIST_BOX_ROW(row), row->box);
  gtk_widget_set_focusable(GTK_WIDGET(row), FALSE); /* its controls are */
  return row;
}

const UlpAlgorithm *ulp_algorithm_row_algorithm(UlpAlgorithmRow *row) { return row->algorithm; }

char *ulp_algorithm_row_spec(UlpAlgorithmRow *row) {
  if (!gtk_check_button_get_active(GTK_CHECK_BUTTON(row->check)))
    return NULL;
  GString *spec = g_string_new(row->algorithm->id);
  for (guint i = 0; i < row->fields->len; i++) {
    UlpParamField *field = g_ptr_array_index(row->fields, i);
    const UlpParam *param = ulp_param_field_param(field);
    g_autofree char *text = ulp_param_field_text(field);
    if (!g_str_equal(text, param->default_text))
      g_string_append_printf(spec, ":%s=%s", param->id, text);
  }
  return g_string_free(spec, FALSE);
}

/* What "id:key=value:..." says of `param`, else its default. New string. */
static char *value_in(const char *spec, const UlpParam *param) {
  g_auto(GStrv) parts = g_strsplit(spec, ":", -1);
  const gsize length = strlen(param->id);
  for (guint i = 1; parts[0] && parts[i]; i++)
    if (strncmp(parts[i], param->id, length) == 0 && parts[i][length] == '=')
      return g_strdup(parts[i] + length + 1);
  return g_strdup(param->default_text);
}

void ulp_algorithm_row_set_spec(UlpAlgorithmRow *row, const char *spec) {
  row->syncing = TRUE;
  gtk_check_button_set_active(GTK_CHECK_BUTTON(row->check), spec != NULL);
  for (guint i = 0; spec && i < row->fields->len; i++) {
    UlpParamField *field = g_ptr_array_index(row->fields, i);
    g_autofree char *value = value_in(spec, ulp_param_field_param(field));
    g_autofree char *shown = ulp_param_field_text(field);
    if (!g_str_equal(value, shown))
      ulp_param_field_set_text(field, value);
  }
  row->syncing = FALSE;
}

gboolean ulp_algorithm_row_matches(UlpAlgorithmRow *row, const char *words) {
  const UlpAlgorithm *algorithm = row->algorithm;
  g_autofree char *text = g_strjoin(" ", algorithm->id, _(algorithm->title), _(algorithm->summary),
                                    _(ulp_group_titles[algorithm->group]), algorithm->source, NULL);
  g_autofree char *folded = g_utf8_casefold(text, -1), *wanted = g_utf8_casefold(words, -1);
  g_auto(GStrv) each = g_strsplit(wanted, " ", -1);
  for (guint i = 0; each[i]; i++)
    if (!strstr(folded, each[i]))
      return FALSE;
  return TRUE;
}

static void finalize(GObject *object) {
  g_ptr_array_unref(((UlpAlgorithmRow *)object)->fields);
  G_OBJECT_CLASS(ulp_algorithm_row_parent_class)->finalize(object);
}

static void ulp_algorithm_row_init(UlpAlgorithmRow *row) { row->fields = g_ptr_array_new(); }

static void ulp_algorithm_row_class_init(UlpAlgorithmRowClass *class) {
  G_OBJECT_CLASS(class)->finalize = finalize;
  changed_signal =
      g_signal_new("changed", G_TYPE_FROM_CLASS(class), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}
