/* Jobs, and the module's one symbol. */
#include "kernels/convert.cuh"
#include "kernels/library.cuh"

#include "core/job/job-check.h"

static bool cuda_supports(const UlpJob *job, const UlpFormat *formats, UlpFault *fault) {
  *fault = {ULP_FAULT_NONE, ""};
  const char *problem = ulp_job_problem(job, formats);
  if (problem)
    fault->code = ULP_FAULT_INVALID;
  else if (job->kind == ULP_JOB_SUM && job->sum.plan.merge == ULP_MERGE_SHUFFLED) {
    fault->code = ULP_FAULT_UNSUPPORTED;
    problem = N_("a simulated schedule runs on the CPU only");
  } else if (job->kind == ULP_JOB_SUM && job->sum.plan.shape == ULP_SHAPE_LIBRARY) {
    fault->code = ULP_FAULT_UNSUPPORTED;
    problem = library_routine(job->sum.plan.routine).absent;
  } else if (job->kind == ULP_JOB_CONVERT && job->convert.by != ULP_CONVERTER_OWN &&
             !find_header_conversion(formats[0], job->convert)) {
    fault->code = ULP_FAULT_UNSUPPORTED;
    problem = N_("CUDA's headers have no such conversion");
  }
  if (!problem)
    fault->code = ULP_FAULT_NONE;
  if (problem)
    strncpy(fault->message, _(problem), sizeof fault->message - 1);
  return !problem;
}

static void run_job(UlpSession *session, const UlpJob &job, UlpJobResult *result, const UlpWatch *watch) {
  Input in[ULP_JOB_INPUTS] = {};
  UlpFormat formats[ULP_JOB_INPUTS] = {};
  for (int i = 0; i < ULP_JOB_INPUTS; i++) {
    if (job.in[i].array)
      in[i] = find_slice(session, job.in[i]);
    formats[i] = in[i].format;
  }
  UlpFault fault;
  if (!cuda_supports(&job, formats, &fault))
    raise_fault(fault.code, "%s", fault.message);
  switch (job.kind) {
#define ULP_JOB(id, ID, type, inputs)                                                                                  \
  case ULP_JOB_##ID:                                                                                                   \
    run_##id(session, job.id, in, result, watch);                                                                      \
    break;
#include "core/job/jobs.def"
#undef ULP_JOB
  default:
    break;
  }
}

static bool cuda_run(UlpSession *session, const UlpJob *job, UlpJobResult *result, const UlpWatch *watch,
                     UlpFault *fault) {
  memset(result, 0, sizeof *result);
  const bool done = guard(session, fault, false, [&] {
    run_job(session, *job, result, watch);
    return true;
  });
  if (!done)
    memset(result, 0, sizeof *result);
  if (done || fault->code == ULP_FAULT_MEMORY || fault->code == ULP_FAULT_LOST)
    result->device = session->info.name;
  return done;
}

extern "C" __attribute__((visibility("default"))) const UlpBackend *ulp_backend_entry(void);

const UlpBackend *ulp_backend_entry(void) {
  static const UlpBackend backend = {
      ULP_VERSION_HERE, "cuda",        cuda_probe,   cuda_open,     cuda_close,
      cuda_upload,      cuda_download, cuda_release, cuda_supports, cuda_run,
  };
  return &backend;
}
