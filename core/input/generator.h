/* Generators: element i is a pure function of (parameters, seed, stream, i), the same bits on every machine and device.
 *
 * A generator is one header core/input/generator-ID.h, which C and nvcc both read, and one line in generators.def. The
 * header has two parts. While ULP_GENERATOR is defined it is its entry of the list:
 *     ULP_GENERATOR(id, ID, title, help)
 * Otherwise it defines
 *     #define ULP_GENERATOR_VERSION_ID 1, which grows when the generator comes to give other values for the same job;
 *     #define ULP_GENERATOR_PARAMS_ID  its own parameters besides n and format, in the order of job->values: UlpParam
 *         initialisers (COUNT, REAL or CHOICE, whose value is the index) with commas between them, or nothing;
 *     #define ULP_GENERATOR_COUNT_ID   how many elements it has where nothing says so; 0: the caller's choice;
 *     #define ULP_GENERATOR_SPLIT_ID 0, and
 *         ULP_HD UlpBits ulp_generate_ID(const UlpGenerateJob *job, uint64_t index)
 *             the container bits of element `index` in job->format (fp32 or fp64);
 * or, where a few elements take a longer way than most, so that each way can be run on many at once,
 *     #define ULP_GENERATOR_SPLIT_ID 1, and
 *         ULP_HD bool ulp_generate_ID_common(const UlpGenerateJob *job, uint64_t index, UlpBits *bits)
 *             false: the element is one of the few, and *bits means nothing;
 *         ULP_HD UlpBits ulp_generate_ID_rare(const UlpGenerateJob *job, uint64_t index)
 *             one of the few.
 * Random numbers come from ulp_job_random (element.h). Functions without branches and loops are the ones that compilers
 * vectorise: choose between constants, not between computations. */
#pragma once

#include "core/number/codec.h"

#include <stdbool.h>

#define ULP_GENERATOR_MAX_VALUES 4

typedef enum {
#define ULP_GENERATOR(id, ID, title, help) ULP_GENERATOR_##ID,
#include "core/input/generators.def"
#undef ULP_GENERATOR
  ULP_N_GENERATORS
} UlpGenerator;

/* What a backend needs to make the array itself. */
typedef struct {
  UlpGenerator generator;
  UlpFormat format; /* ULP_FORMAT_FP32 or ULP_FORMAT_FP64 */
  uint64_t count;
  uint64_t seed;
  uint32_t stream; /* inputs of one run have one each, so that equal seeds do not give equal numbers */
  double values[ULP_GENERATOR_MAX_VALUES];
} UlpGenerateJob;
