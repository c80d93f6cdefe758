/* The order in which sums add, revealed from outside as a tree, and compared with the tree that an algorithm's plan draws. */
#include "core/base/error.h"
#include "core/experiment/order-table.h"
#include "core/experiment/params.h"
#include "core/experiment/work.h"
#include "core/order/object-sum.h"
#include "core/order/plan-tree.h"
#include "core/order/reveal.h"

#include <math.h>

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
    {.id = "object",
     .type = ULP_PARAM_OBJECT,
     .label = N_("Shared object"),
     .help =
         N_("a sum of your own, too: a shared object with the function of core/order/user-sum.h, run in a process of "
            "its own on the CPU"),
     .default_text = "",
     .unit = ""},
    {.id = "patience",
     .type = ULP_PARAM_REAL,
     .label = N_("Patience"),
     .help = N_("how long one sum of the shared object may take"),
     .default_text = "10",
     .min = 0.1L,
     .max = 1e6L,
     .unit = "s"},
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

/* One sum under examination. */
typedef struct {
  UlpRunPart part;
  const char *label, *determinism;
  const UlpSumPlan *plan; /* NULL: `object` */
  UlpObjectSum *object;
  UlpFormat elements;
  float *narrow; /* room for n elements of fp32 */
  const char *device;
} Subject;

static gboolean probe_object(const double *values, guint32 n, double *sum, gpointer data, GError **error) {
  Subject *subject = data;
  return ulp_object_sum_run(subject->object, values, n, sum, subject->part.run->cancellable, error);
}

static gboolean probe_plan(const double *values, guint32 n, double *sum, gpointer data, GError **error) {
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
  if (!array || !ulp_array_sum(array, subject->plan, 0, n, &row, &watch, error))
    return FALSE;
  *sum = ulp_bits_to_double(subject->plan->result, row.bits);
  subject->device = row.device;
  return TRUE;
}

static gboolean go_on(double fraction, gpointer data, GError **error) {
  const Subject *subject = data;
  return ulp_run_go_on(subject->part.run, subject->part.start + fraction * subject->part.share, error);
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
  const char *label = subject->label;
  g_autoptr(UlpTree) drawn = tree && subject->plan ? ulp_tree_of_plan(subject->plan, n) : NULL;
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
      ulp_cell_text(subject->determinism),
      ulp_cell_text(subject->device),
  };
  ulp_table_append(table, cells);
}

/* Sizes are counted by sums of ones, which narrow formats have exactly up to a number only. */
static guint64 countable(const UlpSumPlan *plan) {
  const UlpLayout sum = ulp_layout(plan->result);
  guint bits = sum.fraction_bits;
  if (plan->step != ULP_STEP_EXACT)
    bits = MIN(bits, ulp_layout(ulp_step_format(plan->step)).fraction_bits);
  return G_GUINT64_CONSTANT(2) << bits;
}

static gboolean reveal(Subject *subject, guint32 n, UlpRevealed *revealed, GError **error) {
  const gboolean fp64 = subject->elements == ULP_FORMAT_FP64;
  const gboolean fp16 = subject->plan && ulp_step_format(subject->plan->step) == ULP_FORMAT_FP16; /* up to 65504 */
  const gboolean fixed = subject->plan && subject->plan->shape == ULP_SHAPE_FIXED_POINT;
  const int fraction = fixed ? (int)subject->plan->fraction : 0;
  const UlpRevealOptions options = {.probe = subject->plan ? probe_plan : probe_object,
                                    .data = subject,
                                    .large = fixed  ? ldexp(1, 62 - fraction)
                                             : fp64 ? 0x1p600
                                             : fp16 ? 0x1p15
                                                    : 0x1p100,
                                    .unit = fixed  ? ldexp(1, -fraction)
                                            : fp16 ? 0x1p-9
                                                   : 1,
                                    .repeats = (guint)ulp_values_count(subject->part.run->values, "repeats"),
                                    .go_on = go_on};
  if (!subject->plan || n <= countable(subject->plan))
    return ulp_reveal(n, &options, revealed, error);
  *revealed = (UlpRevealed){.kind = ULP_ORDER_OTHER, .seen = g_string_new(NULL)};
  g_string_printf(revealed->seen, "its format counts up to %" G_GUINT64_FORMAT " elements only",
                  countable(subject->plan));
  return TRUE;
}

