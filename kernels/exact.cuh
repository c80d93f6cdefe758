/* Exact accumulators of a block's threads. Each thread has one of its own in shared memory, laid out [limb][thread] so that a
 * warp's accesses never meet in a bank; blocks add theirs to the grid's with integer atomics, which no order can change.
 *
 * The spacing of the limbs is narrower than a limb, so that carries are rare (R. M. Neal, arXiv 1505.05571; S. Collange
 * et al., "Numerical reproducibility for the parallel reduction on multi- and many-core architectures", hal-00949355). */
#pragma once

#include "core/exact/exact-state.h"

#include <cstdint>

/* The grid's accumulator: limb l stands for (low[l] + 2^32 high[l]) 2^(spacing l + unit). Additions wrap. */
struct ExactTotals {
  static constexpr int max_limbs = 44;
  unsigned long long low[max_limbs], high[max_limbs];
};

template <class T> struct Exact;

/* fp32: limbs 16 exponents apart. The element scaled by a power of two is an integer below 2^39, so a limb takes 2^24 of
 * them without a carry: more than a thread has in a launch. */
template <> struct Exact<float> {
  static constexpr int limbs = 16, spacing = 16, unit = -150;
  static constexpr int max_threads = 512, blocks = 3, in_flight = 2;
  static constexpr uint64_t max_pending = uint64_t{1} << 24;

  __device__ static bool add(int64_t *mine, unsigned stride, float x) {
    const unsigned exponents = __float_as_uint(x) & 0x78000000u; /* the exponent's upper four bits */
    /* 2^(75 - 8 limb), twice; infinities and NaN reach limb 15 and are told by the answer. */
    const float scale = __uint_as_float(((127u + 75u) << 23) - (exponents >> 1));
    mine[(exponents >> 27) * stride] += static_cast<long long>(x * scale * scale);
    return !(fabsf(x) < __uint_as_float(0x7f800000u));
  }

  __device__ static void carry(int64_t *, unsigned) {}
};

/* fp64: limbs 48 bits apart. A significand shifted by its exponent modulo 48 is cut into 48 bits and at most 53 with the
 * sign, so a limb takes 2^10 before its carry goes on. */
template <> struct Exact<double> {
  static constexpr int limbs = 44, spacing = 48, unit = -1074;
  static constexpr int max_threads = 320, blocks = 2, in_flight = 4;
  static constexpr uint64_t max_pending = uint64_t{1} << 10;

  __device__ static bool add(int64_t *mine, unsigned stride, double x) {
    const uint64_t bits = static_cast<uint64_t>(__double_as_longlong(x));
    const unsigned field = static_cast<unsigned>(bits >> 52) & 0x7ffu;
    const unsigned normal = field ? 1 : 0;
    int64_t significand = static_cast<int64_t>((bits & 0xfffffffffffffu) | static_cast<uint64_t>(normal) << 52);
    significand = static_cast<int64_t>(bits) < 0 ? -significand : significand;
    const unsigned position = field - normal;      /* at most 2046 */
    const unsigned limb = position * 43691u >> 21; /* position / 48 */
    const unsigned shift = position - limb * 48u;
    int64_t *low = mine + limb * stride, *high = low + stride;
    const int64_t low_part = static_cast<int64_t>(static_cast<uint64_t>(significand) << shift & 0xffffffffffffu);
    const int64_t high_part = significand >> (48 - shift);
    const int64_t low_sum = *low + low_part, high_sum = *high + high_part;
    *low = low_sum;
    *high = high_sum;
    return field == 0x7ffu;
  }

  __device__ static void carry(int64_t *mine, unsigned stride) {
    int64_t carried = 0;
    for (int limb = 0; limb < limbs - 1; limb++) {
      const int64_t sum = mine[limb * stride] + carried;
      carried = sum >> 48;
      mine[limb * stride] = sum & 0xffffffffffff;
    }
    mine[(limbs - 1) * stride] += carried;
  }
};

/* The block's limbs, summed over its threads, into the totals: halves of 32 bits apart, so that no sum overflows. */
template <class T> __device__ inline void add_to_totals(const int64_t *shared, ExactTotals *totals) {
  const unsigned lane = threadIdx.x % 32, warps = blockDim.x / 32;
  for (unsigned limb = threadIdx.x / 32; limb < Exact<T>::limbs; limb += warps) {
    int64_t low = 0, high = 0;
    for (unsigned i = lane; i < blockDim.x; i += 32) {
      const int64_t value = shared[limb * blockDim.x + i];
      low += value & 0xffffffff;
      high += value >> 32;
    }
    for (unsigned by = 16; by; by /= 2) {
      low += __shfl_down_sync(0xffffffffu, low, by);
      high += __shfl_down_sync(0xffffffffu, high, by);
    }
    if (lane == 0 && (low || high)) {
      atomicAdd(&totals->low[limb], static_cast<unsigned long long>(low));
      atomicAdd(&totals->high[limb], static_cast<unsigned long long>(high));
    }
  }
}

/* On the host. */
template <class T> inline UlpExact exact_of_totals(const ExactTotals &totals) {
  UlpExact exact = {};
  for (int limb = 0; limb < Exact<T>::limbs; limb++) {
    const int exponent = limb * Exact<T>::spacing + Exact<T>::unit;
    ulp_exact_state_add(&exact, static_cast<int64_t>(totals.low[limb] & 0xffffffff), exponent);
    ulp_exact_state_add(&exact, static_cast<int64_t>(totals.low[limb] >> 32), exponent + 32);
    ulp_exact_state_add(&exact, static_cast<int64_t>(totals.high[limb]), exponent + 32);
  }
  return exact;
}
