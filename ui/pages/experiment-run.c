/* The runs of an experiment's page: when they start, what is said while they go, and what of them is shown.
 *
 * What is shown is never taken for something else: rows of other settings than the controls' are dimmed and say so, and
 * a run that ends before its first row leaves the earlier one's. An experiment that took next to no time runs by itself
 * as its controls change; should it come to take longer, that run is stopped and the next one waits for Run. */
#include "core/base/error.h"
#include "core/base/i18n.h"
#include "core/sum/algorithm.h"
#include "ui/pages/experiment-private.h"
#include "ui/widgets/message-bar.h"
#include "ui/widgets/style.h"

#define FAST 0.5            /* seconds: runs again by itself */
#define LIVE_DELAY 250      /* ms after the last change */
#define LIVE_LIMIT 1000     /* ms; then it is stopped */
#define SAYS_TIME_AFTER 1.0 /* seconds: before, a guess of what is left would jump about */

static UlpShown shown_of(UlpExperimentPage *page) { return ulp_result_view_shown(ULP_RESULT_VIEW(page->results)); }

/* What the controls say, on that device, whatever plot is on view. */
static UlpRunDocument *settings_on(UlpExperimentPage *page, const char *device_id) {
  UlpRunDocument *document = ulp_run_document_new(page->experiment);
  ulp_run_document_set_values(document, ulp_param_panel_values(ULP_PARAM_PANEL(page->panel)));
  ulp_run_document_set_device(document, device_id);
  return document;
}

UlpRunDocument *ulp_experiment_page_document_on(UlpExperimentPage *page, const char *device_id) {
  const UlpPlotSpec *plot = shown_of(page).spec;
  UlpRunDocument *document = settings_on(page, device_id);
  if (plot && plot != page->experiment->plots)
    ulp_run_document_set_plots(document, plot->id, NULL);
  return document;
}

/* Whether a run has the settings that the controls have now, wherever it looks. */
static gboolean is_current(UlpExperimentPage *page, const UlpRunDocument *run) {
  g_autoptr(UlpRunDocument) settings = settings_on(page, page->device_id), of_run = ulp_run_document_copy(run);
  ulp_run_document_set_plots(of_run, "", NULL);
  return ulp_run_document_equal(settings, of_run);
}

static gboolean rows_in(const UlpResult *result) { return result->data && ulp_table_n_rows(result->data) > 0; }

/* Of rows that something else is known of than what the controls say. */
void ulp_experiment_page_show_stale(UlpExperimentPage *page) {
  const char *why = NULL;
  if (page->shown && page->running && page->running != page->shown)
    why = _("The result before: a new one is being computed");
  else if (page->shown && !is_current(page, page->shown))
    why = _("Of other settings than those on the left: Run (F5) computes it anew");
  ulp_result_view_set_stale(ULP_RESULT_VIEW(page->results), why);
  gtk_widget_set_visible(page->command, page->shown && !(page->running && page->running != page->shown));
}

/* The run whose rows are shown on the command line, as their provenance has it. */
static void show_command(UlpExperimentPage *page) {
  const UlpTable *data = shown_of(page).data;
  const char *command = data ? ulp_table_provenance(data, "command") : NULL;
  ulp_experiment_page_say(page->command, command ? command : "", FALSE);
}

/* A result without rows replaces none that has some. */
static void show_result(UlpExperimentPage *page, const UlpResult *result) {
  if (!result->data || (!rows_in(result) && page->shown))
    return;
  gtk_stack_set_visible_child_name(GTK_STACK(page->right), "results");
  ulp_result_view_set_tables(ULP_RESULT_VIEW(page->results), result->data, result->summary);
  if (rows_in(result) && page->running && page->shown != page->running) {
    g_clear_pointer(&page->shown, ulp_run_document_unref);
    page->shown = ulp_run_document_ref(page->running);
  }
  show_command(page);
  ulp_experiment_page_show_stale(page);
  page->update(page);
}

/* --- while it runs --- */

static void append_time(GString *text, double seconds) {
  if (text->len > 0)
    g_string_append(text, " · ");
  if (seconds < 90)
    g_string_append_printf(text, _("about %.0f s left"), MAX(seconds, 1));
  else
    g_string_append_printf(text, _("about %.0f min left"), seconds / 60);
}

/* "kahan, 3 of 14", "about 5 s left": what there is to say by now. */
static void show_phase(UlpExperimentPage *page, double fraction, const UlpRunPhase *phase) {
  g_autoptr(GString) text = g_string_new(NULL);
  const double seconds = (double)(g_get_monotonic_time() - page->started) / G_USEC_PER_SEC;
  const double left = fraction > 0 ? seconds / fraction * (1 - fraction) : 0;
  if (phase->what) {
    g_autofree char *words = ulp_algorithm_words(ulp_translated(phase->what));
    g_string_append(text, words);
    if (phase->n > 1)
      g_string_append_printf(text, _(", %u of %u"), phase->index + 1, phase->n);
  }
  if (seconds >= SAYS_TIME_AFTER && fraction > 0.01 && fraction < 1)
    append_time(text, left);
  gtk_label_set_text(GTK_LABEL(page->phase_label), text->str);
}

static void on_progress(double fraction, const UlpRunPhase *phase, gpointer data) {
  UlpExperimentPage *page = data;
  gtk_progress_bar_set_fraction(GTK_PROGRESS_BAR(page->progress), fraction);
  show_phase(page, fraction, phase);
}

/* A run that nobody asked for shows itself once it is there. */
static void on_changed(const UlpResult *result, gpointer data) {
  UlpExperimentPage *page = data;
  if (!page->live)
    show_result(page, result);
}

