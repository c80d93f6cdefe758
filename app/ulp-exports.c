#include "app/ulp-exports.h"

#include "app/ulp-plot-options.h"
#include "core/base/error.h"
#include "core/base/i18n.h"
#include "core/experiment/recording.h"
#include "core/table/export.h"
#include "core/table/overlay.h"
#include "core/table/target.h"
#include "core/table/writer.h"
#include "ui/plot/picture.h"
#include "ui/plot/plot-export.h"

#include <string.h>

void ulp_exports_add_options(GArray *options, const UlpExperiment *experiment) {
  g_autoptr(GString) ids =
      g_string_new(_("which plot: the first --plot-id goes with the first --plot, the last one with all that follow"));
  for (guint i = 0; i < experiment->n_plots; i++)
    g_string_append_printf(ids, "%s%s", i ? " | " : ": ", experiment->plots[i].id);
  ulp_options_add(options, "csv", "FILE", _("write the table as CSV; - is standard output"));
  ulp_options_add(options, "json", "FILE", _("write table and summary as JSON; - is standard output"));
  for (guint i = 0; i < experiment->n_exports; i++)
    ulp_options_add(options, experiment->exports[i].id, "FILE", _(experiment->exports[i].help));
  if (experiment->n_plots) {
    ulp_options_add(options, "plot", "FILE",
                    _("write a plot, its type from the ending .svg, .pdf or .png; may be repeated"));
    ulp_options_add(options, "plot-id", "WORD", ids->str);
    ulp_options_add(options, "over", "FILE",
                    _("draw the plots over those of a recording: an export of the same experiment, as JSON or CSV"));
    ulp_plot_options_add(options);
  }
  ulp_options_add(options, "no-preamble", NULL, _("CSV without the # lines of provenance"));
  ulp_options_add(options, "reproducible", NULL,
                  _("leave times out of the exports, so that equal runs give equal files"));
}

/* The plot that goes with the index-th --plot: of --plot-id, else of the document's view. */
static const UlpPlotSpec *plot_for(const UlpArguments *arguments, const UlpRunDocument *document, guint index,
                                   GError **error) {
  const UlpExperiment *experiment = ulp_run_document_experiment(document);
  const guint n_ids = ulp_arguments_n_values(arguments, "plot-id"), n_plots = ulp_run_document_n_plots(document);
  if (n_ids == 0)
    return n_plots ? ulp_run_document_plot(document, MIN(index, n_plots - 1)) : &experiment->plots[0];
  const char *id = ulp_arguments_value(arguments, "plot-id", MIN(index, n_ids - 1));
  const UlpPlotSpec *plot = ulp_experiment_plot(experiment, id, error);
  if (!plot)
    g_prefix_error(error, "--plot-id: ");
  return plot;
}

static UlpExportOptions options_of(const UlpArguments *arguments) {
  return (UlpExportOptions){.no_preamble = ulp_arguments_has(arguments, "no-preamble"),
                            .reproducible = ulp_arguments_has(arguments, "reproducible")};
}

/* A plot of what --reproducible leaves out could not be reproducible. */
static gboolean check_plot(const UlpArguments *arguments, const UlpRunDocument *document, guint index, GError **error) {
  const UlpExperiment *experiment = ulp_run_document_experiment(document);
  const UlpExportOptions options = options_of(arguments);
  const UlpPlotSpec *plot = plot_for(arguments, document, index, error);
  if (!plot)
    return FALSE;
  for (guint i = 0; i < experiment->n_columns; i++) {
    const UlpColumn *column = &experiment->columns[i];
    if ((!g_str_equal(column->id, plot->x) && !g_str_equal(column->id, plot->y)) || ulp_export_keeps(column, &options))
      continue;
    g_set_error(error, ULP_ERROR, ULP_ERROR_USAGE,
                _("--reproducible: found the plot “%s”, which shows what is measured, expected another plot"),
                plot->id);
    return FALSE;
  }
  return TRUE;
}

/* Every target with the option that names it. */
typedef struct {
  const char *option, *name;
} Target;

static void add_targets(GArray *targets, const UlpArguments *arguments, const char *option) {
  for (guint k = 0; k < ulp_arguments_n_values(arguments, option); k++) {
    const Target target = {option, ulp_arguments_value(arguments, option, k)};
    g_array_append_val(targets, target);
  }
}

static GArray *targets_of(const UlpArguments *arguments, const UlpExperiment *experiment) {
  static const char *const options[] = {"csv", "json"};
  GArray *targets = g_array_new(FALSE, FALSE, sizeof(Target));
  for (guint i = 0; i < G_N_ELEMENTS(options); i++)
    add_targets(targets, arguments, options[i]);
  if (experiment->n_plots)
    add_targets(targets, arguments, "plot");
  for (guint i = 0; i < experiment->n_exports; i++)
    add_targets(targets, arguments, experiment->exports[i].id);
  return targets;
}

