#include "core/experiment/experiment.h"

#include "core/experiment/work.h"
#include "core/table/provenance.h"

#include <string.h>

#define DEFAULT_COUNT 1000000

typedef struct {
  const UlpExperiment *experiment;
  const UlpRun *outer;
  UlpInput *input;
  double fraction;
} RunContext;

void ulp_result_clear(UlpResult *result) {
  g_clear_pointer(&result->data, ulp_table_unref);
  g_clear_pointer(&result->summary, ulp_table_unref);
  g_clear_pointer(&result->verdict_reason, g_free);
  result->verdict = ULP_VERDICT_NONE;
}

/* `text` as a shell takes it. */
static void append_word(GString *command, const char *text) {
  if (text[strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.,:=/+^")] == '\0' && *text) {
    g_string_append(command, text);
    return;
  }
  g_autofree char *quoted = g_shell_quote(text);
  g_string_append(command, quoted);
}

static char *command_line(const UlpExperiment *experiment, const UlpRun *run) {
  GString *command = g_string_new("ulp run ");
  g_string_append(command, experiment->id);
  for (guint i = 0; i < experiment->n_params; i++) {
    const UlpParam *param = &experiment->params[i];
    const char *text = ulp_values_text(run->values, param->id);
    if (g_str_equal(text, param->default_text))
      continue;
    g_string_append_printf(command, " --%s ", param->id);
    append_word(command, text);
  }
  if (!ulp_device_is_cpu(run->device))
    g_string_append_printf(command, " --device %s", ulp_device_id(run->device));
  return g_string_free(command, FALSE);
}

static void add_provenance(const RunContext *context, UlpTable *table) {
  const UlpRun *run = context->outer;
  const UlpDeviceInfo *device = ulp_device_info(run->device);
  g_autofree char *command = command_line(context->experiment, run);
  const struct {
    const char *key, *value;
  } entries[] = {
      {"command", command},
      {"seed", ulp_values_param(run->values, "seed") ? ulp_values_text(run->values, "seed") : ""},
      {"input", context->input ? ulp_input_describe(context->input) : ""},
      {"device", ulp_device_id(run->device)},
      {"device_name", device->name},
      {"driver", device->driver},
      {"toolkit", device->toolkit},
      {"cccl", device->cccl},
      {"backend_build", device->build},
  };
  ulp_provenance_add_program(table);
  for (guint i = 0; i < G_N_ELEMENTS(entries); i++)
    if (*entries[i].value)
      ulp_table_set_provenance(table, entries[i].key, entries[i].value);
}

/* On tables that have none yet: experiments make them as they go. */
static void add_provenance_once(const RunContext *context, const UlpResult *result) {
  UlpTable *const tables[] = {result->data, result->summary};
  for (guint i = 0; i < G_N_ELEMENTS(tables); i++)
    if (tables[i] && ulp_table_n_provenance(tables[i]) == 0)
      add_provenance(context, tables[i]);
}

/* Never back, whatever the rounding of the parts' ends. */
static void forward_progress(double fraction, gpointer data) {
  RunContext *context = data;
  context->fraction = CLAMP(fraction, context->fraction, 1);
  if (context->outer->progress)
    context->outer->progress(context->fraction, context->outer->data);
}

static void forward_changed(const UlpResult *result, gpointer data) {
  const RunContext *context = data;
  add_provenance_once(context, result);
  if (context->outer->changed)
    context->outer->changed(result, context->outer->data);
}

static UlpInput *open_input(const UlpRun *run, GError **error) {
  guint64 first = 0, count = DEFAULT_COUNT;
  const UlpParam *n = ulp_values_param(run->values, "n");
  if (n && n->type == ULP_PARAM_COUNT_RANGE)
    ulp_values_count_range(run->values, "n", &first, &count);
  else if (n && n->type == ULP_PARAM_COUNT)
    count = ulp_values_count(run->values, "n");
  const guint64 seed = ulp_values_param(run->values, "seed") ? ulp_values_count(run->values, "seed") : 0;
  return ulp_input_open(ulp_values_text(run->values, "input"), seed, count, run->cancellable,
                        error);
}

static gboolean add_hash(const RunContext *context, const UlpRun *run, UlpResult *result, GError **error) {
  const char *hash = context->input ? ulp_input_hash(context->input, run->cancellable) : NULL;
  UlpTable *const tables[] = {result->data, result->summary};
  add_provenance_once(context, result);
  for (guint i = 0; hash && i < G_N_ELEMENTS(tables); i++)
    if (tables[i])
      ulp_table_set_provenance(tables[i], "input_sha256", hash);
  return ulp_run_go_on(run, 1, error); /* cancelled, there is no hash */
}

gboolean ulp_experiment_run(const UlpExperiment *experiment, const UlpRun *run, UlpResult *result, GError **error) {
  g_autoptr(UlpInput) input = NULL;
  if (ulp_values_param(run->values, "input") && !(input = open_input(run, error)))
    return FALSE;
  RunContext context = {experiment, run, input, 0};
  const UlpRun inner = {.values = run->values,
                        .device = run->device,
                        .cancellable = run->cancellable,
                        .progress = forward_progress,
                        .changed = forward_changed,
                        .data = &context,
                        .result = result,
                        .input = input};
  const gboolean done = experiment->run(&inner, result, error) && add_hash(&context, &inner, result, error);
  forward_changed(result, &context);
  return done;
}
