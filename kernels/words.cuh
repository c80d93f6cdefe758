/* Elements that lie together in memory, as the words that a thread loads and stores them in. */
#pragma once

#include "kernels/convert.cuh"

#include <type_traits>

/* COUNT elements of BITS bits each that lie together, as the words that they are loaded and stored in. */
template <int BITS, int COUNT> struct Words {
  static constexpr int bytes = BITS * COUNT / 8;
  using Unit = std::conditional_t<bytes % 4 == 0, uint32_t, std::conditional_t<bytes % 2 == 0, uint16_t, uint8_t>>;
  static constexpr bool is_power = (bytes & (bytes - 1)) == 0; /* others go unit by unit */
  static constexpr int per_load = !is_power ? sizeof(Unit) : bytes < 16 ? bytes : 16, n_loads = bytes / per_load;
  static constexpr int unit_bits = 8 * sizeof(Unit);
  using Load = Pack<Unit, per_load / static_cast<int>(sizeof(Unit))>;
  union {
    Load load[n_loads];
    Unit unit[bytes / sizeof(Unit)];
  };

  __device__ uint32_t low(int i) const {
    if constexpr (BITS == 64)
      return unit[2 * i];
    else if constexpr (BITS == 32)
      return unit[i];
    else
      return (unit[i * BITS / unit_bits] >> (i * BITS % unit_bits) |
              (i * BITS % unit_bits + BITS > unit_bits
                   ? static_cast<uint32_t>(unit[(i + 1) * BITS / unit_bits]) << (unit_bits - i * BITS % unit_bits)
                   : 0)) &
             ((1u << BITS) - 1);
  }
  __device__ void set(int i, uint32_t bits) { /* in order, each once */
    if constexpr (BITS >= 32)
      unit[i] = bits;
    else if (i * BITS % unit_bits == 0)
      unit[i * BITS / unit_bits] = static_cast<Unit>(bits);
    else {
      unit[i * BITS / unit_bits] |= static_cast<Unit>(bits << (i * BITS % unit_bits));
      if (i * BITS % unit_bits + BITS > unit_bits) /* the next one begins with the rest of it */
        unit[(i + 1) * BITS / unit_bits] = static_cast<Unit>(bits >> (unit_bits - i * BITS % unit_bits));
    }
  }
};

template <int BITS>
using Element =
    std::conditional_t<BITS == 64, uint64_t,
                       std::conditional_t<BITS == 32, uint32_t, std::conditional_t<BITS == 16, uint16_t, uint8_t>>>;

template <int BITS> __device__ inline uint64_t load_bits(const void *in, uint64_t i) {
  if constexpr (BITS < 8)
    return static_cast<const uint8_t *>(in)[i / 2] >> (i % 2 * BITS) & ((1u << BITS) - 1);
  else
    return static_cast<const Element<BITS> *>(in)[i];
}

/* In order: of two elements in a byte the first clears it. */
template <int BITS> __device__ inline void store_bits(void *out, uint64_t i, uint64_t bits) {
  if constexpr (BITS < 8) {
    uint8_t *byte = static_cast<uint8_t *>(out) + i / 2;
    *byte = static_cast<uint8_t>(i % 2 ? *byte | bits << BITS : bits);
  } else {
    static_cast<Element<BITS> *>(out)[i] = static_cast<Element<BITS>>(bits);
  }
}

/* The elements of one part; `aligned`: `in` is, for a load. */
template <int BITS, int COUNT>
__device__ inline void load_part(Words<BITS, COUNT> &words, const void *in, uint64_t part, bool aligned) {
  using Words = Words<BITS, COUNT>;
  if (aligned || BITS < 8) {
    const auto *from = static_cast<const typename Words::Load *>(in) + part * Words::n_loads;
#pragma unroll
    for (int k = 0; k < Words::n_loads; k++)
      words.load[k] = from[k];
    return;
  }
  constexpr int elements = BITS == 64 ? 2 * COUNT : COUNT;
  const auto *from = static_cast<const Element<BITS == 64 ? 32 : BITS> *>(in) + part * elements;
#pragma unroll
  for (int i = 0; i < elements; i++)
    words.set(i, from[i]);
}
