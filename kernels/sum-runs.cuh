/* Runs of consecutive elements, each summed in order, one a lane: a warp brings pieces of its 32 runs into shared memory, a run's
 * piece by neighbouring lanes, while each lane adds up its own piece of before. */
#pragma once

#include "kernels/halving.cuh"

#include <cuda_pipeline.h>

constexpr unsigned kRunWarps = 2, kRunStages = 4;

/* A piece is 128 bytes; a place is left out behind each, so that no two lanes meet in a bank. */
template <class T> struct RunStages {
  static constexpr unsigned piece = 128 / sizeof(T), stride = piece + 1;
  T place[kRunStages][kWarp * stride];
};

/* Of elements first ... first + size of x, size at least 1: those below `split` in order, then those behind it, and both together;
 * split = size where there is one part. All lanes of a warp together, each its own; size 0 for none. */
template <UlpStep K, class T>
__device__ inline UlpSum sum_of_lane_run(const T *x, unsigned first, unsigned size, unsigned split,
                                         RunStages<T> &stages) {
  constexpr unsigned kPiece = RunStages<T>::piece, kStride = RunStages<T>::stride, together = kWarp / kPiece;
  const unsigned lane = threadIdx.x % kWarp, part = lane / kPiece, own = lane % kPiece;
  unsigned longest = size;
  for (unsigned by = 1; by < kWarp; by *= 2) {
    const unsigned other = __shfl_xor_sync(0xffffffffu, longest, static_cast<int>(by));
    longest = other > longest ? other : longest;
  }
  const unsigned pieces = (longest + kPiece - 1) / kPiece;
  const auto bring = [&](unsigned piece) {
    const unsigned i = piece * kPiece + own;
    T *const to = stages.place[piece % kRunStages] + part * kStride + own;
#pragma unroll
    for (unsigned run = 0; run < kWarp; run += together) {
      const unsigned from = __shfl_sync(0xffffffffu, first, static_cast<int>(run + part));
      if (i < __shfl_sync(0xffffffffu, size, static_cast<int>(run + part)))
        __pipeline_memcpy_async(to + run * kStride, x + from + i, sizeof(T));
    }
    __pipeline_commit();
  };
  for (unsigned piece = 0; piece < kRunStages - 1; piece++)
    bring(piece);
  UlpSum sum = ulp_sum_zero(), left = sum;
  for (unsigned piece = 0; piece < pieces; piece++) {
    bring(piece + kRunStages - 1);
    __pipeline_wait_prior(kRunStages - 1);
    __syncwarp();
    const T *const mine = stages.place[piece % kRunStages] + lane * kStride;
    const unsigned from = piece * kPiece;
    if (from && from + kPiece <= size && (split <= from || split >= from + kPiece)) {
      if (split == from) {
        left = sum;
        sum = ulp_sum_of(K, static_cast<double>(mine[0]));
      } else {
        ulp_sum_add(K, &sum, static_cast<double>(mine[0]));
      }
#pragma unroll
      for (unsigned k = 1; k < kPiece; k++)
        ulp_sum_add(K, &sum, static_cast<double>(mine[k]));
    } else {
      for (unsigned i = from; i < from + kPiece && i < size; i++) {
        if (i == split)
          left = sum;
        if (i == 0 || i == split)
          sum = ulp_sum_of(K, static_cast<double>(mine[i - from]));
        else
          ulp_sum_add(K, &sum, static_cast<double>(mine[i - from]));
      }
    }
    __syncwarp();
  }
  if (split >= size)
    return sum;
  ulp_sum_merge(K, &left, sum);
  return left;
}
