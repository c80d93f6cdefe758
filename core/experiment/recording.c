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

static gboolean is_json(const char *path) { return g_str_has_suffix(path, ".json"); }

gboolean ulp_recording_is_one(const char *path) {
  char begin[BEGINNING + 1];
  FILE *file = fopen(path, "re");
  if (!file)
    return FALSE;
  begin[fread(begin, 1, BEGINNING, file)] = '\0';
  fclose(file);
  return is_json(path) ? strstr(begin, "\"provenance\"") != NULL
                       : g_str_has_prefix(begin, "# program: ulpscope") || strstr(begin, "\n# table: id=") != NULL;
}

static gboolean read_json(UlpRecording *recording, GBytes *bytes, GError **error) {
  g_autoptr(GPtrArray) tables = ulp_tables_read_json(bytes, error);
  if (!tables)
    return FALSE;
  if (tables->len == 0) {
    g_set_error_literal(error, ULP_ERROR, ULP_ERROR_INPUT, _("there is no table in it"));
    return FALSE;
  }
  recording->data = ulp_table_ref(g_ptr_array_index(tables, 0));
  recording->summary = tables->len > 1 ? ulp_table_ref(g_ptr_array_index(tables, 1)) : NULL;
  return TRUE;
}

static gboolean read_tables(UlpRecording *recording, const char *path, GError **error) {
  g_autofree char *content = NULL;
  gsize length;
  if (!g_file_get_contents(path, &content, &length, error))
    return FALSE;
  g_autoptr(GBytes) bytes = g_bytes_new_take(g_steal_pointer(&content), length);
  if (is_json(path))
    return read_json(recording, bytes, error);
  recording->data = ulp_table_read_csv(bytes, error);
  return recording->data != NULL;
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
  if (!read_tables(recording, path, error)) {
    if (error && *error && (*error)->domain == ULP_ERROR)
      ulp_error_prefix(error, path);
    return NULL;
  }
  const char *command = ulp_table_provenance(recording->data, "command");
  recording->document = command ? ulp_run_document_from_text(command, NULL) : NULL;
  set_label(recording);
  return g_steal_pointer(&recording);
}
