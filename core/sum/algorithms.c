/* The list of algorithms, and the reading of what a user asks for. */
#include "core/base/error.h"
#include "core/base/i18n.h"
#include "core/sum/algorithm-params.h"

#include <string.h>

#define ULP_ALGORITHM(name, ...) ULP_ALGORITHM_ENTRY(name, __VA_ARGS__)
#define ULP_ALGORITHM_ENTRY(name, id_, title_, summary_, source_, step_, shape_, merge_, determinism_, result_, ...)   \
  static const UlpParam params_##name[] = {__VA_ARGS__};                                                               \
  static const UlpAlgorithm algorithm_##name = {                                                                       \
      .id = id_,                                                                                                       \
      .title = title_,                                                                                                 \
      .summary = summary_,                                                                                             \
      .source = source_,                                                                                               \
      .step = ULP_STEP_##step_,                                                                                        \
      .shape = ULP_SHAPE_##shape_,                                                                                     \
      .merge = ULP_MERGE_##merge_,                                                                                     \
      .determinism = ULP_DETERMINISM_##determinism_,                                                                   \
      .result = ULP_FORMAT_##result_,                                                                                  \
      .params = params_##name,                                                                                         \
      .n_params = G_N_ELEMENTS(params_##name),                                                                         \
  };
#include "core/sum/algorithms.def"
#undef ULP_ALGORITHM

#define ULP_ROUTINE(name, ID, id_, title_, summary_, source_, determinism_, format, what)                              \
  static const UlpAlgorithm algorithm_##name = {                                                                       \
      .id = id_,                                                                                                       \
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

const char *const ulp_determinism_ids[] = {"none", "run-to-run", "gpu-to-gpu", "everywhere", "order-independent"};
const char *const ulp_determinism_titles[] = {
    N_("may differ from run to run"),
    N_("the same bits in every run on one device, as its library promises"),
    N_("the same bits on every GPU, as its library promises"),
    N_("the same bits on every device"),
    N_("the same bits in any order of the elements"),
};
G_STATIC_ASSERT(G_N_ELEMENTS(ulp_determinism_ids) == ULP_N_DETERMINISMS);
G_STATIC_ASSERT(G_N_ELEMENTS(ulp_determinism_titles) == ULP_N_DETERMINISMS);

const char *ulp_algorithm_accumulator(const UlpAlgorithm *algorithm) {
  static const char *const of_step[ULP_N_STEPS] = {[ULP_STEP_ADD_FP32] = "fp32",
                                                   [ULP_STEP_ADD_FP64] = "fp64",
                                                   [ULP_STEP_KAHAN_FP32] = "fp32",
                                                   [ULP_STEP_EXACT] = "exact"};
  return of_step[algorithm->step];
}

char *ulp_algorithm_help(const UlpAlgorithm *algorithm) {
  const gboolean narrow = algorithm->step != ULP_STEP_EXACT && algorithm->step != ULP_STEP_ADD_FP64 &&
                          algorithm->shape != ULP_SHAPE_LIBRARY;
  return narrow ? g_strdup_printf(_("%s; fp64 elements are rounded to fp32 as they are taken"), _(algorithm->summary))
                : g_strdup(_(algorithm->summary));
}

static const UlpAlgorithm *find(const char *id) {
  for (guint i = 0; ulp_algorithms[i]; i++)
    if (strcmp(ulp_algorithms[i]->id, id) == 0)
      return ulp_algorithms[i];
  return NULL;
}

char *ulp_algorithm_words(const char *label) {
  g_autofree char *id = g_strndup(label, strcspn(label, ":"));
  const UlpAlgorithm *algorithm = find(id);
  const gboolean simulated = algorithm && algorithm->merge == ULP_MERGE_SHUFFLED;
  return simulated ? g_strdup_printf(_("%s (simulated schedule)"), label) : g_strdup(label);
}

char *ulp_determinism_words(const char *id) {
  for (int i = 0; i < ULP_N_DETERMINISMS; i++)
    if (strcmp(ulp_determinism_ids[i], id) == 0)
      return g_strdup(_(ulp_determinism_titles[i]));
  return g_strdup(id);
}

static gboolean lookup(const char *name, const UlpParam **params, guint *n_params, gpointer data) {
  const UlpAlgorithm *algorithm = find(name);
  if (algorithm == NULL)
    return FALSE;
  *params = algorithm->params;
  *n_params = algorithm->n_params;
  return TRUE;
}

