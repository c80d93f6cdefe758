/* The field of an input: a generator with its own parameters, or a file, and operations on it. The specification below them says the same as
 * it is typed on the command line; it is the field's text, and both sides follow each other. */
#include "core/base/i18n.h"
#include "core/input/input.h"
#include "ui/widgets/file-dialog.h"
#include "ui/widgets/member-chooser.h"
#include "ui/widgets/operation-rows.h"
#include "ui/widgets/param-field.h"

#include <string.h>

#define NO_GENERATOR (-1)

typedef struct {
  UlpParamField parent;
  GtkWidget *kind; /* drop-down: the generators, then the file */
  GtkWidget *open;
  UlpMemberChooser *members; /* of a file */
  GtkWidget *grid;           /* the generator's parameters */
  UlpOperationRows *operations;
  GtkWidget *spec;
  GPtrArray *fields; /* borrowed UlpParamField, in the order of the generator's parameters */
  int generator;     /* the one that `fields` belong to */
  gboolean syncing;
} UlpParamFieldInput;
typedef UlpParamFieldClass UlpParamFieldInputClass;

G_DEFINE_TYPE(UlpParamFieldInput, ulp_param_field_input, ULP_TYPE_PARAM_FIELD)

static const UlpGeneratorInfo *info_of(UlpParamFieldInput *self) { return ulp_generator_info((guint)self->generator); }

static int generator_named(const char *spec) {
  g_autofree char *name = g_strndup(spec, strcspn(spec, ":"));
  guint generator;
  return ulp_generator_find(name, &generator) ? (int)generator : NO_GENERATOR;
}

/* The specification without its operations. New string. */
static char *source_of(const char *spec) { return g_strndup(spec, (gsize)(ulp_input_spec_operations(spec) - spec)); }

/* The value of `key` in "name:key=value:...", NULL where it is not named. New string. */
static char *spec_value(const char *spec, const char *key) {
  g_auto(GStrv) parts = g_strsplit(spec, ":", -1);
  const gsize length = strlen(key);
  for (guint i = 1; parts[0] && parts[i]; i++)
    if (strncmp(parts[i], key, length) == 0 && parts[i][length] == '=')
      return g_strdup(parts[i] + length + 1);
  return NULL;
}

/* What a field says when the specification does not name its key: n is then left to the experiment. */
static const char *unnamed_text(const UlpParam *param) {
  return g_str_equal(param->id, "n") ? "" : param->default_text;
}

static char *spec_from_fields(UlpParamFieldInput *self) {
  GString *spec = g_string_new(info_of(self)->id);
  for (guint i = 0; i < self->fields->len; i++) {
    UlpParamField *field = g_ptr_array_index(self->fields, i);
    const UlpParam *param = ulp_param_field_param(field);
    g_autofree char *text = ulp_param_field_text(field);
    if (!g_str_equal(text, unnamed_text(param)))
      g_string_append_printf(spec, ":%s=%s", param->id, text);
  }
  return g_string_free(spec, FALSE);
}

static void mark_fields(UlpParamFieldInput *self) {
  const UlpGeneratorInfo *info = info_of(self);
  g_autoptr(UlpValues) values = ulp_values_new(info->params, info->n_params);
  for (guint i = 0; i < self->fields->len; i++) {
    UlpParamField *field = g_ptr_array_index(self->fields, i);
    const UlpParam *param = ulp_param_field_param(field);
    g_autofree char *text = ulp_param_field_text(field);
    g_autoptr(GError) error = NULL;
    if (!g_str_equal(text, unnamed_text(param)))
      ulp_values_set(values, param->id, text, &error);
    ulp_param_field_set_error(field, error ? error->message : NULL);
  }
}

static void write_quietly(UlpParamFieldInput *self, const char *source) {
  g_autofree char *operations = ulp_operation_rows_text(self->operations);
  g_autofree char *spec = g_strconcat(source, operations, NULL);
  self->syncing = TRUE;
  gtk_editable_set_text(GTK_EDITABLE(self->spec), spec);
  self->syncing = FALSE;
}

