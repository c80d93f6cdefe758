/* Typed jobs: what a backend is asked to do, and what comes back. Plain C types, for C and nvcc.
 *
 * A kind of job is one line in jobs.def, a structure of parameters here and, where it gives more than an array, a result.
 * A job reads slices of up to ULP_JOB_INPUTS arrays and may make one. */
#pragma once

#include "core/exact/exact-state.h"
#include "core/input/generator.h"
#include "core/input/random.h"
#include "core/job/map.h"
#include "core/job/transform.h"
#include "core/number/block.h"
#include "core/sum/plan.h"

#define ULP_JOB_INPUTS 3

typedef uint64_t UlpHandle; /* an array resident on a device; 0 is none */

/* Elements [offset, offset + count) of an array. */
typedef struct {
  UlpHandle array;
  uint64_t offset, count;
} UlpSlice;

/* How a race adds its partials (atomics.def). */
typedef enum {
#define ULP_ATOMICS(id, ID, title, on_cpu) ULP_ATOMICS_##ID,
#include "core/job/atomics.def"
#undef ULP_ATOMICS
  ULP_N_ATOMICS
} UlpAtomics;

/* One sum over in[0], fp32 or fp64. */
typedef struct {
  UlpSumPlan plan;
  bool magnitudes; /* of |x| instead of x; for the exact step */
  bool guarded;    /* LIBRARY: watch the memory round every buffer that the library is given */
  bool
      queued; /* on a GPU: kernels follow one another in the stream, none is waited for and none timed. A CPU does not look at it */
  UlpAtomics atomics; /* of the merge ARRIVAL */
} UlpSumJob;

typedef enum {
  ULP_GUARDS_NONE,   /* there were none */
  ULP_GUARDS_INTACT, /* round all buffers, and as they had been */
  ULP_GUARDS_BROKEN, /* something was written out of bounds */
} UlpGuards;

typedef struct {
  UlpBits bits;   /* of plan.result; not of shapes of any order */
  UlpExact exact; /* of shapes of any order: the accumulator itself, which core merges and rounds */
  UlpGuards guards;
  double allocation; /* LIBRARY: seconds of the host, of memory that the call took for itself and gave back */
} UlpSumResult;

/* Whose conversion: this project's, or that of CUDA's headers (cuda_fp16.h and the like) as a device or the host runs it. */
typedef enum { ULP_CONVERTER_OWN, ULP_CONVERTER_CUDA_DEVICE, ULP_CONVERTER_CUDA_HOST, ULP_N_CONVERTERS } UlpConverter;

/* Elements of in[0] to another format, each with one rounding: a new array as long as the slice. */
typedef struct {
  UlpFormat to;
  UlpRound round; /* one of the list */
  UlpProfile profile;
  uint32_t
      random_bits; /* of ULP_ROUND_SR: 1 to ULP_ROUND_MAX_BITS, drawn from `seed` and the element's number, which is */
  uint64_t seed, first; /* `first` for the slice's first one, so that parts of an array become what the whole does */
  UlpConverter by;
  UlpBlockRule rule;     /* both where `to` is of blocks: how their scales are made, */
  uint32_t tensor_scale; /* and the fp32 bits of the one of all of them, where there is one */
} UlpConvertJob;

/* The rounding of the slice's element `index`: the same bits wherever it is drawn. */
ULP_HD UlpRound ulp_convert_job_round(const UlpConvertJob *job, uint64_t index) {
  if (job->round != ULP_ROUND_SR)
    return job->round;
  const uint64_t number = job->first + index;
  const UlpRandom random = ulp_random_in(ULP_RANDOM_ROUND, job->seed, number >> 2, 0);
  return ulp_round_stochastic(random.word[number & 3], (int)job->random_bits);
}

/* The map's values over in[0 .. inputs of the map), slices of one length, and what is known of all of them. */
typedef struct {
  UlpMapJob map;
} UlpReduceJob;

/* Reads the bytes of in[0] and does nothing with them: its seconds are the least that any work on them can take. */
typedef struct {
  uint32_t threads; /* of the CPU; 0: one a processor. A GPU does not look at it */
} UlpReadJob;

/* The elements of in[0], each by a formula: a new array as long as the slice and of its format. */
typedef struct {
  UlpTransform transform;
} UlpTransformJob;

/* Of one of the values that a map gives; those that are NaN are left out. Nothing measured: count 0, min and max NaN. */
typedef struct {
  uint64_t count;
  double min, max;
  uint64_t min_index, max_index; /* the first, counted from the slice's beginning */
  UlpExact sum;
} UlpReduced;

typedef struct {
  uint64_t classes[ULP_MAP_CLASSES]; /* how many elements are of each */
  UlpReduced value[ULP_MAP_VALUES];
} UlpReduceResult;

typedef enum {
#define ULP_JOB(id, ID, type, inputs) ULP_JOB_##ID,
#include "core/job/jobs.def"
#undef ULP_JOB
  ULP_N_JOBS
} UlpJobKind;

typedef struct {
  UlpJobKind kind;
  UlpSlice in[ULP_JOB_INPUTS];
  union {
#define ULP_JOB(id, ID, type, inputs) type id;
#include "core/job/jobs.def"
#undef ULP_JOB
  };
} UlpJob;

typedef struct {
  UlpHandle out;      /* the array the job made; 0: none */
  double seconds;     /* of the work alone: kernels and merges, without transfers in, allocation or start-up */
  const char *device; /* name of the device that executed it; borrowed from the session; NULL when nothing ran */
  union {
    UlpSumResult sum;
    UlpReduceResult reduce;
  };
} UlpJobResult;
