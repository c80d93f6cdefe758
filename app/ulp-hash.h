/* --hash-file: whether results are those of an earlier run, for continuous integration. */
#pragma once

#include "core/table/table.h"

/* A file that is missing is written with the table's hash (core/table/hash.h). FALSE with ULP_ERROR_OUTPUT or ULP_ERROR_INPUT
 * when it cannot be written or read; `changed` gets one line when the hash is another, else NULL. */
gboolean ulp_hash_file_check(const char *path, const UlpTable *table, char **changed, GError **error);
