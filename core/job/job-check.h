/* What is wrong with a job, the same words from every backend: what `supports` asks before anything of its own. For C and
 * nvcc. */
#pragma once

#include "core/job/job.h"
#include "core/sum/plan-check.h"

/* How many arrays a job reads; a reduction as many as its map. 0 for an unknown kind or map. */
static inline unsigned ulp_job_n_inputs(const UlpJob *job) {
  static const unsigned of_job[] = {
#define ULP_JOB(id, ID, type, inputs) inputs,
#include "core/job/jobs.def"
#undef ULP_JOB
  };
  static const unsigned of_map[] = {
#define ULP_MAP(id, ID, inputs) inputs,
#include "core/job/maps.def"
#undef ULP_MAP
  };
  if (job->kind == ULP_JOB_REDUCE)
    return (unsigned)job->reduce.map.map < ULP_N_MAPS ? of_map[job->reduce.map.map] : 0;
  return (unsigned)job->kind < ULP_N_JOBS ? of_job[job->kind] : 0;
}

static inline const char *ulp_generate_job_problem(const UlpGenerateJob *job) {
  if ((unsigned)job->generator >= ULP_N_GENERATORS)
    return N_("unknown generator");
  return job->format == ULP_FORMAT_FP32 || job->format == ULP_FORMAT_FP64 ? NULL : N_("a generator makes fp32 or fp64");
}

static inline const char *ulp_sum_job_problem(const UlpSumJob *job, UlpFormat format) {
  if (format != ULP_FORMAT_FP32 && format != ULP_FORMAT_FP64)
    return N_("sums take arrays of fp32 or fp64");
  if ((unsigned)job->atomics >= ULP_N_ATOMICS)
    return N_("unknown kind of atomic additions");
  if (job->magnitudes && job->plan.shape != ULP_SHAPE_UNORDERED)
    return N_("magnitudes are summed by the exact step");
  const char *problem = ulp_sum_plan_problem(&job->plan);
  if (!problem && job->plan.shape == ULP_SHAPE_LIBRARY && format != job->plan.result)
    return job->plan.result == ULP_FORMAT_FP32 ? N_("this routine of a library takes fp32 elements alone")
                                               : N_("this routine of a library takes fp64 elements alone");
  return problem;
}

static inline bool ulp_profile_is_known(UlpProfile profile) {
  static const UlpProfile known[] = {
#define ULP_PROFILE(id, ID, title, wide, narrow, source) ULP_PROFILE_##ID,
#include "core/number/profiles.def"
#undef ULP_PROFILE
  };
  for (unsigned i = 0; i < ULP_N_PROFILES; i++)
    if (known[i] == profile)
      return true;
  return false;
}

static inline const char *ulp_convert_job_problem(const UlpConvertJob *job) {
  if (!ulp_format_is_valid(job->to))
    return N_("no format to convert to");
  if ((unsigned)job->round >= ULP_N_ROUNDS || !ulp_profile_is_known(job->profile))
    return N_("unknown rounding or profile");
  if ((unsigned)job->by >= ULP_N_CONVERTERS)
    return N_("unknown converter");
  if (job->round == ULP_ROUND_SR && (job->random_bits < 1 || job->random_bits > ULP_ROUND_MAX_BITS))
    return N_("stochastic rounding takes 1 to 24 random bits");
  if (ulp_block_length(job->to) == 0)
    return NULL;
  if (job->by != ULP_CONVERTER_OWN)
    return N_("no other converter makes blocks");
  if ((unsigned)job->rule >= ULP_N_BLOCK_RULES)
    return N_("unknown rule for scales");
  if (ulp_block_has_tensor_scale(job->to) && job->tensor_scale - 1 >= 0x7f800000u - 1)
    return N_("a tensor's scale is a finite number above 0");
  return NULL;
}

static inline const char *ulp_transform_job_problem(const UlpTransformJob *job, UlpFormat format) {
  if ((unsigned)job->transform >= ULP_N_TRANSFORMS)
    return N_("unknown formula");
  if (ulp_transform_is_gpu_fp32(job->transform) && format != ULP_FORMAT_FP32)
    return N_("this division is there for fp32 elements alone");
  return format == ULP_FORMAT_FP32 || format == ULP_FORMAT_FP64 ? NULL : N_("formulas take arrays of fp32 or fp64");
}

/* NULL for a job that means something on inputs of these formats; otherwise a line, untranslated. */
static inline const char *ulp_job_problem(const UlpJob *job, const UlpFormat *formats) {
  if ((unsigned)job->kind >= ULP_N_JOBS)
    return N_("unknown kind of job");
  if (job->kind == ULP_JOB_REDUCE &&
      ((unsigned)job->reduce.map.map >= ULP_N_MAPS || (unsigned)job->reduce.map.round >= ULP_N_ROUNDS))
    return N_("unknown map or rounding");
  for (unsigned i = 0; i < ulp_job_n_inputs(job); i++)
    if (!ulp_format_is_valid(formats[i]))
      return N_("an input has no format");
  switch (job->kind) {
  case ULP_JOB_GENERATE:
    return ulp_generate_job_problem(&job->generate);
  case ULP_JOB_SUM:
    return ulp_sum_job_problem(&job->sum, formats[0]);
  case ULP_JOB_CONVERT:
    return ulp_convert_job_problem(&job->convert);
  case ULP_JOB_TRANSFORM:
    return ulp_transform_job_problem(&job->transform, formats[0]);
  default:
    return NULL;
  }
}
