/* Runs an experiment on a thread and brings its tables to the thread that started it, at most 30 times a second. */
#pragma once

#include "core/experiment/document.h"

typedef struct _UlpRunner UlpRunner;

/* Called in the main context that started the run, never after ulp_runner_free, and never for a run that another start
 * has replaced. The tables are the receiver's to ref; they never change again. */
typedef struct {
  void (*progress)(double fraction, const UlpRunPhase *phase, gpointer data);
  void (*changed)(const UlpResult *result, gpointer data);
  /* Exactly once for each run: the last tables (NULL where none were made), and the error or NULL. `device` is the name
   * of the device it was opened on, NULL when none was. */
  void (*finished)(const UlpResult *result, const char *device, double seconds, const GError *error, gpointer data);
} UlpRunnerEvents;

UlpRunner *ulp_runner_new(const UlpRunnerEvents *events, gpointer data);
/* Cancels a run and waits for its thread, at most a second. */
void ulp_runner_free(UlpRunner *runner);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(UlpRunner, ulp_runner_free)

/* Keeps `document`, which must not change any more; a run that is still going is cancelled, its results are dropped. */
void ulp_runner_start(UlpRunner *runner, UlpRunDocument *document);
/* What was computed so far arrives with `finished` and ULP_ERROR_CANCELLED. */
void ulp_runner_cancel(UlpRunner *runner);
gboolean ulp_runner_running(const UlpRunner *runner);
