/* The field of a list of algorithms: check boxes grouped by determinism, and the list as it is typed on the command
 * line, where parameters such as strided:grid=4 can be added. The list is the field's text, and both sides follow each
 * other. */
#include "core/base/i18n.h"
#include "core/sum/algorithm.h"
#include "ui/widgets/param-field.h"

#include <string.h>

#define ALL "all"
#define COLUMNS 2
#define LONG_LABEL 14 /* characters: more take the place of both columns */

typedef struct {
  UlpParamField parent;
  GPtrArray *checks; /* borrowed GtkCheckButton, in the order of ulp_algorithms */
  GtkWidget *list;
  gboolean syncing;
} UlpParamFieldAlgorithms;
typedef UlpParamFieldClass UlpParamFieldAlgorithmsClass;

G_DEFINE_TYPE(UlpParamFieldAlgorithms, ulp_param_field_algorithms, ULP_TYPE_PARAM_FIELD)

static gboolean names(const char *item, const char *id) {
  const gsize length = strcspn(item, ":");
  return strlen(id) == length && strncmp(item, id, length) == 0;
}

/* The items of the list, without white space and empty ones; "all" becomes every id. */
static GPtrArray *items_of(UlpParamFieldAlgorithms *self) {
  GPtrArray *items = g_ptr_array_new_with_free_func(g_free);
  g_auto(GStrv) parts = g_strsplit(gtk_editable_get_text(GTK_EDITABLE(self->list)), ",", -1);
  for (guint i = 0; parts[i]; i++) {
    const char *item = g_strstrip(parts[i]);
    if (g_str_equal(item, ALL))
      for (guint k = 0; ulp_algorithms[k]; k++)
        g_ptr_array_add(items, g_strdup(ulp_algorithms[k]->id));
    else if (*item)
      g_ptr_array_add(items, g_strdup(item));
  }
  return items;
}

static gboolean list_has(const GPtrArray *items, const char *id) {
  for (guint i = 0; i < items->len; i++)
    if (names(g_ptr_array_index(items, i), id))
      return TRUE;
  return FALSE;
}

static void on_list_changed(UlpParamFieldAlgorithms *self) {
  if (self->syncing)
    return;
  g_autoptr(GPtrArray) items = items_of(self);
  self->syncing = TRUE;
  for (guint i = 0; i < self->checks->len; i++)
    gtk_check_button_set_active(g_ptr_array_index(self->checks, i), list_has(items, ulp_algorithms[i]->id));
  self->syncing = FALSE;
}

static void write_list(UlpParamFieldAlgorithms *self, GPtrArray *items) {
  gboolean all = items->len == self->checks->len;
  GString *text = g_string_new(NULL);
  for (guint i = 0; i < items->len; i++) {
    const char *item = g_ptr_array_index(items, i);
    all = all && !strchr(item, ':');
    g_string_append_printf(text, "%s%s", i ? "," : "", item);
  }
  self->syncing = TRUE;
  gtk_editable_set_text(GTK_EDITABLE(self->list), all ? ALL : text->str);
  self->syncing = FALSE;
  g_string_free(text, TRUE);
}

static void on_toggled(GtkCheckButton *check, UlpParamFieldAlgorithms *self) {
  if (self->syncing)
    return;
  guint index;
  g_ptr_array_find(self->checks, check, &index);
  const char *id = ulp_algorithms[index]->id;
  g_autoptr(GPtrArray) items = items_of(self);
  for (guint i = items->len; i-- > 0;)
    if (names(g_ptr_array_index(items, i), id))
      g_ptr_array_remove_index(items, i);
  if (gtk_check_button_get_active(check))
    g_ptr_array_add(items, g_strdup(id));
  write_list(self, items);
}

