#include "ui/widgets/result-export.h"

#include "core/base/error.h"
#include "core/base/i18n.h"
#include "core/base/name.h"
#include "core/table/export.h"
#include "ui/plot/plot-export.h"

/* An export on its own: what it writes no longer changes with the page. */
typedef struct {
  char *format, *path;
  UlpTable *data, *summary;
  UlpPlot *plot;
  UlpPlotExportOptions options;
  gboolean is_picture; /* that was drawn when the job was made: its file, or why there is none */
  GBytes *drawn;
  GError *failure;
  GWeakRef widget;
  void (*done)(GtkWidget *widget, const char *path, const GError *error);
} Job;

static UlpTable *plotted(const UlpShown *shown) {
  return shown->plot ? ulp_plot_table(shown->plot) : shown->spec->of_summary ? shown->summary : shown->data;
}

UlpPlot *ulp_shown_plot(const UlpShown *shown) {
  UlpPlot *copy = ulp_plot_new(shown->spec, plotted(shown));
  if (!shown->plot)
    return copy;
  for (gboolean vertical = FALSE; vertical <= TRUE; vertical++)
    if (ulp_plot_scale(copy, vertical) != ulp_plot_scale(shown->plot, vertical))
      ulp_plot_set_scale(copy, vertical, ulp_plot_scale(shown->plot, vertical));
  ulp_plot_set_view(copy, ulp_plot_view(shown->plot));
  ulp_plot_set_looks(copy, ulp_plot_looks(shown->plot));
  for (guint i = 0; i < ulp_plot_n_series(copy); i++)
    ulp_plot_set_series_visible(copy, i, ulp_plot_series_visible(shown->plot, i));
  return copy;
}

static gboolean is_table(const char *format) { return g_str_equal(format, "csv") || g_str_equal(format, "json"); }

static Job *job_new(const UlpShown *shown, const char *format, const char *path) {
  Job *job = g_new0(Job, 1);
  job->format = g_strdup(format);
  job->path = g_strdup(path);
  job->data = shown->data ? ulp_table_ref(shown->data) : NULL;
  job->summary = shown->summary ? ulp_table_ref(shown->summary) : NULL;
  job->plot = shown->data && shown->spec && plotted(shown) ? ulp_shown_plot(shown) : NULL;
  job->options = shown->options;
  job->options.style.footer = TRUE;
  if (shown->data && shown->picture) {
    UlpPicture picture = *shown->picture;
    picture.table = shown->data;
    job->is_picture = TRUE;
    job->drawn = is_table(format) ? NULL : ulp_picture_bytes(&picture, path, NULL, &job->failure);
  }
  g_weak_ref_init(&job->widget, NULL);
  return job;
}

static void job_free(Job *job) {
  g_weak_ref_clear(&job->widget);
  g_clear_pointer(&job->plot, ulp_plot_free);
  g_clear_pointer(&job->drawn, g_bytes_unref);
  g_clear_error(&job->failure);
  g_clear_pointer(&job->data, ulp_table_unref);
  g_clear_pointer(&job->summary, ulp_table_unref);
  g_free(job->format);
  g_free(job->path);
  g_free(job);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Job, job_free)

static gboolean job_run(Job *job, GCancellable *cancellable, GError **error) {
  const UlpExportOptions options = {0};
  g_autofree char *shown = ulp_name_shown(job->path);
  if (!job->data) {
    g_set_error(error, ULP_ERROR, ULP_ERROR_USAGE, _("%s: there is nothing to export yet"), shown);
    return FALSE;
  }
  if (g_str_equal(job->format, "csv"))
    return ulp_table_export_csv(job->path, job->data, &options, cancellable, error);
  if (g_str_equal(job->format, "json")) {
    UlpTable *const tables[] = {job->data, job->summary};
    return ulp_tables_export_json(job->path, tables, job->summary ? 2 : 1, &options, cancellable, error);
  }
  g_autofree char *ending = g_strconcat(".", job->format, NULL);
  g_autofree char *lower = g_ascii_strdown(job->path, -1);
  if ((!job->plot && !job->is_picture) || !g_str_has_suffix(lower, ending)) {
    g_set_error(error, ULP_ERROR, ULP_ERROR_USAGE, _("%s: expected a name that ends in %s"), shown, ending);
    return FALSE;
  }
  if (job->failure)
    g_propagate_error(error, g_steal_pointer(&job->failure));
  if (job->is_picture)
    return job->drawn && ulp_export_write(job->path, job->drawn, cancellable, error);
  return ulp_plot_export(job->plot, job->path, &job->options, cancellable, error);
}

gboolean ulp_result_export(const UlpShown *shown, const char *format, const char *path, GError **error) {
  g_autoptr(Job) job = job_new(shown, format, path);
  return job_run(job, NULL, error);
}

static void work(GTask *task, gpointer source, gpointer data, GCancellable *cancellable) {
  GError *error = NULL;
  if (job_run(data, cancellable, &error))
    g_task_return_boolean(task, TRUE);
  else
    g_task_return_error(task, error);
}

/* --- the exports that run: GTask, of the main thread --- */

static GSList *running;
static GWeakRef waiting;
static void (*when_ended)(gpointer object, gboolean written);
static gboolean all_written;

gboolean ulp_result_exports_run(void) { return running != NULL; }

void ulp_result_exports_cancel(void) {
  for (const GSList *item = running; item; item = item->next)
    g_cancellable_cancel(g_task_get_cancellable(item->data));
}

void ulp_result_exports_wait(GObject *object, void (*ended)(gpointer object, gboolean written)) {
  g_weak_ref_set(&waiting, object);
  when_ended = ended;
  all_written = TRUE;
}

static void start(GTask *task) {
  GApplication *app = g_application_get_default();
  running = g_slist_prepend(running, g_object_ref(task));
  if (app)
    g_application_hold(app);
}

static void end(GTask *task, gboolean written) {
  GApplication *app = g_application_get_default();
  running = g_slist_remove(running, task);
  all_written = all_written && written;
  g_autoptr(GObject) object = running ? NULL : g_weak_ref_get(&waiting);
  if (object) {
    g_weak_ref_set(&waiting, NULL);
    when_ended(object, all_written);
  }
  if (app)
    g_application_release(app);
  g_object_unref(task);
}

static void on_done(GObject *source, GAsyncResult *result, gpointer data) {
  GTask *task = G_TASK(result);
  Job *job = g_task_get_task_data(task);
  g_autoptr(GError) error = NULL;
  g_task_propagate_boolean(task, &error);
  g_autoptr(GtkWidget) widget = g_weak_ref_get(&job->widget);
  if (widget)
    job->done(widget, job->path, error);
  else if (error)
    g_printerr("ulpscope: %s\n", error->message);
  end(task, error == NULL);
}

void ulp_result_export_async(const UlpShown *shown, const char *format, const char *path, GtkWidget *widget,
                             void (*done)(GtkWidget *widget, const char *path, const GError *error)) {
  Job *job = job_new(shown, format, path);
  g_weak_ref_set(&job->widget, widget);
  job->done = done;
  g_autoptr(GCancellable) cancellable = g_cancellable_new();
  g_autoptr(GTask) task = g_task_new(NULL, cancellable, on_done, NULL);
  g_task_set_check_cancellable(task, FALSE); /* its work says itself whether it was written */
  g_task_set_task_data(task, job, (GDestroyNotify)job_free);
  start(task);
  g_task_run_in_thread(task, work);
}
