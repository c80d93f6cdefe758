/* A cloud of points, x y z x y z ... as float3 lies in memory: x and y as far on either side of 0, z above it, so that two of the
 * three sums cancel and one grows. */
#ifdef ULP_GENERATOR
ULP_GENERATOR(
    points, POINTS, N_("points of three coordinates"),
    N_("x y z x y z ... (float3): x and y uniform in [-128, 128), z in [0, 16]; components=3 sums each for itself"))
#elif !defined ULP_GENERATOR_POINTS_H
#define ULP_GENERATOR_POINTS_H

#include "core/input/element.h"

#define ULP_GENERATOR_VERSION_POINTS 1
#define ULP_GENERATOR_COUNT_POINTS 15000000
#define ULP_GENERATOR_SPLIT_POINTS 0
#define ULP_GENERATOR_PARAMS_POINTS

/* Those of uniform-pm, times a power of two; that of z is moved, which rounds once. */
ULP_HD UlpBits ulp_generate_points(const UlpGenerateJob *job, uint64_t index) {
  const UlpRandom random = ulp_job_random(job, index, 0);
  const int is_z = index % 3 == 2;
  if (job->format == ULP_FORMAT_FP32)
    return ulp_element_of_float((float)((int32_t)(random.word[1] >> 7) - (1 << 24)) * (is_z ? 0x1p-21f : 0x1p-17f) +
                                (is_z ? 8.0f : 0.0f));
  return ulp_double_bits(ulp_double_of_sum(ulp_random_low(random) >> 10, -0x1p53) * (is_z ? 0x1p-50 : 0x1p-46) +
                         (is_z ? 8.0 : 0.0));
}

#endif
