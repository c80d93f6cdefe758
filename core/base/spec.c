/* Specifications: NAME:KEY=VALUE:KEY=VALUE. */
#include "core/base/error.h"
#include "core/base/i18n.h"
#include "core/base/param.h"

#include <string.h>

/* Sets one KEY=VALUE; `seen` holds the keys so far. */
static gboolean set_one(UlpValues *values, const char *setting, GHashTable *seen, GError **error) {
  const char *equals = strchr(setting, '=');
  if (!equals || equals == setting) {
    ulp_set_error(error, ULP_ERROR_USAGE, _("found “%s”, expected KEY=VALUE"), setting);
    return FALSE;
  }
  char *key = g_strndup(setting, equals - setting);
  if (!g_hash_table_add(seen, key)) { /* takes the key in either case */
    ulp_set_error(error, ULP_ERROR_USAGE, _("parameter “%s” is given twice, expected once"), key);
    return FALSE;
  }
  return ulp_values_set(values, key, equals + 1, error);
}

UlpValues *ulp_spec_parse(const char *spec, const char *what, UlpSpecLookup lookup, gpointer data, char **name_out,
                          GError **error) {
  g_auto(GStrv) parts = g_strsplit(spec, ":", -1);
  g_autoptr(GHashTable) seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  const char *name = parts[0] ? parts[0] : "";
  const UlpParam *params = NULL;
  guint n_params = 0;

  if (!lookup(name, &params, &n_params, data)) {
    ulp_set_error(error, ULP_ERROR_USAGE, _("unknown %s “%s”"), what, name);
    return NULL;
  }
  g_autoptr(UlpValues) values = ulp_values_new(params, n_params);
  for (guint i = 1; parts[0] && parts[i]; i++) {
    if (!set_one(values, parts[i], seen, error)) {
      ulp_error_prefix(error, name);
      return NULL;
    }
  }
  if (name_out)
    *name_out = g_strdup(name);
  return g_steal_pointer(&values);
}
