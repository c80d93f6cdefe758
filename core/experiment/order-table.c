#include "core/experiment/order-table.h"

#include "core/base/i18n.h"
#include "core/experiment/work.h"

#include <string.h>

enum { ALGORITHM, NODE, PARENT, SIZE };

const UlpColumn ulp_order_columns[ULP_ORDER_N_COLUMNS] = {
    ULP_COLUMN_ALGORITHM,
    {"node", ULP_COLUMN_COUNT, N_("node"), "1", N_("elements are nodes 0 to N - 1, sums those from N on")},
    {"parent", ULP_COLUMN_COUNT, N_("parent"), "1", N_("the sum that the node goes into; of the last sum itself")},
    {"size", ULP_COLUMN_COUNT, N_("elements"), "1", N_("elements below the node, 1 of an element")},
    {"first", ULP_COLUMN_COUNT, N_("first element"), "1", N_("the first element below the node")},
    {"place", ULP_COLUMN_REAL, N_("place"), "1",
     N_("where the node is drawn: elements side by side in the order of the tree, a sum in the middle of what it adds")},
    {"height", ULP_COLUMN_COUNT, N_("additions"), "1", N_("additions on the longest way down, 0 of an element")},
    {"parent_place", ULP_COLUMN_REAL, N_("place of the parent"), "1", N_("where its line ends"),
     .flags = ULP_COLUMN_IS_HIDDEN},
    {"parent_height", ULP_COLUMN_COUNT, N_("additions of the parent"), "1", N_("where its line ends"),
     .flags = ULP_COLUMN_IS_HIDDEN},
    ULP_COLUMN_DEVICE,
};

/* Of every node. Elements get theirs on a walk that takes children in their order, so that no branches cross. */
static double *places_of(const UlpTree *tree) {
  double *places = g_new(double, tree->nodes->len);
  guint32 node = tree->root, n_placed = 0;
  while (n_placed < tree->n) {
    while (ulp_tree_node(tree, node)->first_child != ULP_TREE_NONE)
      node = ulp_tree_node(tree, node)->first_child;
    places[node] = n_placed++;
    while (node != tree->root && ulp_tree_node(tree, node)->next_sibling == ULP_TREE_NONE)
      node = ulp_tree_node(tree, node)->parent;
    if (node != tree->root)
      node = ulp_tree_node(tree, node)->next_sibling;
  }
  for (guint32 i = tree->n; i < tree->nodes->len; i++) {
    guint32 child = ulp_tree_node(tree, i)->first_child;
    double low = 0, high = 0;
    for (gboolean begun = FALSE; child != ULP_TREE_NONE; child = ulp_tree_node(tree, child)->next_sibling) {
      low = begun ? MIN(low, places[child]) : places[child];
      high = begun ? MAX(high, places[child]) : places[child];
      begun = TRUE;
    }
    places[i] = (low + high) / 2;
  }
  return places;
}

void ulp_order_append(UlpTable *table, const char *label, const char *device, const UlpTree *tree) {
  g_autofree double *places = places_of(tree);
  for (guint32 i = 0; i < tree->nodes->len; i++) {
    const UlpTreeNode *node = ulp_tree_node(tree, i);
    const guint32 parent = node->parent == ULP_TREE_NONE ? i : node->parent;
    const UlpCell cells[] = {
        ulp_cell_text(label),
        ulp_cell_count(i),
        ulp_cell_count(parent),
        ulp_cell_count(node->size),
        ulp_cell_count(node->first),
        ulp_cell_real(places[i]),
        ulp_cell_count(node->height),
        ulp_cell_real(places[parent]),
        ulp_cell_count(ulp_tree_node(tree, parent)->height),
        ulp_cell_text(device),
    };
    ulp_table_append(table, cells);
  }
}

/* -- DOT -------------------------------------------------------------------------------------------------------------- */

/* The tree in rows [first, end): nodes in their order, so that a sum stands behind what it adds. */
static UlpTree *tree_of_rows(const UlpTable *table, guint64 first, guint64 end) {
  const guint32 n_nodes = (guint32)(end - first);
  guint32 n = 0;
  while (n < n_nodes && ulp_table_cell(table, first + n, SIZE).count == 1)
    n++;
  UlpTree *tree = ulp_tree_new(n);
  g_autoptr(GArray) children = g_array_new(FALSE, FALSE, sizeof(guint32));
  for (guint32 node = n; node < n_nodes; node++) {
    g_array_set_size(children, 0);
    for (guint32 child = 0; child < node; child++)
      if (ulp_table_cell(table, first + child, PARENT).count == node)
        g_array_append_val(children, child);
    if (children->len == 0)
      break; /* rows of another program */
    ulp_tree_join(tree, (const guint32 *)(gconstpointer)children->data, children->len);
  }
  return tree;
}

char *ulp_order_dot(const UlpTable *table) {
  GString *all = g_string_new(NULL);
  const guint64 n_rows = ulp_table_n_rows(table);
  for (guint64 first = 0, end; first < n_rows; first = end) {
    const char *label = ulp_table_cell(table, first, ALGORITHM).text;
    for (end = first + 1; end < n_rows && g_str_equal(ulp_table_cell(table, end, ALGORITHM).text, label); end++)
      ;
    g_autoptr(UlpTree) tree = tree_of_rows(table, first, end);
    g_autofree char *dot = ulp_tree_to_dot(tree, label);
    g_string_append(all, dot);
  }
  return g_string_free(all, FALSE);
}
