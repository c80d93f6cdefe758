#include "core/backend/cpu-job.h"

#include "core/base/i18n.h"

#include <time.h>

#define CALL_INTERVAL 0.010 /* seconds between calls of the watch */
#define FEW_ELEMENTS (1u << 17)

double ulp_cpu_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* -- progress and cancellation ------------------------------------------------------------------------------------ */

void ulp_cpu_job_begin(UlpCpuJob *job, const UlpWatch *watch, double total_elements) {
  *job = (UlpCpuJob){
      .watch = watch && watch->progress ? watch : NULL,
      .owner = g_thread_self(),
      .total = total_elements,
      .last_call = -G_MAXDOUBLE,
  };
}

/* FALSE: stop. */
static gboolean ask_watch(UlpCpuJob *job) {
  const double now = ulp_cpu_now();
  if (now - job->last_call < CALL_INTERVAL)
    return TRUE;
  job->last_call = now;
  const double done = (double)atomic_load(&job->done);
  const double fraction = job->total > 0 ? MIN(done / job->total, 1.0) : 0.0;
  const gboolean go_on = job->watch->progress(fraction, job->watch->data);
  atomic_store(&job->stopped, !go_on);
  return go_on;
}

gboolean ulp_cpu_job_tick(UlpCpuJob *job, guint64 elements) {
  atomic_fetch_add_explicit(&job->done, elements, memory_order_relaxed);
  const gboolean stopped = atomic_load_explicit(&job->stopped, memory_order_relaxed);
  return !stopped && (job->watch == NULL || g_thread_self() != job->owner || ask_watch(job));
}

/* -- threads ------------------------------------------------------------------------------------------------------ */

guint ulp_cpu_threads(guint64 elements) { return elements < FEW_ELEMENTS ? 1 : g_get_num_processors(); }

typedef struct {
  UlpCpuJob *job;
  guint64 n_items;
  UlpCpuItem run;
  gpointer data;
  _Atomic guint64 next;
  atomic_uint arrived, running;
  atomic_bool started;
  GMutex mutex;
  GCond finished;
} Team;

typedef struct {
  Team *team;
  guint index;
  GThread *thread;
} Member;

static void take_items(Team *team, guint index) {
  while (!atomic_load_explicit(&team->job->stopped, memory_order_relaxed)) {
    const guint64 item = atomic_fetch_add(&team->next, 1);
    if (item >= team->n_items)
      return;
    team->run(item, index, team->data);
  }
}

static gpointer member_main(gpointer data) {
  const Member *member = data;
  Team *team = member->team;
  atomic_fetch_add(&team->arrived, 1);
  while (!atomic_load(&team->started))
    g_thread_yield();
  take_items(team, member->index);
  g_mutex_lock(&team->mutex);
  atomic_fetch_sub(&team->running, 1);
  g_cond_signal(&team->finished);
  g_mutex_unlock(&team->mutex);
  return NULL;
}

/* The calling thread has nothing left to take: it goes on asking the watch until the others are through. */
static void wait_for_others(Team *team) {
  g_mutex_lock(&team->mutex);
  while (atomic_load(&team->running)) {
    const gint64 until = g_get_monotonic_time() + (gint64)(CALL_INTERVAL * G_USEC_PER_SEC);
    if (!g_cond_wait_until(&team->finished, &team->mutex, until))
      ulp_cpu_job_tick(team->job, 0);
  }
  g_mutex_unlock(&team->mutex);
}

static guint start_others(Team *team, Member *members, guint others) {
  guint started = 0;
  for (; started < others; started++) {
    members[started] = (Member){.team = team, .index = started + 1};
    members[started].thread = g_thread_try_new("ulp-cpu", member_main, &members[started], NULL);
    if (members[started].thread == NULL)
      break;
  }
  atomic_store(&team->running, started);
  while (atomic_load(&team->arrived) < started)
    g_thread_yield();
  atomic_store(&team->started, TRUE);
  return started;
}

gboolean ulp_cpu_job_run(UlpCpuJob *job, guint threads, guint64 n_items, UlpCpuItem run, gpointer data) {
  Team team = {.job = job, .n_items = n_items, .run = run, .data = data};
  const guint others = n_items ? (guint)MIN(threads, n_items) - 1 : 0;
  g_autofree Member *members = g_new0(Member, others);
  g_mutex_init(&team.mutex);
  g_cond_init(&team.finished);

  const double entered = ulp_cpu_now();
  const guint started = start_others(&team, members, others);
  job->waiting += ulp_cpu_now() - entered;
  take_items(&team, 0);
  wait_for_others(&team);
  for (guint i = 0; i < started; i++)
    g_thread_join(members[i].thread);

  g_cond_clear(&team.finished);
  g_mutex_clear(&team.mutex);
  return !atomic_load(&job->stopped);
}

typedef struct {
  UlpCpuJob *job;
  guint64 count, part;
  UlpCpuPart run;
  gpointer data;
} Parts;

static void run_part(guint64 item, guint thread, gpointer data) {
  const Parts *parts = data;
  const guint64 first = item * parts->part;
  const guint64 count = MIN(parts->part, parts->count - first);
  parts->run(first, count, thread, parts->data);
  ulp_cpu_job_tick(parts->job, count);
}

gboolean ulp_cpu_job_run_parts(UlpCpuJob *job, guint64 count, guint64 part, UlpCpuPart run, gpointer data) {
  Parts parts = {job, count, part, run, data};
  const guint64 n_parts = count / part + (count % part != 0);
  return ulp_cpu_job_run(job, ulp_cpu_threads(count), n_parts, run_part, &parts);
}

/* -- faults ------------------------------------------------------------------------------------------------------- */

gboolean ulp_cpu_fault(UlpFault *fault, UlpFaultCode code, const char *format, ...) {
  va_list args;
  va_start(args, format);
  fault->code = code;
  g_vsnprintf(fault->message, sizeof fault->message, format, args);
  va_end(args);
  return FALSE;
}

gboolean ulp_cpu_fault_memory(UlpFault *fault, guint64 bytes) {
  return ulp_cpu_fault(fault, ULP_FAULT_MEMORY, _("no memory for %" G_GUINT64_FORMAT " bytes on the host"), bytes);
}

gboolean ulp_cpu_fault_cancelled(UlpFault *fault) { return ulp_cpu_fault(fault, ULP_FAULT_CANCELLED, _("cancelled")); }
