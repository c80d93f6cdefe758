/* The lanes of STRIDED and WARPS, for the kernels that end in different ways. */
#pragma once

#include "kernels/sum.cuh"

/* Elements [first, end), `first` a multiple of the lanes. */
struct Rounds {
  uint64_t first, end;
  bool last;
};

/* One launch: `state` (one accumulator a lane) is read unless these are the first rounds, and written unless they are the last.
 * NULL where one launch does all. */
struct StridedLaunch {
  unsigned grid, threads, block;
  bool warps;
  Rounds rounds;
  UlpSum *state;
  Sink sink;
};

/* The last rounds of LAST_BLOCK and TICKETS; seconds. */
double launch_merging(const SumRun &run, const StridedLaunch &launch);

/* A lane's chain over its elements; an idle one stays zero. */
template <UlpStep K, class T>
__device__ inline UlpSum lane_sum(const T *x, Rounds rounds, uint64_t lane, uint64_t lanes, bool idle,
                                  const UlpSum *state) {
  constexpr int unroll = 8;
  const uint64_t end = idle ? 0 : rounds.end;
  UlpSum sum = rounds.first && !idle ? state[lane] : ulp_sum_zero();
  uint64_t i = rounds.first + lane;
  for (; i + (unroll - 1) * lanes < end; i += unroll * lanes) {
    T element[unroll];
#pragma unroll
    for (int k = 0; k < unroll; k++)
      element[k] = x[i + k * lanes];
#pragma unroll
    for (int k = 0; k < unroll; k++)
      ulp_sum_add(K, &sum, static_cast<double>(element[k]));
  }
  for (; i < end; i += lanes)
    ulp_sum_add(K, &sum, static_cast<double>(x[i]));
  return sum;
}
