/* Operations on an input. */
#include "ui/widgets/operation-rows.h"

#include "core/base/i18n.h"
#include "core/input/operation.h"

struct _UlpOperationRows {
  GtkBox parent;
  UlpParamField *field;
  GtkWidget *list;
  GtkWidget *add;  /* drop-down: "add an operation", then the operations */
  GPtrArray *rows; /* Row */
  gboolean syncing;
};

typedef struct {
  const UlpOperation *operation;
  GtkWidget *widget, *remove;
  GPtrArray *fields; /* borrowed UlpParamField */
} Row;

G_DEFINE_TYPE(UlpOperationRows, ulp_operation_rows, GTK_TYPE_BOX)

static void row_free(gpointer data) {
  Row *row = data;
  g_ptr_array_unref(row->fields);
  g_free(row);
}

static void emit_changed(UlpOperationRows *self) {
  if (!self->syncing)
    g_signal_emit_by_name(self, "changed");
}

static char *text_of(const Row *row) {
  GString *text = g_string_new(row->operation->id);
  for (guint i = 0; i < row->fields->len; i++) {
    UlpParamField *field = g_ptr_array_index(row->fields, i);
    g_autofree char *value = ulp_param_field_text(field);
    if (!g_str_equal(value, ulp_param_field_param(field)->default_text))
      g_string_append_printf(text, ":%s=%s", ulp_param_field_param(field)->id, value);
  }
  return g_string_free(text, FALSE);
}

char *ulp_operation_rows_text(UlpOperationRows *self) {
  GString *text = g_string_new(NULL);
  for (guint i = 0; i < self->rows->len; i++) {
    g_autofree char *one = text_of(g_ptr_array_index(self->rows, i));
    g_string_append_printf(text, "|%s", one);
  }
  return g_string_free(text, FALSE);
}

static void remove_row(UlpOperationRows *self, guint index) {
  const Row *row = g_ptr_array_index(self->rows, index);
  gtk_box_remove(GTK_BOX(self->list), row->widget);
  g_ptr_array_remove_index(self->rows, index);
}

static void on_remove(GtkWidget *button, UlpOperationRows *self) {
  for (guint i = 0; i < self->rows->len; i++)
    if (((Row *)g_ptr_array_index(self->rows, i))->remove == button) {
      remove_row(self, i);
      gtk_widget_grab_focus(self->add); /* the button that had it is gone */
      emit_changed(self);
      return;
    }
}

static GtkWidget *make_header(UlpOperationRows *self, Row *row) {
  GtkWidget *header = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *label = gtk_label_new(_(row->operation->title));
  g_autofree char *tooltip = g_strdup_printf(_("Take away: %s"), _(row->operation->title));
  gtk_label_set_xalign(GTK_LABEL(label), 0);
  gtk_widget_set_hexpand(label, TRUE);
  gtk_widget_set_tooltip_text(label, _(row->operation->help));
  row->remove = gtk_button_new_from_icon_name("ulp-close-symbolic");
  gtk_widget_add_css_class(row->remove, "flat");
  gtk_widget_set_tooltip_text(row->remove, tooltip);
  gtk_accessible_update_property(GTK_ACCESSIBLE(row->remove), GTK_ACCESSIBLE_PROPERTY_LABEL, tooltip, -1);
  g_signal_connect(row->remove, "clicked", G_CALLBACK(on_remove), self);
  gtk_box_append(GTK_BOX(header), label);
  gtk_box_append(GTK_BOX(header), row->remove);
  return header;
}

static Row *add_row(UlpOperationRows *self, const UlpOperation *operation) {
  Row *row = g_new0(Row, 1);
  GtkWidget *grid = gtk_grid_new();
  *row = (Row){.operation = operation, .fields = g_ptr_array_new()};
  row->widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6);
  gtk_box_append(GTK_BOX(row->widget), make_header(self, row));
  gtk_grid_set_row_spacing(GTK_GRID(grid), 6);
  gtk_grid_set_column_spacing(GTK_GRID(grid), 12);
  gtk_widget_set_margin_start(grid, 12);
  for (guint i = 0, at = 0; i < operation->n_params; i++) {
    UlpParamField *field = ulp_param_field_make(self->field, &operation->params[i]);
    at += (guint)ulp_param_field_attach(field, GTK_GRID(grid), (int)at);
    g_signal_connect_swapped(field, "changed", G_CALLBACK(emit_changed), self);
    g_ptr_array_add(row->fields, field);
  }
  gtk_box_append(GTK_BOX(row->widget), grid);
  gtk_box_append(GTK_BOX(self->list), row->widget);
  g_ptr_array_add(self->rows, row);
  return row;
}

