#include "app/ulp-interrupt.h"

#include "core/base/error.h"
#include "core/table/export.h"

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#define STATUS_OF(number) (128 + (number))

static sigset_t ending; /* the signals that end a run */
static gint received;   /* the first of them, 0 before */

/* A thread waits for the signal: a handler could not call GCancellable, which takes locks. */
static gpointer wait_for_interrupts(gpointer data) {
  g_autoptr(GCancellable) cancellable = data;
  int number;
  sigwait(&ending, &number);
  g_atomic_int_set(&received, number);
  g_cancellable_cancel(cancellable);
  sigwait(&ending, &number);
  ulp_export_abandon();
  _exit(STATUS_OF(g_atomic_int_get(&received)));
}

void ulp_interrupt_cancels(GCancellable *cancellable) {
  static const int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGXFSZ};
  sigemptyset(&ending);
  for (guint i = 0; i < G_N_ELEMENTS(numbers); i++) {
    struct sigaction action;
    if (sigaction(numbers[i], NULL, &action) == 0 && action.sa_handler != SIG_IGN)
      sigaddset(&ending, numbers[i]);
  }
  pthread_sigmask(SIG_BLOCK, &ending, NULL); /* threads started later inherit it */
  GThread *thread = g_thread_try_new("interrupts", wait_for_interrupts, g_object_ref(cancellable), NULL);
  if (thread) {
    g_thread_unref(thread);
    return;
  }
  g_object_unref(cancellable);
  pthread_sigmask(SIG_UNBLOCK, &ending, NULL);
}

/* SIGXFSZ of write() waits for the thread that wrote, this one, and not for the one above. */
static gboolean wrote_too_much(void) {
  sigset_t pending;
  return sigpending(&pending) == 0 && sigismember(&pending, SIGXFSZ) == 1;
}

int ulp_interrupt_exit_status(const GError *error) {
  const int number = g_atomic_int_get(&received);
  if (number != 0)
    return STATUS_OF(number);
  return wrote_too_much() ? STATUS_OF(SIGXFSZ) : ulp_error_exit_status(error);
}
