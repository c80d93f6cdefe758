/* The order in which sums add, revealed from outside as a tree, and compared with the tree that an algorithm's plan draws. */
#include "core/base/error.h"
#include "core/experiment/params.h"
#include "core/experiment/work.h"
#include "core/order/plan-tree.h"
#include "core/order/reveal.h"

static const UlpParam params[] = {
    {.id = "n",
     .type = ULP_PARAM_COUNT,
     .label = N_("N"),
     .help = N_("how many elements are summed"),
     .default_text = "64",
     .min = 2,
     .max = ULP_REVEAL_MAX,
     .unit = N_("elements")},
    ULP_EXPERIMENT_ALGORITHMS(
        "seq-fp32,pairwise,strided:block=16,fixed:grid=4:block=16,unordered:grid=8:block=8,exact"),
    {.id = "repeats",
     .type = ULP_PARAM_COUNT,
     .label = N_("Repeats"),
     .help = N_("how often a probe is repeated to see whether its result stays"),
     .default_text = "16",
     .min = 2,
     .max = 10000,
     .unit = N_("runs")},
};

static const UlpColumn columns[] = {
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

static const UlpColumn summary_columns[] = {
    ULP_COLUMN_ALGORITHM,
    {"order", ULP_COLUMN_TEXT, N_("order"), "",
     N_("tree; independent: every pair of elements gives the same; varies: no single tree; other: no tree of additions"),
     ulp_words_translated},
    {"height", ULP_COLUMN_COUNT, N_("additions"), "1",
     N_("on the longest way from an element to the sum; 0 without a tree")},
    {"plan", ULP_COLUMN_TEXT, N_("as described"), "",
     N_("yes, or FAIL: whether it is the tree that the algorithm's description draws; empty where that draws none"),
     .flags = ULP_COLUMN_IS_ALARM},
    {"same_as", ULP_COLUMN_TEXT, N_("same tree as"), "", N_("the first algorithm with this tree"), ulp_algorithm_words},
    {"difference", ULP_COLUMN_TEXT, N_("first difference"), "",
     N_("from the tree of the first algorithm that has one")},
    {"probes", ULP_COLUMN_COUNT, N_("probes"), "1", N_("sums that were run")},
    {"seen", ULP_COLUMN_TEXT, N_("seen"), "", N_("where there is no single tree: what repeated probes told")},
    {"tree", ULP_COLUMN_TEXT, N_("tree"), "", N_("elements in brackets that add what is in them"),
     .flags = ULP_COLUMN_IS_HIDDEN},
    ULP_COLUMN_DETERMINISM,
    ULP_COLUMN_DEVICE,
};

static const UlpPlotSpec plots[] = {
    {.id = "tree",
     .title = N_("Order of the sum"),
     .caption =
         N_("Elements below; a sum is where the lines of what it adds meet, as high as it has additions below it."),
     .x = "place",
     .y = "height",
     .x_to = "parent_place",
     .y_to = "parent_height",
     .series = "algorithm",
     .facet = "algorithm",
     .mark = ULP_MARK_SEGMENTS},
};

static const char *const kind_ids[] = {N_("tree"), N_("independent"), N_("varies"), N_("other")};

/* One algorithm under examination. */
typedef struct {
  UlpRunPart part;
  const UlpAlgorithmChoice *choice;
  UlpFormat elements;
  float *narrow; /* room for n elements of fp32 */
  const char *device;
} Subject;

static gboolean probe(const double *values, guint32 n, double *sum, gpointer data, GError **error) {
  Subject *subject = data;
  UlpDevice *device = subject->part.run->device;
  gconstpointer elements = values;
  if (subject->elements == ULP_FORMAT_FP32) {
    for (guint32 i = 0; i < n; i++)
      subject->narrow[i] = (float)values[i];
    elements = subject->narrow;
  }
  UlpDeviceWatch watch = {.cancellable = subject->part.run->cancellable};
  g_autoptr(UlpArray) array = ulp_device_upload(device, subject->elements, elements, n, &watch, error);
  UlpSumRow row;
  if (!array || !ulp_array_sum(array, &subject->choice->plan, 0, n, &row, &watch, error))
    return FALSE;
  *sum = ulp_bits_to_double(subject->choice->plan.result, row.bits);
  subject->device = row.device;
  return TRUE;
}

static gboolean go_on(double fraction, gpointer data, GError **error) {
  const Subject *subject = data;
  return ulp_run_go_on(subject->part.run, subject->part.start + fraction * subject->part.share, error);
}

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

static void append_tree(UlpTable *table, const Subject *subject, const UlpTree *tree) {
  g_autofree double *places = places_of(tree);
  for (guint32 i = 0; i < tree->nodes->len; i++) {
    const UlpTreeNode *node = ulp_tree_node(tree, i);
    const guint32 parent = node->parent == ULP_TREE_NONE ? i : node->parent;
    const UlpCell cells[] = {
        ulp_cell_text(subject->choice->label),
        ulp_cell_count(i),
        ulp_cell_count(parent),
        ulp_cell_count(node->size),
        ulp_cell_count(node->first),
        ulp_cell_real(places[i]),
        ulp_cell_count(node->height),
        ulp_cell_real(places[parent]),
        ulp_cell_count(ulp_tree_node(tree, parent)->height),
        ulp_cell_text(subject->device),
    };
    ulp_table_append(table, cells);
  }
}

/* The trees so far, and who has them. */
typedef struct {
  GPtrArray *trees, *labels;
} Known;

static const char *same_as(Known *known, const UlpTree *tree, const char *label) {
  for (guint i = 0; tree && i < known->trees->len; i++)
    if (ulp_tree_equal(g_ptr_array_index(known->trees, i), tree))
      return g_ptr_array_index(known->labels, i);
  return tree ? label : "";
}

static void append_summary(UlpTable *table, const Subject *subject, const UlpRevealed *revealed, Known *known,
                           guint32 n) {
  const UlpTree *tree = revealed->tree;
  const char *label = subject->choice->label;
  g_autoptr(UlpTree) drawn = tree ? ulp_tree_of_plan(&subject->choice->plan, n) : NULL;
  g_autofree char *text = tree ? ulp_tree_to_text(tree) : g_strdup("");
  g_autofree char *difference =
      tree && known->trees->len ? ulp_tree_difference(tree, g_ptr_array_index(known->trees, 0)) : NULL;
  const UlpCell cells[] = {
      ulp_cell_text(label),
      ulp_cell_text(kind_ids[revealed->kind]),
      ulp_cell_count(tree ? ulp_tree_node(tree, tree->root)->height : 0),
      ulp_cell_text(!drawn                        ? ""
                    : ulp_tree_equal(drawn, tree) ? "yes"
                                                  : "FAIL"),
      ulp_cell_text(same_as(known, tree, label)),
      ulp_cell_text(difference ? difference : ""),
      ulp_cell_count(revealed->probes),
      ulp_cell_text(revealed->seen->str),
      ulp_cell_text(text),
      ulp_cell_text(ulp_determinism_ids[subject->choice->algorithm->determinism]),
      ulp_cell_text(subject->device),
  };
  ulp_table_append(table, cells);
}

static gboolean examine(Subject *subject, guint32 n, Known *known, UlpResult *result, GError **error) {
  const gboolean fp64 = subject->elements == ULP_FORMAT_FP64;
  const UlpRevealOptions options = {.probe = probe,
                                    .data = subject,
                                    .large = fp64 ? 0x1p600 : 0x1p100,
                                    .unit = 1,
                                    .repeats = (guint)ulp_values_count(subject->part.run->values, "repeats"),
                                    .go_on = go_on};
  g_auto(UlpRevealed) revealed = {0};
  if (!ulp_reveal(n, &options, &revealed, error))
    return FALSE;
  if (revealed.tree)
    append_tree(result->data, subject, revealed.tree);
  append_summary(result->summary, subject, &revealed, known, n);
  if (revealed.tree) {
    g_ptr_array_add(known->trees, g_steal_pointer(&revealed.tree));
    g_ptr_array_add(known->labels, subject->choice->label);
  }
  subject->part.run->changed(result, subject->part.run->data);
  return TRUE;
}

static void needs_of_order(const UlpValues *values, const UlpInputSize *inputs, UlpNeeds *needs) {
  needs->rows = 2.0 * (double)ulp_values_count(values, "n") * ulp_needs_algorithms(values);
}

static gboolean run_order(const UlpRun *run, UlpResult *result, GError **error) {
  g_autoptr(GArray) choices = ulp_run_algorithms(run, error);
  if (!choices)
    return FALSE;
  const guint32 n = (guint32)ulp_values_count(run->values, "n");
  g_autofree float *narrow = g_new(float, n);
  Known known = {g_ptr_array_new_with_free_func((GDestroyNotify)ulp_tree_free), g_ptr_array_new()};
  result->data = ulp_table_new("order", N_("Nodes of the trees"), columns, G_N_ELEMENTS(columns));
  result->summary =
      ulp_table_new("order-summary", N_("Orders of sums"), summary_columns, G_N_ELEMENTS(summary_columns));
  gboolean done = TRUE;
  for (guint i = 0; done && i < choices->len; i++) {
    const UlpAlgorithmChoice *choice = &g_array_index(choices, UlpAlgorithmChoice, i);
    const gboolean fp64 = choice->plan.step == ULP_STEP_ADD_FP64 || choice->plan.step == ULP_STEP_EXACT;
    Subject subject = {.part = {run, (double)i / choices->len, 1.0 / choices->len},
                       .choice = choice,
                       .elements = fp64 ? ULP_FORMAT_FP64 : ULP_FORMAT_FP32,
                       .narrow = narrow,
                       .device = ulp_device_info(run->device)->name};
    done = examine(&subject, n, &known, result, error);
  }
  g_ptr_array_unref(known.trees);
  g_ptr_array_unref(known.labels);
  return done;
}

const UlpExperiment ulp_experiment_order = {
    .id = "order",
    .title = N_("Order of sums"),
    .summary = N_("in which order a sum adds: its tree, revealed from outside"),
    .params = params,
    .n_params = G_N_ELEMENTS(params),
    .plots = plots,
    .n_plots = G_N_ELEMENTS(plots),
    .columns = columns,
    .n_columns = G_N_ELEMENTS(columns),
    .needs = needs_of_order,
    .run = run_order,
};
