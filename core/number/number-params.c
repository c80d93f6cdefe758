#include "core/number/number-params.h"

#include "core/base/i18n.h"

static gpointer parse_format(const UlpParam *param, const char *text, GError **error) {
  UlpFormat format = 0;
  const gboolean is_choice = param->choices && g_strv_contains(param->choices, text);
  return is_choice || ulp_format_from_id(text, &format, error) ? g_memdup2(&format, sizeof format) : NULL;
}

static char *expect_format(const UlpParam *param) { return g_strdup(_("a format")); }

const UlpParamType ulp_param_format = {.id = "format",
                                       .placeholder = "FORMAT",
                                       .parse = parse_format,
                                       .free = g_free,
                                       .expectation = expect_format,
                                       .choices = ulp_format_ids,
                                       .besides = N_("another name of one such as half, or a layout such as e5m7")};

static gpointer parse_formats(const UlpParam *param, const char *text, GError **error) {
  return *text != '\0' ? ulp_formats_parse(text, error) : NULL;
}

static void free_formats(gpointer formats) { g_array_unref(formats); }

static char *expect_formats(const UlpParam *param) { return g_strdup(_("a comma-separated list of formats")); }

const UlpParamType ulp_param_formats = {.id = "formats",
                                        .placeholder = "FORMAT,...",
                                        .parse = parse_formats,
                                        .free = free_formats,
                                        .expectation = expect_formats,
                                        .choices = ulp_format_ids,
                                        .besides = N_("another name of one such as half, or a layout such as e5m7")};

static gpointer parse_via(const UlpParam *param, const char *text, GError **error) {
  UlpVia via;
  return ulp_via_parse(text, &via, error) ? g_memdup2(&via, sizeof via) : NULL;
}

static char *expect_via(const UlpParam *param) { return g_strdup(_("formats with roundings, such as fp16:rz,bf16")); }

const UlpParamType ulp_param_via = {
    .id = "via", .placeholder = "FORMAT:ROUND,...", .parse = parse_via, .free = g_free, .expectation = expect_via};

const UlpVia *ulp_values_via(const UlpValues *values, const char *id) {
  return ulp_values_get(values, id, ULP_PARAM_VIA);
}

static gpointer parse_targets(const UlpParam *param, const char *text, GError **error) {
  return *text != '\0' ? ulp_targets_parse(text, error) : NULL;
}

static const char *const target_ids[] = {
#define ULP_FORMAT(id, ID, title, container, pad, coding, exponent, fraction, bias, nan, has, source) #id,
#include "core/number/formats.def"
#undef ULP_FORMAT
#define ULP_BLOCK_FORMAT(id, ID, title, element, log2_length, scale, tensor, source) #id,
#include "core/number/blocks.def"
#undef ULP_BLOCK_FORMAT
    NULL};

const UlpParamType ulp_param_targets = {.id = "targets",
                                        .placeholder = "FORMAT,...",
                                        .parse = parse_targets,
                                        .free = free_formats,
                                        .expectation = expect_formats,
                                        .choices = target_ids,
                                        .besides = N_("another name of one such as half, or a layout such as e5m7")};

const GArray *ulp_values_targets(const UlpValues *values, const char *id) {
  return ulp_values_get(values, id, ULP_PARAM_TARGETS);
}

const GArray *ulp_values_formats(const UlpValues *values, const char *id) {
  return ulp_values_get(values, id, ULP_PARAM_FORMATS);
}

UlpFormat ulp_values_format(const UlpValues *values, const char *id) {
  return *(const UlpFormat *)ulp_values_get(values, id, ULP_PARAM_FORMAT);
}

UlpRound ulp_values_round(const UlpValues *values, const char *id) { return (UlpRound)ulp_values_choice(values, id); }

UlpProfile ulp_values_profile(const UlpValues *values, const char *id) {
  return ulp_profiles[ulp_values_choice(values, id)];
}
