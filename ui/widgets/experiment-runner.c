#include "ui/widgets/experiment-runner.h"

#include "core/base/error.h"
#include "ui/plot/plot.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif

#define POST_INTERVAL (G_USEC_PER_SEC / 30)
#define KEPT_BYTES (64 << 20)
#define FREE_WAIT (1 * G_USEC_PER_SEC) /* a device that hangs must not keep the window open */

/* One run, shared by its thread and its starter. */
typedef struct {
  gatomicrefcount references;
  UlpRunDocument *document;
  GCancellable *cancellable;
  GMainContext *context;

  UlpRunner *runner; /* the starter's; NULL once nobody wants to hear of this run */

  const UlpResult *live; /* the thread's: what was computed and not yet posted */
  gint64 next_post;

  GMutex mutex; /* guards what follows */
  GCond changed;
  gboolean scheduled, ended;
  double fraction;
  UlpRunPhase phase;
  gint64 cost; /* of showing the tables posted last, in microseconds */
  UlpResult posted;
  char *device;
  double seconds;
  GError *error;
} Job;

struct _UlpRunner {
  UlpRunnerEvents events;
  gpointer data;
  Job *job; /* NULL when nothing runs */
};

static void job_unref(gpointer data) {
  Job *job = data;
  if (!g_atomic_ref_count_dec(&job->references))
    return;
  ulp_result_clear(&job->posted);
  g_clear_error(&job->error);
  g_free(job->device);
  ulp_run_document_unref(job->document);
  g_object_unref(job->cancellable);
  g_main_context_unref(job->context);
  g_mutex_clear(&job->mutex);
  g_cond_clear(&job->changed);
  g_free(job);
}

static Job *job_ref(Job *job) {
  g_atomic_ref_count_inc(&job->references);
  return job;
}

/* In the starter's context. A callback may free the runner or start another run, so `runner` is asked for each time. */
static gboolean deliver(gpointer data) {
  Job *job = data;
  g_mutex_lock(&job->mutex);
  UlpResult result = job->posted;
  job->posted = (UlpResult){0};
  job->scheduled = FALSE;
  const double fraction = job->fraction;
  const UlpRunPhase phase = job->phase;
  const gboolean ended = job->ended;
  g_mutex_unlock(&job->mutex);

  if (job->runner)
    job->runner->events.progress(ended ? 1 : fraction, &phase, job->runner->data);
  if (job->runner && ended) {
    UlpRunner *runner = job->runner;
    runner->job = NULL;
    job->runner = NULL;
    runner->events.finished(&result, job->device, job->seconds, job->error, runner->data);
    job_unref(job);
  } else if (job->runner && result.data) {
    const gint64 start = g_get_monotonic_time();
    job->runner->events.changed(&result, job->runner->data);
    g_mutex_lock(&job->mutex);
    job->cost = g_get_monotonic_time() - start;
    g_mutex_unlock(&job->mutex);
  }
  ulp_result_clear(&result);
  return G_SOURCE_REMOVE;
}

/* With the mutex held. */
static void schedule(Job *job) {
  if (job->scheduled)
    return;
  job->scheduled = TRUE;
  g_autoptr(GSource) source = g_idle_source_new();
  g_source_set_priority(source, G_PRIORITY_DEFAULT);
  g_source_set_callback(source, deliver, job_ref(job), job_unref);
  g_source_attach(source, job->context);
}

static UlpResult result_copy(const UlpResult *result) {
  return (UlpResult){
      .data = result->data ? ulp_table_snapshot(result->data) : NULL,
      .summary = result->summary ? ulp_table_snapshot(result->summary) : NULL,
      .verdict = result->verdict,
      .verdict_reason = g_strdup(result->verdict_reason),
  };
}

/* However long the tables are, copying takes at most a tenth of the thread's time and showing them at most a quarter of
 * the starter's. */
static void post_live(Job *job) {
  const gint64 start = g_get_monotonic_time();
  if (!job->live || start < job->next_post)
    return;
  UlpResult copy = result_copy(job->live);
  job->live = NULL;
  const gint64 end = g_get_monotonic_time();

  g_mutex_lock(&job->mutex);
  job->next_post = end + MAX(POST_INTERVAL, MAX(10 * (end - start), 4 * job->cost));
  UlpResult old = job->posted;
  job->posted = copy;
  schedule(job);
  g_mutex_unlock(&job->mutex);
  ulp_result_clear(&old);
}

