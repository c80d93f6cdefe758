/* A table as CSV; what is written of it reads back. */
#include "fuzz.h"

#include "core/table/export.h"
#include "core/table/read.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  g_autofree uint8_t *copy = g_memdup2(data, size);
  g_autoptr(GBytes) bytes = g_bytes_new_static(copy, size);
  g_autoptr(GError) error = NULL;
  g_autoptr(UlpTable) table = ulp_table_read_csv(bytes, &error);
  fuzz_check(table != NULL, error);
  if (table == NULL)
    return 0;
  const UlpExportOptions options = {0};
  g_autoptr(GBytes) written = ulp_table_to_csv(table, &options);
  g_autoptr(UlpTable) again = ulp_table_read_csv(written, &error);
  g_assert_no_error(error);
  g_assert_true(ulp_table_n_rows(again) == ulp_table_n_rows(table));
  return 0;
}
