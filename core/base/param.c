/* Values of declared parameters: text and what it means, parsed when set. */
#include "core/base/param.h"

#include "core/base/error.h"
#include "core/base/i18n.h"

#include <float.h>

G_STATIC_ASSERT(LDBL_MANT_DIG >= 64); /* limits of counts are exact */

/* Never changed, so that copies share it. */
typedef struct {
  const UlpParamType *type;
  char *text;
  gpointer meaning;
} Value;

struct _UlpValues {
  const UlpParam *params;
  guint n_params;
  Value **values; /* one for each parameter */
};

static void value_clear(gpointer data) {
  Value *value = data;
  g_free(value->text);
  value->type->free(value->meaning);
}

static void value_unref(Value *value) { g_atomic_rc_box_release_full(value, value_clear); }

static void explain(const UlpParam *param, const char *text, GError **error) {
  g_autofree char *expected = param->type->expectation(param);
  ulp_set_error(error, ULP_ERROR_USAGE, _("found “%s”, expected %s"), text, expected);
}

static Value *value_new(const UlpParam *param, const char *text, GError **error) {
  g_autofree char *stripped = g_strstrip(g_strdup(text));
  g_autoptr(GError) reason = NULL;
  gpointer meaning = param->type->parse(param, stripped, &reason);
  if (!meaning) {
    if (!reason)
      explain(param, stripped, &reason);
    g_propagate_prefixed_error(error, g_steal_pointer(&reason), "%s: ", param->id);
    return NULL;
  }
  Value *value = g_atomic_rc_box_new(Value);
  *value = (Value){param->type, g_steal_pointer(&stripped), meaning};
  return value;
}

char *ulp_param_range(const UlpParam *param) { return param->type->range ? param->type->range(param) : g_strdup(""); }

/* "rn|rz", or "rn = to nearest; rz = toward zero"; `separator` is of words that may be many. */
static void append_choices(GString *help, const char *const *ids, const char *const *titles, const char *separator) {
  for (guint i = 0; ids && ids[i]; i++) {
    g_string_append_printf(help, "%s%s", i == 0 ? "" : titles ? "; " : separator, ids[i]);
    if (titles)
      g_string_append_printf(help, " = %s", _(titles[i]));
  }
}

char *ulp_param_help(const UlpParam *param) {
  GString *help = g_string_new(_(param->help));
  if (param->choices || param->type->choices)
    g_string_append(help, ": ");
  append_choices(help, param->choices, param->titles, param->type->choices ? ", " : "|");
  if (param->choices && param->type->choices)
    g_string_append(help, ", ");
  append_choices(help, param->type->choices, NULL, ", ");
  if (param->type->besides)
    g_string_append_printf(help, ", %s", _(param->type->besides));
  g_autofree char *range = ulp_param_range(param);
  const char *unit = *param->unit && !g_str_equal(param->unit, "1") ? _(param->unit) : "";
  if (*range || *unit)
    g_string_append_printf(help, " [%s%s%s]", range, *range && *unit ? " " : "", unit);
  g_string_append_printf(help, _(" (default %s)"), param->default_text);
  return g_string_free(help, FALSE);
}

static gboolean find_param(const UlpValues *values, const char *id, guint *index) {
  for (guint i = 0; i < values->n_params; i++)
    if (g_str_equal(values->params[i].id, id)) {
      *index = i;
      return TRUE;
    }
  return FALSE;
}

UlpValues *ulp_values_new(const UlpParam *params, guint n_params) {
  UlpValues *values = g_new0(UlpValues, 1);
  values->params = params;
  values->n_params = n_params;
  values->values = g_new0(Value *, n_params);
  for (guint i = 0; i < n_params; i++) {
    g_autoptr(GError) error = NULL;
    if (!(values->values[i] = value_new(&params[i], params[i].default_text, &error)))
      g_error("a default is not valid: %s", error->message);
  }
  return values;
}

UlpValues *ulp_values_copy(const UlpValues *values) {
  UlpValues *copy = g_memdup2(values, sizeof *values);
  copy->values = g_new0(Value *, values->n_params);
  for (guint i = 0; i < values->n_params; i++)
    copy->values[i] = g_atomic_rc_box_acquire(values->values[i]);
  return copy;
}

gboolean ulp_values_equal(const UlpValues *a, const UlpValues *b) {
  gboolean equal = a->params == b->params && a->n_params == b->n_params;
  for (guint i = 0; equal && i < a->n_params; i++)
    equal = g_str_equal(a->values[i]->text, b->values[i]->text);
  return equal;
}

void ulp_values_free(UlpValues *values) {
  if (!values)
    return;
  for (guint i = 0; i < values->n_params; i++)
    value_unref(values->values[i]);
  g_free(values->values);
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
    ulp_set_error(error, ULP_ERROR_USAGE, _("unknown parameter “%s”, expected one of %s"), id, ids->str);
  else
    ulp_set_error(error, ULP_ERROR_USAGE, _("unknown parameter “%s”, expected none"), id);
}

gboolean ulp_values_set(UlpValues *values, const char *id, const char *text, GError **error) {
  guint index;
  if (!find_param(values, id, &index)) {
    set_unknown_error(values, id, error);
    return FALSE;
  }
  Value *value = value_new(&values->params[index], text, error);
  if (!value)
    return FALSE;
  value_unref(values->values[index]);
  values->values[index] = value;
  return TRUE;
}

/* The caller promises that `id` is declared. */
static const Value *value_of(const UlpValues *values, const char *id) {
  guint index;
  if (!find_param(values, id, &index))
    g_error("parameter %s is not declared", id);
  return values->values[index];
}

const char *ulp_values_text(const UlpValues *values, const char *id) { return value_of(values, id)->text; }

gconstpointer ulp_values_get(const UlpValues *values, const char *id, const UlpParamType *type) {
  const Value *value = value_of(values, id);
  if (value->type != type)
    g_error("parameter %s is of type %s, not %s", id, value->type->id, type->id);
  return value->meaning;
}
