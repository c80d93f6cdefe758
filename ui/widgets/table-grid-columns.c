/* The columns of a grid: which are seen, what is said once for all rows, and by which the rows are sorted. */
#include "core/base/i18n.h"
#include "ui/widgets/explain.h"
#include "ui/widgets/row-order.h"
#include "ui/widgets/same-cells.h"
#include "ui/widgets/state.h"
#include "ui/widgets/table-grid-private.h"

#include <string.h>

#define STATE_GROUP "columns"
#define MOST_SELECTED 4096 /* rows: finding each of more in another order takes long */
#define UNSAID (-1)
#define LEAST_OF_A_MENU 4 /* columns: fewer are seen at once */

/* --- what is seen --- */

/* What a row is about, and whether it is as it should be. */
static gboolean is_pinned(UlpTableGrid *grid, guint index) {
  for (guint i = 0; i < ulp_table_n_columns(grid->headings); i++) {
    const UlpColumn *column = ulp_table_column(grid->headings, i);
    if (column->type == ULP_COLUMN_TEXT && column->flags & ULP_COLUMN_IS_ALARM)
      return index == grid->first || index == i;
  }
  return index == grid->first;
}

gboolean ulp_table_grid_is_shown(UlpTableGrid *grid, guint column) {
  return gtk_column_view_column_get_visible(g_ptr_array_index(grid->columns, column));
}

static gboolean is_wanted(UlpTableGrid *grid, guint index) {
  const int choice = g_array_index(grid->choice, int, index);
  return choice == UNSAID ? !(ulp_table_column(grid->headings, index)->flags & ULP_COLUMN_IS_HIDDEN) : choice;
}

gboolean ulp_table_grid_is_said(UlpTableGrid *grid, guint column) {
  return ulp_table_grid_is_shown(grid, column) ||
         (is_wanted(grid, column) && g_array_index(grid->same, gboolean, column));
}

static void show_columns(UlpTableGrid *grid);

/* --- what is said once --- */

/* "elements: fp32 · device: AMD EPYC" */
static void say_once(UlpTableGrid *grid, UlpTable *table) {
  g_autoptr(GString) said = g_string_new(NULL);
  for (guint i = 0; i < grid->columns->len; i++) {
    if (ulp_table_grid_is_shown(grid, i) || !ulp_table_grid_is_said(grid, i))
      continue;
    g_autofree char *heading = ulp_column_heading(ulp_table_column(table, i)), *text = ulp_table_text(table, 0, i);
    g_autofree char *shown = ulp_table_grid_short_text(ulp_table_cell(table, 0, i), text);
    if (*shown)
      g_string_append_printf(said, "%s%s: %s", said->len ? " · " : _("In all rows: "), heading, shown);
  }
  gtk_label_set_text(GTK_LABEL(grid->said), said->str);
  gtk_widget_set_tooltip_text(grid->said, said->len ? said->str : NULL);
  gtk_widget_set_visible(grid->menu, grid->columns->len >= LEAST_OF_A_MENU);
  gtk_widget_set_visible(gtk_widget_get_parent(grid->said), said->len || gtk_widget_get_visible(grid->menu));
}

/* --- the order of the rows --- */

/* Of the rows, not of their places. */
GArray *ulp_table_grid_selected_rows(UlpTableGrid *grid) {
  GArray *rows = g_array_new(FALSE, FALSE, sizeof(guint));
  g_autoptr(GtkBitset) selected = gtk_selection_model_get_selection(grid->selection);
  GtkBitsetIter iter;
  guint position;
  for (gboolean valid = gtk_bitset_iter_init_first(&iter, selected, &position); valid;
       valid = gtk_bitset_iter_next(&iter, &position)) {
    const guint row = ulp_row_list_row(grid->rows, position);
    g_array_append_val(rows, row);
  }
  return rows;
}

static void select_rows(UlpTableGrid *grid, const GArray *rows) {
  g_autoptr(GtkBitset) positions = gtk_bitset_new_empty(), all = gtk_bitset_new_empty();
  gtk_bitset_add_range(all, 0, g_list_model_get_n_items(G_LIST_MODEL(grid->rows)));
  for (guint i = 0; i < rows->len; i++)
    gtk_bitset_add(positions, ulp_row_list_position(grid->rows, g_array_index(rows, guint, i)));
  gtk_selection_model_set_selection(grid->selection, positions, all);
}

