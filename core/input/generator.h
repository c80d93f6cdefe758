/* Generators: element i is a pure function of (seed, i), the same bits on every machine and device.
 *
 * A generator is one header core/input/generator-ID.h, which C and nvcc both read, and one line in generators.def. The
 * header has two parts. While ULP_GENERATOR is defined it is its entry of the list:
 *     ULP_GENERATOR(id, ID, title, help)
 * Otherwise it defines
 *     ULP_HD UlpBits ulp_generate_ID(UlpFormat format, uint64_t seed, uint64_t index, const double *values)
 *         the container bits of element `index` in `format` (fp32 or fp64);
 *     #define ULP_GENERATOR_PARAMS_ID  its own parameters besides n and format, in the order of `values`: UlpParam
 *         initialisers (COUNT or REAL) with commas between them, or nothing;
 *     #define ULP_GENERATOR_COUNT_ID   how many elements it has where nothing says so; 0: the caller's choice. */
#pragma once

#include "core/number/codec.h"

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
