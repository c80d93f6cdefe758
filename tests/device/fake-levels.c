/* A module that has the levels of libraries, and their faults: the CPU's backend, with planted ones. What a library's routine
 * gives is the fixed tree's sum, but
 *   CUB not guaranteed  turns every second sum to its neighbour
 *   CUB GPU to GPU      is three percent too large from FAKE_WRONG_FROM elements on (700 where that is not set)
 *   Thrust              writes out of bounds where the number of elements is odd
 *   cuBLAS              is not installed
 * With FAKE_NO_CCCL there is none of CUB and Thrust either, and no version of CCCL.
 * The device is lost in sum number FAKE_LOST_AT, and from FAKE_MEMORY_AT on every library's routine is short of memory; both
 * count from 1 and are off where they are not set. */
#include "core/backend/backend-cpu.h"

#include <gmodule.h>
#include <string.h>

static guint64 setting(const char *name, guint64 otherwise) {
  const char *text = g_getenv(name);
  return text ? g_ascii_strtoull(text, NULL, 10) : otherwise;
}

static bool set_fault(UlpFault *fault, UlpFaultCode code, const char *message) {
  *fault = (UlpFault){.code = code};
  g_strlcpy(fault->message, message, sizeof fault->message);
  return code == ULP_FAULT_NONE;
}

static bool is_library(const UlpJob *job) {
  return job->kind == ULP_JOB_SUM && job->sum.plan.shape == ULP_SHAPE_LIBRARY;
}

static UlpJob fixed_tree(const UlpJob *job) {
  UlpJob fixed = *job;
  fixed.sum.plan.shape = ULP_SHAPE_STRIDED;
  fixed.sum.plan.merge = ULP_MERGE_TREE;
  fixed.sum.plan.grid = 4;
  fixed.sum.plan.block = 16;
  return fixed;
}

static bool fake_probe(uint32_t index, uint32_t *count, UlpDeviceInfo *info, UlpFault *fault) {
  const bool found = ulp_backend_cpu()->probe(index, count, info, fault);
  g_strlcpy(info->name, "fake with levels", sizeof info->name);
  g_strlcpy(info->cccl, g_getenv("FAKE_NO_CCCL") ? "" : "9.8.7", sizeof info->cccl);
  info->capability_major = 9;
  return found;
}

static bool fake_supports(const UlpJob *job, const UlpFormat *formats, UlpFault *fault) {
  const UlpJob fixed = fixed_tree(job);
  if (!is_library(job))
    return ulp_backend_cpu()->supports(job, formats, fault);
  if (g_getenv("FAKE_NO_CCCL") && job->sum.plan.routine < ULP_ROUTINE_CUBLAS_DOT)
    return set_fault(fault, ULP_FAULT_UNSUPPORTED, "the module was built with an older CCCL");
  if (job->sum.plan.routine >= ULP_ROUTINE_CUBLAS_DOT)
    return set_fault(fault, ULP_FAULT_UNSUPPORTED, "cuBLAS is not installed");
  if (formats[0] != job->sum.plan.result)
    return set_fault(fault, ULP_FAULT_INVALID, "a format that it does not take");
  return ulp_backend_cpu()->supports(&fixed, formats, fault);
}

static double value_of(UlpFormat format, UlpBits bits) {
  float narrow;
  double wide;
  const guint32 low = (guint32)bits;
  const guint64 all = (guint64)bits;
  memcpy(&narrow, &low, sizeof narrow);
  memcpy(&wide, &all, sizeof wide);
  return format == ULP_FORMAT_FP32 ? (double)narrow : wide;
}

static UlpBits bits_of(UlpFormat format, double value) {
  const float narrow = (float)value;
  guint32 low;
  guint64 all;
  memcpy(&low, &narrow, sizeof low);
  memcpy(&all, &value, sizeof all);
  return format == ULP_FORMAT_FP32 ? low : all;
}

static void plant(const UlpJob *job, UlpSumResult *result) {
  static guint n_sums;
  const UlpSumPlan *plan = &job->sum.plan;
  const guint64 count = job->in[0].count;
  result->guards = job->sum.guarded ? ULP_GUARDS_INTACT : ULP_GUARDS_NONE;
  result->allocation = 1e-6;
  switch (plan->routine) {
  case ULP_ROUTINE_CUB_NOT_GUARANTEED:
  case ULP_ROUTINE_CUB_NOT_GUARANTEED_FP64:
    result->bits ^= ++n_sums % 2;
    break;
  case ULP_ROUTINE_CUB_GPU_TO_GPU:
  case ULP_ROUTINE_CUB_GPU_TO_GPU_FP64:
    if (count >= setting("FAKE_WRONG_FROM", 700))
      result->bits = bits_of(plan->result, 1.03 * value_of(plan->result, result->bits));
    break;
  case ULP_ROUTINE_THRUST_REDUCE:
  case ULP_ROUTINE_THRUST_REDUCE_FP64:
    if (job->sum.guarded && count % 2)
      result->guards = ULP_GUARDS_BROKEN;
    break;
  default:
    break;
  }
}

static bool fake_run(UlpSession *session, const UlpJob *job, UlpJobResult *result, const UlpWatch *watch,
                     UlpFault *fault) {
  static guint64 n_sums, lost;
  const UlpJob fixed = fixed_tree(job);
  const bool library = is_library(job);
  n_sums += job->kind == ULP_JOB_SUM;
  if (lost || n_sums == setting("FAKE_LOST_AT", G_MAXUINT64)) {
    lost = 1;
    memset(result, 0, sizeof *result);
    return set_fault(fault, ULP_FAULT_LOST, "lost in a test");
  }
  if (library && n_sums >= setting("FAKE_MEMORY_AT", G_MAXUINT64)) {
    memset(result, 0, sizeof *result);
    return set_fault(fault, ULP_FAULT_MEMORY, "not enough memory on the device in a test");
  }
  if (!ulp_backend_cpu()->run(session, library ? &fixed : job, result, watch, fault))
    return false;
  if (library)
    plant(job, &result->sum);
  return true;
}

G_MODULE_EXPORT const UlpBackend *ulp_backend_entry(void);

const UlpBackend *ulp_backend_entry(void) {
  static UlpBackend backend;
  backend = *ulp_backend_cpu();
  backend.id = "cuda";
  backend.probe = fake_probe;
  backend.supports = fake_supports;
  backend.run = fake_run;
  return &backend;
}
