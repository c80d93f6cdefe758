#include "ui/widgets/row-list.h"

struct _UlpRow {
  GObject parent;
  guint index;
};

struct _UlpRowList {
  GObject parent;
  UlpTable *table; /* NULL for no rows */
  guint32 *order;  /* the row at each position; NULL: it is the position */
};

G_DEFINE_TYPE(UlpRow, ulp_row, G_TYPE_OBJECT)

static void ulp_row_class_init(UlpRowClass *class) {}
static void ulp_row_init(UlpRow *row) {}

guint ulp_row_index(UlpRow *row) { return row->index; }

static GType get_item_type(GListModel *model) { return ULP_TYPE_ROW; }

static guint get_n_items(GListModel *model) {
  const UlpRowList *list = ULP_ROW_LIST(model);
  return list->table ? (guint)MIN(ulp_table_n_rows(list->table), G_MAXUINT) : 0; /* all that a list model can have */
}

static gpointer get_item(GListModel *model, guint position) {
  if (position >= get_n_items(model))
    return NULL;
  UlpRow *row = g_object_new(ULP_TYPE_ROW, NULL);
  row->index = position;
  return row;
}

static void list_model_init(GListModelInterface *interface) {
  interface->get_item_type = get_item_type;
  interface->get_n_items = get_n_items;
  interface->get_item = get_item;
}

G_DEFINE_TYPE_WITH_CODE(UlpRowList, ulp_row_list, G_TYPE_OBJECT,
                        G_IMPLEMENT_INTERFACE(G_TYPE_LIST_MODEL, list_model_init))

static void finalize(GObject *object) {
  g_clear_pointer(&ULP_ROW_LIST(object)->table, ulp_table_unref);
  g_free(ULP_ROW_LIST(object)->order);
  G_OBJECT_CLASS(ulp_row_list_parent_class)->finalize(object);
}

static void ulp_row_list_class_init(UlpRowListClass *class) { G_OBJECT_CLASS(class)->finalize = finalize; }
static void ulp_row_list_init(UlpRowList *list) {}

UlpRowList *ulp_row_list_new(void) { return g_object_new(ULP_TYPE_ROW_LIST, NULL); }

UlpTable *ulp_row_list_table(UlpRowList *list) { return list->table; }

guint ulp_row_list_row(UlpRowList *list, guint position) { return list->order ? list->order[position] : position; }

guint ulp_row_list_position(UlpRowList *list, guint row) {
  const guint n = get_n_items(G_LIST_MODEL(list));
  for (guint i = 0; list->order && i < n; i++)
    if (list->order[i] == row)
      return i;
  return row;
}

void ulp_row_list_set_order(UlpRowList *list, guint32 *order) {
  g_free(list->order);
  list->order = order;
}

void ulp_row_list_set_table(UlpRowList *list, UlpTable *table) {
  const guint before = get_n_items(G_LIST_MODEL(list));
  UlpTable *old = list->table;
  ulp_row_list_set_order(list, NULL);
  list->table = table ? ulp_table_ref(table) : NULL;
  g_clear_pointer(&old, ulp_table_unref);
  const guint after = get_n_items(G_LIST_MODEL(list)), common = MIN(before, after);
  if (before != after)
    g_list_model_items_changed(G_LIST_MODEL(list), common, before - common, after - common);
}
