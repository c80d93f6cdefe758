/* Tables as JSON; what is written of them reads back. */
#include "fuzz.h"

#include "core/table/export.h"
#include "core/table/read.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  g_autofree uint8_t *copy = g_memdup2(data, size);
  g_autoptr(GBytes) bytes = g_bytes_new_static(copy, size);
  g_autoptr(GError) error = NULL;
  g_autoptr(GPtrArray) tables = ulp_tables_read_json(bytes, &error);
  fuzz_check(tables != NULL, error);
  if (tables == NULL || tables->len == 0)
    return 0;
  const UlpExportOptions options = {0};
  g_autoptr(GBytes) written = ulp_tables_to_json((UlpTable *const *)tables->pdata, tables->len, &options);
  g_autoptr(GPtrArray) again = ulp_tables_read_json(written, &error);
  g_assert_no_error(error);
  g_assert_true(again->len == tables->len);
  return 0;
}
