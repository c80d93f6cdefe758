#include "core/experiment/recording.h"

#include "core/base/error.h"
#include "core/base/i18n.h"
#include "core/table/read.h"

#include <stdio.h>
#include <string.h>

#define BEGINNING 4096 /* bytes in which the preamble of a CSV names its table or provenance */

void ulp_recording_free(UlpRecording *recording) {
  if (!recording)
    return;
  g_clear_pointer(&recording->document, ulp_run_document_unref);
  g_clear_pointer(&recording->data, ulp_table_unref);
  g_clear_pointer(&recording->summary, ulp_table_unref);
  g_free(recording->label);
  g_free(recording);
}

gboolean ulp_plot_fits(const UlpPlotSpec *plot, const UlpTable *table) {
  const char *const y = plot->counted ? NULL : plot->y; /* counted: the plot's own */
  const char *const ids[] = {plot->x, y, plot->x_to, plot->y_to, plot->series, plot->facet, plot->reference};
  for (guint i = 0; i < G_N_ELEMENTS(ids); i++)
    if (ids[i] && ulp_table_find(table, ids[i]) < 0)
      return FALSE;
  return TRUE;
}

gboolean ulp_recording_is_one(const char *path) {
  char begin[BEGINNING + 1];
  FILE *file = fopen(path, "re");
  if (!file)
    return FALSE;
  begin[fread(begin, 1, BEGINNING, file)] = '\0';
  fclose(file);
  return ulp_table_file_is_json(path)
             ? strstr(begin, "\"provenance\"") != NULL
             : g_str_has_prefix(begin, "# program: ulpscope") || strstr(begin, "\n# table: id=") != NULL;
}

/* "recorded on DEVICE, TIME". */
static void set_label(UlpRecording *recording) {
  const char *device = ulp_table_provenance(recording->data, "device_name");
  const char *time = ulp_table_provenance(recording->data, "time");
  recording->label = g_strdup_printf(_("recorded on %s%s%s"), device ? device : _("an unknown device"),
                                     time ? ", " : "", time ? time : "");
  UlpTable *const tables[] = {recording->data, recording->summary};
  for (guint i = 0; i < G_N_ELEMENTS(tables); i++)
    if (tables[i])
      ulp_table_set_provenance(tables[i], "recorded", recording->label);
}

UlpRecording *ulp_recording_open(const char *path, GError **error) {
  g_autoptr(UlpRecording) recording = g_new0(UlpRecording, 1);
  if (!ulp_tables_read_file(path, &recording->data, &recording->summary, error))
    return NULL;
  const char *command = ulp_table_provenance(recording->data, "command");
  recording->document = command ? ulp_run_document_from_text(command, NULL) : NULL;
  set_label(recording);
  return g_steal_pointer(&recording);
}
