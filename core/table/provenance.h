/* What made a table: program, build, machine. */
#pragma once

#include "core/table/table.h"

const char *ulp_version(void); /* "0.1.0" */
const char *ulp_commit(void); /* short commit of the build, "+changes" when the tree was dirty, "unknown" outside git */

/* program, version, commit, compiler, flags, host, os, processor, time (UTC, ISO 8601). */
void ulp_provenance_add_program(UlpTable *table);

/* Whether the value of `key` differs between identical runs: "time" and keys that begin with "duration". A reproducible
 * export leaves these out. */
gboolean ulp_provenance_varies(const char *key);