static void on_changed(const UlpResult *result, gpointer data) {
  Job *job = data;
  job->live = result;
  post_live(job);
}

static void on_progress(double fraction, gpointer data) {
  Job *job = data;
  post_live(job);
  g_mutex_lock(&job->mutex);
  if (fraction - job->fraction >= 0.001 || fraction < job->fraction) {
    job->fraction = fraction;
    schedule(job);
  }
  g_mutex_unlock(&job->mutex);
}

/* Shown with the next progress, unless it is of another kind than the last. */
static void on_phase(const UlpRunPhase *phase, gpointer data) {
  Job *job = data;
  g_mutex_lock(&job->mutex);
  const gboolean other = phase->what != job->phase.what;
  job->phase = *phase;
  if (other)
    schedule(job);
  g_mutex_unlock(&job->mutex);
}

/* A small input stays where it is for the next run, which is then as fast as it can be. */
static void give_back(UlpDevice *device) {
  if (ulp_device_placed_bytes(device) > KEPT_BYTES)
    ulp_device_forget_placed(device);
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

static gpointer work(gpointer data) {
  Job *job = data;
  g_autoptr(GError) error = NULL;
  g_autofree char *name = NULL;
  UlpResult result = {0};
  double seconds = 0;
  UlpDevice *device = ulp_device_open(ulp_run_document_device(job->document), &error);
  if (device) {
    const UlpRun run = {.device = device,
                        .cancellable = job->cancellable,
                        .progress = on_progress,
                        .phase = on_phase,
                        .changed = on_changed,
                        .data = job,
                        .bytes = ULP_PLOT_BYTES,
                        .row_bytes = ULP_PLOT_ROW_BYTES};
    const gint64 start = g_get_monotonic_time();
    name = g_strdup(ulp_device_info(device)->name);
    ulp_experiment_run(job->document, &run, &result, &error);
    seconds = (double)(g_get_monotonic_time() - start) / G_USEC_PER_SEC;
  }

  if (device)
    give_back(device);
  g_mutex_lock(&job->mutex);
  UlpResult old = job->posted;
  job->posted = result;
  job->device = g_steal_pointer(&name);
  job->seconds = seconds;
  job->error = g_steal_pointer(&error);
  job->ended = TRUE;
  schedule(job);
  g_cond_signal(&job->changed);
  g_mutex_unlock(&job->mutex);
  ulp_result_clear(&old);
  job_unref(job);
  return NULL;
}

/* Forgets the run: it is cancelled, and what it still posts is dropped. */
static void abandon(UlpRunner *runner) {
  Job *job = g_steal_pointer(&runner->job);
  job->runner = NULL;
  g_cancellable_cancel(job->cancellable);
  job_unref(job);
}

UlpRunner *ulp_runner_new(const UlpRunnerEvents *events, gpointer data) {
  UlpRunner *runner = g_new0(UlpRunner, 1);
  runner->events = *events;
  runner->data = data;
  return runner;
}

void ulp_runner_free(UlpRunner *runner) {
  if (runner->job) {
    Job *job = job_ref(runner->job);
    abandon(runner);
    const gint64 deadline = g_get_monotonic_time() + FREE_WAIT;
    g_mutex_lock(&job->mutex);
    while (!job->ended && g_cond_wait_until(&job->changed, &job->mutex, deadline))
      ;
    g_mutex_unlock(&job->mutex);
    job_unref(job);
  }
  g_free(runner);
}

void ulp_runner_start(UlpRunner *runner, UlpRunDocument *document) {
  if (runner->job)
    abandon(runner);
  Job *job = g_new0(Job, 1);
  g_atomic_ref_count_init(&job->references);
  job->document = ulp_run_document_ref(document);
  job->cancellable = g_cancellable_new();
  job->context = g_main_context_ref_thread_default();
  job->runner = runner;
  g_mutex_init(&job->mutex);
  g_cond_init(&job->changed);
  runner->job = job;
  GThread *thread = g_thread_try_new("experiment", work, job_ref(job), &job->error);
  if (thread) {
    g_thread_unref(thread);
    return;
  }
  job->ended = TRUE;
  job_unref(job);
  g_mutex_lock(&job->mutex);
  schedule(job);
  g_mutex_unlock(&job->mutex);
}

void ulp_runner_cancel(UlpRunner *runner) {
  if (runner->job)
    g_cancellable_cancel(runner->job->cancellable);
}

gboolean ulp_runner_running(const UlpRunner *runner) { return runner->job != NULL; }
