#include "ui/widgets/param-panel.h"

/* One parameter: its control and the message under it. */
typedef struct {
  UlpParamField *field;
  GtkWidget *message;
} Row;

struct _UlpParamPanel {
  GtkWidget parent;
  GtkWidget *scroller, *grid;
  UlpValues *values;
  Row *rows;
  guint n_rows;
};

G_DEFINE_TYPE(UlpParamPanel, ulp_param_panel, GTK_TYPE_WIDGET)

static guint changed_signal;

static void on_changed(UlpParamField *field, UlpParamPanel *panel) {
  Row *row = panel->rows;
  while (row->field != field)
    row++;
  const UlpParam *param = ulp_param_field_param(field);
  g_autofree char *text = ulp_param_field_value(field);
  g_autoptr(GError) error = NULL;
  ulp_values_set(panel->values, param->id, text, &error);
  ulp_param_field_set_error(field, error ? error->message : NULL);
  gtk_label_set_text(GTK_LABEL(row->message), error ? error->message : "");
  gtk_widget_set_visible(row->message, error != NULL);
  g_signal_emit(panel, changed_signal, 0);
}

static Row *find(UlpParamPanel *panel, const char *id) {
  for (guint i = 0; i < panel->n_rows; i++)
    if (g_str_equal(ulp_param_field_param(panel->rows[i].field)->id, id))
      return &panel->rows[i];
  return NULL;
}

const UlpValues *ulp_param_panel_values(UlpParamPanel *panel) { return panel->values; }

gboolean ulp_param_panel_valid(UlpParamPanel *panel) {
  for (guint i = 0; i < panel->n_rows; i++)
    if (gtk_widget_get_visible(panel->rows[i].message))
      return FALSE;
  return TRUE;
}

const char *ulp_param_panel_error(UlpParamPanel *panel, const char *id) {
  const Row *row = find(panel, id);
  return row && gtk_widget_get_visible(row->message) ? gtk_label_get_text(GTK_LABEL(row->message)) : NULL;
}

UlpParamField *ulp_param_panel_field(UlpParamPanel *panel, const char *id) {
  const Row *row = find(panel, id);
  return row ? row->field : NULL;
}

static GtkWidget *message_new(void) {
  GtkWidget *message = gtk_label_new(NULL);
  gtk_label_set_xalign(GTK_LABEL(message), 0);
  gtk_label_set_wrap(GTK_LABEL(message), TRUE);
  gtk_label_set_wrap_mode(GTK_LABEL(message), PANGO_WRAP_WORD_CHAR);
  gtk_widget_add_css_class(message, "ulp-error");
  gtk_widget_set_visible(message, FALSE);
  return message;
}

GtkWidget *ulp_param_panel_new(const UlpParam *params, guint n_params) {
  UlpParamPanel *panel = g_object_new(ULP_TYPE_PARAM_PANEL, NULL);
  panel->values = ulp_values_new(params, n_params);
  panel->rows = g_new0(Row, n_params);
  panel->n_rows = n_params;
  int grid_row = 0;
  for (guint i = 0; i < n_params; i++) {
    Row *row = &panel->rows[i];
    row->field = ulp_param_field_new(&params[i]);
    row->message = message_new();
    grid_row += ulp_param_field_attach(row->field, GTK_GRID(panel->grid), grid_row);
    gtk_grid_attach(GTK_GRID(panel->grid), row->message, 0, grid_row++, 2, 1);
    g_signal_connect(row->field, "changed", G_CALLBACK(on_changed), panel);
  }
  return GTK_WIDGET(panel);
}

static void ulp_param_panel_init(UlpParamPanel *panel) {
  panel->grid = gtk_grid_new();
  gtk_grid_set_row_spacing(GTK_GRID(panel->grid), 6);
  gtk_grid_set_column_spacing(GTK_GRID(panel->grid), 12);
  gtk_widget_add_css_class(panel->grid, "param-panel");
  panel->scroller = gtk_scrolled_window_new();
  gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(panel->scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height(GTK_SCROLLED_WINDOW(panel->scroller), TRUE);
  gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(panel->scroller), panel->grid);
  gtk_widget_set_parent(panel->scroller, GTK_WIDGET(panel));
}

static void dispose(GObject *object) {
  UlpParamPanel *panel = ULP_PARAM_PANEL(object);
  g_clear_pointer(&panel->scroller, gtk_widget_unparent);
  panel->n_rows = 0;
  G_OBJECT_CLASS(ulp_param_panel_parent_class)->dispose(object);
}

static void finalize(GObject *object) {
  UlpParamPanel *panel = ULP_PARAM_PANEL(object);
  g_clear_pointer(&panel->values, ulp_values_free);
  g_free(panel->rows);
  G_OBJECT_CLASS(ulp_param_panel_parent_class)->finalize(object);
}

static void ulp_param_panel_class_init(UlpParamPanelClass *class) {
  G_OBJECT_CLASS(class)->dispose = dispose;
  G_OBJECT_CLASS(class)->finalize = finalize;
  gtk_widget_class_set_layout_manager_type(GTK_WIDGET_CLASS(class), GTK_TYPE_BIN_LAYOUT);
  changed_signal =
      g_signal_new("changed", G_TYPE_FROM_CLASS(class), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}
