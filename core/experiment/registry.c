/* The list of experiments. Kept alone in its file, so that a test links another list in its place. */
#include "core/experiment/experiment.h"

#include "core/base/error.h"
#include "core/base/i18n.h"

#define ULP_EXPERIMENT(id) extern const UlpExperiment ulp_experiment_##id;
#include "core/experiment/experiments.def"
#undef ULP_EXPERIMENT

const UlpExperiment *const ulp_experiments[] = {
#define ULP_EXPERIMENT(id) &ulp_experiment_##id,
#include "core/experiment/experiments.def"
#undef ULP_EXPERIMENT
    NULL,
};

const UlpExperiment *ulp_experiment_find(const char *id, GError **error) {
  g_autoptr(GString) ids = g_string_new(NULL);
  for (guint i = 0; ulp_experiments[i]; i++) {
    if (g_str_equal(ulp_experiments[i]->id, id))
      return ulp_experiments[i];
    g_string_append_printf(ids, "%s%s", i ? ", " : "", ulp_experiments[i]->id);
  }
  ulp_set_error(error, ULP_ERROR_USAGE, _("unknown experiment “%s”, expected one of %s"), id, ids->str);
  return NULL;
}
