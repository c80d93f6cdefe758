#include "ui/pages/blocks-page.h"

#include "core/base/i18n.h"
#include "core/experiment/block-table.h"
#include "core/expression/expression.h"
#include "ui/pages/bits-controls.h"
#include "ui/widgets/explain.h"
#include "ui/widgets/shown-export.h"
#include "ui/widgets/table-grid.h"

#include <string.h>

#define SEPARATORS " ,;\t"
#define START "0.1 0.2 -3 6 0.75 2.5 -1 4"
#define N_CHOICES 3 /* format, rule, rounding */

struct _UlpBlocksPage {
  GtkBox parent_instance;
  GtkEditable *numbers;
  GtkLabel *message;
  GtkDropDown *choices[N_CHOICES];
  GtkWidget *blocks, *elements;
  UlpTable *block_table, *element_table; /* of the last numbers that were all right; NULL at first */
  GSimpleActionGroup *actions;
};

G_DEFINE_TYPE(UlpBlocksPage, ulp_blocks_page, GTK_TYPE_BOX)

/* --- what is shown --- */

static UlpBlockHow how_of(UlpBlocksPage *self) {
  return (UlpBlockHow){.blocks = ulp_block_formats[gtk_drop_down_get_selected(self->choices[0])],
                       .rule = (UlpBlockRule)gtk_drop_down_get_selected(self->choices[1]),
                       .round = (UlpRound)gtk_drop_down_get_selected(self->choices[2]),
                       .random_bits = 16,
                       .seed = 1};
}

/* NULL where one is none, with the reason. */
static GPtrArray *read_numbers(UlpBlocksPage *self, GError **error) {
  g_autoptr(GPtrArray) numbers = g_ptr_array_new_with_free_func((GDestroyNotify)ulp_block_number_free);
  g_auto(GStrv) words = g_strsplit_set(gtk_editable_get_text(self->numbers), SEPARATORS, -1);
  for (guint i = 0; words[i]; i++) {
    UlpReal *real = *words[i] ? ulp_expression_real(words[i], error) : NULL;
    if (*words[i] && !real)
      return NULL;
    if (real)
      g_ptr_array_add(numbers, ulp_block_number_new(g_strdup(words[i]), real));
  }
  return g_steal_pointer(&numbers);
}

static void show(UlpBlocksPage *self) {
  g_autoptr(GError) error = NULL;
  const UlpBlockHow how = how_of(self);
  g_autoptr(GPtrArray) numbers = read_numbers(self, &error);
  gtk_label_set_text(
      self->message,
      error ? error->message
            : _("Numbers or expressions, separated by blanks; a row that is selected below marks its number here"));
  if (error)
    gtk_widget_add_css_class(GTK_WIDGET(self->message), "ulp-error");
  else
    gtk_widget_remove_css_class(GTK_WIDGET(self->message), "ulp-error");
  if (!numbers || numbers->len == 0)
    return;
  g_clear_pointer(&self->block_table, ulp_table_unref);
  g_clear_pointer(&self->element_table, ulp_table_unref);
  ulp_block_tables_new(&how, numbers, &self->block_table, &self->element_table);
  ulp_table_grid_set_table(self->blocks, self->block_table);
  ulp_table_grid_set_table(self->elements, self->element_table);
}

/* The next key replaces the number of the row. */
static void row_selected(guint row, gpointer page) {
  const char *text = gtk_editable_get_text(ULP_BLOCKS_PAGE(page)->numbers), *word = text;
  for (guint i = 0;; i++) {
    word += strspn(word, SEPARATORS);
    const gsize length = strcspn(word, SEPARATORS);
    if (length == 0)
      return;
    if (i == row) {
      const int start = (int)g_utf8_strlen(text, word - text);
      gtk_editable_select_region(ULP_BLOCKS_PAGE(page)->numbers, start,
                                 start + (int)g_utf8_strlen(word, (gssize)length));
      return;
    }
    word += length;
  }
}

void ulp_blocks_page_set_numbers(UlpBlocksPage *self, const char *numbers) {
  gtk_editable_set_text(self->numbers, numbers);
}

/* --- exports and actions --- */

static void with_shown(GtkWidget *page, void (*use)(const UlpShown *shown, gpointer data), gpointer data) {
  const UlpShown shown = {.data = ULP_BLOCKS_PAGE(page)->element_table, .summary = ULP_BLOCKS_PAGE(page)->block_table};
  use(&shown, data);
}

static const UlpShownExport blocks_export = {"blocks", with_shown};

/* What is selected of the numbers stays so. */
static void focus_value(GSimpleAction *action, GVariant *parameter, gpointer page) {
  gtk_entry_grab_focus_without_selecting(GTK_ENTRY(ULP_BLOCKS_PAGE(page)->numbers));
}

