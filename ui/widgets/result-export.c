#include "ui/widgets/result-export.h"

#include "core/base/error.h"
#include "core/base/i18n.h"
#include "core/table/export.h"
#include "ui/plot/plot-export.h"

/* An export on its own: what it writes no longer changes with the page. */
typedef struct {
  char *format, *path;
  UlpTable *data, *summary;
  UlpPlot *plot;
  GWeakRef widget;
  void (*done)(GtkWidget *widget, const char *path, const GError *error);
} Job;

static UlpPlot *plot_like(const UlpShown *shown) {
  UlpPlot *copy = ulp_plot_new(shown->spec, shown->data);
  if (!shown->plot)
    return copy;
  ulp_plot_set_view(copy, ulp_plot_view(shown->plot));
  for (guint i = 0; i < ulp_plot_n_series(copy); i++)
    ulp_plot_set_series_visible(copy, i, ulp_plot_series_visible(shown->plot, i));
  return copy;
}

static Job *job_new(const UlpShown *shown, const char *format, const char *path) {
  Job *job = g_new0(Job, 1);
  job->format = g_strdup(format);
  job->path = g_strdup(path);
  job->data = shown->data ? ulp_table_ref(shown->data) : NULL;
  job->summary = shown->summary ? ulp_table_ref(shown->summary) : NULL;
  job->plot = shown->data && shown->spec ? plot_like(shown) : NULL;
  g_weak_ref_init(&job->widget, NULL);
  return job;
}

static void job_free(Job *job) {
  g_weak_ref_clear(&job->widget);
  g_clear_pointer(&job->plot, ulp_plot_free);
  g_clear_pointer(&job->data, ulp_table_unref);
  g_clear_pointer(&job->summary, ulp_table_unref);
  g_free(job->format);
  g_free(job->path);
  g_free(job);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Job, job_free)

static gboolean job_run(Job *job, GError **error) {
  const UlpExportOptions options = {0};
  if (!job->data) {
    g_set_error(error, ULP_ERROR, ULP_ERROR_USAGE, _("%s: there is nothing to export yet"), job->path);
    return FALSE;
  }
  if (g_str_equal(job->format, "csv"))
    return ulp_table_export_csv(job->path, job->data, &options, NULL, error);
  if (g_str_equal(job->format, "json")) {
    UlpTable *const tables[] = {job->data, job->summary};
    return ulp_tables_export_json(job->path, tables, job->summary ? 2 : 1, &options, NULL, error);
  }
  g_autofree char *ending = g_strconcat(".", job->format, NULL);
  g_autofree char *lower = g_ascii_strdown(job->path, -1);
  if (!job->plot || !g_str_has_suffix(lower, ending)) {
    g_set_error(error, ULP_ERROR, ULP_ERROR_USAGE, _("%s: expected a name that ends in %s"), job->path, ending);
    return FALSE;
  }
  const UlpPlotExportOptions picture = {.style = {.footer = TRUE}};
  return ulp_plot_export(job->plot, job->path, &picture, error);
}

gboolean ulp_result_export(const UlpShown *shown, const char *format, const char *path, GError **error) {
  g_autoptr(Job) job = job_new(shown, format, path);
  return job_run(job, error);
}

static void work(GTask *task, gpointer source, gpointer data, GCancellable *cancellable) {
  GError *error = NULL;
  if (job_run(data, &error))
    g_task_return_boolean(task, TRUE);
  else
    g_task_return_error(task, error);
}

static void on_done(GObject *source, GAsyncResult *result, gpointer data) {
  Job *job = g_task_get_task_data(G_TASK(result));
  g_autoptr(GError) error = NULL;
  g_task_propagate_boolean(G_TASK(result), &error);
  g_autoptr(GtkWidget) widget = g_weak_ref_get(&job->widget);
  if (widget)
    job->done(widget, job->path, error);
}

void ulp_result_export_async(const UlpShown *shown, const char *format, const char *path, GtkWidget *widget,
                             void (*done)(GtkWidget *widget, const char *path, const GError *error)) {
  Job *job = job_new(shown, format, path);
  g_weak_ref_set(&job->widget, widget);
  job->done = done;
  g_autoptr(GTask) task = g_task_new(NULL, NULL, on_done, NULL);
  g_task_set_task_data(task, job, (GDestroyNotify)job_free);
  g_task_run_in_thread(task, work);
}
