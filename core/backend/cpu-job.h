/* One piece of work of the CPU backend: progress, cancellation, and threads.
 *
 * Whatever runs long is cut into parts of about ULP_CPU_PART elements with a tick after each. Only the session's thread
 * calls the watch, at most every 10 ms; the others see its answer at their next tick. */
#pragma once

#include "core/backend/backend.h"

#include <glib.h>
#include <stdatomic.h>

#define ULP_CPU_PART (1u << 16)

typedef struct {
  const UlpWatch *watch; /* may be NULL */
  GThread *owner;
  double total, last_call;
  double waiting; /* seconds spent on starting threads, which is no part of an algorithm's time */
  _Atomic guint64 done;
  atomic_bool stopped;
} UlpCpuJob;

void ulp_cpu_job_begin(UlpCpuJob *job, const UlpWatch *watch, double total_elements);
/* After each part, on any thread: FALSE when the work is to stop. */
gboolean ulp_cpu_job_tick(UlpCpuJob *job, guint64 elements);

double ulp_cpu_now(void); /* seconds of the monotonic clock */

/* Threads that are worth while for that many elements: 1 for few, else one for each processor. */
guint ulp_cpu_threads(guint64 elements);

/* Runs item 0 .. n_items-1 on `threads` threads, the calling one among them, which start together and take the items as
 * they come; fewer when the system gives no more. `run` gets the thread's index below `threads`. FALSE when stopped. */
typedef void (*UlpCpuItem)(guint64 item, guint thread, gpointer data);
gboolean ulp_cpu_job_run(UlpCpuJob *job, guint threads, guint64 n_items, UlpCpuItem run, gpointer data);

/* The same for elements [0, count) in parts of at most `part`: run(first, count). Ticks. */
typedef void (*UlpCpuPart)(guint64 first, guint64 count, guint thread, gpointer data);
gboolean ulp_cpu_job_run_parts(UlpCpuJob *job, guint64 count, guint64 part, UlpCpuPart run, gpointer data);

/* FALSE with the code and message. */
gboolean ulp_cpu_fault(UlpFault *fault, UlpFaultCode code, const char *format, ...) G_GNUC_PRINTF(3, 4);
gboolean ulp_cpu_fault_memory(UlpFault *fault, guint64 bytes);
gboolean ulp_cpu_fault_cancelled(UlpFault *fault);
