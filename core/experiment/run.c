/* One run: the inputs of a document, provenance, and the experiment's own part. */
#include "core/experiment/document.h"

#include "core/experiment/needs.h"
#include "core/experiment/work.h"
#include "core/table/provenance.h"

#include <string.h>

typedef struct {
  const UlpRunDocument *document;
  const UlpRun *outer;
  GPtrArray *inputs; /* UlpInput */
  GPtrArray *ids;    /* of their parameters, borrowed */
  GArray *sizes;     /* UlpInputSize of those that were accepted */
  double fraction;
} RunContext;

UlpTable *ulp_result_plotted(const UlpResult *result, const UlpPlotSpec *plot) {
  return plot->of_summary ? result->summary : result->data;
}

void ulp_result_clear(UlpResult *result) {
  g_clear_pointer(&result->data, ulp_table_unref);
  g_clear_pointer(&result->summary, ulp_table_unref);
  g_clear_pointer(&result->verdict_reason, g_free);
  result->verdict = ULP_VERDICT_NONE;
}

/* For each input, under the id of its parameter. */
static void set_of_input(UlpTable *table, const char *id, const char *suffix, const char *value) {
  g_autofree char *key = g_strdelimit(g_strconcat(id, suffix, NULL), "-", '_');
  ulp_table_set_provenance(table, key, value);
}

/* What identifies each input: a generated one without reading it. */
static void add_inputs(const RunContext *context, UlpTable *table) {
  for (guint i = 0; i < context->inputs->len; i++) {
    UlpInput *input = g_ptr_array_index(context->inputs, i);
    const char *id = g_ptr_array_index(context->ids, i);
    set_of_input(table, id, "", ulp_input_describe(input));
    if (ulp_input_version(input) > 0) {
      g_autofree char *version = g_strdup_printf("%u", ulp_input_version(input));
      set_of_input(table, id, "_generator_version", version);
    }
  }
}

