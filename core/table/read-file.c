#include "core/table/read.h"

#include "core/base/error.h"
#include "core/base/i18n.h"

static gboolean read_json(GBytes *bytes, UlpTable **data, UlpTable **summary, GError **error) {
  g_autoptr(GPtrArray) tables = ulp_tables_read_json(bytes, error);
  if (!tables)
    return FALSE;
  if (tables->len == 0) {
    g_set_error_literal(error, ULP_ERROR, ULP_ERROR_INPUT, _("there is no table in it"));
    return FALSE;
  }
  *data = ulp_table_ref(g_ptr_array_index(tables, 0));
  *summary = tables->len > 1 ? ulp_table_ref(g_ptr_array_index(tables, 1)) : NULL;
  return TRUE;
}

/* GLib's message names the file, too: what stands behind that. */
static void set_reason(const GError *trouble, GError **error) {
  const char *reason = g_strrstr(trouble->message, ": ");
  ulp_set_error(error, ULP_ERROR_INPUT, "%s", reason ? reason + 2 : trouble->message);
}

static gboolean read_file(const char *path, UlpTable **data, UlpTable **summary, GError **error) {
  g_autofree char *content = NULL;
  g_autoptr(GError) trouble = NULL;
  gsize length;
  if (!g_file_get_contents(path, &content, &length, &trouble)) {
    set_reason(trouble, error);
    return FALSE;
  }
  g_autoptr(GBytes) bytes = g_bytes_new_take(g_steal_pointer(&content), length);
  if (ulp_table_file_is_json(path))
    return read_json(bytes, data, summary, error);
  *data = ulp_table_read_csv(bytes, error);
  return *data != NULL;
}

gboolean ulp_table_file_is_json(const char *path) { return g_str_has_suffix(path, ".json"); }

gboolean ulp_tables_read_file(const char *path, UlpTable **data, UlpTable **summary, GError **error) {
  *data = *summary = NULL;
  if (read_file(path, data, summary, error))
    return TRUE;
  if (error && *error && (*error)->domain == ULP_ERROR)
    ulp_error_prefix(error, path);
  return FALSE;
}
