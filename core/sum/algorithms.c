/* The list of algorithms and what follows from an entry. */
#include "core/base/i18n.h"
#include "core/number/format.h"
#include "core/sum/algorithm.h"
#include "core/sum/plan-check.h"

#include <string.h>

#define ACCUMULATORS .chooses_accumulator = TRUE
#define ORDER(ID) .order = ULP_ORDER_##ID
#define DEFAULT(ID, text) .defaults[ULP_PLAN_##ID] = text

#define ULP_ALGORITHM(name, ...) ULP_ALGORITHM_ENTRY(name, __VA_ARGS__, )
#define ULP_ALGORITHM_ENTRY(name, id_, group_, title_, summary_, source_, step_, shape_, merge_, determinism_,         \
                            result_, ...)                                                                              \
  static const UlpAlgorithm algorithm_##name = {.id = id_,                                                             \
                                                .group = ULP_GROUP_##group_,                                           \
                                                .title = title_,                                                       \
                                                .summary = summary_,                                                   \
                                                .source = source_,                                                     \
                                                .step = ULP_STEP_##step_,                                              \
                                                .shape = ULP_SHAPE_##shape_,                                           \
                                                .merge = ULP_MERGE_##merge_,                                           \
                                                .determinism = ULP_DETERMINISM_##determinism_,                         \
                                                .result = ULP_FORMAT_##result_,                                        \
                                                __VA_ARGS__};
#include "core/sum/algorithms.def"
#undef ULP_ALGORITHM

#define ULP_ROUTINE(name, ID, id_, title_, summary_, source_, determinism_, format, what)                              \
  static const UlpAlgorithm algorithm_##name = {                                                                       \
      .id = id_,                                                                                                       \
      .group = ULP_GROUP_LIBRARIES,                                                                                    \
      .title = title_,                                                                                                 \
      .summary = summary_,                                                                                             \
      .source = source_,                                                                                               \
      .step = ULP_STEP_ADD_##format,                                                                                   \
      .shape = ULP_SHAPE_LIBRARY,                                                                                      \
      .merge = ULP_MERGE_NONE,                                                                                         \
      .routine = ULP_ROUTINE_##ID,                                                                                     \
      .determinism = ULP_DETERMINISM_##determinism_,                                                                   \
      .result = ULP_FORMAT_##format,                                                                                   \
  };
#include "core/sum/routines.def"
#undef ULP_ROUTINE

const UlpAlgorithm *const ulp_algorithms[] = {
#define ULP_ALGORITHM(name, ...) &algorithm_##name,
#include "core/sum/algorithms.def"
#undef ULP_ALGORITHM
#define ULP_ROUTINE(name, ...) &algorithm_##name,
#include "core/sum/routines.def"
#undef ULP_ROUTINE
    NULL,
};
#define N_ALGORITHMS (G_N_ELEMENTS(ulp_algorithms) - 1)

const char *const ulp_group_titles[] = {
    N_("One after another"), N_("Pairwise and trees"),    N_("Lanes of a GPU"), N_("Compensated"),
    N_("Order left open"),   N_("The same in any order"), N_("Libraries"),
};
const char *const ulp_determinism_ids[] = {"none", "run-to-run", "gpu-to-gpu", "everywhere", "order-independent"};
const char *const ulp_determinism_titles[] = {
    N_("may differ from run to run"),
    N_("the same bits in every run on one device, as its library promises"),
    N_("the same bits on every GPU, as its library promises"),
    N_("the same bits on every device"),
    N_("the same bits in any order of the elements"),
};
G_STATIC_ASSERT(G_N_ELEMENTS(ulp_group_titles) == ULP_N_GROUPS);
G_STATIC_ASSERT(G_N_ELEMENTS(ulp_determinism_ids) == ULP_N_DETERMINISMS);
G_STATIC_ASSERT(G_N_ELEMENTS(ulp_determinism_titles) == ULP_N_DETERMINISMS);

const UlpAlgorithm *ulp_algorithm_find(const char *id) {
  for (guint i = 0; ulp_algorithms[i]; i++)
    if (strcmp(ulp_algorithms[i]->id, id) == 0)
      return ulp_algorithms[i];
  return NULL;
}

gboolean ulp_algorithm_is_twin(const UlpAlgorithm *algorithm) {
  return algorithm->determinism == ULP_DETERMINISM_EVERYWHERE ||
         algorithm->determinism == ULP_DETERMINISM_ORDER_INDEPENDENT;
}

