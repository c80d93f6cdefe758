/* Random bit patterns. Without the non-finite ones a pattern that is one is drawn again from the next stream. */
#ifdef ULP_GENERATOR
ULP_GENERATOR(bits, BITS, N_("random bit patterns"),
              N_("every finite bit pattern equally likely, infinities and NaN on request"))
#elif !defined ULP_GENERATOR_BITS_H
#define ULP_GENERATOR_BITS_H

#include "core/input/generator.h"
#include "core/input/random.h"

#define ULP_GENERATOR_COUNT_BITS 0
#define ULP_GENERATOR_PARAMS_BITS \
  {"nonfinite", ULP_PARAM_COUNT, N_("Non-finite"), N_("1: infinities and NaN too; 0: finite only"), "0", 0, 1, "", NULL}

ULP_HD UlpBits ulp_generate_bits(UlpFormat format, uint64_t seed, uint64_t index, const double *values) {
  const int width = format == ULP_FORMAT_FP32 ? 32 : 64;
  const uint64_t exponent = format == ULP_FORMAT_FP32 ? 0x7f800000u : 0x7ff0000000000000u;
  for (uint32_t stream = 0;; stream++) {
    const uint64_t bits = ulp_random_low(ulp_random(seed, index, stream)) >> (64 - width);
    if (values[0] != 0.0 || (bits & exponent) != exponent)
      return bits;
  }
}

#endif