static gboolean is_stdout(const char *target) { return g_str_equal(target, "-"); }

gboolean ulp_exports_use_stdout(const UlpArguments *arguments, const UlpExperiment *experiment) {
  g_autoptr(GArray) targets = targets_of(arguments, experiment);
  for (guint i = 0; i < targets->len; i++)
    if (is_stdout(g_array_index(targets, Target, i).name))
      return TRUE;
  return FALSE;
}

/* Whether writing `target` would replace an input file of the run. */
static gboolean is_input(const UlpRunDocument *document, const char *target) {
  const UlpExperiment *experiment = ulp_run_document_experiment(document);
  for (guint i = 0; i < experiment->n_params; i++) {
    if (experiment->params[i].type != ULP_PARAM_INPUT)
      continue;
    const UlpInputSpec *input = ulp_values_input(ulp_run_document_values(document), experiment->params[i].id);
    if (input->file && ulp_target_is_same(target, input->file->path))
      return TRUE;
  }
  return FALSE;
}

static gboolean check_target(const GArray *targets, guint index, const UlpRunDocument *document, GError **error) {
  const Target *target = &g_array_index(targets, Target, index);
  g_autofree char *shown = ulp_target_shown(target->name);
  if (*target->name == '\0') {
    g_set_error(error, ULP_ERROR, ULP_ERROR_USAGE, _("--%s: found “”, expected the name of a file"), target->option);
    return FALSE;
  }
  if (!is_stdout(target->name) && is_input(document, target->name)) {
    g_set_error(error, ULP_ERROR, ULP_ERROR_USAGE, _("--%s: found “%s”, the input itself, expected another file"),
                target->option, shown);
    return FALSE;
  }
  for (guint i = 0; i < index; i++) {
    const Target *other = &g_array_index(targets, Target, i);
    if (!ulp_target_is_same(target->name, other->name))
      continue;
    g_set_error(error, ULP_ERROR, ULP_ERROR_USAGE,
                _("--%s: found %s, where --%s goes already, expected another target"), target->option, shown,
                other->option);
    return FALSE;
  }
  return TRUE;
}

/* The recording under the plots; NULL without an error where none is wanted. */
static UlpRecording *open_under(const UlpArguments *arguments, const UlpRunDocument *document, GError **error) {
  const UlpExperiment *experiment = ulp_run_document_experiment(document);
  const char *path = experiment->n_plots ? ulp_arguments_last(arguments, "over") : NULL;
  g_autoptr(UlpRecording) recording = path ? ulp_recording_open(path, error) : NULL;
  if (!recording || (recording->document && ulp_run_document_experiment(recording->document) == experiment))
    return g_steal_pointer(&recording);
  ulp_set_error(error, ULP_ERROR_INPUT, _("%s: found the table “%s”, expected one of the experiment “%s”"), path,
                ulp_table_id(recording->data), experiment->id);
  return NULL;
}

static gboolean check_under(const UlpArguments *arguments, const UlpRunDocument *document, GError **error) {
  g_autoptr(GError) failure = NULL;
  g_autoptr(UlpRecording) recording = open_under(arguments, document, &failure);
  if (!failure)
    return TRUE;
  g_propagate_prefixed_error(error, g_steal_pointer(&failure), "--over: ");
  return FALSE;
}

gboolean ulp_exports_check(const UlpArguments *arguments, const UlpRunDocument *document, GError **error) {
  const guint n_plots = ulp_arguments_n_values(arguments, "plot"), n_ids = ulp_arguments_n_values(arguments, "plot-id");
  if (n_ids > n_plots) {
    g_set_error_literal(error, ULP_ERROR, ULP_ERROR_USAGE, _("--plot-id needs a --plot FILE that it goes with"));
    return FALSE;
  }
  for (guint i = 0; i < n_plots; i++) {
    if (!ulp_picture_check(ulp_arguments_value(arguments, "plot", i), error)) {
      g_prefix_error(error, "--plot: ");
      return FALSE;
    }
    if (!check_plot(arguments, document, i, error))
      return FALSE;
  }
  UlpPlotExportOptions plot_options = {0};
  if ((n_plots && !ulp_plot_options_read(arguments, &plot_options, error)) || !check_under(arguments, document, error))
    return FALSE;
  g_autoptr(GArray) targets = targets_of(arguments, ulp_run_document_experiment(document));
  for (guint i = 0; i < targets->len; i++)
    if (!check_target(targets, i, document, error))
      return FALSE;
  return TRUE;
}

