/* What the generators with spread exponents share: a random number of a random exponent, and a shuffled order. */
#pragma once

#include "core/input/element.h"

/* Element `index` with a random significand, all bits of it, and an exponent from -spread/2 to spread/2, rounded down; the
 * spread is at most 250 (fp32) or 2000 (fp64), so that numbers are normal. */
ULP_HD UlpBits ulp_spread_element(const UlpGenerateJob *job, uint64_t index, uint32_t spread, bool random_sign) {
  const UlpRandom random = ulp_job_random(job, index, 0);
  const bool fp32 = job->format == ULP_FORMAT_FP32;
  const uint32_t most = fp32 ? 250 : 2000, width = spread < most ? spread : most;
  const uint32_t above = (uint32_t)((uint64_t)random.word[2] * (width + 1) >> 32);
  const uint32_t exponent = (fp32 ? 127u : 1023u) + above - width / 2;
  const UlpBits negative = random_sign ? random.word[3] & 1 : 0;
  if (fp32)
    return negative << 31 | (UlpBits)exponent << 23 | random.word[1] >> 9;
  return negative << 63 | (UlpBits)exponent << 52 | ulp_random_low(random) >> 12;
}

/* A bijection of 32 bits: the finaliser of A. Appleby's MurmurHash3. */
ULP_HD uint32_t ulp_mixed(uint32_t x) {
  x = (x ^ x >> 16) * 0x85ebca6bu;
  x = (x ^ x >> 13) * 0xc2b2ae35u;
  return x ^ x >> 16;
}

/* Where `index` of `count` goes in a random order: a Feistel network of six rounds over the next even number of bits,
 * walked along until it comes back below count (J. Black, P. Rogaway, "Ciphers with arbitrary finite domains", CT-RSA
 * 2002), at most three steps in four. Each index needs no other. */
ULP_HD uint64_t ulp_shuffled(uint64_t index, uint64_t count, uint64_t seed) {
  unsigned half = 1;
  while (half < 31 && (uint64_t)1 << 2 * half < count)
    half++;
  const uint32_t mask = ((uint32_t)1 << half) - 1;
  uint64_t place = index;
  if (index >= count) /* no element */
    return index;
  do {
    uint32_t left = (uint32_t)(place >> half), right = (uint32_t)place & mask;
    for (uint32_t round = 0; round < 6; round++) {
      const uint32_t key = (uint32_t)(round & 1 ? seed >> 32 : seed) + round * 0x9e3779b9u;
      const uint32_t next = left ^ (ulp_mixed(ulp_mixed(right ^ key) + key) & mask);
      left = right;
      right = next;
    }
    place = (uint64_t)left << half | right;
  } while (place >= count);
  return place;
}