/* `rows` stay selected, wherever they come to stand. */
static void order_rows(UlpTableGrid *grid, const GArray *rows) {
  UlpTable *table = ulp_row_list_table(grid->rows);
  if (!table)
    return;
  grid->selecting = TRUE;
  ulp_row_list_set_order(grid->rows,
                         grid->sorted >= 0 ? ulp_row_order(table, (guint)grid->sorted, grid->falling) : NULL);
  if (rows->len && rows->len <= MOST_SELECTED)
    select_rows(grid, rows);
  else if (rows->len)
    gtk_selection_model_unselect_all(grid->selection);
  grid->selecting = FALSE;
}

static GtkColumnView *view_of(UlpTableGrid *grid, guint column) {
  return GTK_COLUMN_VIEW(is_pinned(grid, column) ? grid->pinned : grid->view);
}

static void set_states(UlpTableGrid *grid) {
  const char *id = grid->sorted >= 0 ? ulp_table_column(grid->headings, (guint)grid->sorted)->id : "";
  GActionMap *actions = g_object_get_data(G_OBJECT(grid), "actions");
  g_simple_action_set_state(G_SIMPLE_ACTION(g_action_map_lookup_action(actions, "sort")), g_variant_new_string(id));
  g_simple_action_set_state(G_SIMPLE_ACTION(g_action_map_lookup_action(actions, "falling")),
                            g_variant_new_boolean(grid->falling));
}

static void mark_sorted(UlpTableGrid *grid) {
  const guint column = (guint)grid->sorted;
  gtk_column_view_sort_by_column(view_of(grid, column), g_ptr_array_index(grid->columns, column),
                                 grid->falling ? GTK_SORT_DESCENDING : GTK_SORT_ASCENDING);
}

static void sort_by(UlpTableGrid *grid, int column, gboolean falling) {
  grid->sorted = column;
  grid->falling = falling;
  grid->sorting = TRUE;
  gtk_column_view_sort_by_column(GTK_COLUMN_VIEW(grid->view), NULL, GTK_SORT_ASCENDING);
  gtk_column_view_sort_by_column(GTK_COLUMN_VIEW(grid->pinned), NULL, GTK_SORT_ASCENDING);
  if (column >= 0)
    mark_sorted(grid);
  grid->sorting = FALSE;
  set_states(grid);
  g_autoptr(GArray) rows = ulp_table_grid_selected_rows(grid);
  order_rows(grid, rows);
  ulp_table_grid_show_cells(grid);
  gtk_adjustment_set_value(gtk_scrollable_get_vadjustment(GTK_SCROLLABLE(grid->view)), 0);
}

/* A heading was clicked. The toolkit does not say which one is sorted by: the first of its sorters that is asked does. */
static void on_sorter_changed(UlpTableGrid *grid, GtkSorterChange change, GtkSorter *sorter) {
  if (grid->sorting)
    return;
  grid->probed = -1;
  const GtkOrdering ordering = gtk_sorter_compare(sorter, grid->view, grid->pinned);
  sort_by(grid, grid->probed, ordering == GTK_ORDERING_LARGER);
}

typedef struct {
  UlpTableGrid *grid;
  int column;
} Probe;

static int on_compare(gconstpointer a, gconstpointer b, gpointer data) {
  const Probe *probe = data;
  probe->grid->probed = probe->column;
  return -1;
}

/* --- actions --- */

static int find_column(UlpTableGrid *grid, const char *id) {
  return grid->headings ? ulp_table_find(grid->headings, id) : -1;
}

static void sort_action(GSimpleAction *action, GVariant *id, gpointer grid) {
  sort_by(grid, find_column(grid, g_variant_get_string(id, NULL)), ((UlpTableGrid *)grid)->falling);
}

static void falling_action(GSimpleAction *action, GVariant *state, gpointer grid) {
  sort_by(grid, ((UlpTableGrid *)grid)->sorted, g_variant_get_boolean(state));
}

/* "more=1 bits=0": what a person has said, kept for every table of that kind. */
static void keep_choices(UlpTableGrid *grid) {
  g_autoptr(GString) text = g_string_new(NULL);
  for (guint i = 0; i < grid->choice->len; i++)
    if (g_array_index(grid->choice, int, i) != UNSAID)
      g_string_append_printf(text, "%s=%d ", ulp_table_column(grid->headings, i)->id,
                             g_array_index(grid->choice, int, i));
  ulp_state_set(STATE_GROUP, ulp_table_id(grid->headings), text->str);
}

static int kept_choice(const char *kept, const char *id) {
  g_auto(GStrv) items = g_strsplit(kept ? kept : "", " ", -1);
  const gsize length = strlen(id);
  for (guint i = 0; items[i]; i++)
    if (strncmp(items[i], id, length) == 0 && items[i][length] == '=')
      return items[i][length + 1] == '1';
  return UNSAID;
}

