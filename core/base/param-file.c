#include "core/base/param-file.h"

#include "core/base/i18n.h"

static gpointer parse_file(const UlpParam *param, const char *text, GError **error) { return g_strdup(text); }
static char *expect_file(const UlpParam *param) { return g_strdup(_("a file’s name, or nothing")); }

const UlpParamType ulp_param_file = {"file", "FILE", parse_file, g_free, expect_file, NULL};

const char *ulp_values_file(const UlpValues *values, const char *id) {
  return ulp_values_get(values, id, ULP_PARAM_FILE);
}
