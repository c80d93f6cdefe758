#include "core/order/reveal.h"

#include <math.h>
#include <string.h>

#define SEED 20241101u
#define PAIRS_REPEATED 24 /* before the tree is revealed, and so many again behind it */

typedef struct {
  guint32 n;
  const UlpRevealOptions *options;
  UlpRevealed *revealed;
  UlpTree *tree;
  GRand *random;
  double *values;
  guint64 expected; /* probes, about */
  gboolean odd;     /* a result that no tree gives */
  GError **error;
} Reveal;

void ulp_revealed_clear(UlpRevealed *revealed) {
  g_clear_pointer(&revealed->tree, ulp_tree_free);
  if (revealed->seen)
    g_string_free(revealed->seen, TRUE);
  revealed->seen = NULL;
}

/* The sum with M at i and -M at j. */
static gboolean probe_sum(Reveal *reveal, guint32 i, guint32 j, double *sum) {
  const UlpRevealOptions *options = reveal->options;
  reveal->values[i] = options->large;
  reveal->values[j] = -options->large;
  const gboolean done = options->probe(reveal->values, reveal->n, sum, options->data, reveal->error);
  reveal->values[i] = reveal->values[j] = options->unit;
  *sum /= options->unit;
  reveal->revealed->probes++;
  const double fraction = (double)reveal->revealed->probes / (double)reveal->expected;
  return done && (!options->go_on || reveal->revealed->probes % 64 ||
                  options->go_on(MIN(fraction, 1), options->data, reveal->error));
}

/* Elements below the first common sum of i and j; what no tree gives is odd, and n. */
static gboolean probe_size(Reveal *reveal, guint32 i, guint32 j, guint32 *size) {
  double sum;
  if (!probe_sum(reveal, i, j, &sum))
    return FALSE;
  const gboolean possible = sum >= 0 && sum <= reveal->n - 2 && sum == floor(sum);
  reveal->odd |= !possible;
  *size = possible ? reveal->n - (guint32)sum : reveal->n;
  return TRUE;
}

/* -- one tree? -------------------------------------------------------------------------------------------------------- */

/* Repeats probes of random pairs. `alike`: all pairs gave one result, which tells that the order does not matter only where
 * there are more than two elements. */
static gboolean repeat_pairs(Reveal *reveal, gboolean *varies, gboolean *alike) {
  double first = NAN;
  guint n_told = 0;
  *alike = reveal->n > 2;
  for (guint k = 0; k < PAIRS_REPEATED; k++) {
    const guint32 i = (guint32)g_rand_int_range(reveal->random, 0, (gint32)reveal->n);
    const guint32 j = (i + (guint32)g_rand_int_range(reveal->random, 1, (gint32)reveal->n)) % reveal->n;
    g_autoptr(GHashTable) sums = g_hash_table_new_full(g_double_hash, g_double_equal, g_free, NULL);
    g_autoptr(GString) told = g_string_new(NULL);
    for (guint r = 0; r < reveal->options->repeats; r++) {
      double sum;
      if (!probe_sum(reveal, i, j, &sum))
        return FALSE;
      if (isnan(first))
        first = sum;
      *alike = *alike && sum == first;
      if (g_hash_table_add(sums, g_memdup2(&sum, sizeof sum)))
        g_string_append_printf(told, "%s%g", told->len ? ", " : "", reveal->n - sum);
    }
    if (g_hash_table_size(sums) < 2)
      continue;
    *varies = TRUE;
    if (n_told++ < 3)
      g_string_append_printf(reveal->revealed->seen, "%selements %u and %u met in sums of %s",
                             reveal->revealed->seen->len ? "; " : "", MIN(i, j), MAX(i, j), told->str);
  }
  return TRUE;
}

/* All pairs of a few elements: an order that does not matter gives one result for all. */
static gboolean all_alike(Reveal *reveal, gboolean *alike) {
  double first = NAN;
  for (guint32 j = 1; j < reveal->n && *alike; j++) {
    double sum;
    if (!probe_sum(reveal, 0, j, &sum))
      return FALSE;
    first = j == 1 ? sum : first;
    *alike = sum == first;
  }
  return TRUE;
}

/* -- the tree --------------------------------------------------------------------------------------------------------- */

typedef struct {
  guint32 leaf, size;
} Met;

static int by_size(gconstpointer a, gconstpointer b) {
  const Met *x = a, *y = b;
  return x->size != y->size ? (x->size > y->size) - (x->size < y->size) : (x->leaf > y->leaf) - (x->leaf < y->leaf);
}

/* Leaves that are still to be made a subtree, and whose node it will be joined with. */
static gboolean build(Reveal *reveal, const guint32 *leaves, guint n_leaves, guint32 *node, guint32 *size);

/* The children of one node of the way up from a leaf: what is below already, and what the leaves that meet it there make. Where
 * these make several subtrees their own common sum is this node, too. */