static void build_actions(UlpBlocksPage *self) {
  static const GActionEntry entries[] = {{.name = "focus-value", .activate = focus_value}};
  static const char *const pictures[] = {"export-svg", "export-pdf", "export-png"};
  self->actions = g_simple_action_group_new();
  g_action_map_add_action_entries(G_ACTION_MAP(self->actions), entries, G_N_ELEMENTS(entries), self);
  ulp_shown_export_add_actions(G_ACTION_MAP(self->actions), GTK_WIDGET(self), &blocks_export);
  for (guint i = 0; i < G_N_ELEMENTS(pictures); i++) /* there is none */
    g_action_map_remove_action(G_ACTION_MAP(self->actions), pictures[i]);
  gtk_widget_insert_action_group(GTK_WIDGET(self), "page", G_ACTION_GROUP(self->actions));
}

/* --- construction --- */

static void build_head(UlpBlocksPage *self) {
  static const char *const captions[N_CHOICES] = {N_("F_ormat"), N_("_Scale rule"), N_("Roun_ding")};
  const char *const *const titles[N_CHOICES] = {ulp_block_titles, ulp_block_rule_titles, ulp_round_titles};
  static const guint counts[N_CHOICES] = {ULP_N_BLOCK_FORMATS, ULP_N_BLOCK_RULES, ULP_N_ROUNDS};
  GtkWidget *entry = gtk_entry_new(), *message = gtk_label_new(NULL), *row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8);
  self->numbers = GTK_EDITABLE(entry);
  self->message = GTK_LABEL(message);
  gtk_widget_add_css_class(entry, "ulp-number");
  gtk_widget_set_direction(entry, GTK_TEXT_DIR_LTR);
  gtk_widget_set_name(entry, "numbers");
  gtk_accessible_update_property(GTK_ACCESSIBLE(entry), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Numbers"), -1);
  gtk_label_set_xalign(self->message, 0);
  gtk_label_set_ellipsize(self->message, PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class(message, "ulp-dim");
  gtk_editable_set_text(self->numbers, START);
  for (guint i = 0; i < N_CHOICES; i++) {
    self->choices[i] = ulp_bits_add_drop_down(row, _(captions[i]), titles[i], counts[i]);
    g_signal_connect_swapped(self->choices[i], "notify::selected", G_CALLBACK(show), self);
  }
  g_signal_connect_swapped(entry, "changed", G_CALLBACK(show), self);
  gtk_box_append(GTK_BOX(self), entry);
  gtk_box_append(GTK_BOX(self), message);
  gtk_box_append(GTK_BOX(self), row);
}

static void dispose(GObject *object) {
  UlpBlocksPage *self = ULP_BLOCKS_PAGE(object);
  g_clear_object(&self->actions);
  g_clear_pointer(&self->block_table, ulp_table_unref);
  g_clear_pointer(&self->element_table, ulp_table_unref);
  G_OBJECT_CLASS(ulp_blocks_page_parent_class)->dispose(object);
}

static gboolean grab_focus(GtkWidget *widget) {
  return gtk_widget_grab_focus(GTK_WIDGET(ULP_BLOCKS_PAGE(widget)->numbers));
}

static void ulp_blocks_page_class_init(UlpBlocksPageClass *class) {
  G_OBJECT_CLASS(class)->dispose = dispose;
  GTK_WIDGET_CLASS(class)->grab_focus = grab_focus;
}

static void ulp_blocks_page_init(UlpBlocksPage *self) {
  gtk_orientable_set_orientation(GTK_ORIENTABLE(self), GTK_ORIENTATION_VERTICAL);
  gtk_box_set_spacing(GTK_BOX(self), 6);
  gtk_widget_add_css_class(GTK_WIDGET(self), "ulp-page");
  self->blocks = ulp_table_grid_new(_("Type numbers"));
  self->elements = ulp_table_grid_new(_("Type numbers"));
  build_head(self);
  ulp_table_grid_on_selected(self->elements, row_selected, self);
  gtk_widget_set_vexpand(self->elements, TRUE);
  gtk_box_append(GTK_BOX(self), self->blocks);
  gtk_box_append(GTK_BOX(self), self->elements);
  build_actions(self);
  gtk_drop_down_set_selected(self->choices[0], ULP_BLOCK_INDEX_MXFP4);
  show(self);
}

GtkWidget *ulp_blocks_page_new(void) { return g_object_new(ULP_TYPE_BLOCKS_PAGE, NULL); }

static GtkWidget *create(gconstpointer value) { return ulp_blocks_page_new(); }
static GActionGroup *page_actions(GtkWidget *page) { return G_ACTION_GROUP(ULP_BLOCKS_PAGE(page)->actions); }
static char *get_state(GtkWidget *page) { return g_strdup(gtk_editable_get_text(ULP_BLOCKS_PAGE(page)->numbers)); }
static void set_state(GtkWidget *page, const char *text) { ulp_blocks_page_set_numbers(ULP_BLOCKS_PAGE(page), text); }

const UlpPageKind ulp_page_kind_blocks = {
    .create = create, .actions = page_actions, .state = get_state, .set_state = set_state};