static gboolean examine(Subject *subject, guint32 n, Known *known, UlpResult *result, GError **error) {
  g_auto(UlpRevealed) revealed = {0};
  if (!reveal(subject, n, &revealed, error))
    return FALSE;
  if (revealed.tree)
    ulp_order_append(result->data, subject->label, subject->device, revealed.tree);
  append_summary(result->summary, subject, &revealed, known, n);
  if (revealed.tree) {
    g_ptr_array_add(known->trees, g_steal_pointer(&revealed.tree));
    g_ptr_array_add(known->labels, (gpointer)subject->label);
  }
  subject->part.run->changed(result, subject->part.run->data);
  return TRUE;
}

static void needs_of_order(const UlpValues *values, const UlpInputSize *inputs, UlpNeeds *needs) {
  needs->rows = 2.0 * (double)ulp_values_count(values, "n") * (ulp_needs_algorithms(values) + 1);
}

static gboolean run_order(const UlpRun *run, UlpResult *result, GError **error) {
  g_autoptr(GArray) choices = ulp_run_algorithms(run, error);
  if (!choices)
    return FALSE;
  const guint32 n = (guint32)ulp_values_count(run->values, "n");
  const char *file = ulp_values_object(run->values, "object");
  g_autofree char *name = g_path_get_basename(file);
  g_autoptr(UlpObjectSum) object = NULL;
  if (*file && !(object = ulp_object_sum_open(file, ulp_values_real(run->values, "patience"), run->cancellable, error)))
    return FALSE;
  g_autofree float *narrow = g_new(float, n);
  Known known = {g_ptr_array_new_with_free_func((GDestroyNotify)ulp_tree_free), g_ptr_array_new()};
  result->data = ulp_table_new("order", N_("Nodes of the trees"), ulp_order_columns, ULP_ORDER_N_COLUMNS);
  result->summary =
      ulp_table_new("order-summary", N_("Orders of sums"), summary_columns, G_N_ELEMENTS(summary_columns));
  const guint n_subjects = choices->len + (object ? 1 : 0);
  gboolean done = TRUE;
  for (guint i = 0; done && i < n_subjects; i++) {
    Subject subject = {.part = {run, (double)i / n_subjects, 1.0 / n_subjects},
                       .label = name,
                       .determinism = "",
                       .object = object,
                       .elements = object && ulp_object_sum_is_fp64(object) ? ULP_FORMAT_FP64 : ULP_FORMAT_FP32,
                       .narrow = narrow,
                       .device = "CPU"};
    if (i < choices->len) {
      const UlpAlgorithmChoice *choice = &g_array_index(choices, UlpAlgorithmChoice, i);
      const gboolean fp64 = ulp_step_is_fp64(choice->plan.step) || choice->plan.step == ULP_STEP_EXACT;
      subject.label = choice->label;
      subject.determinism = ulp_determinism_ids[choice->algorithm->determinism];
      subject.plan = &choice->plan;
      subject.elements = fp64 ? ULP_FORMAT_FP64 : ULP_FORMAT_FP32;
      subject.device = ulp_device_info(run->device)->name;
    }
    done = examine(&subject, n, &known, result, error);
  }
  g_ptr_array_unref(known.trees);
  g_ptr_array_unref(known.labels);
  return done;
}

static const UlpTextExport exports[] = {
    {.id = "dot", .help = N_("write the trees in Graphviz's language; - is standard output"), .text = ulp_order_dot}};

const UlpExperiment ulp_experiment_order = {
    .id = "order",
    .title = N_("Order of sums"),
    .summary = N_("in which order a sum adds: its tree, revealed from outside"),
    .params = params,
    .n_params = G_N_ELEMENTS(params),
    .plots = plots,
    .n_plots = G_N_ELEMENTS(plots),
    .columns = ulp_order_columns,
    .n_columns = ULP_ORDER_N_COLUMNS,
    .exports = exports,
    .n_exports = G_N_ELEMENTS(exports),
    .needs = needs_of_order,
    .run = run_order,
};