static void add_parsed(UlpOperationRows *self, const UlpOperationSpec *spec) {
  const Row *row = add_row(self, spec->operation);
  for (guint i = 0; i < row->fields->len; i++) {
    UlpParamField *field = g_ptr_array_index(row->fields, i);
    ulp_param_field_set_text(field, ulp_values_text(spec->values, ulp_param_field_param(field)->id));
  }
}

/* NULL where one is not valid. */
static GPtrArray *parse(const char *text) {
  g_autoptr(GPtrArray) specs = g_ptr_array_new_with_free_func((GDestroyNotify)ulp_operation_spec_free);
  g_auto(GStrv) parts = g_strsplit(text, "|", -1);
  for (guint i = 1; parts[0] != NULL && parts[i] != NULL; i++) {
    UlpOperationSpec *spec = ulp_operation_spec_parse(parts[i], NULL);
    if (spec == NULL)
      return NULL;
    g_ptr_array_add(specs, spec);
  }
  return g_steal_pointer(&specs);
}

void ulp_operation_rows_set_text(UlpOperationRows *self, const char *text) {
  g_autofree char *old = ulp_operation_rows_text(self);
  if (g_str_equal(old, text))
    return;
  g_autoptr(GPtrArray) specs = parse(text);
  self->syncing = TRUE;
  while (self->rows->len > 0)
    remove_row(self, self->rows->len - 1);
  for (guint i = 0; specs != NULL && i < specs->len; i++)
    add_parsed(self, g_ptr_array_index(specs, i));
  self->syncing = FALSE;
}

static void on_add_selected(UlpOperationRows *self) {
  const guint selected = gtk_drop_down_get_selected(GTK_DROP_DOWN(self->add));
  if (self->syncing || selected == 0 || selected == GTK_INVALID_LIST_POSITION)
    return;
  self->syncing = TRUE;
  add_row(self, ulp_operations[selected - 1]);
  gtk_drop_down_set_selected(GTK_DROP_DOWN(self->add), 0);
  self->syncing = FALSE;
  emit_changed(self);
}

static GtkWidget *make_add(UlpOperationRows *self) {
  g_autoptr(GPtrArray) titles = g_ptr_array_new();
  g_ptr_array_add(titles, (gpointer)_("add an operation…"));
  for (guint i = 0; ulp_operations[i] != NULL; i++)
    g_ptr_array_add(titles, (gpointer)_(ulp_operations[i]->title));
  g_ptr_array_add(titles, NULL);
  GtkWidget *add = gtk_drop_down_new_from_strings((const char *const *)titles->pdata);
  gtk_widget_set_tooltip_text(add, _("What is done to the elements before they are used, one after the other"));
  gtk_accessible_update_property(GTK_ACCESSIBLE(add), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Operations"), -1);
  g_signal_connect_swapped(add, "notify::selected", G_CALLBACK(on_add_selected), self);
  return add;
}

static void ulp_operation_rows_init(UlpOperationRows *self) {
  self->rows = g_ptr_array_new_with_free_func(row_free);
  gtk_orientable_set_orientation(GTK_ORIENTABLE(self), GTK_ORIENTATION_VERTICAL);
  gtk_box_set_spacing(GTK_BOX(self), 6);
  self->list = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6);
  self->add = make_add(self);
  gtk_box_append(GTK_BOX(self), self->list);
  gtk_box_append(GTK_BOX(self), self->add);
}

static void finalize(GObject *object) {
  g_ptr_array_unref(ULP_OPERATION_ROWS(object)->rows);
  G_OBJECT_CLASS(ulp_operation_rows_parent_class)->finalize(object);
}

static void ulp_operation_rows_class_init(UlpOperationRowsClass *class) {
  G_OBJECT_CLASS(class)->finalize = finalize;
  g_signal_new("changed", G_TYPE_FROM_CLASS(class), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

GtkWidget *ulp_operation_rows_new(UlpParamField *field) {
  UlpOperationRows *self = g_object_new(ULP_TYPE_OPERATION_ROWS, NULL);
  self->field = field;
  return GTK_WIDGET(self);
}
