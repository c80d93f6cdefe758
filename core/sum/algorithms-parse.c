/* The reading of what a user asks for. */
#include "core/base/error.h"
#include "core/base/i18n.h"
#include "core/base/name.h"
#include "core/number/format.h"
#include "core/sum/algorithm.h"

#include <string.h>

static gboolean lookup(const char *name, const UlpParam **params, guint *n_params, gpointer data) {
  const UlpAlgorithm *algorithm = ulp_algorithm_find(name);
  if (algorithm == NULL)
    return FALSE;
  *params = ulp_algorithm_params(algorithm, n_params);
  return TRUE;
}

static void set_unknown_error(const char *name, GError **error) {
  g_autoptr(GPtrArray) ids = g_ptr_array_new();
  for (guint i = 0; ulp_algorithms[i]; i++)
    g_ptr_array_add(ids, (gpointer)ulp_algorithms[i]->id);
  g_ptr_array_add(ids, NULL);
  const char *meant = ulp_name_meant(name, (const char *const *)ids->pdata);
  g_autofree char *all = g_strjoinv(", ", (char **)ids->pdata);
  if (meant)
    ulp_set_error(error, ULP_ERROR_USAGE, _("unknown algorithm “%s”: did you mean %s?"), name, meant);
  else
    ulp_set_error(error, ULP_ERROR_USAGE, _("unknown algorithm “%s”, expected all or one of %s"), name, all);
}

/* The step of the algorithm's rule in the format that was chosen. */
static UlpStep chosen_step(const UlpAlgorithm *algorithm, const UlpValues *values) {
  if (!algorithm->chooses_accumulator)
    return algorithm->step;
  const char *id = ulp_values_text(values, "acc");
  UlpStep step = 0;
  while (ulp_step_rule(step) != ulp_step_rule(algorithm->step) ||
         strcmp(ulp_format_info(ulp_step_format(step))->id, id) != 0)
    step++;
  return step;
}

static UlpSumPlan make_plan(const UlpAlgorithm *algorithm, const UlpValues *values) {
  const UlpStep step = chosen_step(algorithm, values);
  const gboolean own_result = algorithm->result == ulp_step_format(algorithm->step);
  UlpSumPlan plan = {
      .step = step,
      .shape = algorithm->shape,
      .merge = algorithm->merge,
      .result = own_result ? ulp_step_format(step) : algorithm->result,
      .order = algorithm->order,
      .routine = algorithm->routine,
  };
#define ULP_PLAN_PARAM(id, ID, smallest, ...)                                                                          \
  plan.id = algorithm->defaults[ULP_PLAN_##ID] ? ulp_values_count(values, #id) : 0;
#include "core/sum/plan-params.def"
#undef ULP_PLAN_PARAM
  return plan;
}

static gboolean parse_choice(const char *spec, UlpAlgorithmChoice *choice, GError **error) {
  g_autofree char *name = g_strndup(spec, strcspn(spec, ":"));
  const UlpAlgorithm *algorithm = ulp_algorithm_find(name);
  if (algorithm == NULL) {
    set_unknown_error(name, error);
    return FALSE;
  }
  g_autoptr(UlpValues) values = ulp_spec_parse(spec, _("algorithm"), lookup, NULL, NULL, error);
  if (values == NULL)
    return FALSE;
  *choice = (UlpAlgorithmChoice){algorithm, g_strdup(spec), make_plan(algorithm, values)};
  return TRUE;
}

/* An algorithm's plans differ in its parameters alone. */
static gboolean same_choice(const UlpAlgorithmChoice *a, const UlpAlgorithmChoice *b) {
  gboolean same = a->algorithm == b->algorithm && a->plan.step == b->plan.step;
#define ULP_PLAN_PARAM(id, ...) same = same && a->plan.id == b->plan.id;
#include "core/sum/plan-params.def"
#undef ULP_PLAN_PARAM
  return same;
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
