#include "core/order/tree.h"

#include <stdlib.h>

static UlpTreeNode *node_of(UlpTree *tree, guint32 node) { return &g_array_index(tree->nodes, UlpTreeNode, node); }

UlpTree *ulp_tree_new(guint32 n) {
  UlpTree *tree = g_new(UlpTree, 1);
  *tree = (UlpTree){n, g_array_sized_new(FALSE, FALSE, sizeof(UlpTreeNode), 2 * n), n == 1 ? 0 : ULP_TREE_NONE};
  for (guint32 i = 0; i < n; i++) {
    const UlpTreeNode leaf = {ULP_TREE_NONE, ULP_TREE_NONE, ULP_TREE_NONE, 1, 0, i};
    g_array_append_val(tree->nodes, leaf);
  }
  return tree;
}

void ulp_tree_free(UlpTree *tree) {
  if (!tree)
    return;
  g_array_unref(tree->nodes);
  g_free(tree);
}

static int by_first_leaf(gconstpointer a, gconstpointer b, gpointer tree) {
  const guint32 x = ulp_tree_node(tree, *(const guint32 *)a)->first,
                y = ulp_tree_node(tree, *(const guint32 *)b)->first;
  return (x > y) - (x < y);
}

guint32 ulp_tree_join(UlpTree *tree, const guint32 *children, guint n_children) {
  const guint32 joined = tree->nodes->len;
  g_autofree guint32 *sorted = g_memdup2(children, n_children * sizeof *children);
  g_qsort_with_data(sorted, (gint)n_children, sizeof *sorted, by_first_leaf, tree);
  UlpTreeNode node = {ULP_TREE_NONE, sorted[0], ULP_TREE_NONE, 0, 0, ulp_tree_node(tree, sorted[0])->first};
  for (guint i = 0; i < n_children; i++) {
    UlpTreeNode *child = node_of(tree, sorted[i]);
    child->parent = joined;
    child->next_sibling = i + 1 < n_children ? sorted[i + 1] : ULP_TREE_NONE;
    node.size += child->size;
    node.height = MAX(node.height, child->height + 1);
  }
  g_array_append_val(tree->nodes, node);
  if (node.size == tree->n)
    tree->root = joined;
  return joined;
}

/* -- walks without recursion: a chain may be 4096 deep ----------------------------------------------------------------- */

typedef struct {
  GString *out;
  const char *open, *between, *close;
} Style;

static char *to_text(const UlpTree *tree, const Style *style) {
  guint32 node = tree->root;
  while (node != ULP_TREE_NONE) {
    const UlpTreeNode *at = ulp_tree_node(tree, node);
    if (at->first_child != ULP_TREE_NONE) {
      g_string_append(style->out, style->open);
      node = at->first_child;
      continue;
    }
    g_string_append_printf(style->out, "%u", node);
    while (node != tree->root && ulp_tree_node(tree, node)->next_sibling == ULP_TREE_NONE) {
      node = ulp_tree_node(tree, node)->parent;
      g_string_append(style->out, style->close);
    }
    if (node == tree->root)
      break;
    g_string_append(style->out, style->between);
    node = ulp_tree_node(tree, node)->next_sibling;
  }
  return g_string_free(style->out, FALSE);
}

char *ulp_tree_to_text(const UlpTree *tree) {
  const Style style = {g_string_new(NULL), "(", " ", ")"};
  return to_text(tree, &style);
}

char *ulp_tree_to_json(const UlpTree *tree) {
  const Style style = {g_string_new(NULL), "[", ", ", "]"};
  return to_text(tree, &style);
}

char *ulp_tree_to_dot(const UlpTree *tree, const char *name) {
  GString *out = g_string_new("graph order {\n");
  g_autofree char *label = g_strescape(name, NULL);
  g_string_append_printf(out, "  label=\"%s\";\n  node [shape=circle, label=\"+\"];\n", label);
  for (guint32 i = 0; i < tree->n; i++)
    g_string_append_printf(out, "  n%u [shape=plaintext, label=\"%u\"];\n", i, i);
  for (guint32 i = 0; i < tree->nodes->len; i++)
    if (ulp_tree_node(tree, i)->parent != ULP_TREE_NONE)
      g_string_append_printf(out, "  n%u -- n%u;\n", ulp_tree_node(tree, i)->parent, i);
  g_string_append(out, "}\n");
  return g_string_free(out, FALSE);
}

/* -- comparisons ------------------------------------------------------------------------------------------------------ */

gboolean ulp_tree_equal(const UlpTree *a, const UlpTree *b) {
  g_autofree char *one = ulp_tree_to_text(a), *other = ulp_tree_to_text(b);
  return a->n == b->n && g_str_equal(one, other);
}

/* sizes[j]: leaves of the smallest node above both leaf i and leaf j. */
static void common_sizes(const UlpTree *tree, guint32 i, guint32 *sizes) {
  g_autofree guint32 *of_node = g_new0(guint32, tree->nodes->len); /* 0: not known yet */
  for (guint32 node = i; node != ULP_TREE_NONE; node = ulp_tree_node(tree, node)->parent)
    of_node[node] = ulp_tree_node(tree, node)->size;
  for (guint32 j = 0; j < tree->n; j++) {
    guint32 node = j;
    while (!of_node[node])
      node = ulp_tree_node(tree, node)->parent;
    sizes[j] = of_node[node];
    for (guint32 below = j; !of_node[below]; below = ulp_tree_node(tree, below)->parent)
      of_node[below] = sizes[j];
  }
}

char *ulp_tree_difference(const UlpTree *a, const UlpTree *b) {
  g_return_val_if_fail(a->n == b->n, NULL);
  if (ulp_tree_equal(a, b))
    return NULL;
  g_autofree guint32 *of_a = g_new(guint32, a->n), *of_b = g_new(guint32, a->n);
  for (guint32 i = 0; i < a->n; i++) {
    common_sizes(a, i, of_a);
    common_sizes(b, i, of_b);
    for (guint32 j = i + 1; j < a->n; j++)
      if (of_a[j] != of_b[j])
        return g_strdup_printf("elements %u and %u meet in a sum of %u here, of %u there", i, j, of_a[j], of_b[j]);
  }
  return NULL;
}