static void add_provenance(const RunContext *context, UlpTable *table) {
  const UlpDevice *device = context->outer->device;
  const UlpDeviceInfo *info = ulp_device_info(device);
  const UlpValues *values = ulp_run_document_values(context->document);
  g_autofree char *command = ulp_run_document_to_text(context->document);
  g_autofree char *capability =
      info->capability_major ? g_strdup_printf("%d.%d", info->capability_major, info->capability_minor) : g_strdup("");
  const struct {
    const char *key, *value;
  } entries[] = {
      {"device", ulp_device_id(device)}, {"device_name", info->name}, {"capability", capability},
      {"driver", info->driver},          {"toolkit", info->toolkit},  {"cccl", info->cccl},
      {"backend_build", info->build},
  };
  ulp_provenance_add_program(table);
  ulp_table_set_provenance(table, "command", command);
  if (ulp_values_param(values, "seed"))
    ulp_table_set_provenance(table, "seed", ulp_values_text(values, "seed"));
  add_inputs(context, table);
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

/* What was computed before a run ended early is no result of the whole: tables say so wherever they go. */
static void add_end(const UlpResult *result, const GError *reason) {
  UlpTable *const tables[] = {result->data, result->summary};
  for (guint i = 0; i < G_N_ELEMENTS(tables); i++)
    if (tables[i])
      ulp_table_set_provenance(tables[i], "incomplete", reason->message);
}

/* Never back, whatever the rounding of the parts' ends. */
static void forward_progress(double fraction, gpointer data) {
  RunContext *context = data;
  context->fraction = CLAMP(fraction, context->fraction, 1);
  if (context->outer->progress)
    context->outer->progress(context->fraction, context->outer->data);
}

static void forward_phase(const UlpRunPhase *phase, gpointer data) {
  const RunContext *context = data;
  if (context->outer->phase)
    context->outer->phase(phase, context->outer->data);
}

static void forward_changed(const UlpResult *result, gpointer data) {
  const RunContext *context = data;
  add_provenance_once(context, result);
  if (context->outer->changed)
    context->outer->changed(result, context->outer->data);
}

static guint n_input_params(const UlpExperiment *experiment) {
  guint n = 0;
  for (guint i = 0; i < experiment->n_params; i++)
    n += experiment->params[i].type == ULP_PARAM_INPUT;
  return n;
}

/* Before the elements of a file are read or generated. */
static gboolean accept_input(const UlpInputSize *size, RunContext *context, GError **error) {
  const UlpExperiment *experiment = ulp_run_document_experiment(context->document);
  g_array_append_val(context->sizes, *size);
  return ulp_needs_check(experiment, ulp_run_document_values(context->document), context->outer,
                         (const UlpInputSize *)(gpointer)context->sizes->data, context->sizes->len,
                         n_input_params(experiment), error);
}

static gboolean accept_file(UlpFormat format, guint64 count, gboolean *streamed, gpointer data, GError **error) {
  RunContext *context = data;
  const UlpInputSize whole = {format, count, TRUE, FALSE}, parts = {format, count, FALSE, TRUE};
  if (ulp_run_document_experiment(context->document)->streams == ULP_STREAMS_TO_FIT && *streamed) {
    if (accept_input(&whole, context, NULL)) {
      *streamed = FALSE;
      return TRUE;
    }
    g_array_set_size(context->sizes, context->sizes->len - 1);
  }
  return accept_input(*streamed ? &parts : &whole, context, error);
}

static gboolean accept_generated(RunContext *context, const UlpInput *input, GError **error) {
  const UlpInputSize size = {ulp_input_format(input), ulp_input_count(input), FALSE, FALSE};
  return !ulp_input_job(input) || accept_input(&size, context, error);
}

static gboolean open_inputs(RunContext *context, GError **error) {
  const UlpExperiment *experiment = ulp_run_document_experiment(context->document);
  const UlpValues *values = ulp_run_document_values(context->document);
  static const guint64 stream_from[] = {
      [ULP_STREAMS_NONE] = 0, [ULP_STREAMS_LARGE] = ULP_STREAM_BYTES, [ULP_STREAMS_TO_FIT] = 1};
  UlpInputRun run = ulp_run_input_run(values);
  run.accept = accept_file;
  run.stream_from = stream_from[experiment->streams];
  run.data = context;
  for (guint i = 0; i < experiment->n_params; i++) {
    const char *id = experiment->params[i].id;
    if (experiment->params[i].type != ULP_PARAM_INPUT)
      continue;
    UlpInput *input = ulp_input_open_spec(ulp_values_input(values, id), &run, context->outer->cancellable, error);
    if (!input)
      return FALSE;
    g_ptr_array_add(context->inputs, input);
    g_ptr_array_add(context->ids, (gpointer)id);
    if (!accept_generated(context, input, error))
      return FALSE;
    run.stream++;
  }
  return TRUE;
}

static void add_hash(const RunContext *context, guint index, UlpResult *result) {
  UlpInput *input = g_ptr_array_index(context->inputs, index);
  UlpTable *const tables[] = {result->data, result->summary};
  if (ulp_input_job(input) && !ulp_run_document_hash(context->document))
    return;
  const char *hash = ulp_input_hash(input, context->outer->cancellable);
  for (guint i = 0; hash && i < G_N_ELEMENTS(tables); i++)
    if (tables[i])
      set_of_input(tables[i], g_ptr_array_index(context->ids, index), "_sha256", hash);
}

static gboolean add_hashes(const RunContext *context, const UlpRun *run, UlpResult *result, GError **error) {
  add_provenance_once(context, result);
  for (guint i = 0; i < context->inputs->len; i++)
    add_hash(context, i, result);
  return ulp_run_go_on(run, 1, error); /* cancelled, there is no hash */
}

static gboolean run_in(RunContext *context, UlpResult *result, GError **error) {
  const UlpRun inner = {.values = ulp_run_document_values(context->document),
                        .device = context->outer->device,
                        .cancellable = context->outer->cancellable,
                        .progress = forward_progress,
                        .phase = forward_phase,
                        .changed = forward_changed,
                        .data = context,
                        .inputs = (UlpInput **)context->inputs->pdata,
                        .n_inputs = context->inputs->len,
                        .result = result};
  g_autoptr(GError) reason = NULL;
  const gboolean done = ulp_run_document_experiment(context->document)->run(&inner, result, &reason) &&
                        add_hashes(context, &inner, result, &reason);
  if (!done) {
    add_provenance_once(context, result);
    add_end(result, reason);
    g_propagate_error(error, g_steal_pointer(&reason));
  }
  forward_changed(result, context);
  return done;
}

gboolean ulp_experiment_run(const UlpRunDocument *document, const UlpRun *run, UlpResult *result, GError **error) {
  g_autoptr(GPtrArray) inputs = g_ptr_array_new_with_free_func((GDestroyNotify)ulp_input_unref);
  g_autoptr(GPtrArray) ids = g_ptr_array_new();
  g_autoptr(GArray) sizes = g_array_new(FALSE, FALSE, sizeof(UlpInputSize));
  RunContext context = {document, run, inputs, ids, sizes, 0};
  return open_inputs(&context, error) && run_in(&context, result, error);
}