static void on_field_changed(UlpParamFieldInput *self) {
  if (self->syncing)
    return;
  g_autofree char *source = spec_from_fields(self);
  write_quietly(self, source);
  mark_fields(self);
}

static void on_operations_changed(UlpParamFieldInput *self) {
  g_autofree char *source = source_of(gtk_editable_get_text(GTK_EDITABLE(self->spec)));
  write_quietly(self, source);
}

static void build_fields(UlpParamFieldInput *self) {
  for (GtkWidget *child; (child = gtk_widget_get_first_child(self->grid));)
    gtk_grid_remove(GTK_GRID(self->grid), child);
  g_ptr_array_set_size(self->fields, 0);
  const UlpGeneratorInfo *info = self->generator == NO_GENERATOR ? NULL : info_of(self);
  int row = 0;
  for (guint i = 0; info && i < info->n_params; i++) {
    UlpParamField *field = ulp_param_field_make((UlpParamField *)self, &info->params[i]);
    row += ulp_param_field_attach(field, GTK_GRID(self->grid), row);
    g_signal_connect_swapped(field, "changed", G_CALLBACK(on_field_changed), self);
    g_ptr_array_add(self->fields, field);
  }
  gtk_widget_set_visible(self->grid, row > 0);
  gtk_widget_set_visible(self->open, self->generator == NO_GENERATOR);
}

/* The controls follow the specification. */
static void follow_spec(UlpParamFieldInput *self) {
  const char *text = gtk_editable_get_text(GTK_EDITABLE(self->spec));
  g_autofree char *spec = source_of(text);
  const int generator = generator_named(spec);
  self->syncing = TRUE;
  if (generator != self->generator) {
    self->generator = generator;
    build_fields(self);
  }
  gtk_drop_down_set_selected(GTK_DROP_DOWN(self->kind),
                             generator == NO_GENERATOR ? ulp_n_generators() : (guint)generator);
  ulp_member_chooser_set_spec(self->members, generator == NO_GENERATOR ? spec : "");
  ulp_operation_rows_set_text(self->operations, ulp_input_spec_operations(text));
  for (guint i = 0; i < self->fields->len; i++) {
    UlpParamField *field = g_ptr_array_index(self->fields, i);
    const UlpParam *param = ulp_param_field_param(field);
    g_autofree char *named = spec_value(spec, param->id);
    ulp_param_field_set_text(field, named ? named : unnamed_text(param));
  }
  self->syncing = FALSE;
  if (generator != NO_GENERATOR)
    mark_fields(self);
}

static void on_spec_changed(UlpParamFieldInput *self) {
  if (!self->syncing)
    follow_spec(self);
}

/* An entry says that it changed when its old text is gone, too: the controls follow the new text only. */
static void write_spec(UlpParamFieldInput *self, const char *spec) {
  self->syncing = TRUE;
  gtk_editable_set_text(GTK_EDITABLE(self->spec), spec);
  self->syncing = FALSE;
  follow_spec(self);
}

static void on_file_chosen(GtkWidget *widget, const char *path) { write_spec((UlpParamFieldInput *)widget, path); }

/* Another array of the file keeps the operations. */
static void on_member_chosen(UlpParamFieldInput *self, const char *spec) {
  g_autofree char *operations = ulp_operation_rows_text(self->operations);
  g_autofree char *text = g_strconcat(spec, operations, NULL);
  write_spec(self, text);
}

static void ask_for_file(UlpParamFieldInput *self) {
  ulp_file_dialog(GTK_WIDGET(self), _("Open an input"), NULL, on_file_chosen);
}

/* Another generator keeps the number of elements, the format and the operations; the file's entry asks which one and changes nothing
 * yet. */