static GtkWidget *check_for(UlpParamFieldAlgorithms *self, const UlpAlgorithm *algorithm) {
  g_autofree char *words = ulp_algorithm_words(algorithm->id);
  GtkWidget *check = gtk_check_button_new_with_label(words);
  g_autofree char *help = ulp_algorithm_help(algorithm);
  g_autofree char *tooltip = g_strdup_printf("%s: %s\n%s", _(algorithm->title), help, algorithm->source);
  gtk_widget_set_tooltip_text(check, tooltip);
  gtk_accessible_update_property(GTK_ACCESSIBLE(check), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, tooltip, -1);
  g_signal_connect(check, "toggled", G_CALLBACK(on_toggled), self);
  return check;
}

static void build_group(UlpParamFieldAlgorithms *self, GtkGrid *grid, UlpDeterminism determinism, int *row) {
  GtkWidget *title = gtk_label_new(_(ulp_determinism_titles[determinism]));
  gtk_label_set_xalign(GTK_LABEL(title), 0);
  gtk_label_set_wrap(GTK_LABEL(title), TRUE);
  gtk_widget_add_css_class(title, "ulp-dim");
  gtk_widget_set_margin_top(title, *row ? 6 : 0);
  gtk_grid_attach(grid, title, 0, (*row)++, COLUMNS, 1);
  int column = 0;
  for (guint i = 0; ulp_algorithms[i]; i++) {
    if (ulp_algorithms[i]->determinism != determinism)
      continue;
    g_autofree char *words = ulp_algorithm_words(ulp_algorithms[i]->id);
    const int width = g_utf8_strlen(words, -1) > LONG_LABEL ? COLUMNS : 1;
    if (column + width > COLUMNS) {
      column = 0;
      (*row)++;
    }
    gtk_grid_attach(grid, g_ptr_array_index(self->checks, i), column, *row, width, 1);
    column += width;
  }
  (*row)++;
}

static void build(UlpParamField *field) {
  UlpParamFieldAlgorithms *self = (UlpParamFieldAlgorithms *)field;
  gtk_orientable_set_orientation(GTK_ORIENTABLE(field), GTK_ORIENTATION_VERTICAL);
  GtkWidget *grid = gtk_grid_new();
  gtk_grid_set_column_homogeneous(GTK_GRID(grid), TRUE);
  gtk_grid_set_column_spacing(GTK_GRID(grid), 6);
  for (guint i = 0; ulp_algorithms[i]; i++)
    g_ptr_array_add(self->checks, check_for(self, ulp_algorithms[i]));
  int row = 0;
  for (int determinism = 0; determinism < ULP_N_DETERMINISMS; determinism++)
    build_group(self, GTK_GRID(grid), (UlpDeterminism)determinism, &row);
  gtk_box_append(GTK_BOX(field), grid);

  self->list = ulp_param_field_add_entry(field, GTK_BOX(field));
  g_signal_connect_swapped(self->list, "changed", G_CALLBACK(on_list_changed), self);
  gtk_widget_add_css_class(self->list, "ulp-number");
  gtk_widget_set_tooltip_text(self->list,
                              _("The list as the command line takes it, with parameters: strided:grid=4:block=128"));
}

static char *get_text(UlpParamField *field) {
  return g_strstrip(g_strdup(gtk_editable_get_text(GTK_EDITABLE(((UlpParamFieldAlgorithms *)field)->list))));
}

static void set_text(UlpParamField *field, const char *text) {
  gtk_editable_set_text(GTK_EDITABLE(((UlpParamFieldAlgorithms *)field)->list), text);
}

static void ulp_param_field_algorithms_init(UlpParamFieldAlgorithms *self) { self->checks = g_ptr_array_new(); }

static void finalize(GObject *object) {
  g_ptr_array_unref(((UlpParamFieldAlgorithms *)object)->checks);
  G_OBJECT_CLASS(ulp_param_field_algorithms_parent_class)->finalize(object);
}

static void ulp_param_field_algorithms_class_init(UlpParamFieldAlgorithmsClass *class) {
  G_OBJECT_CLASS(class)->finalize = finalize;
  class->build = build;
  class->get_text = get_text;
  class->set_text = set_text;
  class->wide = TRUE;
}
