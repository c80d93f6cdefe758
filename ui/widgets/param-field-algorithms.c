/* The field of a list of algorithms: a list to search, in groups, with a line of help each and the parameters of the chosen ones,
 * and above it the choice as it is typed on the command line. That is the field's text, and both sides follow each other. */
#include "core/base/i18n.h"
#include "ui/widgets/algorithm-row.h"

#include <string.h>

#define ALL "all"
#define LIST_HEIGHT 300

typedef struct {
  UlpParamField parent;
  GPtrArray *rows; /* borrowed UlpAlgorithmRow, in the order of ulp_algorithms */
  GtkWidget *search, *box, *list;
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

/* The first item of an algorithm: a list may have several of one, of which its row shows that. NULL where there is none. */
static const char *find_item(const GPtrArray *items, const char *id) {
  for (guint i = 0; i < items->len; i++)
    if (names(g_ptr_array_index(items, i), id))
      return g_ptr_array_index(items, i);
  return NULL;
}

static void on_list_changed(UlpParamFieldAlgorithms *self) {
  if (self->syncing)
    return;
  g_autoptr(GPtrArray) items = items_of(self);
  for (guint i = 0; i < self->rows->len; i++)
    ulp_algorithm_row_set_spec(g_ptr_array_index(self->rows, i), find_item(items, ulp_algorithms[i]->id));
}

static void write_list(UlpParamFieldAlgorithms *self, GPtrArray *items) {
  gboolean all = items->len == self->rows->len;
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

/* Takes the place of the algorithm's first item; a row that is no longer chosen takes all of them away. */
static void on_row_changed(UlpAlgorithmRow *row, UlpParamFieldAlgorithms *self) {
  const char *id = ulp_algorithm_row_algorithm(row)->id;
  char *spec = ulp_algorithm_row_spec(row);
  g_autoptr(GPtrArray) items = items_of(self);
  gboolean written = FALSE;
  for (guint i = 0; i < items->len && !written; i++) {
    if (!names(g_ptr_array_index(items, i), id))
      continue;
    if (spec) {
      g_free(items->pdata[i]);
      items->pdata[i] = spec;
      written = TRUE;
    } else {
      g_ptr_array_remove_index(items, i--);
    }
  }
  if (spec && !written)
    g_ptr_array_add(items, spec);
  write_list(self, items);
}

static gboolean is_wanted(GtkListBoxRow *row, gpointer self) {
  const char *words = gtk_editable_get_text(GTK_EDITABLE(((UlpParamFieldAlgorithms *)self)->search));
  return ulp_algorithm_row_matches(ULP_ALGORITHM_ROW(row), words);
}

static void set_header(GtkListBoxRow *row, GtkListBoxRow *before, gpointer data) {
  const UlpAlgorithmGroup group = ulp_algorithm_row_algorithm(ULP_ALGORITHM_ROW(row))->group;
  if (before && ulp_algorithm_row_algorithm(ULP_ALGORITHM_ROW(before))->group == group) {
    gtk_list_box_row_set_header(row, NULL);
    return;
  }
  GtkWidget *title = gtk_label_new(_(ulp_group_titles[group]));
  gtk_label_set_xalign(GTK_LABEL(title), 0);
  gtk_widget_add_css_class(title, "heading");
  gtk_widget_set_margin_top(title, 6);
  gtk_list_box_row_set_header(row, title);
}

static void build_rows(UlpParamFieldAlgorithms *self) {
  self->search = gtk_search_entry_new();
  g_object_set(self->search, "placeholder-text", _("Search algorithms"), NULL);
  gtk_widget_set_tooltip_text(self->search, _("Words of an algorithm's name, what it does, its group or its source"));
  self->box = gtk_list_box_new();
  gtk_list_box_set_selection_mode(GTK_LIST_BOX(self->box), GTK_SELECTION_NONE);
  gtk_list_box_set_filter_func(GTK_LIST_BOX(self->box), is_wanted, self, NULL);
  gtk_list_box_set_header_func(GTK_LIST_BOX(self->box), set_header, NULL, NULL);
  GtkWidget *none = gtk_label_new(_("No algorithm has these words"));
  gtk_list_box_set_placeholder(GTK_LIST_BOX(self->box), none);
  for (guint i = 0; ulp_algorithms[i]; i++) {
    UlpAlgorithmRow *row = ulp_algorithm_row_new(ULP_PARAM_FIELD(self), ulp_algorithms[i]);
    g_ptr_array_add(self->rows, row);
    gtk_list_box_append(GTK_LIST_BOX(self->box), GTK_WIDGET(row));
    g_signal_connect(row, "changed", G_CALLBACK(on_row_changed), self);
  }
  g_signal_connect_swapped(self->search, "search-changed", G_CALLBACK(gtk_list_box_invalidate_filter), self->box);
}

static void choose_all(UlpParamFieldAlgorithms *self) { gtk_editable_set_text(GTK_EDITABLE(self->list), ALL); }

static void choose_usual(UlpParamFieldAlgorithms *self) {
  gtk_editable_set_text(GTK_EDITABLE(self->list), ulp_param_field_param((UlpParamField *)self)->default_text);
}

static void add_button(UlpParamFieldAlgorithms *self, GtkWidget *box, const char *text, const char *tooltip,
                       GCallback chosen) {
  GtkWidget *button = gtk_button_new_with_label(text);
  gtk_widget_set_tooltip_text(button, tooltip);
  gtk_widget_add_css_class(button, "ulp-chip");
  g_signal_connect_swapped(button, "clicked", chosen, self);
  gtk_box_append(GTK_BOX(box), button);
}

/* The search, and what is chosen with one click. */
static GtkWidget *build_search(UlpParamFieldAlgorithms *self) {
  GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 4);
  gtk_widget_set_hexpand(self->search, TRUE);
  gtk_box_append(GTK_BOX(box), self->search);
  add_button(self, box, _("Usual"), _("Those that are chosen at first"), G_CALLBACK(choose_usual));
  add_button(self, box, _("All"), _("Every one that the device can run"), G_CALLBACK(choose_all));
  return box;
}

static void build(UlpParamField *field) {
  UlpParamFieldAlgorithms *self = (UlpParamFieldAlgorithms *)field;
  gtk_orientable_set_orientation(GTK_ORIENTABLE(field), GTK_ORIENTATION_VERTICAL);
  gtk_box_set_spacing(GTK_BOX(field), 4);
  self->list = ulp_param_field_add_entry(field, GTK_BOX(field));
  g_signal_connect_swapped(self->list, "changed", G_CALLBACK(on_list_changed), self);
  gtk_widget_add_css_class(self->list, "ulp-number");
  gtk_widget_set_tooltip_text(self->list,
                              _("The list as the command line takes it, with parameters: strided:grid=4:block=128"));

  build_rows(self);
  GtkWidget *scrolled = gtk_scrolled_window_new();
  gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_has_frame(GTK_SCROLLED_WINDOW(scrolled), TRUE);
  gtk_scrolled_window_set_min_content_height(GTK_SCROLLED_WINDOW(scrolled), LIST_HEIGHT);
  gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), self->box);
  gtk_box_append(GTK_BOX(field), build_search(self));
  gtk_box_append(GTK_BOX(field), scrolled);
}

static char *get_text(UlpParamField *field) {
  return g_strstrip(g_strdup(gtk_editable_get_text(GTK_EDITABLE(((UlpParamFieldAlgorithms *)field)->list))));
}

static void set_text(UlpParamField *field, const char *text) {
  gtk_editable_set_text(GTK_EDITABLE(((UlpParamFieldAlgorithms *)field)->list), text);
}

static void ulp_param_field_algorithms_init(UlpParamFieldAlgorithms *self) { self->rows = g_ptr_array_new(); }

static void finalize(GObject *object) {
  g_ptr_array_unref(((UlpParamFieldAlgorithms *)object)->rows);
  G_OBJECT_CLASS(ulp_param_field_algorithms_parent_class)->finalize(object);
}

static void ulp_param_field_algorithms_class_init(UlpParamFieldAlgorithmsClass *class) {
  G_OBJECT_CLASS(class)->finalize = finalize;
  class->build = build;
  class->get_text = get_text;
  class->set_text = set_text;
  class->wide = TRUE;
}
