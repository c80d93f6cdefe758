/* Single jobs of a backend, one call each, for tests of the ABI itself. */
#pragma once

#include "core/backend/backend.h"
#include "core/job/sum-result.h"

typedef struct {
  const UlpBackend *backend;
  UlpSession *session;
} Calls;

static inline UlpHandle call_upload(const Calls *on, UlpFormat format, const void *data, guint64 count,
                                    const UlpWatch *watch, UlpFault *fault) {
  return on->backend->upload(on->session, format, data, count, watch, fault);
}

static inline bool call_download(const Calls *on, UlpHandle array, guint64 offset, guint64 count, void *out,
                                 const UlpWatch *watch, UlpFault *fault) {
  const UlpSlice slice = {array, offset, count};
  return on->backend->download(on->session, &slice, out, watch, fault);
}

static inline UlpHandle call_generate(const Calls *on, const UlpGenerateJob *generate, const UlpWatch *watch,
                                      UlpFault *fault) {
  const UlpJob job = {.kind = ULP_JOB_GENERATE, .generate = *generate};
  UlpJobResult result;
  on->backend->run(on->session, &job, &result, watch, fault);
  return result.out;
}

/* Elements [offset, offset + count) converted; `seconds` may be NULL. */
static inline UlpHandle call_convert(const Calls *on, UlpHandle array, guint64 offset, guint64 count,
                                     const UlpConvertJob *convert, double *seconds, const UlpWatch *watch,
                                     UlpFault *fault) {
  const UlpJob job = {.kind = ULP_JOB_CONVERT, .in = {{array, offset, count}}, .convert = *convert};
  UlpJobResult result;
  on->backend->run(on->session, &job, &result, watch, fault);
  if (seconds)
    *seconds = result.seconds;
  return result.out;
}

typedef struct {
  guint64 bits;
  double seconds;
  const char *device;
} SumRow;

static inline bool call_sum(const Calls *on, UlpHandle array, const UlpSumPlan *plan, guint64 offset, guint64 count,
                            SumRow *row, const UlpWatch *watch, UlpFault *fault) {
  const UlpJob job = {.kind = ULP_JOB_SUM, .in = {{array, offset, count}}, .sum.plan = *plan};
  UlpJobResult result;
  const bool done = on->backend->run(on->session, &job, &result, watch, fault);
  *row = (SumRow){done ? (guint64)ulp_sum_result_bits(&job.sum, &result.sum) : 0, result.seconds, result.device};
  return done;
}
