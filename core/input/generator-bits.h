/* Random bit patterns. Without the non-finite ones such a pattern is drawn again from the element's next block. */
#ifdef ULP_GENERATOR
ULP_GENERATOR(bits, BITS, N_("random bit patterns"),
              N_("every finite bit pattern equally likely, infinities and NaN on request"))
#elif !defined ULP_GENERATOR_BITS_H
#define ULP_GENERATOR_BITS_H

#include "core/input/element.h"

#define ULP_GENERATOR_VERSION_BITS 1
#define ULP_GENERATOR_COUNT_BITS 0
#define ULP_GENERATOR_SPLIT_BITS 1 /* drawn again: 1 of 256 (fp32) or 2048 (fp64) */
#define ULP_GENERATOR_PARAMS_BITS                                                                                      \
  {                                                                                                                    \
    "nonfinite", ULP_PARAM_COUNT, N_("Non-finite"), N_("1: infinities and NaN too; 0: finite only"), "0", 0, 1, "",    \
        NULL                                                                                                           \
  }

/* The pattern of a block; false: it is drawn again. */
ULP_HD bool ulp_bits_draw(const UlpGenerateJob *job, uint64_t index, uint32_t block, UlpBits *bits) {
  const UlpRandom random = ulp_job_random(job, index, block);
  const bool fp32 = job->format == ULP_FORMAT_FP32;
  const uint32_t exponent = fp32 ? 0x7f800000u : 0x7ff00000u; /* in the upper word, which alone is fp32's */
  *bits = fp32 ? random.word[1] : ulp_random_low(random);
  return (job->values[0] != 0.0) | ((random.word[1] & exponent) != exponent);
}

ULP_HD bool ulp_generate_bits_common(const UlpGenerateJob *job, uint64_t index, UlpBits *bits) {
  return ulp_bits_draw(job, index, 0, bits);
}

ULP_HD UlpBits ulp_generate_bits_rare(const UlpGenerateJob *job, uint64_t index) {
  UlpBits bits;
  for (uint32_t block = 1; !ulp_bits_draw(job, index, block, &bits); block++)
    ;
  return bits;
}

#endif