static void show_action(GSimpleAction *action, GVariant *state, gpointer data) {
  UlpTableGrid *grid = data;
  const int column = find_column(grid, g_action_get_name(G_ACTION(action)) + strlen("show-"));
  UlpTable *table = ulp_row_list_table(grid->rows);
  if (column < 0)
    return;
  g_simple_action_set_state(action, state);
  g_array_index(grid->choice, int, column) = g_variant_get_boolean(state);
  keep_choices(grid);
  show_columns(grid);
  if (table)
    say_once(grid, table);
}

/* --- building --- */

/* GtkColumnView has no way to align a heading over its numbers: the label inside it is asked instead. */
static void align_heading(GtkWidget *widget) {
  if (GTK_IS_LABEL(widget)) {
    gtk_widget_set_hexpand(widget, TRUE);
    gtk_label_set_xalign(GTK_LABEL(widget), 1);
  }
  for (GtkWidget *child = gtk_widget_get_first_child(widget); child; child = gtk_widget_get_next_sibling(child))
    align_heading(child);
}

static void dress_headings(UlpTableGrid *grid, gboolean pinned) {
  GtkWidget *view = pinned ? grid->pinned : grid->view;
  GtkWidget *heading = gtk_widget_get_first_child(gtk_widget_get_first_child(view));
  for (guint i = 0; i < grid->columns->len && heading; i++) {
    if (is_pinned(grid, i) != pinned)
      continue;
    const UlpColumn *info = ulp_table_column(grid->headings, i);
    g_autofree char *title = ulp_column_heading(info),
                    *tooltip = ulp_explain_text(ulp_translated(info->meaning), title);
    gtk_widget_set_tooltip_text(heading, tooltip);
    if (info->type != ULP_COLUMN_TEXT)
      align_heading(heading);
    heading = gtk_widget_get_next_sibling(heading);
  }
}

static void remove_columns(GtkColumnView *view) {
  GListModel *columns = gtk_column_view_get_columns(view);
  while (g_list_model_get_n_items(columns)) {
    g_autoptr(GtkColumnViewColumn) column = g_list_model_get_item(columns, 0);
    gtk_column_view_remove_column(view, column);
  }
}

static gboolean is_seen(UlpTableGrid *grid, guint i) {
  const gboolean once = g_array_index(grid->same, gboolean, i) && g_array_index(grid->choice, int, i) != 1;
  return is_wanted(grid, i) && !once;
}

/* Each into its view. What a sorted heading shows goes with its view. */
static void place_columns(UlpTableGrid *grid) {
  grid->sorting = TRUE;
  remove_columns(GTK_COLUMN_VIEW(grid->pinned));
  remove_columns(GTK_COLUMN_VIEW(grid->view));
  for (guint i = 0; i < grid->columns->len; i++)
    gtk_column_view_append_column(view_of(grid, i), g_ptr_array_index(grid->columns, i));
  dress_headings(grid, TRUE);
  dress_headings(grid, FALSE);
  if (grid->sorted >= 0)
    mark_sorted(grid);
  grid->sorting = FALSE;
}

/* The first column that says something stays in sight. One that somebody asked for is there even if all of its cells are equal. */
static void show_columns(UlpTableGrid *grid) {
  GtkColumnViewColumn *last = NULL;
  guint first = 0;
  while (first < grid->columns->len && !is_seen(grid, first))
    first++;
  first = first < grid->columns->len ? first : 0;
  if (first != grid->first) {
    grid->first = first;
    place_columns(grid);
  }
  for (guint i = 0; i < grid->columns->len; i++) {
    GtkColumnViewColumn *column = g_ptr_array_index(grid->columns, i);
    gtk_column_view_column_set_visible(column, is_seen(grid, i));
    gtk_column_view_column_set_expand(column, FALSE);
    if (is_seen(grid, i) && !is_pinned(grid, i))
      last = column;
  }
  if (last)
    gtk_column_view_column_set_expand(last, TRUE); /* rows as wide as the grid */
}

static GtkColumnViewColumn *column_new(UlpTableGrid *grid, guint index, const char *heading) {
  GtkColumnViewColumn *column = gtk_column_view_column_new(heading, ulp_table_grid_factory(grid, index));
  Probe *probe = g_new(Probe, 1);
  *probe = (Probe){grid, (int)index};
  g_autoptr(GtkCustomSorter) sorter = gtk_custom_sorter_new(on_compare, probe, g_free);
  gtk_column_view_column_set_sorter(column, GTK_SORTER(sorter));
  gtk_column_view_column_set_resizable(column, TRUE);
  return column;
}