static gboolean join_met(Reveal *reveal, const Met *met, guint n_met, guint32 below, guint32 *node) {
  g_autofree guint32 *leaves = g_new(guint32, n_met);
  for (guint k = 0; k < n_met; k++)
    leaves[k] = met[k].leaf;
  guint32 other, other_size;
  if (!build(reveal, leaves, n_met, &other, &other_size))
    return FALSE;
  /* A subtree whose top has the size of the node itself is that node: its children are this one's. */
  g_autoptr(GArray) children = g_array_new(FALSE, FALSE, sizeof(guint32));
  g_array_append_val(children, below);
  const guint32 expected = met[0].size, made = ulp_tree_node(reveal->tree, other)->size;
  if (n_met > 1 && other_size == expected && other_size > made) {
    for (guint32 child = ulp_tree_node(reveal->tree, other)->first_child; child != ULP_TREE_NONE;
         child = ulp_tree_node(reveal->tree, child)->next_sibling)
      g_array_append_val(children, child);
  } else {
    g_array_append_val(children, other);
    reveal->odd |= n_met > 1 && other_size != made;
  }
  *node = ulp_tree_join(reveal->tree, (const guint32 *)(gconstpointer)children->data, children->len);
  return TRUE;
}

/* `size`: of the topmost common sum that was seen, which is the tree's own where it is whole. */
static gboolean build(Reveal *reveal, const guint32 *leaves, guint n_leaves, guint32 *node, guint32 *size) {
  *node = leaves[0];
  *size = 1;
  if (n_leaves == 1)
    return TRUE;
  const guint chosen = (guint)g_rand_int_range(reveal->random, 0, (gint32)n_leaves);
  g_autofree Met *met = g_new(Met, n_leaves);
  guint n_met = 0;
  for (guint k = 0; k < n_leaves; k++) {
    if (k == chosen)
      continue;
    met[n_met].leaf = leaves[k];
    if (!probe_size(reveal, leaves[chosen], leaves[k], &met[n_met++].size))
      return FALSE;
  }
  qsort(met, n_met, sizeof *met, by_size);
  *node = leaves[chosen];
  for (guint first = 0, end; first < n_met; first = end) {
    for (end = first; end < n_met && met[end].size == met[first].size; end++)
      ;
    if (!join_met(reveal, met + first, end - first, *node, node))
      return FALSE;
    *size = met[first].size;
  }
  return TRUE;
}

/* The sizes that were probed are those of the tree that came out. */
static gboolean check_tree(Reveal *reveal) {
  for (guint32 i = reveal->n; i < reveal->tree->nodes->len; i++)
    reveal->odd |= ulp_tree_node(reveal->tree, i)->size > reveal->n;
  for (guint k = 0; k < PAIRS_REPEATED && !reveal->odd && reveal->n > 1; k++) {
    const guint32 i = (guint32)g_rand_int_range(reveal->random, 0, (gint32)reveal->n);
    const guint32 j = (i + (guint32)g_rand_int_range(reveal->random, 1, (gint32)reveal->n)) % reveal->n;
    guint32 size, a = i;
    if (!probe_size(reveal, i, j, &size))
      return FALSE;
    while (TRUE) { /* the first node above i that is above j */
      guint32 b = j;
      while (b != a && b != ULP_TREE_NONE)
        b = ulp_tree_node(reveal->tree, b)->parent;
      if (b == a)
        break;
      a = ulp_tree_node(reveal->tree, a)->parent;
    }
    reveal->odd |= ulp_tree_node(reveal->tree, a)->size != size;
  }
  return TRUE;
}

/* -- the public function ---------------------------------------------------------------------------------------------- */

static gboolean reveal_tree(Reveal *reveal) {
  g_autofree guint32 *leaves = g_new(guint32, reveal->n);
  guint32 root, size;
  for (guint32 i = 0; i < reveal->n; i++)
    leaves[i] = i;
  if (!build(reveal, leaves, reveal->n, &root, &size) || !check_tree(reveal))
    return FALSE;
  reveal->revealed->kind = reveal->odd ? ULP_ORDER_OTHER : ULP_ORDER_TREE;
  if (reveal->odd)
    g_string_append(reveal->revealed->seen, "the sizes of common sums are those of no tree of additions");
  else
    reveal->revealed->tree = g_steal_pointer(&reveal->tree);
  return TRUE;
}

static gboolean reveal_kind(Reveal *reveal) {
  gboolean varies = FALSE, alike = TRUE;
  if (reveal->n < 2)
    return reveal_tree(reveal);
  if (!repeat_pairs(reveal, &varies, &alike) || (alike && !all_alike(reveal, &alike)))
    return FALSE;
  if (!varies && !alike)
    return reveal_tree(reveal);
  reveal->revealed->kind = varies ? ULP_ORDER_VARIES : ULP_ORDER_INDEPENDENT;
  return TRUE;
}

gboolean ulp_reveal(guint32 n, const UlpRevealOptions *options, UlpRevealed *revealed, GError **error) {
  g_return_val_if_fail(n >= 1 && n <= ULP_REVEAL_MAX, FALSE);
  *revealed = (UlpRevealed){.seen = g_string_new(NULL)};
  Reveal reveal = {.n = n,
                   .options = options,
                   .revealed = revealed,
                   .tree = ulp_tree_new(n),
                   .random = g_rand_new_with_seed(SEED),
                   .values = g_new(double, n),
                   .error = error};
  reveal.expected = (guint64)(n * (2 + log2(n)) + 2 * PAIRS_REPEATED * options->repeats);
  for (guint32 i = 0; i < n; i++)
    reveal.values[i] = options->unit;
  const gboolean done = reveal_kind(&reveal);
  ulp_tree_free(reveal.tree);
  g_rand_free(reveal.random);
  g_free(reveal.values);
  return done;
}
