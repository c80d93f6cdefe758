/* A run as the command that makes it. */
#include "core/experiment/document.h"

#include "core/base/error.h"
#include "core/base/i18n.h"

#include <string.h>

/* `text` as a shell takes it. */
static void append_word(GString *command, const char *text) {
  if (text[strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.,:=/+^")] == '\0' && *text) {
    g_string_append(command, text);
    return;
  }
  g_autofree char *quoted = g_shell_quote(text);
  g_string_append(command, quoted);
}

static void append_option(GString *command, const char *id, const char *text) {
  g_string_append_printf(command, " --%s ", id);
  append_word(command, text);
}

char *ulp_run_document_to_text(const UlpRunDocument *document) {
  const UlpExperiment *experiment = ulp_run_document_experiment(document);
  GString *command = g_string_new("ulp run ");
  append_word(command, experiment->id);
  for (guint i = 0; i < experiment->n_params; i++) {
    const UlpParam *param = &experiment->params[i];
    const char *text = ulp_values_text(ulp_run_document_values(document), param->id);
    if (!g_str_equal(text, param->default_text))
      append_option(command, param->id, text);
  }
  if (!g_str_equal(ulp_run_document_device(document), "cpu"))
    append_option(command, "device", ulp_run_document_device(document));
  for (guint i = 0; i < ulp_run_document_n_plots(document); i++)
    g_string_append_printf(command, "%s%s", i ? "," : " --view ", ulp_run_document_plot(document, i)->id);
  if (ulp_run_document_hash(document))
    g_string_append(command, " --hash");
  return g_string_free(command, FALSE);
}

void ulp_run_document_add_options(const UlpExperiment *experiment, GArray *options) {
  ulp_options_add_params(options, experiment->params, experiment->n_params);
  ulp_options_add(options, "device", "cpu|cuda[:K]", _("device that runs it (default cpu)"));
  ulp_options_add(options, "hash", NULL, _("put the SHA-256 of generated inputs into the provenance, too"));
  if (experiment->n_plots == 0)
    return;
  g_autoptr(GString) help = g_string_new(_("plots to show, and to write where no --plot-id says which"));
  for (guint i = 0; i < experiment->n_plots; i++)
    g_string_append_printf(help, "%s%s", i ? " | " : ": ", experiment->plots[i].id);
  g_string_append_printf(help, _(" (default %s)"), experiment->plots[0].id);
  ulp_options_add(options, "view", "WORD,...", help->str);
}

gboolean ulp_run_document_apply(UlpRunDocument *document, const UlpArguments *arguments, GError **error) {
  const char *device = ulp_arguments_last(arguments, "device"), *view = ulp_arguments_last(arguments, "view");
  const UlpExperiment *experiment = ulp_run_document_experiment(document);
  g_autoptr(UlpValues) values = ulp_values_copy(ulp_run_document_values(document));
  if (!ulp_arguments_apply(arguments, experiment->params, experiment->n_params, values, error))
    return FALSE;
  ulp_run_document_set_values(document, values);
  if (device)
    ulp_run_document_set_device(document, device);
  if (ulp_arguments_has(arguments, "hash"))
    ulp_run_document_set_hash(document, TRUE);
  if (view && !ulp_run_document_set_plots(document, view, error)) {
    g_prefix_error(error, "--view: ");
    return FALSE;
  }
  return TRUE;
}

static UlpRunDocument *from_words(char **words, GError **error) {
  if (g_strv_length(words) < 3 || !g_str_equal(words[0], "ulp") || !g_str_equal(words[1], "run")) {
    g_autofree char *found = g_strjoinv(" ", words);
    ulp_set_error(error, ULP_ERROR_USAGE, _("found “%s”, expected “ulp run EXPERIMENT”"), found);
    return NULL;
  }
  const UlpExperiment *experiment = ulp_experiment_find(words[2], error);
  if (!experiment)
    return NULL;
  g_autoptr(GArray) options = ulp_options_new();
  ulp_run_document_add_options(experiment, options);
  g_autofree char *command = g_strdup_printf("ulp run %s", experiment->id);
  g_autoptr(UlpArguments) arguments = ulp_arguments_parse(command, options, words + 3, error);
  g_autoptr(UlpRunDocument) document = ulp_run_document_new(experiment);
  if (!arguments || !ulp_arguments_check_words(arguments, 0, error) ||
      !ulp_run_document_apply(document, arguments, error))
    return NULL;
  return g_steal_pointer(&document);
}

UlpRunDocument *ulp_run_document_from_text(const char *text, GError **error) {
  g_autoptr(GError) reason = NULL;
  g_auto(GStrv) words = NULL;
  if (g_shell_parse_argv(text, NULL, &words, &reason))
    return from_words(words, error);
  ulp_set_error(error, ULP_ERROR_USAGE, _("no command: %s"), reason->message);
  return NULL;
}
