/* The order of a sum as a tree: elements are leaves, an inner node adds what its children give. Children have no order, as
 * a + b is b + a. A node of more than two children adds them in one step, or in a way that no probe tells apart. */
#pragma once

#include <glib.h>

#define ULP_TREE_NONE G_MAXUINT32

typedef struct {
  guint32 parent, first_child,
      next_sibling; /* ULP_TREE_NONE where there is none; children in the order of their first leaf */
  guint32 size;     /* leaves below, 1 of a leaf */
  guint32 height;   /* additions on the longest way down, 0 of a leaf */
  guint32 first;    /* the first leaf below */
} UlpTreeNode;

typedef struct {
  guint32 n;     /* leaves: nodes 0 to n - 1 are elements 0 to n - 1 */
  GArray *nodes; /* UlpTreeNode */
  guint32 root;  /* ULP_TREE_NONE until the last join */
} UlpTree;

UlpTree *ulp_tree_new(guint32 n); /* leaves alone; with one leaf it is the root */
void ulp_tree_free(UlpTree *tree);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(UlpTree, ulp_tree_free)

static inline const UlpTreeNode *ulp_tree_node(const UlpTree *tree, guint32 node) {
  return &g_array_index(tree->nodes, UlpTreeNode, node);
}

/* A new node above nodes that have no parent yet; it becomes the root when all leaves are below it. */
guint32 ulp_tree_join(UlpTree *tree, const guint32 *children, guint n_children);

/* ((0 1) (2 3)), children by their first leaf; equal for equal trees. New string. */
char *ulp_tree_to_text(const UlpTree *tree);
gboolean ulp_tree_equal(const UlpTree *a, const UlpTree *b);
/* "elements 0 and 2 meet in a sum of 3 here, of 4 there": of the first pair whose common sums differ in size; NULL for equal
 * trees. Of trees with as many leaves. New string, not translated. */
char *ulp_tree_difference(const UlpTree *a, const UlpTree *b);

/* Graphviz's language and JSON ([[0, 1], [2, 3]]); both in ASCII. New strings. */
char *ulp_tree_to_dot(const UlpTree *tree, const char *name);
char *ulp_tree_to_json(const UlpTree *tree);
