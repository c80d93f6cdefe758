/* Kernels that make elements through the same lines as the host (core/input/generate-element.h), as Element::common and
 * Element::rare.
 *
 * A launch makes elements whose indices have the same upper 32 bits; a thread stores 16 bytes at once. Where a generator
 * is split, a warp first runs the common way for all elements of a tile, then the rare one for those that need it, 32 at
 * a time: otherwise nearly every warp would run both ways for all its lanes. */
#pragma once

#include "core/input/generate-element.h"

constexpr unsigned kThreads = 128, kWarps = kThreads / 32;
constexpr unsigned kTile = 32 * 32;             /* elements of a warp's tile: 32 of each lane */
constexpr unsigned kTogether = 4;               /* elements that a thread works on at the same time */
constexpr uint64_t kLaunch = uint64_t(1) << 31; /* at most, so that 32 bits count them */

/* -- the two ways of a generator ---------------------------------------------------------------------------------- */

template <UlpGenerator G> struct Element;

#define ELEMENT_SPLIT_0(id)                                                                                            \
  static constexpr bool split = false;                                                                                 \
  __device__ static bool common(const UlpGenerateJob &job, uint64_t index, UlpBits *bits) {                            \
    *bits = ulp_generate_##id(&job, index);                                                                            \
    return true;                                                                                                       \
  }
#define ELEMENT_SPLIT_1(id)                                                                                            \
  static constexpr bool split = true;                                                                                  \
  __device__ static bool common(const UlpGenerateJob &job, uint64_t index, UlpBits *bits) {                            \
    return ulp_generate_##id##_common(&job, index, bits);                                                              \
  }                                                                                                                    \
  __device__ static UlpBits rare(const UlpGenerateJob &job, uint64_t index) {                                          \
    return ulp_generate_##id##_rare(&job, index);                                                                      \
  }
#define ULP_GENERATOR(id, ID, title, help)                                                                             \
  template <> struct Element<ULP_GENERATOR_##ID> { ULP_BY_SPLIT(ELEMENT_SPLIT, ID)(id) };
#include "core/input/generators.def"
#undef ULP_GENERATOR

/* -- kernels ------------------------------------------------------------------------------------------------------ */

template <class Word> struct alignas(16) Group {
  static constexpr unsigned size = 16 / sizeof(Word);
  Word word[size];
};

/* Elements of one launch: [first group's first element, + count) of the array whose indices have this upper half. */
template <class Word> struct Span {
  Word *out; /* of the first element; on 16 bytes */
  uint32_t upper, first_group, count;

  /* Counted in groups so that the lowest bits of `k`, where it is constant, are those of the index. */
  __device__ uint64_t index(uint32_t group, unsigned k) const {
    return uint64_t(upper) << 32 | ((first_group + group) * Group<Word>::size + k);
  }
  __device__ void store(uint32_t group, const Group<Word> &values) const {
    const uint32_t at = group * Group<Word>::size;
    if (at + Group<Word>::size <= count)
      *reinterpret_cast<Group<Word> *>(out + at) = values;
    else
      for (unsigned k = 0; k < Group<Word>::size && at + k < count; k++)
        out[at + k] = values.word[k];
  }
};

/* Generator and format are constants of an instance, so that one way through the element's lines remains. */
template <UlpFormat F> __device__ UlpGenerateJob fixed(const UlpGenerateJob &job) {
  UlpGenerateJob mine = job;
  mine.format = F;
  return mine;
}

template <UlpGenerator G, UlpFormat F, class Word>
__device__ void run_whole(const UlpGenerateJob &given, const Span<Word> &span) {
  const UlpGenerateJob job = fixed<F>(given);
  const uint32_t groups = (span.count + Group<Word>::size - 1) / Group<Word>::size, step = gridDim.x * kThreads;
  for (uint32_t group = blockIdx.x * kThreads + threadIdx.x; group < groups; group += step) {
    Group<Word> values;
#pragma unroll
    for (unsigned k = 0; k < Group<Word>::size; k++) {
      UlpBits bits;
      Element<G>::common(job, span.index(group, k), &bits);
      values.word[k] = static_cast<Word>(bits);
    }
    span.store(group, values);
  }
}

