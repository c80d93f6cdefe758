#include "core/table/provenance.h"

#include "ulp-version.h"

#include <string.h>
#include <sys/utsname.h>

const char *ulp_version(void) { return ULP_VERSION; }

const char *ulp_commit(void) { return ULP_COMMIT; }

/* What follows `begin` in the first line of the system's file that begins so, without quotes, "=" and ":". */
static void add_line(UlpTable *table, const char *key, const char *path, const char *begin) {
  g_autofree char *text = NULL;
  if (!g_file_get_contents(path, &text, NULL, NULL))
    return;
  g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
  for (char **line = lines; *line; line++) {
    if (!g_str_has_prefix(*line, begin))
      continue;
    char *value = *line + strlen(begin);
    g_strdelimit(value, "\":=", ' ');
    ulp_table_set_provenance(table, key, g_strstrip(value));
    return;
  }
}

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
  add_line(table, "os", "/etc/os-release", "PRETTY_NAME=");
  add_line(table, "processor", "/proc/cpuinfo", "model name");
  g_autoptr(GDateTime) now = g_date_time_new_now_utc();
  g_autofree char *time = g_date_time_format(now, "%Y-%m-%dT%H:%M:%SZ");
  ulp_table_set_provenance(table, "time", time);
}

gboolean ulp_provenance_varies(const char *key) {
  return g_str_equal(key, "time") || g_str_has_prefix(key, "duration");
}
