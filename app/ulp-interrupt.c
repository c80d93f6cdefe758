#include "app/ulp-interrupt.h"

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#define INTERRUPTED 130 /* the shell's status for it, as core/base/error.h has it */

/* A thread waits for the signal: a handler could not call GCancellable, which takes locks. */
static gpointer wait_for_interrupts(gpointer data) {
  g_autoptr(GCancellable) cancellable = data;
  sigset_t set;
  int number;
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  sigwait(&set, &number);
  g_cancellable_cancel(cancellable);
  sigwait(&set, &number);
  _exit(INTERRUPTED);
}

void ulp_interrupt_cancels(GCancellable *cancellable) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  pthread_sigmask(SIG_BLOCK, &set, NULL); /* threads started later inherit it */
  GThread *thread = g_thread_try_new("interrupts", wait_for_interrupts, g_object_ref(cancellable), NULL);
  if (thread) {
    g_thread_unref(thread);
    return;
  }
  g_object_unref(cancellable);
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}