template <class Word> struct Tile {
  Group<Word> group[kTile / Group<Word>::size];
  uint16_t rare[kTile];
};

/* Lists the tile's elements whose bit is set, those of lower lanes first; how many the warp has. */
__device__ unsigned list_rare(uint16_t *list, unsigned lane, uint32_t bits) {
  unsigned upto = __popc(bits); /* of this lane and those below */
  for (unsigned distance = 1; distance < 32; distance *= 2) {
    const unsigned below = __shfl_up_sync(~0u, upto, distance);
    upto += lane >= distance ? below : 0;
  }
  for (uint16_t *next = list + upto - __popc(bits); bits; bits &= bits - 1)
    *next++ = static_cast<uint16_t>(32 * (__ffs(bits) - 1) + lane);
  return __shfl_sync(~0u, upto, 31);
}

template <UlpGenerator G, UlpFormat F, class Word>
__device__ void run_split(const UlpGenerateJob &given, const Span<Word> &span) {
  constexpr unsigned tile_groups = kTile / Group<Word>::size;
  __shared__ Tile<Word> tiles[kWarps];
  const UlpGenerateJob job = fixed<F>(given);
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  Tile<Word> &tile = tiles[warp];
  Word *const words = tile.group[0].word;
  const uint32_t n_tiles = (span.count + kTile - 1) / kTile, step = gridDim.x * kWarps;
  for (uint32_t number = blockIdx.x * kWarps + warp; number < n_tiles; number += step) {
    const uint32_t first_group = number * tile_groups;
    uint32_t rare = 0; /* bit i: the lane's element i */
    for (unsigned i = 0; i < kTile / 32; i += kTogether)
#pragma unroll
      for (unsigned k = 0; k < kTogether; k++) {
        UlpBits bits;
        const unsigned at = 32 * (i + k) + lane;
        if (!Element<G>::common(job, span.index(first_group, at), &bits))
          rare |= 1u << (i + k);
        words[at] = static_cast<Word>(bits);
      }
    const unsigned n_rare = list_rare(tile.rare, lane, rare);
    __syncwarp();
    for (unsigned i = lane; i < n_rare; i += 32) {
      const unsigned at = tile.rare[i];
      words[at] = static_cast<Word>(Element<G>::rare(job, span.index(first_group, at)));
    }
    __syncwarp();
    for (unsigned group = lane; group < tile_groups; group += 32)
      span.store(first_group + group, tile.group[group]);
    __syncwarp();
  }
}

template <UlpGenerator G, UlpFormat F, class Word>
__global__ void __launch_bounds__(kThreads)
    generate_kernel(const __grid_constant__ UlpGenerateJob job, const __grid_constant__ Span<Word> span) {
  if constexpr (Element<G>::split)
    run_split<G, F>(job, span);
  else
    run_whole<G, F>(job, span);
}

/* The kernel of a job; NULL where there is no such generator. */
template <UlpFormat F, class Word> auto find_generate_kernel(UlpGenerator generator) {
  decltype(&generate_kernel<ULP_GENERATOR_CONSTANT, F, Word>) kernel = nullptr;
  switch (generator) {
#define ULP_GENERATOR(id, ID, title, help)                                                                             \
  case ULP_GENERATOR_##ID:                                                                                             \
    kernel = generate_kernel<ULP_GENERATOR_##ID, F, Word>;                                                             \
    break;
#include "core/input/generators.def"
#undef ULP_GENERATOR
  default:
    break;
  }
  return kernel;
}

/* Elements [first, first + count) of `array`, on 16 bytes: `first` is a multiple of kTile, no index has another upper half
 * than it, and there are at most kLaunch. */
template <class Word> Span<Word> make_span(Word *array, uint64_t first, uint64_t count) {
  return {array + first, static_cast<uint32_t>(first >> 32), static_cast<uint32_t>(first) / Group<Word>::size,
          static_cast<uint32_t>(count)};
}

/* Blocks for that many elements, where `room` run at once. */
inline unsigned generate_blocks(uint64_t count, uint64_t room) {
  constexpr uint64_t block = kWarps * kTile;
  const uint64_t needed = (count + block - 1) / block;
  return static_cast<unsigned>(needed < room ? needed : room);
}
