/* PAIRWISE down to single elements: a warp takes 512 neighbouring nodes of one or two elements each, eight rows of 64, a lane two
 * neighbours of each row, and goes from global memory to one sum in registers. */
#pragma once

#include "kernels/halving.cuh"

constexpr unsigned kRowsWarps = 4, kRows = 8, kRowsTurns = 8;
constexpr int kRowsTurnsDepth = 3, kRowsDepth = 12; /* of a warp's turns, and of its nodes, under its root */
static_assert(kRowsTurns == 1 << kRowsTurnsDepth && kRowsTurns * kRows * 2 * kWarp == 1 << kRowsDepth,
              "a warp's nodes");

/* What lanes `by` apart have of a node, put together in their order. */
template <UlpStep K> __device__ inline UlpSum joined(UlpSum own, UlpSum got, bool right) {
  UlpSum left = chosen<K>(right, got, own);
  ulp_sum_merge(K, &left, chosen<K>(right, own, got));
  return left;
}

template <UlpStep K> __device__ inline UlpSum shuffle_across(UlpSum sum, unsigned by) {
#pragma unroll
  for (int word = 0; word < ulp_step_words(K); word++) {
    if (ulp_step_is_fp64(K))
      sum.d[word] = __shfl_xor_sync(0xffffffffu, sum.d[word], by);
    else
      sum.f[word] = __shfl_xor_sync(0xffffffffu, sum.f[word], by);
  }
  return sum;
}

/* The tree over a warp's rows. First neighbouring lanes of a row: a lane goes on with one of two rows and hands over the other,
 * until each lane has one row, which its three lowest bits name. */
template <UlpStep K> __device__ inline UlpSum tree_of_rows(UlpSum *sum) {
#pragma unroll
  for (unsigned by = 1; by < kRows; by *= 2) {
    const bool right = threadIdx.x & by;
#pragma unroll
    for (unsigned row = 0; row < kRows; row += 2 * by) {
      const UlpSum got = shuffle_across<K>(chosen<K>(right, sum[row], sum[row + by]), by);
      sum[row] = joined<K>(chosen<K>(right, sum[row + by], sum[row]), got, right);
    }
  }
  UlpSum all = sum[0];
  for (unsigned by = kRows; by < kWarp; by *= 2)
    all = joined<K>(all, shuffle_across<K>(all, by), threadIdx.x & by);
  for (unsigned by = 1; by < kRows; by *= 2)
    all = joined<K>(all, shuffle_across<K>(all, by), threadIdx.x & by);
  return all;
}

/* The sum of the 512 nodes under a root of 512 to 1024 elements. Node j has two of them where size + (the bits of j reversed) is
 * 1024 or more, since a left half has floor(n / 2) and a right one floor((n + 1) / 2). */
template <UlpStep K, class T> __device__ inline UlpSum sum_of_rows(const T *x, unsigned size) {
  constexpr unsigned together = 4; /* rows whose elements are on their way at once */
  const unsigned lane = threadIdx.x % kWarp, before = (1u << lane) - 1;
  const unsigned reversed = __brev(lane) >> 27 << 3;
  unsigned base = 0;
  UlpSum sum[kRows];
#pragma unroll
  for (unsigned from = 0; from < kRows; from += together) {
    T element[together][4];
    unsigned more[together]; /* bit 0: the first node has two elements, bit 1: the second */
#pragma unroll
    for (unsigned k = 0; k < together; k++) {
      const unsigned row = from + k, low = reversed + ((row & 1) << 2 | (row & 2) | (row & 4) >> 2);
      const bool first = size + low >= 1024, second = size + low + 256 >= 1024;
      const unsigned firsts = __ballot_sync(0xffffffffu, first), seconds = __ballot_sync(0xffffffffu, second);
      const T *own = x + base + 2 * lane + __popc(firsts & before) + __popc(seconds & before);
      base += 2 * kWarp + __popc(firsts) + __popc(seconds);
      more[k] = first | second << 1;
      element[k][0] = own[0];
      element[k][1] = own[1];
      if (first || second)
        element[k][2] = own[2];
      if (first && second)
        element[k][3] = own[3];
    }
#pragma unroll
    for (unsigned k = 0; k < together; k++) {
      UlpSum left = ulp_sum_of(K, static_cast<double>(element[k][0]));
      UlpSum right = ulp_sum_of(K, static_cast<double>(more[k] & 1 ? element[k][2] : element[k][1]));
      if (more[k] & 1)
        ulp_sum_merge(K, &left, ulp_sum_of(K, static_cast<double>(element[k][1])));
      if (more[k] & 2)
        ulp_sum_merge(K, &right, ulp_sum_of(K, static_cast<double>(more[k] & 1 ? element[k][3] : element[k][2])));
      ulp_sum_merge(K, &left, right);
      sum[from + k] = left;
    }
  }
  return tree_of_rows<K>(sum);
}

/* Of `roots` at `path` + i of depth `top`, the tree over the 4096 nodes below each, a warp's, into out[i]. */
template <UlpStep K, class T>
__global__ void __launch_bounds__(kRowsWarps *kWarp)
    rows_kernel(const T *x, Node whole, unsigned roots, uint64_t path, int top, UlpSum *out) {
  const unsigned lane = threadIdx.x % kWarp, root = blockIdx.x * kRowsWarps + threadIdx.x / kWarp;
  if (root >= roots)
    return;
  const Node own =
      descend(ULP_SHAPE_PAIRWISE, whole, (path + root) * kRowsTurns + lane % kRowsTurns, top + kRowsTurnsDepth);
  UlpSum sum = ulp_sum_zero();
#pragma unroll 1
  for (unsigned turn = 0; turn < kRowsTurns; turn++) {
    const uint64_t start = __shfl_sync(0xffffffffu, own.start, static_cast<int>(turn));
    const uint64_t size = __shfl_sync(0xffffffffu, own.size, static_cast<int>(turn));
    const UlpSum rows = sum_of_rows<K>(x + start, static_cast<unsigned>(size));
    sum = chosen<K>(lane == turn, rows, sum);
  }
  for (unsigned by = 1; by < kRowsTurns; by *= 2)
    ulp_sum_merge(K, &sum, shuffle_down<K>(sum, by));
  if (lane == 0)
    out[root] = sum;
}
