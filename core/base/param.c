/* Values of declared parameters: checked when set, kept as text, read through their type. */
#include "core/base/param.h"

#include "core/base/decimal.h"
#include "core/base/error.h"
#include "core/base/i18n.h"

#include <math.h>
#include <string.h>

struct _UlpValues {
  const UlpParam *params;
  guint n_params;
  char **texts; /* one for each parameter, valid for its type */
};

/* What one text means; which fields count depends on the type. */
typedef struct {
  guint64 first, last;
  double real;
} Meaning;

static gboolean find_param(const UlpValues *values, const char *id, guint *index) {
  for (guint i = 0; i < values->n_params; i++)
    if (g_str_equal(values->params[i].id, id)) {
      *index = i;
      return TRUE;
    }
  return FALSE;
}

static gboolean parse_count(const UlpParam *param, const char *text, guint64 *count) {
  return ulp_decimal_to_count(text, count) && (double)*count >= param->min && (double)*count <= param->max;
}

static gboolean parse_range(const UlpParam *param, const char *text, Meaning *meaning) {
  g_auto(GStrv) ends = g_strsplit(text, ":", -1);
  return g_strv_length(ends) == 2 && parse_count(param, ends[0], &meaning->first) &&
         parse_count(param, ends[1], &meaning->last) && meaning->first <= meaning->last;
}

static gboolean choice_index(const UlpParam *param, const char *text, guint *index) {
  for (guint i = 0; param->choices[i]; i++)
    if (g_str_equal(param->choices[i], text)) {
      *index = i;
      return TRUE;
    }
  return FALSE;
}

/* Appends the chosen indices without repeats; FALSE for an empty list or an element that is no choice. */
static gboolean parse_choices(const UlpParam *param, const char *text, GArray *indices) {
  g_auto(GStrv) items = g_strsplit(text, ",", -1);
  for (guint i = 0; items[i]; i++) {
    guint index;
    gboolean repeated = FALSE;
    if (!choice_index(param, g_strstrip(items[i]), &index))
      return FALSE;
    for (guint j = 0; j < indices->len; j++)
      repeated |= g_array_index(indices, guint, j) == index;
    if (!repeated)
      g_array_append_val(indices, index);
  }
  return indices->len > 0;
}

static gboolean parse(const UlpParam *param, const char *text, Meaning *meaning) {
  guint index;
  switch (param->type) {
  case ULP_PARAM_COUNT:
    return parse_count(param, text, &meaning->first);
  case ULP_PARAM_COUNT_RANGE:
    return parse_range(param, text, meaning);
  case ULP_PARAM_REAL:
    if (param->choices && choice_index(param, text, &index)) {
      meaning->real = NAN;
      return TRUE;
    }
    return ulp_decimal_to_real(text, &meaning->real) && meaning->real >= param->min && meaning->real <= param->max;
  case ULP_PARAM_CHOICE:
    return choice_index(param, text, &index);
  case ULP_PARAM_CHOICES: {
    g_autoptr(GArray) indices = g_array_new(FALSE, FALSE, sizeof(guint));
    return parse_choices(param, text, indices);
  }
  case ULP_PARAM_INPUT:
  case ULP_PARAM_ALGORITHMS:
    return *text != '\0';
  }
  return FALSE;
}

static char *count_text(double count) {
  return g_strdup_printf("%" G_GUINT64_FORMAT, count < 0x1p64 ? (guint64)count : G_MAXUINT64);
}

static char *real_text(double real) {
  char text[G_ASCII_DTOSTR_BUF_SIZE];
  g_ascii_formatd(text, sizeof text, "%.15g", real);
  if (g_ascii_strtod(text, NULL) != real)
    g_ascii_dtostr(text, sizeof text, real);
  return g_strdup(text);
}

char *ulp_param_range(const UlpParam *param) {
  const gboolean real = param->type == ULP_PARAM_REAL;
  if (!real && param->type != ULP_PARAM_COUNT && param->type != ULP_PARAM_COUNT_RANGE)
    return g_strdup("");
  if (real && param->min <= -G_MAXDOUBLE && param->max >= G_MAXDOUBLE)
    return g_strdup("");
  g_autofree char *min = real ? real_text(param->min) : count_text(param->min);
  g_autofree char *max = real ? real_text(param->max) : count_text(param->max);
  return param->max >= G_MAXDOUBLE ? g_strdup_printf(_("%s or more"), min) : g_strdup_printf(_("%s to %s"), min, max);
}

