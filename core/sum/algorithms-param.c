#include "core/sum/algorithms-param.h"

#include "core/base/i18n.h"

static gpointer parse(const UlpParam *param, const char *text, GError **error) {
  return *text ? ulp_algorithms_parse(text, error) : NULL;
}

static void free_list(gpointer algorithms) { g_array_unref(algorithms); }

static char *expectation(const UlpParam *param) { return g_strdup(_("a comma-separated list of algorithms")); }

const UlpParamType ulp_param_algorithms = {"algorithms", "ALGORITHM,...", parse, free_list, expectation, NULL};

const GArray *ulp_values_algorithms(const UlpValues *values, const char *id) {
  return ulp_values_get(values, id, ULP_PARAM_ALGORITHMS);
}
