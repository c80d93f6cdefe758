#include "app/ulp-hash.h"

#include "core/base/error.h"
#include "core/base/i18n.h"
#include "core/table/export.h"
#include "core/table/hash.h"

#include <string.h>

#define HASH_LENGTH 64

static gboolean write_hash(const char *path, const char *hash, GError **error) {
  g_autofree char *line = g_strconcat(hash, "\n", NULL);
  g_autoptr(GBytes) bytes = g_bytes_new(line, strlen(line));
  return ulp_export_write(path, bytes, NULL, error);
}

gboolean ulp_hash_file_check(const char *path, const UlpTable *table, char **changed, GError **error) {
  g_autofree char *hash = ulp_table_hash(table), *found = NULL;
  g_autoptr(GError) trouble = NULL;
  *changed = NULL;
  if (!g_file_get_contents(path, &found, NULL, &trouble)) {
    if (g_error_matches(trouble, G_FILE_ERROR, G_FILE_ERROR_NOENT))
      return write_hash(path, hash, error);
    ulp_set_error(error, ULP_ERROR_INPUT, "--hash-file: %s", trouble->message);
    return FALSE;
  }
  g_strstrip(found);
  if (strlen(found) != HASH_LENGTH || found[strspn(found, "0123456789abcdef")] != '\0') {
    ulp_set_error(error, ULP_ERROR_INPUT, _("--hash-file: %s: found no hash, expected %d hex digits"), path,
                  HASH_LENGTH);
    return FALSE;
  }
  if (!g_str_equal(found, hash))
    *changed = g_strdup_printf(_("the results have changed: found hash %s, expected %s, of %s"), hash, found, path);
  return TRUE;
}