gboolean ulp_exports_check_result(const UlpArguments *arguments, const UlpRunDocument *document,
                                  const UlpResult *result, GError **error) {
  for (guint i = 0; i < ulp_arguments_n_values(arguments, "plot"); i++) {
    const UlpPlotSpec *plot = plot_for(arguments, document, i, error);
    if (!plot)
      return FALSE;
    const UlpTable *table = ulp_result_plotted(result, plot);
    if (table && ulp_plot_fits(plot, table))
      continue;
    ulp_set_error(error, ULP_ERROR_INPUT, _("the table has not the columns of the plot “%s”"), plot->id);
    return FALSE;
  }
  return TRUE;
}

void ulp_exports_add_needs(const UlpArguments *arguments, UlpRun *run) {
  if (ulp_arguments_n_values(arguments, "plot") == 0)
    return; /* CSV and JSON go out in blocks */
  UlpPlotExportOptions options = {0};
  ulp_plot_options_read(arguments, &options, NULL); /* as checked */
  run->bytes += ULP_PLOT_BYTES + ulp_plot_export_image_bytes(&options);
  run->row_bytes += ULP_PLOT_ROW_BYTES;
}

static gboolean write_csv(const char *target, const UlpResult *result, const UlpExportOptions *options,
                          GCancellable *cancellable, GError **error) {
  return ulp_table_export_csv(target, result->data, options, cancellable, error);
}

static gboolean write_json(const char *target, const UlpResult *result, const UlpExportOptions *options,
                           GCancellable *cancellable, GError **error) {
  UlpTable *const tables[] = {result->data, result->summary};
  return ulp_tables_export_json(target, tables, result->summary ? 2 : 1, options, cancellable, error);
}

static void produce_text(UlpWriter *writer, gconstpointer text) { ulp_writer_text(writer, text); }

static void write_text(const UlpTextExport *export, const char *target, const UlpResult *result,
                       GCancellable *cancellable, GError **error) {
  g_autofree char *text = export->text(result->data);
  ulp_export_produce(target, produce_text, text, cancellable, error);
}

/* `under` may be NULL. */
static gboolean write_plot(const UlpPlotSpec *spec, const char *target, const UlpResult *result,
                           const UlpRecording *under, const UlpPlotExportOptions *options, GCancellable *cancellable,
                           GError **error) {
  const UlpResult earlier = {.data = under ? under->data : NULL, .summary = under ? under->summary : NULL};
  UlpTable *table = ulp_result_plotted(result, spec), *below = ulp_result_plotted(&earlier, spec);
  if (!table) {
    ulp_set_error(error, ULP_ERROR_INPUT, _("there is no summary yet for the plot “%s”"), spec->id);
    return FALSE;
  }
  g_autoptr(UlpTable) both = below   ? ulp_table_overlay(table, below, spec, cancellable)
                             : under ? NULL
                                     : ulp_table_ref(table);
  if (!both) {
    ulp_set_error(error, ULP_ERROR_INPUT,
                  _("--over: the recording's table “%s” has other columns, or its plot no series"),
                  ulp_table_id(table));
    return FALSE;
  }
  if (under)
    ulp_table_set_provenance(both, "over", under->label);
  g_autoptr(UlpPlot) plot = ulp_plot_new_cancellable(spec, both, cancellable);
  return ulp_plot_export(plot, target, options, cancellable, error);
}

gboolean ulp_exports_write(const UlpArguments *arguments, const UlpRunDocument *document, const UlpResult *result,
                           GCancellable *cancellable, GError **error) {
  const UlpExportOptions options = options_of(arguments);
  GError *first = NULL;
  for (guint i = 0; i < ulp_arguments_n_values(arguments, "csv"); i++)
    write_csv(ulp_arguments_value(arguments, "csv", i), result, &options, cancellable, first ? NULL : &first);
  for (guint i = 0; i < ulp_arguments_n_values(arguments, "json"); i++)
    write_json(ulp_arguments_value(arguments, "json", i), result, &options, cancellable, first ? NULL : &first);
  g_autoptr(UlpRecording) under = open_under(arguments, document, first ? NULL : &first);
  UlpPlotExportOptions plot_options = {.style = {.footer = TRUE}, .reproducible = options.reproducible};
  const guint n_plots = ulp_arguments_n_values(arguments, "plot");
  if (n_plots)
    ulp_plot_options_read(arguments, &plot_options, NULL); /* as checked */
  for (guint i = 0; i < n_plots; i++)
    write_plot(plot_for(arguments, document, i, NULL), ulp_arguments_value(arguments, "plot", i), result, under,
               &plot_options, cancellable, first ? NULL : &first);
  const UlpExperiment *experiment = ulp_run_document_experiment(document);
  for (guint i = 0; i < experiment->n_exports; i++)
    for (guint k = 0; k < ulp_arguments_n_values(arguments, experiment->exports[i].id); k++)
      write_text(&experiment->exports[i], ulp_arguments_value(arguments, experiment->exports[i].id, k), result,
                 cancellable, first ? NULL : &first);
  if (!first)
    return TRUE;
  g_propagate_error(error, first);
  return FALSE;
}
