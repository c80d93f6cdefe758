/* ulp list algorithms: all of them, or all about one: its order and step, what it costs, how wrong it may be. */
#include "app/ulp-list.h"
#include "core/backend/device.h"
#include "core/base/error.h"
#include "core/base/i18n.h"
#include "core/sum/algorithm.h"
#include "core/sum/bound.h"

#include <math.h>

#define SHOWN_N 1000000 /* elements that costs and bounds are told for */

char *ulp_list_parameters(const UlpParam *params, guint n_params) {
  GString *text = g_string_new(NULL);
  for (guint i = 0; i < n_params; i++)
    g_string_append_printf(text, "%s%s=%s", i ? " " : "", params[i].id, params[i].default_text);
  return g_string_free(text, FALSE);
}

/* The summary with what becomes of wider elements, which the column "accumulator" says in exports. */
static char *summary_words(const char *summary) {
  for (guint i = 0; ulp_algorithms[i]; i++)
    if (g_str_equal(ulp_algorithms[i]->summary, summary))
      return ulp_algorithm_help(ulp_algorithms[i]);
  return ulp_words_translated(summary);
}

static const UlpColumn all_columns[] = {
    {"id", ULP_COLUMN_TEXT, N_("algorithm"), "", N_("id of the algorithm")},
    {"group", ULP_COLUMN_TEXT, N_("group"), "", N_("algorithms of a kind stand together"), ulp_words_translated},
    {"determinism", ULP_COLUMN_TEXT, N_("determinism"), "",
     N_("none, everywhere (same bits on every device), or order-independent; of libraries what they promise")},
    {"result", ULP_COLUMN_TEXT, N_("result"), "", N_("format of the result")},
    {"accumulator", ULP_COLUMN_TEXT, N_("accumulator"), "",
     N_("format that elements are rounded to as they are taken and that adds them; exact takes all bits")},
    {"parameters", ULP_COLUMN_TEXT, N_("parameters"), "", N_("given as :key=value")},
    {"devices", ULP_COLUMN_TEXT, N_("devices"), "", N_("where it runs, of the kinds of devices that this build has")},
    {"summary", ULP_COLUMN_TEXT, N_("what it does"), "", N_("one line"), summary_words},
    {"source", ULP_COLUMN_TEXT, N_("source"), "", N_("paper or standard"), .flags = ULP_COLUMN_IS_HIDDEN},
};

UlpTable *ulp_list_algorithms(void) {
  UlpTable *table = ulp_table_new("algorithms", N_("Algorithms"), all_columns, G_N_ELEMENTS(all_columns));
  g_autoptr(GArray) choices = ulp_algorithms_parse("all", NULL);
  for (guint i = 0; i < choices->len; i++) {
    const UlpAlgorithm *algorithm = g_array_index(choices, UlpAlgorithmChoice, i).algorithm;
    const UlpSumPlan *plan = &g_array_index(choices, UlpAlgorithmChoice, i).plan;
    guint n_params;
    const UlpParam *own = ulp_algorithm_params(algorithm, &n_params);
    g_autofree char *params = ulp_list_parameters(own, n_params);
    g_autofree char *devices = ulp_devices_that_run(plan);
    const UlpCell cells[] = {
        ulp_cell_text(algorithm->id),
        ulp_cell_text(ulp_group_titles[algorithm->group]),
        ulp_cell_text(ulp_determinism_ids[algorithm->determinism]),
        ulp_cell_text(ulp_format_info(algorithm->result)->id),
        ulp_cell_text(ulp_plan_accumulator(plan)),
        ulp_cell_text(params),
        ulp_cell_text(devices),
        ulp_cell_text(algorithm->summary),
        ulp_cell_text(algorithm->source),
    };
    ulp_table_append(table, cells);
  }
  return table;
}