static guint64 count_or(const UlpValues *values, const char *id, guint64 otherwise) {
  return ulp_values_param(values, id) ? ulp_values_count(values, id) : otherwise;
}

static void set_unknown_error(const char *name, GError **error) {
  g_autoptr(GString) ids = g_string_new(NULL);
  for (guint i = 0; ulp_algorithms[i]; i++)
    g_string_append_printf(ids, "%s%s", i ? ", " : "", ulp_algorithms[i]->id);
  ulp_set_error(error, ULP_ERROR_USAGE, _("unknown algorithm “%s”, expected all or one of %s"), name, ids->str);
}

static gboolean parse_choice(const char *spec, UlpAlgorithmChoice *choice, GError **error) {
  g_autofree char *name = g_strndup(spec, strcspn(spec, ":"));
  const UlpAlgorithm *algorithm = find(name);
  if (algorithm == NULL) {
    set_unknown_error(name, error);
    return FALSE;
  }
  g_autoptr(UlpValues) values = ulp_spec_parse(spec, _("algorithm"), lookup, NULL, NULL, error);
  if (values == NULL)
    return FALSE;
  const guint64 block = count_or(values, "block", 1);
  if (block & (block - 1)) {
    ulp_set_error(error, ULP_ERROR_USAGE, _("%s: block is %" G_GUINT64_FORMAT ", expected a power of two from 1 to %u"),
                  spec, block, ULP_PLAN_MAX_BLOCK);
    return FALSE;
  }
  choice->algorithm = algorithm;
  choice->label = g_strdup(spec);
  choice->plan = (UlpSumPlan){
      .step = algorithm->step,
      .shape = algorithm->shape,
      .merge = algorithm->merge,
      .result = algorithm->result,
      .grid = (uint32_t)count_or(values, "grid", 1),
      .block = (uint32_t)block,
      .leaf = (uint32_t)count_or(values, "leaf", 1),
      .seed = count_or(values, "seed", 0),
      .threads = (uint32_t)count_or(values, "threads", 0),
      .chunk = (uint32_t)count_or(values, "chunk", 0),
      .routine = algorithm->routine,
  };
  return TRUE;
}

static gboolean same_choice(const UlpAlgorithmChoice *a, const UlpAlgorithmChoice *b) {
  return a->algorithm == b->algorithm && a->plan.grid == b->plan.grid && a->plan.block == b->plan.block &&
         a->plan.leaf == b->plan.leaf && a->plan.seed == b->plan.seed && a->plan.threads == b->plan.threads &&
         a->plan.chunk == b->plan.chunk;
}

static void clear_choice(gpointer choice) { g_free(((UlpAlgorithmChoice *)choice)->label); }

static gboolean append(GArray *choices, const char *spec, GError **error) {
  UlpAlgorithmChoice choice;
  if (!parse_choice(spec, &choice, error))
    return FALSE;
  for (guint i = 0; i < choices->len; i++) {
    if (same_choice(&choice, &g_array_index(choices, UlpAlgorithmChoice, i))) {
      clear_choice(&choice);
      return TRUE;
    }
  }
  g_array_append_val(choices, choice);
  return TRUE;
}

static gboolean append_all(GArray *choices, GError **error) {
  for (guint i = 0; ulp_algorithms[i]; i++)
    if (!append(choices, ulp_algorithms[i]->id, error))
      return FALSE;
  return TRUE;
}

GArray *ulp_algorithms_parse(const char *list, GError **error) {
  g_autoptr(GArray) choices = g_array_new(FALSE, FALSE, sizeof(UlpAlgorithmChoice));
  g_array_set_clear_func(choices, clear_choice);
  g_auto(GStrv) specs = g_strsplit(list, ",", -1);
  if (specs[0] == NULL) {
    ulp_set_error(error, ULP_ERROR_USAGE, _("algorithms: nothing given, expected a list of algorithm ids"));
    return NULL;
  }
  for (guint i = 0; specs[i]; i++) {
    const char *spec = g_strstrip(specs[i]);
    if (!(strcmp(spec, "all") == 0 ? append_all(choices, error) : append(choices, spec, error)))
      return NULL;
  }
  return g_steal_pointer(&choices);
}
