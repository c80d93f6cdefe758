#include "core/backend/other-work.h"

#include "core/backend/backend-cpu.h"
#include "core/backend/loader.h"
#include "core/base/error.h"
#include "core/base/i18n.h"

#include <stdatomic.h>
#include <string.h>

#define ELEMENTS (1u << 22)

struct _UlpOtherWork {
  const UlpBackend *backend;
  UlpSession *session;
  UlpHandle array;
  GThread *thread;
  atomic_bool stop;
  atomic_uint done; /* sums */
};

static bool goes_on(double fraction, void *data) {
  UlpOtherWork *work = data;
  return !atomic_load(&work->stop);
}

static gpointer sum_again_and_again(gpointer data) {
  UlpOtherWork *work = data;
  const UlpWatch watch = {goes_on, work};
  UlpFault fault = {0};
  do {
    UlpJob job = {.kind = ULP_JOB_SUM,
                  .in = {{work->array, 0, ELEMENTS}},
                  .sum = {.plan = {.step = ULP_STEP_EXACT, .shape = ULP_SHAPE_UNORDERED, .result = ULP_FORMAT_FP64}}};
    UlpJobResult result;
    if (!work->backend->run(work->session, &job, &result, &watch, &fault))
      break;
    atomic_fetch_add(&work->done, 1);
  } while (!atomic_load(&work->stop));
  atomic_fetch_add(&work->done, 1); /* whoever waits for the beginning does not wait for ever */
  return NULL;
}

/* The session with its array; FALSE with the fault. */
static gboolean prepare(UlpOtherWork *work, guint32 index, UlpFault *fault) {
  UlpJob job = {.kind = ULP_JOB_GENERATE, .generate = {ULP_GENERATOR_UNIFORM, ULP_FORMAT_FP32, ELEMENTS, 1}};
  UlpJobResult result;
  work->session = work->backend->open(index, fault);
  if (!work->session || !work->backend->run(work->session, &job, &result, NULL, fault))
    return FALSE;
  work->array = result.out;
  return TRUE;
}

UlpOtherWork *ulp_other_work_start(UlpDevice *device, GError **error) {
  const char *id = ulp_device_id(device), *colon = strchr(id, ':'), *reason = NULL;
  g_autoptr(UlpOtherWork) work = g_new0(UlpOtherWork, 1);
  UlpFault fault = {0};
  work->backend = ulp_device_is_cpu(device) ? ulp_backend_cpu() : ulp_backend_cuda(&reason);
  if (!work->backend || !prepare(work, colon ? (guint32)g_ascii_strtoull(colon + 1, NULL, 10) : 0, &fault)) {
    ulp_set_error(error, ULP_ERROR_DEVICE, "%s: %s", id, work->backend ? fault.message : reason);
    return NULL;
  }
  work->thread = g_thread_new("other work", sum_again_and_again, work);
  while (atomic_load(&work->done) == 0)
    g_usleep(200);
  return g_steal_pointer(&work);
}

void ulp_other_work_stop(UlpOtherWork *work) {
  if (!work)
    return;
  atomic_store(&work->stop, true);
  if (work->thread)
    g_thread_join(work->thread);
  if (work->session)
    work->backend->close(work->session);
  g_free(work);
}