/* -- parameters --------------------------------------------------------------------------------------------------- */

static const UlpParam plan_params[] = {
#define ULP_PLAN_PARAM(id_, ID, smallest, largest, used, label_, help_, unit_)                                         \
  {.id = #id_, .type = ULP_PARAM_COUNT, .label = label_, .help = help_, .min = smallest, .max = largest, .unit = unit_},
#include "core/sum/plan-params.def"
#undef ULP_PLAN_PARAM
};

typedef struct {
  UlpParam params[1 + ULP_N_PLAN_PARAMS];
  guint n_params;
  const char *formats[ULP_N_STEPS + 1]; /* choices of `acc` */
} Parameters;

static Parameters parameters[N_ALGORITHMS];

/* Formats that the algorithm's rule and schedule have, in the order of steps.def. */
static void find_formats(const UlpAlgorithm *algorithm, Parameters *own) {
  guint n = 0;
  for (UlpStep step = 0; step < ULP_STEP_EXACT; step++) {
    UlpSumPlan plan = {.step = step, .shape = algorithm->shape, .merge = algorithm->merge, .result = ULP_FORMAT_FP64};
#define ULP_PLAN_PARAM(id, ID, smallest, ...) plan.id = smallest;
#include "core/sum/plan-params.def"
#undef ULP_PLAN_PARAM
    if (ulp_step_rule(step) == ulp_step_rule(algorithm->step) && ulp_sum_plan_problem(&plan) == NULL)
      own->formats[n++] = ulp_format_info(ulp_step_format(step))->id;
  }
}

static void find_parameters(const UlpAlgorithm *algorithm, Parameters *own) {
  if (algorithm->chooses_accumulator) {
    find_formats(algorithm, own);
    own->params[own->n_params++] =
        (UlpParam){.id = "acc",
                   .type = ULP_PARAM_CHOICE,
                   .label = N_("Accumulator"),
                   .help = N_("format that adds; elements are rounded to it as they are taken"),
                   .default_text = ulp_format_info(ulp_step_format(algorithm->step))->id,
                   .unit = "",
                   .choices = own->formats};
  }
  for (guint i = 0; i < ULP_N_PLAN_PARAMS; i++) {
    if (algorithm->defaults[i] == NULL)
      continue;
    own->params[own->n_params] = plan_params[i];
    own->params[own->n_params++].default_text = algorithm->defaults[i];
  }
}

const UlpParam *ulp_algorithm_params(const UlpAlgorithm *algorithm, guint *n_params) {
  static gsize ready;
  if (g_once_init_enter(&ready)) {
    for (guint i = 0; i < N_ALGORITHMS; i++)
      find_parameters(ulp_algorithms[i], &parameters[i]);
    g_once_init_leave(&ready, 1);
  }
  guint index = 0;
  while (ulp_algorithms[index] != algorithm)
    index++;
  *n_params = parameters[index].n_params;
  return parameters[index].params;
}

/* -- words -------------------------------------------------------------------------------------------------------- */

const char *ulp_plan_accumulator(const UlpSumPlan *plan) {
  const UlpFormat format = ulp_step_format(plan->step);
  return format ? ulp_format_info(format)->id : "exact";
}

char *ulp_algorithm_help(const UlpAlgorithm *algorithm) {
  const UlpFormat format = ulp_step_format(algorithm->step);
  if (format == 0 || format == ULP_FORMAT_FP64 || algorithm->shape == ULP_SHAPE_LIBRARY)
    return g_strdup(_(algorithm->summary));
  return g_strdup_printf(_("%s; wider elements are rounded to %s as they are taken"), _(algorithm->summary),
                         ulp_format_info(format)->id);
}

char *ulp_algorithm_words(const char *label) {
  g_autofree char *id = g_strndup(label, strcspn(label, ":, ")); /* before its parameters and what else is said of it */
  const UlpAlgorithm *algorithm = ulp_algorithm_find(id);
  const gboolean simulated = algorithm && algorithm->merge == ULP_MERGE_SHUFFLED;
  return simulated ? g_strdup_printf(_("%s (simulated schedule)"), label) : g_strdup(label);
}

char *ulp_determinism_words(const char *id) {
  for (int i = 0; i < ULP_N_DETERMINISMS; i++)
    if (strcmp(ulp_determinism_ids[i], id) == 0)
      return g_strdup(_(ulp_determinism_titles[i]));
  return g_strdup(id);
}
