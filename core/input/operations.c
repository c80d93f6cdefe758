/* The operations as a list, their texts, and a chain of them. */
#include "core/input/operation.h"

#include "core/base/error.h"
#include "core/base/i18n.h"

const UlpOperation *const ulp_operations[] = {
#define ULP_OPERATION(id) &ulp_operation_##id,
#include "core/input/operations.def"
#undef ULP_OPERATION
    NULL};

const UlpOperation *ulp_operation_find(const char *id) {
  for (guint i = 0; ulp_operations[i] != NULL; i++)
    if (g_str_equal(ulp_operations[i]->id, id))
      return ulp_operations[i];
  return NULL;
}

static gboolean lookup(const char *name, const UlpParam **params, guint *n_params, gpointer data) {
  const UlpOperation **operation = data;
  *operation = ulp_operation_find(name);
  if (*operation == NULL)
    return FALSE;
  *params = (*operation)->params;
  *n_params = (*operation)->n_params;
  return TRUE;
}

static void add_known(GError **error) {
  GString *known = g_string_new(NULL);
  for (guint i = 0; ulp_operations[i] != NULL; i++)
    g_string_append_printf(known, "%s%s", i > 0 ? ", " : "", ulp_operations[i]->id);
  if (error != NULL) {
    g_autofree char *found = (*error)->message;
    (*error)->message = g_strdup_printf(_("%s, expected one of %s"), found, known->str);
  }
  g_string_free(known, TRUE);
}

UlpOperationSpec *ulp_operation_spec_parse(const char *text, GError **error) {
  const UlpOperation *operation = NULL;
  UlpValues *values = ulp_spec_parse(text, _("operation"), lookup, &operation, NULL, error);
  if (values == NULL) {
    if (operation == NULL)
      add_known(error);
    return NULL;
  }
  UlpOperationSpec *spec = g_new(UlpOperationSpec, 1);
  *spec = (UlpOperationSpec){operation, values};
  return spec;
}

void ulp_operation_spec_free(UlpOperationSpec *spec) {
  ulp_values_free(spec->values);
  g_free(spec);
}

char *ulp_operation_spec_text(const UlpOperationSpec *spec) {
  GString *text = g_string_new(spec->operation->id);
  for (guint i = 0; i < spec->operation->n_params; i++) {
    const UlpParam *param = &spec->operation->params[i];
    const char *value = ulp_values_text(spec->values, param->id);
    if (!g_str_equal(value, param->default_text))
      g_string_append_printf(text, ":%s=%s", param->id, value);
  }
  return g_string_free(text, FALSE);
}

gboolean ulp_operations_apply(const GPtrArray *specs, UlpElements *elements, GCancellable *cancellable,
                              GError **error) {
  for (guint i = 0; i < specs->len; i++) {
    const UlpOperationSpec *spec = g_ptr_array_index(specs, i);
    if (!spec->operation->apply(elements, spec->values, cancellable, error)) {
      ulp_error_prefix(error, spec->operation->id);
      return FALSE;
    }
  }
  return TRUE;
}