static void on_kind_selected(UlpParamFieldInput *self) {
  const guint selected = gtk_drop_down_get_selected(GTK_DROP_DOWN(self->kind));
  const guint current = self->generator == NO_GENERATOR ? ulp_n_generators() : (guint)self->generator;
  if (self->syncing || selected == current)
    return;
  if (selected == ulp_n_generators()) {
    follow_spec(self);
    ask_for_file(self);
    return;
  }
  g_autofree char *old = source_of(gtk_editable_get_text(GTK_EDITABLE(self->spec)));
  g_autofree char *operations = ulp_operation_rows_text(self->operations);
  const guint64 own_count = ulp_generator_info(selected)->default_count; /* its name promises what that many give */
  const gboolean counts = self->generator != NO_GENERATOR && ulp_generator_info((guint)self->generator)->default_count;
  g_autofree char *n = self->generator == NO_GENERATOR || own_count || counts ? NULL : spec_value(old, "n");
  g_autofree char *format = self->generator == NO_GENERATOR ? NULL : spec_value(old, "format");
  g_autofree char *spec = g_strconcat(ulp_generator_info(selected)->id, n ? ":n=" : "", n ? n : "",
                                      format ? ":format=" : "", format ? format : "", operations, NULL);
  write_spec(self, spec);
}

static void build(UlpParamField *field) {
  UlpParamFieldInput *self = (UlpParamFieldInput *)field;
  g_autofree const char **titles = g_new0(const char *, ulp_n_generators() + 2);
  for (guint i = 0; i < ulp_n_generators(); i++)
    titles[i] = _(ulp_generator_info(i)->title);
  titles[ulp_n_generators()] = _("file…");
  gtk_orientable_set_orientation(GTK_ORIENTABLE(field), GTK_ORIENTATION_VERTICAL);

  self->kind = gtk_drop_down_new_from_strings(titles);
  gtk_widget_set_hexpand(self->kind, TRUE);
  g_signal_connect_swapped(self->kind, "notify::selected", G_CALLBACK(on_kind_selected), self);
  self->open = gtk_button_new_with_label(_("Open…"));
  gtk_widget_set_tooltip_text(self->open, _("Choose a file"));
  g_signal_connect_swapped(self->open, "clicked", G_CALLBACK(ask_for_file), self);
  GtkWidget *row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);
  gtk_box_append(GTK_BOX(row), self->kind);
  gtk_box_append(GTK_BOX(row), self->open);
  gtk_box_append(GTK_BOX(field), row);

  self->members = ulp_member_chooser_new();
  g_signal_connect_swapped(self->members, "chosen", G_CALLBACK(on_member_chosen), self);
  gtk_box_append(GTK_BOX(field), GTK_WIDGET(self->members));

  self->grid = gtk_grid_new();
  gtk_grid_set_row_spacing(GTK_GRID(self->grid), 6);
  gtk_grid_set_column_spacing(GTK_GRID(self->grid), 12);
  gtk_widget_set_margin_start(self->grid, 12);
  gtk_box_append(GTK_BOX(field), self->grid);

  self->operations = ULP_OPERATION_ROWS(ulp_operation_rows_new(field));
  g_signal_connect_swapped(self->operations, "changed", G_CALLBACK(on_operations_changed), self);
  gtk_box_append(GTK_BOX(field), GTK_WIDGET(self->operations));

  self->spec = ulp_param_field_add_entry(field, GTK_BOX(field));
  g_signal_connect_swapped(self->spec, "changed", G_CALLBACK(on_spec_changed), self);
  gtk_widget_add_css_class(self->spec, "ulp-number");
  gtk_widget_set_tooltip_text(self->spec,
                              _("The input as the command line takes it; any generator or file can be typed here"));
}

static char *get_text(UlpParamField *field) {
  return g_strstrip(g_strdup(gtk_editable_get_text(GTK_EDITABLE(((UlpParamFieldInput *)field)->spec))));
}

static void set_text(UlpParamField *field, const char *text) { write_spec((UlpParamFieldInput *)field, text); }

static void ulp_param_field_input_init(UlpParamFieldInput *self) {
  self->fields = g_ptr_array_new();
  self->generator = NO_GENERATOR;
}

static void finalize(GObject *object) {
  g_ptr_array_unref(((UlpParamFieldInput *)object)->fields);
  G_OBJECT_CLASS(ulp_param_field_input_parent_class)->finalize(object);
}

static void ulp_param_field_input_class_init(UlpParamFieldInputClass *class) {
  G_OBJECT_CLASS(class)->finalize = finalize;
  class->build = build;
  class->get_text = get_text;
  class->set_text = set_text;
  class->wide = TRUE;
}
