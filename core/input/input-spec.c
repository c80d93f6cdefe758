/* The grammar of inputs. */
#include "core/input/input-spec.h"

#include "core/base/error.h"
#include "core/base/i18n.h"
#include "core/base/name.h"
#include "core/input/generate.h"
#include "core/number/format.h"

#include <string.h>

static char *name_of(const char *text) { return g_strndup(text, strcspn(text, ":")); }

static gboolean lookup_generator(const char *name, const UlpParam **params, guint *n_params, gpointer data) {
  guint *generator = data;
  if (!ulp_generator_find(name, generator))
    return FALSE;
  const UlpGeneratorInfo *info = ulp_generator_info(*generator);
  *params = info->params;
  *n_params = info->n_params;
  return TRUE;
}

/* What an element's function is told of a parameter. */
static double number_of(const UlpValues *values, const UlpParam *param) {
  if (param->type == ULP_PARAM_COUNT)
    return (double)ulp_values_count(values, param->id);
  return param->type == ULP_PARAM_CHOICE ? ulp_values_choice(values, param->id) : ulp_values_real(values, param->id);
}

static gboolean parse_generator(UlpInputSpec *spec, const char *text, GError **error) {
  UlpGenerateJob *job = &spec->job;
  g_autoptr(UlpValues) values = ulp_spec_parse(text, _("generator"), lookup_generator, &spec->generator, NULL, error);
  if (values == NULL || !ulp_format_from_id(ulp_values_text(values, "format"), &job->format, error))
    return FALSE;
  const UlpGeneratorInfo *info = ulp_generator_info(spec->generator);
  job->generator = (UlpGenerator)spec->generator;
  const gboolean names_count = strstr(text, ":n=") != NULL; /* a value holds no ':' */
  job->count = names_count ? ulp_values_count(values, "n") : info->default_count;
  spec->generated = TRUE;
  GString *parameters = g_string_new(NULL);
  for (guint i = 1; i < info->n_params; i++) {
    const UlpParam *param = &info->params[i];
    g_string_append_printf(parameters, ":%s=%s", param->id, ulp_values_text(values, param->id));
    if (i >= ULP_GENERATOR_N_COMMON_PARAMS)
      job->values[i - ULP_GENERATOR_N_COMMON_PARAMS] = number_of(values, param);
  }
  spec->parameters = g_string_free(parameters, FALSE);
  return TRUE;
}

static gboolean fail_unknown(const char *name, GError **error) {
  g_autoptr(GPtrArray) ids = g_ptr_array_new();
  for (guint i = 0; i < ulp_n_generators(); i++)
    g_ptr_array_add(ids, (gpointer)ulp_generator_info(i)->id);
  g_ptr_array_add(ids, NULL);
  const char *meant = ulp_name_meant(name, (const char *const *)ids->pdata);
  g_autofree char *known = g_strjoinv(", ", (char **)ids->pdata);
  g_autofree char *found = ulp_reader_quote(name, strlen(name)), *endings = ulp_reader_endings();
  if (meant)
    ulp_set_error(error, ULP_ERROR_USAGE, _("unknown input %s: did you mean %s?"), found, meant);
  else
    ulp_set_error(error, ULP_ERROR_USAGE, _("unknown input %s, expected %s, or a file name ending in one of:%s"), found,
                  known, endings);
  return FALSE;
}

static gboolean parse_file(UlpInputSpec *spec, const char *text, GError **error) {
  if (!ulp_file_spec_is(text))
    return fail_unknown(text, error);
  spec->file = ulp_file_spec_parse(text, error);
  return spec->file != NULL;
}

static gboolean parse_source(UlpInputSpec *spec, const char *text, GError **error) {
  g_autofree char *name = name_of(text);
  guint generator;
  return ulp_generator_find(name, &generator) ? parse_generator(spec, text, error) : parse_file(spec, text, error);
}

/* Whether the '|' at `bar` ends a source: an operation follows, or what is before it can be nothing else. */
static gboolean ends_source(const char *text, const char *bar) {
  g_autofree char *name = g_strndup(bar + 1, strcspn(bar + 1, ":|")), *before = g_strndup(text, (gsize)(bar - text));
  g_autofree char *generator_name = name_of(before);
  guint generator;
  return ulp_operation_find(name) != NULL || ulp_generator_find(generator_name, &generator);
}

const char *ulp_input_spec_operations(const char *text) {
  const char *bar = strchr(text, '|');
  while (bar != NULL && !ends_source(text, bar))
    bar = strchr(bar + 1, '|');
  return bar != NULL ? bar : text + strlen(text);
}

static gboolean parse_operations(UlpInputSpec *spec, const char *text, GError **error) {
  g_auto(GStrv) parts = g_strsplit(text, "|", -1);
  for (guint i = 1; parts[0] != NULL && parts[i] != NULL; i++) {
    UlpOperationSpec *operation = ulp_operation_spec_parse(parts[i], error);
    if (operation == NULL) {
      g_autofree char *place = g_strdup_printf(_("operation %u"), i);
      ulp_error_prefix(error, place);
      return FALSE;
    }
    g_ptr_array_add(spec->operations, operation);
  }
  return TRUE;
}

UlpInputSpec *ulp_input_spec_parse(const char *text, GError **error) {
  g_autoptr(UlpInputSpec) spec = g_new0(UlpInputSpec, 1);
  const char *operations = ulp_input_spec_operations(text);
  g_autofree char *source = g_strndup(text, (gsize)(operations - text));
  spec->operations = g_ptr_array_new_with_free_func((GDestroyNotify)ulp_operation_spec_free);
  return parse_source(spec, source, error) && parse_operations(spec, operations, error) ? g_steal_pointer(&spec) : NULL;
}

void ulp_input_spec_free(UlpInputSpec *spec) {
  g_free(spec->parameters);
  g_ptr_array_unref(spec->operations);
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
