/* Counter-based random numbers for C and nvcc: word i of a seed needs no other word.
 * Philox4x32-10, J. K. Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", SC 2011. */
#pragma once

#include "core/base/hostdevice.h"

#include <stdint.h>

typedef struct {
  uint32_t word[4];
} UlpRandom;

/* Who draws: numbers of different domains are independent under the same seed. A generated input's domain is its stream,
 * counted from 0; other uses count down from the top. */
#define ULP_RANDOM_SCHEDULE 0xffffffffu /* the simulated order of a sum */

/* Ten rounds of the bijection under the key {key0, key1}. */
ULP_HD UlpRandom ulp_philox(UlpRandom counter, uint32_t key0, uint32_t key1) {
  uint32_t c0 = counter.word[0], c1 = counter.word[1], c2 = counter.word[2], c3 = counter.word[3];
  for (int round = 0; round < 10; round++) {
    const uint64_t p0 = (uint64_t)0xD2511F53u * c0, p1 = (uint64_t)0xCD9E8D57u * c2;
    const uint32_t n0 = (uint32_t)(p1 >> 32) ^ c1 ^ key0, n2 = (uint32_t)(p0 >> 32) ^ c3 ^ key1;
    c1 = (uint32_t)p1, c3 = (uint32_t)p0, c0 = n0, c2 = n2;
    key0 += 0x9E3779B9u, key1 += 0xBB67AE85u;
  }
  const UlpRandom result = {{c0, c1, c2, c3}};
  return result;
}

/* The 128 random bits of element `index` in `domain`; `block` counts where an element needs more. */
ULP_HD UlpRandom ulp_random_in(uint32_t domain, uint64_t seed, uint64_t index, uint32_t block) {
  const UlpRandom counter = {{(uint32_t)index, (uint32_t)(index >> 32), block, domain}};
  return ulp_philox(counter, (uint32_t)seed, (uint32_t)(seed >> 32));
}

/* The same in domain 0. */
ULP_HD UlpRandom ulp_random(uint64_t seed, uint64_t index, uint32_t block) {
  return ulp_random_in(0, seed, index, block);
}

/* Words 0 and 1, or 2 and 3, as one number; the odd word is the upper half. */
ULP_HD uint64_t ulp_random_low(UlpRandom random) { return (uint64_t)random.word[1] << 32 | random.word[0]; }
ULP_HD uint64_t ulp_random_high(UlpRandom random) { return (uint64_t)random.word[3] << 32 | random.word[2]; }