static GMenu *menu_new(UlpTableGrid *grid, GSimpleActionGroup *actions) {
  GMenu *menu = g_menu_new();
  g_autoptr(GMenu) shown = g_menu_new(), sort = g_menu_new();
  g_menu_append(sort, _("As computed"), "columns.sort::");
  for (guint i = 0; i < grid->columns->len; i++) {
    const UlpColumn *info = ulp_table_column(grid->headings, i);
    g_autofree char *heading = ulp_column_heading(info), *name = g_strdup_printf("columns.show-%s", info->id);
    g_autofree char *sorted = g_strdup_printf("columns.sort::%s", info->id);
    g_autoptr(GSimpleAction) action =
        g_simple_action_new_stateful(strchr(name, '.') + 1, NULL, g_variant_new_boolean(is_wanted(grid, i)));
    g_signal_connect(action, "change-state", G_CALLBACK(show_action), grid);
    g_action_map_add_action(G_ACTION_MAP(actions), G_ACTION(action));
    g_menu_append(shown, heading, name);
    g_menu_append(sort, heading, sorted);
  }
  g_menu_append(sort, _("Largest first"), "columns.falling");
  g_menu_append_submenu(menu, _("Sort by"), G_MENU_MODEL(sort));
  g_menu_append_section(menu, _("Show"), G_MENU_MODEL(shown));
  return menu;
}

static void add_actions(UlpTableGrid *grid) {
  static const GActionEntry entries[] = {
      {.name = "sort", .parameter_type = "s", .state = "''", .change_state = sort_action},
      {.name = "falling", .state = "false", .change_state = falling_action},
  };
  GSimpleActionGroup *actions = g_simple_action_group_new();
  g_action_map_add_action_entries(G_ACTION_MAP(actions), entries, G_N_ELEMENTS(entries), grid);
  g_autoptr(GMenu) menu = menu_new(grid, actions);
  for (guint i = 0; i < grid->columns->len; i++)
    gtk_column_view_column_set_header_menu(g_ptr_array_index(grid->columns, i), G_MENU_MODEL(menu));
  gtk_menu_button_set_menu_model(GTK_MENU_BUTTON(grid->menu), G_MENU_MODEL(menu));
  gtk_widget_insert_action_group(GTK_WIDGET(grid), "columns", G_ACTION_GROUP(actions));
  g_object_set_data_full(G_OBJECT(grid), "actions", actions, g_object_unref);
}

void ulp_table_grid_build_columns(UlpTableGrid *grid, UlpTable *table) {
  const guint n = ulp_table_n_columns(table);
  g_autofree char *kept = ulp_state_get(STATE_GROUP, ulp_table_id(table));
  remove_columns(GTK_COLUMN_VIEW(grid->pinned));
  remove_columns(GTK_COLUMN_VIEW(grid->view));
  g_clear_pointer(&grid->headings, ulp_table_unref);
  grid->headings = ulp_table_new(ulp_table_id(table), ulp_table_title(table), ulp_table_column(table, 0), n);
  grid->sorted = -1;
  grid->first = 0;
  grid->falling = FALSE;
  g_ptr_array_set_size(grid->columns, 0);
  g_array_set_size(grid->same, 0);
  g_array_set_size(grid->same, n);
  g_array_set_size(grid->choice, 0);
  for (guint i = 0; i < n; i++) {
    const UlpColumn *info = ulp_table_column(grid->headings, i);
    const int choice = kept_choice(kept, info->id);
    g_autofree char *heading = ulp_column_heading(info);
    GtkColumnViewColumn *column = column_new(grid, i, heading);
    g_array_append_val(grid->choice, choice);
    g_ptr_array_add(grid->columns, column);
  }
  add_actions(grid);
  place_columns(grid);
  show_columns(grid);
}

void ulp_table_grid_update_columns(UlpTableGrid *grid, UlpTable *table, const GArray *rows) {
  for (guint i = 0; i < grid->columns->len; i++)
    g_array_index(grid->same, gboolean, i) = ulp_cells_are_same(table, i);
  show_columns(grid);
  say_once(grid, table);
  if (grid->sorted >= 0)
    order_rows(grid, rows);
}

void ulp_table_grid_init_columns(UlpTableGrid *grid) {
  GtkWidget *const views[] = {grid->pinned, grid->view};
  grid->sorted = -1;
  grid->columns = g_ptr_array_new_with_free_func(g_object_unref);
  grid->same = g_array_new(FALSE, TRUE, sizeof(gboolean));
  grid->choice = g_array_new(FALSE, FALSE, sizeof(int));
  for (guint i = 0; i < G_N_ELEMENTS(views); i++)
    g_signal_connect_object(gtk_column_view_get_sorter(GTK_COLUMN_VIEW(views[i])), "changed",
                            G_CALLBACK(on_sorter_changed), grid, G_CONNECT_SWAPPED);
}
