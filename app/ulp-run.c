/* ulp run EXPERIMENT|FILE: a document from options and a file, its run, its text and exports. */
#include "app/ulp-arguments.h"
#include "app/ulp-command.h"
#include "app/ulp-exports.h"
#include "app/ulp-hash.h"
#include "app/ulp-interrupt.h"
#include "app/ulp-text.h"
#include "core/base/error.h"
#include "core/base/i18n.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define EXIT_OUTSIDE_TOLERANCE 4
#define PROGRESS_INTERVAL (G_USEC_PER_SEC / 10)

static GArray *options_of(const UlpExperiment *experiment) {
  GArray *options = ulp_options_new();
  ulp_run_document_add_options(experiment, options);
  ulp_exports_add_options(options, experiment);
  ulp_options_add(
      options, "hash-file", "FILE",
      _("exit with status 4 when the numbers of the table, those that are not measured, are others than when FILE was "
        "written; a missing FILE is written"));
  ulp_options_add(options, "quiet", NULL, _("print no table and no progress"));
  return options;
}

/* --- progress on a terminal --- */

typedef struct {
  gint64 shown; /* time */
  gboolean wanted;
} Progress;

static void show_progress(double fraction, gpointer data) {
  Progress *progress = data;
  const gint64 now = g_get_monotonic_time();
  if (!progress->wanted || now - progress->shown < PROGRESS_INTERVAL)
    return;
  progress->shown = now;
  fprintf(stderr, "\r%3d %%", (int)(100 * fraction));
  fflush(stderr);
}

static void clear_progress(const Progress *progress) {
  if (progress->wanted)
    fputs("\r\033[K", stderr);
}

/* --- the command --- */

/* Runs it and delivers what came out, all of it or the part until a failure or Ctrl+C. The first of the failures of
 * exports, else that of the run, is the error. */
static int run_and_deliver(const UlpRunDocument *document, const UlpArguments *arguments, UlpRun *run, GError **error) {
  g_autoptr(GError) failure = NULL;
  const gboolean quiet = ulp_arguments_has(arguments, "quiet");
  Progress progress = {.wanted = !quiet && isatty(STDERR_FILENO)};
  UlpResult result = {0};
  run->progress = show_progress;
  run->data = &progress;
  ulp_exports_add_needs(arguments, run);
  const gboolean done = ulp_experiment_run(document, run, &result, &failure);
  clear_progress(&progress);

  gboolean delivered = TRUE;
  if (done || (result.data && ulp_table_n_rows(result.data))) {
    delivered = ulp_exports_write(arguments, document, &result, done ? run->cancellable : NULL, error);
    if (delivered && !quiet && !ulp_exports_use_stdout(arguments, ulp_run_document_experiment(document)))
      delivered = ulp_text_print_result(&result, error);
  }
  if (delivered && !done)
    g_propagate_error(error, g_steal_pointer(&failure));
  int status = 0;
  g_autofree char *changed = NULL;
  const char *hash_file = ulp_arguments_last(arguments, "hash-file");
  if (delivered && done && hash_file)
    delivered = ulp_hash_file_check(hash_file, result.data, &changed, error);
  if (changed) {
    ulp_report(changed);
    status = EXIT_OUTSIDE_TOLERANCE;
  } else if (delivered && done && result.verdict == ULP_VERDICT_FAIL) {
    ulp_report(result.verdict_reason);
    status = EXIT_OUTSIDE_TOLERANCE;
  }
  ulp_result_clear(&result);
  return status;
}

/* Runs `document` with the changes that the options in `argv` make to it. */
static int run_document(UlpRunDocument *document, char **argv, GError **error) {
  const UlpExperiment *experiment = ulp_run_document_experiment(document);
  g_autofree char *command = g_strdup_printf("ulp run %s", experiment->id);
  g_autoptr(GArray) options = options_of(experiment);
  g_autoptr(UlpArguments) arguments = ulp_arguments_parse(command, options, argv, error);
  if (!arguments)
    return 0;
  if (ulp_arguments_help(arguments)) {
    g_autofree char *usage = g_strdup_printf("%s [--OPTION VALUE...]", command);
    g_autofree char *summary = g_strdup_printf("%s: %s.", _(experiment->title), _(experiment->summary));
    ulp_print_help(usage, summary, options, error);
    return 0;
  }
  if (!ulp_arguments_check_words(arguments, 0, error) || !ulp_run_document_apply(document, arguments, error) ||
      !ulp_exports_check(arguments, document, error))
    return 0;
  g_autoptr(GCancellable) cancellable = g_cancellable_new();
  ulp_interrupt_cancels(cancellable);
  UlpDevice *device = ulp_device_open(ulp_run_document_device(document), error);
  if (!device)
    return 0;
  UlpRun run = {.device = device, .cancellable = cancellable};
  return run_and_deliver(document, arguments, &run, error);
}

static gboolean print_run_help(GError **error) {
  g_autoptr(GString) out = g_string_new(NULL);
  g_string_append_printf(out, "%s\n\n", _("Usage: ulp run EXPERIMENT|FILE.json [--OPTION VALUE...]"));
  for (guint i = 0; ulp_experiments[i]; i++)
    g_string_append_printf(out, "  %-14s %s\n", ulp_experiments[i]->id, _(ulp_experiments[i]->summary));
  g_string_append_printf(out, "\n%s\n", _("“ulp run EXPERIMENT --help” lists the options of one."));
  g_string_append_printf(out, "%s\n", _("FILE.json is a run as JSON, or an export of one; options change it."));
  return ulp_text_print(out, error);
}

/* A document for the first word: an experiment with its defaults, or what a file holds. */
static UlpRunDocument *document_of(const char *word, GError **error) {
  if (g_str_has_suffix(word, ".json") || strchr(word, G_DIR_SEPARATOR))
    return ulp_run_document_load(word, error);
  const UlpExperiment *experiment = ulp_experiment_find(word, error);
  return experiment ? ulp_run_document_new(experiment) : NULL;
}

int ulp_command_run(char **argv, GError **error) {
  if (!argv[0]) {
    g_set_error_literal(error, ULP_ERROR, ULP_ERROR_USAGE, _("run: no experiment; “ulp list experiments” lists them"));
    return 0;
  }
  if (g_str_equal(argv[0], "--help") || g_str_equal(argv[0], "-h")) {
    print_run_help(error);
    return 0;
  }
  g_autoptr(UlpRunDocument) document = document_of(argv[0], error);
  return document ? run_document(document, argv + 1, error) : 0;
}
