/* A recording on the page of its experiment. */
#include "core/base/error.h"
#include "core/base/i18n.h"
#include "ui/pages/experiment-private.h"

static gboolean plots_fit(const UlpExperiment *experiment, const UlpResult *result, GError **error) {
  for (guint i = 0; i < experiment->n_plots; i++) {
    const UlpTable *table = ulp_result_plotted(result, &experiment->plots[i]);
    if (!table || ulp_plot_fits(&experiment->plots[i], table)) /* CSV has no summary */
      continue;
    ulp_set_error(error, ULP_ERROR_INPUT, _("the recording has not the columns of the plot “%s”"),
                  experiment->plots[i].id);
    return FALSE;
  }
  return TRUE;
}

gboolean ulp_experiment_page_show_recording(GtkWidget *widget, const UlpRecording *recording, GError **error) {
  UlpExperimentPage *page = ULP_EXPERIMENT_PAGE(widget);
  if (ulp_runner_running(page->runner)) {
    g_set_error_literal(error, ULP_ERROR, ULP_ERROR_USAGE, _("a run is going on: cancel it, then open the recording"));
    return FALSE;
  }
  const UlpResult result = {.data = recording->data, .summary = recording->summary};
  if (!plots_fit(page->experiment, &result, error))
    return FALSE;
  g_autofree char *device = g_strdup(page->device_id);   /* a recording's may not be here */
  g_clear_pointer(&page->shown, ulp_run_document_unref); /* nothing that was run here is shown */
  ulp_experiment_page_set_document(widget, recording->document);
  ulp_experiment_page_set_device(widget, device);
  gtk_stack_set_visible_child_name(GTK_STACK(page->right), "results");
  ulp_result_view_set_tables(ULP_RESULT_VIEW(page->results), recording->data, recording->summary);
  const char *command = ulp_table_provenance(recording->data, "command");
  g_autofree char *text = g_strdup_printf(_("Not run here, but %s. Run (F5) computes it here."), recording->label);
  ulp_experiment_page_say(page->status, text, FALSE);
  ulp_experiment_page_say(page->command, command, FALSE);
  page->update(page);
  return TRUE;
}
