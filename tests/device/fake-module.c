/* Modules for the tests of the loader and of devices, by what is defined:
 *   FAKE_ABI       the interface's number
 *   FAKE_JOB       the size of a job
 *   FAKE_LISTS     the lists, as of a build with another order
 *   FAKE_NO_ENTRY  no entry at all
 *   FAKE_SLOW      every call works until its watch stops it; without a watch it is done at once
 * Of its two devices the first is lost in its first sum (unless slow) and the second is none. An array of more than
 * FAKE_MEMORY elements does not fit. The sum of no elements is the number of arrays that are alive. */
#include "core/backend/backend.h"

#include <gmodule.h>
#include <string.h>

#ifdef FAKE_NO_ENTRY

G_MODULE_EXPORT void fake_nothing(void);
void fake_nothing(void) {}

#else

#define FAKE_MEMORY 1000

#ifndef FAKE_ABI
#define FAKE_ABI ULP_BACKEND_ABI
#endif
#ifndef FAKE_JOB
#define FAKE_JOB sizeof(UlpJob)
#endif
#ifndef FAKE_LISTS
#define FAKE_LISTS ulp_version_lists
#endif

struct UlpSession {
  gboolean lost;
  gint inside;
  guint64 last, alive;
};

static bool set_fault(UlpFault *fault, UlpFaultCode code, const char *message) {
  fault->code = code;
  g_strlcpy(fault->message, message, sizeof fault->message);
  return code == ULP_FAULT_NONE;
}

/* The session is one thread's at a time. */
static void enter(UlpSession *session) {
  if (!g_atomic_int_compare_and_exchange(&session->inside, 0, 1))
    g_error("two threads in one session");
}

static bool leave(UlpSession *session, UlpFault *fault, UlpFaultCode code, const char *message) {
  g_atomic_int_set(&session->inside, 0);
  return set_fault(fault, code, message);
}

static bool work(UlpSession *session, const UlpWatch *watch, UlpFault *fault) {
  enter(session);
  if (session->lost)
    return leave(session, fault, ULP_FAULT_LOST, "lost in a test");
#ifdef FAKE_SLOW
  if (watch && watch->progress) {
    while (watch->progress(0.5, watch->data))
      g_usleep(1000);
    return leave(session, fault, ULP_FAULT_CANCELLED, "cancelled");
  }
#endif
  return leave(session, fault, ULP_FAULT_NONE, "");
}

static UlpHandle make_array(UlpSession *session, uint64_t count, const UlpWatch *watch, UlpFault *fault) {
  if (!work(session, watch, fault))
    return 0;
  if (count > FAKE_MEMORY) {
    set_fault(fault, ULP_FAULT_MEMORY, "not enough memory");
    return 0;
  }
  session->alive++;
  return ++session->last;
}

static bool fake_probe(uint32_t index, uint32_t *count, UlpDeviceInfo *info, UlpFault *fault) {
  *count = 2;
  *info = (UlpDeviceInfo){.name = "fake", .memory_bytes = 1, .driver = "1.2"};
  return set_fault(fault, index ? ULP_FAULT_NO_DEVICE : ULP_FAULT_NONE, index ? "this one is none" : "");
}

static UlpSession *fake_open(uint32_t index, UlpFault *fault) {
  set_fault(fault, ULP_FAULT_NONE, "");
  return g_new0(UlpSession, 1);
}

static void fake_close(UlpSession *session) { g_free(session); }

static UlpHandle fake_upload(UlpSession *session, UlpFormat format, const void *data, uint64_t count,
                             const UlpWatch *watch, UlpFault *fault) {
  return make_array(session, count, watch, fault);
}

static bool fake_download(UlpSession *session, const UlpSlice *slice, void *out, const UlpWatch *watch,
                          UlpFault *fault) {
  return work(session, watch, fault);
}

static void fake_release(UlpSession *session, UlpHandle array) {
  UlpFault ignored;
  enter(session);
  session->alive--;
  leave(session, &ignored, ULP_FAULT_NONE, "");
}

/* No simulated schedules. */
static bool fake_supports(const UlpJob *job, const UlpFormat *formats, UlpFault *fault) {
  const gboolean simulated = job->kind == ULP_JOB_SUM && job->sum.plan.merge == ULP_MERGE_SHUFFLED;
  return set_fault(fault, simulated ? ULP_FAULT_UNSUPPORTED : ULP_FAULT_NONE, simulated ? "not on a fake" : "");
}

static bool fake_run(UlpSession *session, const UlpJob *job, UlpJobResult *result, const UlpWatch *watch,
                     UlpFault *fault) {
  memset(result, 0, sizeof *result);
  if (job->kind == ULP_JOB_GENERATE)
    return (result->out = make_array(session, job->generate.count, watch, fault)) != 0;
  if (job->kind == ULP_JOB_CONVERT)
    return (result->out = make_array(session, 1, watch, fault)) != 0;
#ifndef FAKE_SLOW
  session->lost = TRUE;
#endif
  if (!work(session, watch, fault))
    return false;
  result->sum.bits = job->in[0].count ? 0 : session->alive;
  return true;
}

G_MODULE_EXPORT const UlpBackend *ulp_backend_entry(void);

const UlpBackend *ulp_backend_entry(void) {
  static const UlpBackend backend = {
      .version = {FAKE_ABI, FAKE_JOB, sizeof(UlpJobResult), sizeof(UlpExact), FAKE_LISTS},
      .id = "cuda",
      .probe = fake_probe,
      .open = fake_open,
      .close = fake_close,
      .upload = fake_upload,
      .download = fake_download,
      .release = fake_release,
      .supports = fake_supports,
      .run = fake_run,
  };
  return &backend;
}

#endif