/* --- its end --- */

static void show_error(UlpExperimentPage *page, const GError *error) {
  if (!g_error_matches(error, ULP_ERROR, ULP_ERROR_DEVICE)) {
    ulp_message_show(GTK_WIDGET(page), error->message);
    return;
  }
  gtk_label_set_text(GTK_LABEL(page->device_message), error->message);
  gtk_widget_set_visible(page->device_cpu, !g_str_equal(page->device_id, "cpu"));
  gtk_info_bar_set_revealed(GTK_INFO_BAR(page->device_bar), TRUE);
}

static void show_end(UlpExperimentPage *page, const UlpResult *result, const char *device, double seconds) {
  const guint64 n_rows = result->data ? ulp_table_n_rows(result->data) : 0;
  g_autofree char *executed =
      g_strdup_printf(_("Executed by %s in %.3g s, %" G_GUINT64_FORMAT " rows."), device, seconds, n_rows);
  if (result->verdict == ULP_VERDICT_FAIL) {
    g_autofree char *text = g_strdup_printf(_("%s FAIL: %s"), executed, result->verdict_reason);
    ulp_experiment_page_say(page->status, text, TRUE);
  } else if (result->verdict == ULP_VERDICT_PASS) {
    g_autofree char *text = g_strdup_printf(_("%s PASS"), executed);
    ulp_experiment_page_say(page->status, text, FALSE);
  } else {
    ulp_experiment_page_say(page->status, executed, FALSE);
  }
}

static void show_cancelled(UlpExperimentPage *page, gboolean rows, const char *device, double seconds) {
  g_autofree char *after = g_strdup_printf(_("Cancelled after %.3g s on %s"), seconds, device);
  const char *what = rows          ? _("the rows so far stay")
                     : page->shown ? _("before the first row; the earlier result stays")
                                   : _("before the first row");
  g_autofree char *text = g_strdup_printf("%s; %s.", after, what);
  ulp_experiment_page_say(page->status, text, FALSE);
}

static void on_finished(const UlpResult *result, const char *device, double seconds, const GError *error,
                        gpointer data) {
  UlpExperimentPage *page = data;
  const gboolean live = page->live, cancelled = g_error_matches(error, ULP_ERROR, ULP_ERROR_CANCELLED);
  g_clear_handle_id(&page->live_end, g_source_remove);
  page->live = FALSE;
  page->fast = !error && seconds < FAST;
  if (!(live && error))
    show_result(page, result);
  g_clear_pointer(&page->running, ulp_run_document_unref);
  if (!error) {
    show_end(page, result, device, seconds);
  } else if (live) {
    ulp_experiment_page_say(page->status,
                            cancelled ? _("Takes longer with these settings: Run (F5) computes it.") : error->message,
                            !cancelled);
  } else if (cancelled) {
    show_cancelled(page, rows_in(result), device, seconds);
  } else {
    ulp_experiment_page_say(page->status, _("The run ended with an error."), TRUE);
    show_error(page, error);
  }
  ulp_experiment_page_show_stale(page);
  page->update(page);
}

const UlpRunnerEvents ulp_experiment_page_events = {on_progress, on_changed, on_finished};

/* --- its start --- */

static void start(UlpExperimentPage *page, const char *device_id, gboolean live) {
  g_clear_handle_id(&page->live_start, g_source_remove);
  g_clear_handle_id(&page->live_end, g_source_remove);
  gtk_progress_bar_set_fraction(GTK_PROGRESS_BAR(page->progress), 0);
  gtk_label_set_text(GTK_LABEL(page->phase_label), "");
  page->started = g_get_monotonic_time();
  page->live = live;
  g_clear_pointer(&page->running, ulp_run_document_unref);
  page->running = ulp_experiment_page_document_on(page, device_id);
  ulp_runner_start(page->runner, page->running);
  ulp_experiment_page_show_stale(page);
  page->update(page);
}

void ulp_experiment_page_start(UlpExperimentPage *page, const char *device_id) {
  gtk_info_bar_set_revealed(GTK_INFO_BAR(page->device_bar), FALSE);
  ulp_message_hide(GTK_WIDGET(page));
  ulp_experiment_page_say(page->exported, "", FALSE);
  g_autofree char *text = g_strdup_printf(_("Running on %s"), device_id);
  ulp_experiment_page_say(page->status, text, FALSE);
  start(page, device_id, FALSE);
}

void ulp_experiment_page_cancel(UlpExperimentPage *page) {
  ulp_experiment_page_say(page->status, _("Cancelling"), FALSE);
  ulp_runner_cancel(page->runner);
}

static gboolean end_live(gpointer data) {
  UlpExperimentPage *page = data;
  page->live_end = 0;
  ulp_runner_cancel(page->runner);
  return G_SOURCE_REMOVE;
}

static gboolean start_live(gpointer data) {
  UlpExperimentPage *page = data;
  page->live_start = 0;
  if (ulp_param_panel_valid(ULP_PARAM_PANEL(page->panel)) && page->shown && !is_current(page, page->shown)) {
    start(page, page->device_id, TRUE);
    page->live_end = g_timeout_add(LIVE_LIMIT, end_live, page);
  }
  return G_SOURCE_REMOVE;
}

void ulp_experiment_page_changed(UlpExperimentPage *page) {
  g_clear_handle_id(&page->live_start, g_source_remove);
  const gboolean busy = ulp_runner_running(page->runner) && !page->live;
  if (page->fast && !busy && page->shown)
    page->live_start = g_timeout_add(LIVE_DELAY, start_live, page);
  ulp_experiment_page_show_stale(page);
  page->update(page);
}
