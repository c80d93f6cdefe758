/* The grammar of inputs. */
#include "core/input/input-spec.h"

#include "core/base/error.h"
#include "core/base/i18n.h"
#include "core/input/generate.h"
#include "core/number/format.h"

#include <string.h>

static char *name_of(const char *text) { return g_strndup(text, strcspn(text, ":")); }

static gboolean find_generator(const char *name, UlpGenerator *generator) {
  for (guint i = 0; i < ULP_N_GENERATORS; i++)
    if (g_str_equal(name, ulp_generator_info(i)->id)) {
      *generator = i;
      return TRUE;
    }
  return FALSE;
}

static gboolean lookup_generator(const char *name, const UlpParam **params, guint *n_params, gpointer data) {
  UlpGenerator *generator = data;
  if (!find_generator(name, generator))
    return FALSE;
  const UlpGeneratorInfo *info = ulp_generator_info(*generator);
  *params = info->params;
  *n_params = info->n_params;
  return TRUE;
}

static gboolean parse_generator(UlpInputSpec *spec, const char *text, GError **error) {
  UlpGenerateJob *job = &spec->job;
  g_autoptr(UlpValues) values = ulp_spec_parse(text, _("generator"), lookup_generator, &job->generator, NULL, error);
  if (values == NULL || !ulp_format_from_id(ulp_values_text(values, "format"), &job->format, error))
    return FALSE;
  const UlpGeneratorInfo *info = ulp_generator_info(job->generator);
  const gboolean names_count = strstr(text, ":n=") != NULL; /* a value holds no ':' */
  job->count = names_count ? ulp_values_count(values, "n") : info->default_count;
  spec->generated = TRUE;
  GString *parameters = g_string_new(NULL);
  for (guint i = 1; i < info->n_params; i++) {
    const UlpParam *param = &info->params[i];
    g_string_append_printf(parameters, ":%s=%s", param->id, ulp_values_text(values, param->id));
    if (i >= ULP_GENERATOR_N_COMMON_PARAMS)
      job->values[i - ULP_GENERATOR_N_COMMON_PARAMS] = param->type == ULP_PARAM_COUNT
                                                           ? (double)ulp_values_count(values, param->id)
                                                           : ulp_values_real(values, param->id);
  }
  spec->parameters = g_string_free(parameters, FALSE);
  return TRUE;
}

static gboolean fail_unknown(const char *name, GError **error) {
  g_autoptr(GString) known = g_string_new(NULL);
  for (guint i = 0; i < ULP_N_GENERATORS; i++)
    g_string_append_printf(known, "%s, ", ulp_generator_info(i)->id);
  g_autofree char *found = ulp_reader_quote(name, strlen(name)), *endings = ulp_reader_endings();
  ulp_set_error(error, ULP_ERROR_USAGE, _("unknown input %s, expected %sor a file name ending in one of:%s"), found,
                known->str, endings);
  return FALSE;
}

static gboolean parse_file(UlpInputSpec *spec, const char *text, GError **error) {
  if (!ulp_file_spec_is(text))
    return fail_unknown(text, error);
  spec->file = ulp_file_spec_parse(text, error);
  return spec->file != NULL;
}

UlpInputSpec *ulp_input_spec_parse(const char *text, GError **error) {
  g_autoptr(UlpInputSpec) spec = g_new0(UlpInputSpec, 1);
  g_autofree char *name = name_of(text);
  UlpGenerator generator;
  const gboolean valid =
      find_generator(name, &generator) ? parse_generator(spec, text, error) : parse_file(spec, text, error);
  return valid ? g_steal_pointer(&spec) : NULL;
}

void ulp_input_spec_free(UlpInputSpec *spec) {
  g_free(spec->parameters);
  g_clear_pointer(&spec->file, ulp_file_spec_free);
  g_free(spec);
}

static gpointer parse_param(const UlpParam *param, const char *text, GError **error) {
  return *text != '\0' ? ulp_input_spec_parse(text, error) : NULL;
}

static void free_param(gpointer spec) { ulp_input_spec_free(spec); }

static char *expectation(const UlpParam *param) { return g_strdup(_("an input specification or a file name")); }

const UlpParamType ulp_param_input = {"input", "INPUT", parse_param, free_param, expectation, NULL};

const UlpInputSpec *ulp_values_input(const UlpValues *values, const char *id) {
  return ulp_values_get(values, id, ULP_PARAM_INPUT);
}
