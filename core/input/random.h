/* Counter-based random numbers for C and nvcc: block i of a seed needs no other block.
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
#define ULP_RANDOM_PERMUTE 0xfffffffeu  /* the order of a permuted input */
#define ULP_RANDOM_ROUND 0xfffffffdu    /* stochastic rounding: word i mod 4 of index i div 4 is of element i */

typedef struct {
  uint32_t low, high;
} UlpProduct;

/* All 64 bits, in halves. nvcc would keep them together through exclusive or and addition, at twice the cost. */
ULP_HD UlpProduct ulp_multiply_wide(uint32_t a, uint32_t b) {
#ifdef __CUDA_ARCH__
  UlpProduct product;
  asm("{ .reg .u64 p; mul.wide.u32 p, %2, %3; mov.b64 {%0, %1}, p; }"
      : "=r"(product.low), "=r"(product.high)
      : "r"(a), "r"(b));
#else
  const uint64_t wide = (uint64_t)a * b;
  const UlpProduct product = {(uint32_t)wide, (uint32_t)(wide >> 32)};
#endif
  return product;
}

/* Ten rounds of the bijection under the key {key0, key1}. */
ULP_HD UlpRandom ulp_philox(UlpRandom counter, uint32_t key0, uint32_t key1) {
  uint32_t c0 = counter.word[0], c1 = counter.word[1], c2 = counter.word[2], c3 = counter.word[3];
  ULP_UNROLL
  for (int round = 0; round < 10; round++) {
    const UlpProduct p0 = ulp_multiply_wide(c0, 0xD2511F53u), p1 = ulp_multiply_wide(c2, 0xCD9E8D57u);
    c0 = p1.high ^ c1 ^ key0, c1 = p1.low, c2 = p0.high ^ c3 ^ key1, c3 = p0.low;
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
