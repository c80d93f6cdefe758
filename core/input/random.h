/* Counter-based random numbers for C and nvcc: word i of a seed needs no other word.
 * Philox4x32-10, J. K. Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", SC 2011. */
#pragma once

#include "core/base/hostdevice.h"

#include <stdint.h>

typedef struct {
  uint32_t word[4];
} UlpRandom;

/* The 128 random bits of element `index`; `stream` gives an element more than one block. */
ULP_HD UlpRandom ulp_random(uint64_t seed, uint64_t index, uint32_t stream) {
  uint32_t c0 = (uint32_t)index, c1 = (uint32_t)(index >> 32), c2 = stream, c3 = 0;
  uint32_t k0 = (uint32_t)seed, k1 = (uint32_t)(seed >> 32);
  for (int round = 0; round < 10; round++) {
    const uint64_t p0 = (uint64_t)0xD2511F53u * c0, p1 = (uint64_t)0xCD9E8D57u * c2;
    const uint32_t n0 = (uint32_t)(p1 >> 32) ^ c1 ^ k0, n2 = (uint32_t)(p0 >> 32) ^ c3 ^ k1;
    c1 = (uint32_t)p1, c3 = (uint32_t)p0, c0 = n0, c2 = n2;
    k0 += 0x9E3779B9u, k1 += 0xBB67AE85u;
  }
  const UlpRandom result = {{c0, c1, c2, c3}};
  return result;
}
