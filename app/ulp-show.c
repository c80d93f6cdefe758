/* ulp show FILE: a recording as a run of it would be shown: its text, plots and exports. */
#include "app/ulp-arguments.h"
#include "app/ulp-command.h"
#include "app/ulp-exports.h"
#include "app/ulp-interrupt.h"
#include "app/ulp-text.h"
#include "core/base/error.h"
#include "core/base/i18n.h"
#include "core/experiment/recording.h"

static int print_help(GError **error) {
  g_autoptr(GArray) options = ulp_options_new();
  ulp_exports_add_options(options, ulp_experiments[0]);
  ulp_print_help(
      "ulp show FILE [--OPTION VALUE...]",
      _("Shows what a run exported as JSON or CSV with its provenance, as the run itself would: on which device it "
        "was recorded, the tables, and with --plot the plots of its experiment."),
      options, error);
  return 0;
}

static int show(const UlpRecording *recording, char **argv, GError **error) {
  const UlpResult result = {.data = recording->data, .summary = recording->summary};
  g_autoptr(GArray) options = ulp_options_new();
  ulp_exports_add_options(options, ulp_run_document_experiment(recording->document));
  ulp_options_add(options, "quiet", NULL, _("print no table"));
  g_autoptr(UlpArguments) arguments = ulp_arguments_parse("ulp show", options, argv, error);
  if (!arguments || !ulp_arguments_check_words(arguments, 0, error) ||
      !ulp_exports_check(arguments, recording->document, error) ||
      !ulp_exports_check_result(arguments, recording->document, &result, error))
    return 0;
  g_autoptr(GCancellable) cancellable = g_cancellable_new();
  ulp_interrupt_cancels(cancellable);
  if (!ulp_exports_write(arguments, recording->document, &result, cancellable, error))
    return 0;
  if (ulp_arguments_has(arguments, "quiet") ||
      ulp_exports_use_stdout(arguments, ulp_run_document_experiment(recording->document)))
    return 0;
  g_autoptr(GString) label = g_string_new(recording->label);
  g_string_append(label, "\n\n");
  if (ulp_text_print(label, error))
    ulp_text_print_result(&result, error);
  return 0;
}

int ulp_command_show(char **argv, GError **error) {
  if (!argv[0]) {
    g_set_error_literal(error, ULP_ERROR, ULP_ERROR_USAGE, _("show: no file, expected “ulp show FILE”"));
    return 0;
  }
  if (g_str_equal(argv[0], "--help") || g_str_equal(argv[0], "-h"))
    return print_help(error);
  g_autoptr(UlpRecording) recording = ulp_recording_open(argv[0], error);
  if (!recording)
    return 0;
  if (recording->document)
    return show(recording, argv + 1, error);
  ulp_set_error(error, ULP_ERROR_INPUT, _("%s: the command that made it is missing or of another version"), argv[0]);
  return 0;
}
