/* Orders that are known are revealed: written out by hand, and the trees that plans draw. */
#include "core/order/plan-tree.h"
#include "core/order/reveal.h"
#include "core/sum/algorithm.h"

#include <math.h>
#include <string.h>

/* A sum by a tree of its own, in fp32. */
static float add(const UlpTree *tree, guint32 node, const double *values) {
  const UlpTreeNode *at = ulp_tree_node(tree, node);
  if (at->first_child == ULP_TREE_NONE)
    return (float)values[node];
  float sum = add(tree, at->first_child, values);
  for (guint32 child = ulp_tree_node(tree, at->first_child)->next_sibling; child != ULP_TREE_NONE;
       child = ulp_tree_node(tree, child)->next_sibling)
    sum = sum + add(tree, child, values);
  return sum;
}

static gboolean by_tree(const double *values, guint32 n, double *sum, gpointer data, GError **error) {
  const UlpTree *tree = data;
  g_assert_cmpuint(n, ==, tree->n);
  *sum = (double)add(tree, tree->root, values);
  return TRUE;
}

static gboolean sequential(const double *values, guint32 n, double *sum, gpointer data, GError **error) {
  float s = 0;
  for (guint32 i = 0; i < n; i++)
    s += (float)values[i];
  *sum = (double)s;
  return TRUE;
}

static gboolean backwards(const double *values, guint32 n, double *sum, gpointer data, GError **error) {
  float s = 0;
  for (guint32 i = n; i-- > 0;)
    s += (float)values[i];
  *sum = (double)s;
  return TRUE;
}

/* Of five terms in one step, as a unit that adds products without rounding between them has it: what fp32 lacks is cut. */
static gboolean fused_by_five(const double *values, guint32 n, double *sum, gpointer data, GError **error) {
  double s = 0;
  for (guint32 i = 0; i < n; i += 4) {
    double largest = fabs(s);
    for (guint32 k = i; k < MIN(i + 4, n); k++)
      largest = MAX(largest, fabs(values[k]));
    const double unit = largest > 0 ? exp2(floor(log2(largest)) - 24) : 1;
    double all = trunc(s / unit);
    for (guint32 k = i; k < MIN(i + 4, n); k++)
      all += trunc(values[k] / unit);
    s = (double)(float)(all * unit);
  }
  *sum = s;
  return TRUE;
}

static gboolean exact_of_ones(const double *values, guint32 n, double *sum, gpointer data, GError **error) {
  *sum = n - 2;
  return TRUE;
}

/* The first two and the last two change places from call to call. */
static gboolean varying(const double *values, guint32 n, double *sum, gpointer data, GError **error) {
  guint *calls = data;
  return ++*calls % 2 ? sequential(values, n, sum, NULL, error) : backwards(values, n, sum, NULL, error);
}

static gboolean nonsense(const double *values, guint32 n, double *sum, gpointer data, GError **error) {
  *sum = fmod(fabs(values[0]) + 3 * fabs(values[n - 1]) + (values[1] < 0), 7) + 0.5;
  return TRUE;
}

static void reveal(UlpSumProbe probe, gpointer data, guint32 n, UlpRevealed *revealed) {
  const UlpRevealOptions options = {.probe = probe, .data = data, .large = 0x1p100, .unit = 1, .repeats = 4};
  g_autoptr(GError) error = NULL;
  g_assert_true(ulp_reveal(n, &options, revealed, &error));
  g_assert_no_error(error);
}

static void assert_text(UlpSumProbe probe, guint32 n, const char *text) {
  g_auto(UlpRevealed) revealed = {0};
  reveal(probe, NULL, n, &revealed);
  g_assert_cmpint(revealed.kind, ==, ULP_ORDER_TREE);
  g_autofree char *found = ulp_tree_to_text(revealed.tree);
  g_assert_cmpstr(found, ==, text);
}

static void test_by_hand(void) {
  assert_text(sequential, 1, "0");
  assert_text(sequential, 2, "(0 1)");
  assert_text(sequential, 5, "((((0 1) 2) 3) 4)");
  assert_text(backwards, 4, "(0 (1 (2 3)))");
}

/* More terms than two in one step: the sum so far is one of them. */
static void test_several_at_once(void) { assert_text(fused_by_five, 12, "(((0 1 2 3) 4 5 6 7) 8 9 10 11)"); }

static void test_kinds(void) {
  static const struct {
    UlpSumProbe probe;
    UlpOrderKind kind;
  } kinds[] = {{exact_of_ones, ULP_ORDER_INDEPENDENT}, {varying, ULP_ORDER_VARIES}, {nonsense, ULP_ORDER_OTHER}};
  for (guint i = 0; i < G_N_ELEMENTS(kinds); i++) {
    guint calls = 0;
    g_auto(UlpRevealed) revealed = {0};
    reveal(kinds[i].probe, &calls, 40, &revealed);
    g_assert_cmpint(revealed.kind, ==, kinds[i].kind);
    g_assert_null(revealed.tree);
    g_assert_cmpint(revealed.seen->len > 0, ==, kinds[i].kind != ULP_ORDER_INDEPENDENT);
  }
}

