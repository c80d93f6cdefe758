#include "core/table/provenance.h"

#include "ulp-version.h"

#include <sys/utsname.h>

const char *ulp_version(void) { return ULP_VERSION; }

const char *ulp_commit(void) { return ULP_COMMIT; }

void ulp_provenance_add_program(UlpTable *table) {
  ulp_table_set_provenance(table, "program", "ulpscope");
  ulp_table_set_provenance(table, "version", ULP_VERSION);
  ulp_table_set_provenance(table, "commit", ULP_COMMIT);
  ulp_table_set_provenance(table, "compiler", ULP_COMPILER);
  ulp_table_set_provenance(table, "flags", ULP_BUILD_FLAGS);

  struct utsname machine;
  if (uname(&machine) == 0) {
    g_autofree char *host =
        g_strdup_printf("%s, %s %s, %s", machine.nodename, machine.sysname, machine.release, machine.machine);
    ulp_table_set_provenance(table, "host", host);
  }
  g_autoptr(GDateTime) now = g_date_time_new_now_utc();
  g_autofree char *time = g_date_time_format(now, "%Y-%m-%dT%H:%M:%SZ");
  ulp_table_set_provenance(table, "time", time);
}

gboolean ulp_provenance_varies(const char *key) {
  return g_str_equal(key, "time") || g_str_has_prefix(key, "duration");
}