static const UlpColumn one_columns[] = {
    {"id", ULP_COLUMN_TEXT, N_("algorithm"), "", N_("the algorithm with its parameters")},
    {"title", ULP_COLUMN_TEXT, N_("name"), "", N_("the algorithm in words"), ulp_words_translated},
    {"group", ULP_COLUMN_TEXT, N_("group"), "", N_("algorithms of a kind stand together"), ulp_words_translated},
    {"summary", ULP_COLUMN_TEXT, N_("what it does"), "", N_("one line"), summary_words},
    {"parameters", ULP_COLUMN_TEXT, N_("parameters"), "", N_("given as :key=value, with their defaults")},
    {"determinism", ULP_COLUMN_TEXT, N_("determinism"), "", N_("what its bits depend on"), ulp_determinism_words},
    {"accumulator", ULP_COLUMN_TEXT, N_("accumulator"), "", N_("format that adds")},
    {"result", ULP_COLUMN_TEXT, N_("result"), "", N_("format of the result")},
    {"height", ULP_COLUMN_REAL, N_("additions on the longest way, 1e6 elements"), "1",
     N_("from an element to the result")},
    {"operations", ULP_COLUMN_REAL, N_("operations an element, 1e6 elements"), "1",
     N_("additions, subtractions and comparisons in floating point")},
    {"worst", ULP_COLUMN_REAL, N_("largest error, 1e6 equal elements"), N_("sum of |x|"),
     N_("worst case; NaN where there is no bound")},
    {"worst_source", ULP_COLUMN_TEXT, N_("by"), "", N_("paper")},
    {"probable", ULP_COLUMN_REAL, N_("error bound of nearly always"), N_("sum of |x|"),
     N_("to first order, missed with a probability of at most 2 exp(-lambda^2 / 2), lambda = 3")},
    {"probable_source", ULP_COLUMN_TEXT, N_("by"), "", N_("paper")},
    {"source", ULP_COLUMN_TEXT, N_("source"), "", N_("paper or standard")},
};

UlpTable *ulp_list_algorithm(const char *spec, GError **error) {
  g_autoptr(GArray) choices = ulp_algorithms_parse(spec, error);
  if (!choices)
    return NULL;
  if (choices->len != 1) {
    ulp_set_error(error, ULP_ERROR_USAGE, _("list algorithms: found “%s”, expected one algorithm"), spec);
    return NULL;
  }
  const UlpAlgorithmChoice *choice = &g_array_index(choices, UlpAlgorithmChoice, 0);
  const UlpAlgorithm *algorithm = choice->algorithm;
  const UlpSumPlan *plan = &choice->plan;
  const UlpSumData data = {.n = SHOWN_N,
                           .magnitudes = 1,
                           .sum = 1,
                           .elements = ulp_step_format(plan->step),
                           .lambda = 3,
                           .largest = 1.0 / SHOWN_N};
  const UlpSumBound bound = ulp_sum_bound(plan, &data);
  guint n_params;
  const UlpParam *own = ulp_algorithm_params(algorithm, &n_params);
  g_autofree char *params = ulp_list_parameters(own, n_params);
  UlpTable *table = ulp_table_new(ULP_LIST_ONE, N_("Algorithm"), one_columns, G_N_ELEMENTS(one_columns));
  const UlpCell cells[] = {
      ulp_cell_text(choice->label),
      ulp_cell_text(algorithm->title),
      ulp_cell_text(ulp_group_titles[algorithm->group]),
      ulp_cell_text(algorithm->summary),
      ulp_cell_text(params),
      ulp_cell_text(ulp_determinism_ids[algorithm->determinism]),
      ulp_cell_text(ulp_plan_accumulator(plan)),
      ulp_cell_text(ulp_format_info(plan->result)->id),
      ulp_cell_real(ulp_shape_height(plan, SHOWN_N) + ulp_merge_height(plan, SHOWN_N)),
      ulp_cell_real(ulp_sum_operations(plan, SHOWN_N) / SHOWN_N),
      ulp_cell_real(bound.worst),
      ulp_cell_text(bound.worst_source),
      ulp_cell_real(bound.probable),
      ulp_cell_text(bound.probable_source),
      ulp_cell_text(algorithm->source),
  };
  ulp_table_append(table, cells);
  return table;
}