/* Any tree at all, one of more than two children too. */
static void test_random_trees(void) {
  GRand *random = g_rand_new_with_seed(7);
  for (guint round = 0; round < 200; round++) {
    const guint32 n = (guint32)g_rand_int_range(random, 2, 60);
    g_autoptr(UlpTree) tree = ulp_tree_new(n);
    g_autoptr(GArray) loose = g_array_new(FALSE, FALSE, sizeof(guint32));
    for (guint32 i = 0; i < n; i++)
      g_array_append_val(loose, i);
    while (loose->len > 1) {
      guint32 pair[2];
      for (guint k = 0; k < 2; k++) {
        const guint at = (guint)g_rand_int_range(random, 0, (gint32)loose->len);
        pair[k] = g_array_index(loose, guint32, at);
        g_array_remove_index_fast(loose, at);
      }
      const guint32 joined = ulp_tree_join(tree, pair, 2);
      g_array_append_val(loose, joined);
    }
    g_auto(UlpRevealed) revealed = {0};
    reveal(by_tree, tree, n, &revealed);
    if (n == 2) {
      g_assert_cmpint(revealed.kind, ==, ULP_ORDER_TREE);
      continue;
    }
    g_assert_cmpint(revealed.kind, ==, ULP_ORDER_TREE);
    g_autofree char *found = ulp_tree_to_text(revealed.tree), *expected = ulp_tree_to_text(tree);
    g_assert_cmpstr(found, ==, expected);
    g_assert_true(ulp_tree_equal(revealed.tree, tree));
    g_assert_null(ulp_tree_difference(revealed.tree, tree));
  }
  g_rand_free(random);
}

/* Far fewer probes than there are pairs, and no deep recursion, for a chain of any direction. */
static void test_long_chains(void) {
  const UlpSumProbe probes[] = {sequential, backwards};
  for (guint i = 0; i < G_N_ELEMENTS(probes); i++) {
    g_auto(UlpRevealed) revealed = {0};
    reveal(probes[i], NULL, 1000, &revealed);
    g_assert_cmpint(revealed.kind, ==, ULP_ORDER_TREE);
    g_assert_cmpuint(ulp_tree_node(revealed.tree, revealed.tree->root)->height, ==, 999);
    g_assert_cmpuint(revealed.probes, <, 20000);
  }
}

static UlpTree *tree_of(const char *spec, guint32 n) {
  g_autoptr(GError) error = NULL;
  g_autoptr(GArray) choices = ulp_algorithms_parse(spec, &error);
  g_assert_no_error(error);
  return ulp_tree_of_plan(&g_array_index(choices, UlpAlgorithmChoice, 0).plan, n);
}

static void test_plans(void) {
  static const struct {
    const char *spec;
    guint32 n;
    const char *text;
  } cases[] = {
      {"seq-fp32", 4, "(((0 1) 2) 3)"},
      {"pairwise", 5, "((0 1) (2 (3 4)))"},
      {"pairwise:leaf=3", 6, "(((0 1) 2) ((3 4) 5))"},
      {"tree-fp32:block=4", 6, "(((0 2) (1 3)) (4 5))"},
      {"strided:grid=1:block=2", 5, "(((0 2) 4) (1 3))"},
      {"fixed:grid=2:block=2", 8, "(((0 4) (1 5)) ((2 6) (3 7)))"},
      {"strided:grid=1:block=8", 3, "((0 2) 1)"},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(UlpTree) tree = tree_of(cases[i].spec, cases[i].n);
    g_autofree char *text = ulp_tree_to_text(tree);
    g_assert_cmpstr(text, ==, cases[i].text);
  }
  static const char *const without[] = {"exact", "unordered", "unordered-sim", "cub-run-to-run"};
  for (guint i = 0; i < G_N_ELEMENTS(without); i++)
    g_assert_null(tree_of(without[i], 8));
}

static void test_texts(void) {
  g_autoptr(UlpTree) a = tree_of("seq-fp32", 4), b = tree_of("pairwise", 4);
  g_autofree char *difference = ulp_tree_difference(a, b), *json = ulp_tree_to_json(b),
                  *dot = ulp_tree_to_dot(b, "a \"b\"");
  g_assert_cmpstr(difference, ==, "elements 0 and 2 meet in a sum of 3 here, of 4 there");
  g_assert_cmpstr(json, ==, "[[0, 1], [2, 3]]");
  g_assert_cmpstr(dot, ==,
                  "graph order {\n  label=\"a \\\"b\\\"\";\n  node [shape=circle, label=\"+\"];\n"
                  "  n0 [shape=plaintext, label=\"0\"];\n  n1 [shape=plaintext, label=\"1\"];\n"
                  "  n2 [shape=plaintext, label=\"2\"];\n  n3 [shape=plaintext, label=\"3\"];\n"
                  "  n4 -- n0;\n  n4 -- n1;\n  n5 -- n2;\n  n5 -- n3;\n  n6 -- n4;\n  n6 -- n5;\n}\n");
}

static gboolean stops(double fraction, gpointer data, GError **error) {
  g_set_error(error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "stopped at %g", fraction);
  return FALSE;
}

static void test_stopped(void) {
  const UlpRevealOptions options = {.probe = sequential, .large = 0x1p100, .unit = 1, .repeats = 4, .go_on = stops};
  g_auto(UlpRevealed) revealed = {0};
  g_autoptr(GError) error = NULL;
  g_assert_false(ulp_reveal(500, &options, &revealed, &error));
  g_assert_error(error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpuint(revealed.probes, ==, 64);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/order/by-hand", test_by_hand);
  g_test_add_func("/order/several-at-once", test_several_at_once);
  g_test_add_func("/order/kinds", test_kinds);
  g_test_add_func("/order/random-trees", test_random_trees);
  g_test_add_func("/order/long-chains", test_long_chains);
  g_test_add_func("/order/plans", test_plans);
  g_test_add_func("/order/texts", test_texts);
  g_test_add_func("/order/stopped", test_stopped);
  return g_test_run();
}