/* What a parameter takes, for the message. */
static char *expectation(const UlpParam *param) {
  g_autofree char *range = ulp_param_range(param);
  g_autofree char *choices = param->choices ? g_strjoinv(", ", (char **)param->choices) : NULL;

  switch (param->type) {
  case ULP_PARAM_COUNT:
    return g_strdup_printf(_("a whole number from %s"), range);
  case ULP_PARAM_COUNT_RANGE:
    return g_strdup_printf(_("FIRST:LAST, whole numbers from %s, FIRST not above LAST"), range);
  case ULP_PARAM_REAL:
    return choices && param->max >= G_MAXDOUBLE ? g_strdup_printf(_("a decimal number, %s, or %s"), range, choices)
           : choices                            ? g_strdup_printf(_("a decimal number from %s, or %s"), range, choices)
           : !*range                     ? g_strdup(_("a finite decimal number"))
           : param->max >= G_MAXDOUBLE ? g_strdup_printf(_("a decimal number, %s"), range)
                                        : g_strdup_printf(_("a decimal number from %s"), range);
  case ULP_PARAM_CHOICE:
    return g_strdup_printf(_("one of %s"), choices);
  case ULP_PARAM_CHOICES:
    return g_strdup_printf(_("a comma-separated list of %s"), choices);
  case ULP_PARAM_INPUT:
    return g_strdup(_("an input specification or a file name"));
  case ULP_PARAM_ALGORITHMS:
    return g_strdup(_("a comma-separated list of algorithms"));
  }
  return g_strdup("");
}

UlpValues *ulp_values_new(const UlpParam *params, guint n_params) {
  UlpValues *values = g_new0(UlpValues, 1);
  values->params = params;
  values->n_params = n_params;
  values->texts = g_new0(char *, n_params + 1);
  for (guint i = 0; i < n_params; i++)
    values->texts[i] = g_strdup(params[i].default_text);
  return values;
}

UlpValues *ulp_values_copy(const UlpValues *values) {
  UlpValues *copy = g_new0(UlpValues, 1);
  *copy = *values;
  copy->texts = g_strdupv(values->texts);
  return copy;
}

void ulp_values_free(UlpValues *values) {
  if (!values)
    return;
  g_strfreev(values->texts);
  g_free(values);
}

const UlpParam *ulp_values_param(const UlpValues *values, const char *id) {
  guint index;
  return find_param(values, id, &index) ? &values->params[index] : NULL;
}

static void set_unknown_error(const UlpValues *values, const char *id, GError **error) {
  g_autoptr(GString) ids = g_string_new(NULL);
  for (guint i = 0; i < values->n_params; i++)
    g_string_append_printf(ids, "%s%s", i ? ", " : "", values->params[i].id);
  if (values->n_params)
    g_set_error(error, ULP_ERROR, ULP_ERROR_USAGE, _("unknown parameter “%s”, expected one of %s"), id, ids->str);
  else
    g_set_error(error, ULP_ERROR, ULP_ERROR_USAGE, _("unknown parameter “%s”, expected none"), id);
}

gboolean ulp_values_set(UlpValues *values, const char *id, const char *text, GError **error) {
  g_autofree char *stripped = g_strstrip(g_strdup(text));
  Meaning meaning;
  guint index;

  if (!find_param(values, id, &index)) {
    set_unknown_error(values, id, error);
    return FALSE;
  }
  const UlpParam *param = &values->params[index];
  if (!parse(param, stripped, &meaning)) {
    g_autofree char *expected = expectation(param);
    g_set_error(error, ULP_ERROR, ULP_ERROR_USAGE, _("%s: found “%s”, expected %s"), id, stripped, expected);
    return FALSE;
  }
  g_free(values->texts[index]);
  values->texts[index] = g_steal_pointer(&stripped);
  return TRUE;
}

/* The text of `id`; the caller promises that it is declared, with one of two types. */
static const char *text_of(const UlpValues *values, const char *id, UlpParamType type, const UlpParam **param) {
  guint index;
  if (!find_param(values, id, &index) || values->params[index].type != type)
    g_error("parameter %s of type %d is not declared", id, type);
  *param = &values->params[index];
  return values->texts[index];
}

static Meaning meaning_of(const UlpValues *values, const char *id, UlpParamType type) {
  const UlpParam *param;
  Meaning meaning = {0};
  const char *text = text_of(values, id, type, &param);
  if (!parse(param, text, &meaning))
    g_error("the default of parameter %s is not valid: %s", id, text);
  return meaning;
}

const char *ulp_values_text(const UlpValues *values, const char *id) {
  guint index;
  if (!find_param(values, id, &index))
    g_error("parameter %s is not declared", id);
  return values->texts[index];
}

guint64 ulp_values_count(const UlpValues *values, const char *id) {
  return meaning_of(values, id, ULP_PARAM_COUNT).first;
}

void ulp_values_count_range(const UlpValues *values, const char *id, guint64 *first, guint64 *last) {
  const Meaning meaning = meaning_of(values, id, ULP_PARAM_COUNT_RANGE);
  *first = meaning.first;
  *last = meaning.last;
}

double ulp_values_real(const UlpValues *values, const char *id) {
  return meaning_of(values, id, ULP_PARAM_REAL).real;
}

guint ulp_values_choice(const UlpValues *values, const char *id) {
  const UlpParam *param;
  guint index = 0;
  const char *text = text_of(values, id, ULP_PARAM_CHOICE, &param);
  if (!choice_index(param, text, &index))
    g_error("the default of parameter %s is not valid: %s", id, text);
  return index;
}

GArray *ulp_values_choices(const UlpValues *values, const char *id) {
  const UlpParam *param;
  GArray *indices = g_array_new(FALSE, FALSE, sizeof(guint));
  const char *text = text_of(values, id, ULP_PARAM_CHOICES, &param);
  if (!parse_choices(param, text, indices))
    g_error("the default of parameter %s is not valid: %s", id, text);
  return indices;
}
