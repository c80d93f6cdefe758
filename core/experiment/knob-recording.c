/* The knob that sets this machine against a recording: another device, toolkit or library. */
#include "core/experiment/knobs.h"

#include "core/base/error.h"

static const char *provenance_of(const UlpTable *recording, const char *key) {
  const char *value = ulp_table_provenance(recording, key);
  return value ? value : "";
}

/* "recorded: NVIDIA H200, CUDA 13.0, CCCL 3.5.0"; of what is not known nothing is said. */
static const char *recording_name(const UlpKnobWork *work, guint setting) {
  static const char *const keys[][2] = {{"device_name", ""}, {"toolkit", "CUDA "}, {"cccl", "CCCL "}};
  static char name[200]; /* of the one worker that runs a knob */
  if (setting == 0 || !work->recording)
    return setting ? "recorded" : "here";
  g_strlcpy(name, "recorded", sizeof name);
  for (guint i = 0; i < G_N_ELEMENTS(keys); i++) {
    const char *value = provenance_of(work->recording, keys[i][0]);
    g_autofree char *part = *value ? g_strconcat(i ? ", " : ": ", keys[i][1], value, NULL) : g_strdup("");
    g_strlcat(name, part, sizeof name);
  }
  return name;
}

static gboolean refuse(GError **error, const char *reason) {
  ulp_set_error(error, ULP_ERROR_USAGE, "%s", reason);
  return FALSE;
}

/* Result number work->index of the algorithm, from the beginning again behind the last. */
static gboolean find_result(const UlpKnobWork *work, guint64 *row_of) {
  const UlpTable *table = work->recording;
  const guint algorithm = (guint)ulp_table_find(table, "algorithm");
  g_autoptr(GArray) rows = g_array_new(FALSE, FALSE, sizeof(guint64));
  for (guint64 row = 0; row < ulp_table_n_rows(table); row++)
    if (g_str_equal(ulp_table_cell(table, row, algorithm).text, work->label))
      g_array_append_val(rows, row);
  if (rows->len)
    *row_of = g_array_index(rows, guint64, work->index % rows->len);
  return rows->len > 0;
}

static gboolean is_of_text_and_values(const UlpTable *table) {
  const int algorithm = ulp_table_find(table, "algorithm"), result = ulp_table_find(table, "result");
  return algorithm >= 0 && result >= 0 && ulp_table_column(table, (guint)algorithm)->type == ULP_COLUMN_TEXT &&
         ulp_table_column(table, (guint)result)->type == ULP_COLUMN_VALUE;
}

static gboolean recorded_sum(const UlpKnobWork *work, UlpSumRow *row, GError **error) {
  static char device[160]; /* as above */
  guint64 found;
  if (!work->recording)
    return refuse(error, _("no recording is named (recording=FILE)"));
  const char *input = ulp_input_describe(ulp_run_input(work->run)), *recorded = provenance_of(work->recording, "input");
  if (!is_of_text_and_values(work->recording))
    return refuse(error, _("the recording has no column of algorithms and one of results"));
  if (!g_str_equal(recorded, input)) {
    ulp_set_error(error, ULP_ERROR_USAGE, _("its input is “%s”, here it is “%s”"), recorded, input);
    return FALSE;
  }
  if (!find_result(work, &found))
    return refuse(error, _("the recording has no result of this algorithm"));
  const UlpCell result = ulp_table_cell(work->recording, found, (guint)ulp_table_find(work->recording, "result"));
  if (result.format != work->plan->result)
    return refuse(error, _("the recording has a result of another format"));
  g_snprintf(device, sizeof device, "%s (recorded)", provenance_of(work->recording, "device_name"));
  *row = (UlpSumRow){.bits = result.bits, .device = device};
  return TRUE;
}

static gboolean recording_sum(const UlpKnobWork *work, guint setting, UlpSumRow *row, GError **error) {
  return setting ? recorded_sum(work, row, error) : ulp_knob_sum(work, work->plan, work->array, 0, work->n, row, error);
}

const UlpKnob ulp_knob_recording = {2, recording_name, recording_sum};
