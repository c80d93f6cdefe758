/* What the halving shapes, PAIRWISE and NUMPY, share on the device: nodes of the recursion, and complete binary trees over
 * neighbours.
 *
 * All nodes of one depth have about one size, and the leftmost is the smallest. With D the first depth where that is at most
 * a leaf, every node above D is split; so the tree is complete down to D, and what lies at D is a leaf or two. */
#pragma once

#include "kernels/sum.cuh"

constexpr unsigned kMaxThreads = 256, kWarp = 32;
constexpr uint64_t kElementsPerLaunch = uint64_t{1} << 28;

struct Node {
  uint64_t start, size;
};

__host__ __device__ inline Node child(UlpShape shape, Node node, unsigned right) {
  const uint64_t half = ulp_left_half(shape, node.size);
  return right ? Node{node.start + half, node.size - half} : Node{node.start, half};
}

/* The descendant whose path, from the top, is the `depth` low bits of `path`, the highest first. */
__host__ __device__ inline Node descend(UlpShape shape, Node node, uint64_t path, int depth) {
  for (int bit = depth - 1; bit >= 0; bit--)
    node = child(shape, node, static_cast<unsigned>(path >> bit) & 1);
  return node;
}

/* Neighbours 0 and 1, 2 and 3, ... of a block's threads (a power of two), then their sums, ...: thread 0 has the result. */
template <UlpStep K> __device__ inline UlpSum neighbour_tree(UlpSum sum) {
  __shared__ UlpSum shared[kMaxThreads / kWarp];
  const unsigned threads = blockDim.x;
  const unsigned lanes = threads < kWarp ? (1u << threads) - 1 : 0xffffffffu;
  for (unsigned by = 1; by < kWarp && by < threads; by *= 2)
    ulp_sum_merge(K, &sum, shuffle_down<K>(sum, by, kWarp, lanes));
  if (threads <= kWarp)
    return sum;
  if (threadIdx.x % kWarp == 0)
    shared[threadIdx.x / kWarp] = sum;
  __syncthreads();
  const unsigned warps = threads / kWarp;
  if (threadIdx.x < kWarp) {
    sum = shared[threadIdx.x % warps];
    for (unsigned by = 1; by < warps; by *= 2)
      ulp_sum_merge(K, &sum, shuffle_down<K>(sum, by));
  }
  return sum;
}

/* Block b: the complete tree over in[b x threads ...]. */
template <UlpStep K> __global__ void __launch_bounds__(kMaxThreads) combine_kernel(const UlpSum *in, UlpSum *out) {
  const UlpSum sum = neighbour_tree<K>(in[static_cast<uint64_t>(blockIdx.x) * blockDim.x + threadIdx.x]);
  if (threadIdx.x == 0)
    out[blockIdx.x] = sum;
}

/* The complete tree over 2^depth accumulators at `from`, into *to; `spare` has room for 2^depth / 256. */
template <UlpStep K> void combine(UlpSum *from, int depth, UlpSum *spare, UlpSum *to, cudaStream_t stream) {
  for (;;) {
    const int step = depth < 8 ? depth : 8;
    depth -= step;
    UlpSum *out = depth ? spare : to;
    combine_kernel<K><<<1u << depth, 1u << step, 0, stream>>>(from, out);
    launched("combine_kernel");
    if (!depth)
      return;
    spare = from;
    from = out;
  }
}

/* Depth D of the whole. */
inline int complete_depth(UlpShape shape, uint64_t count, uint64_t leaf) {
  int depth = 0;
  for (; count > leaf; depth++)
    count = ulp_left_half(shape, count);
  return depth;
}

/* Runs `launch(path, top, out)` for subtrees, each a block's 2^in_block nodes under the 2^blocks nodes at `top` from `path` on,
 * into out[0 .. 2^blocks), and combines what they give. The value of the whole. */
template <UlpStep K, class Kernel, class Launch>
double sum_subtrees(SumRun &run, int depth, int in_block, Kernel *kernel, Launch launch) {
  UlpSession *session = run.session;
  /* One launch: 2^blocks blocks, which is a subtree; 2^subtrees launches. */
  int blocks = depth - in_block;
  while (blocks && run.count >> (depth - in_block - blocks) > kElementsPerLaunch)
    blocks--;
  const int subtrees = depth - in_block - blocks;
  UlpSum *sums = session->partials.need<UlpSum>((uint64_t{2} << blocks) + (uint64_t{2} << subtrees) + 1);
  UlpSum *spare = sums + (uint64_t{1} << blocks);
  UlpSum *tops = spare + (uint64_t{1} << blocks), *tops_spare = tops + (uint64_t{1} << subtrees);
  UlpSum *result = tops_spare + (uint64_t{1} << subtrees);
  for (uint64_t subtree = 0; subtree >> subtrees == 0; subtree++) {
    Clock clock(session, kernel, combine_kernel<K>);
    launch(1u << blocks, subtree << blocks, subtrees + blocks, sums);
    combine<K>(sums, blocks, spare, tops + subtree, session->stream);
    run.seconds += clock.stop();
    run.progress.advance(static_cast<double>(run.count) / static_cast<double>(uint64_t{1} << subtrees));
  }
  Clock clock(session, combine_kernel<K>);
  combine<K>(tops, subtrees, tops_spare, result, session->stream);
  run.seconds += clock.stop();
  return read_value(run, result);
}
