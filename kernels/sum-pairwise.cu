/* PAIRWISE: recursive halving with the smaller half on the left.
 *
 * All nodes of one depth have sizes floor(n / 2^depth) or one more. With D the first depth where the smaller size is at
 * most `leaf`, every node above it is split; a node at D is a run, or, where it has leaf + 1 elements, two. So the tree is
 * complete down to D: a thread takes one node there, and what follows are complete binary trees of neighbours. */
#include "kernels/sum.cuh"

constexpr unsigned kMaxThreads = 256, kWarp = 32;
constexpr uint64_t kElementsPerLaunch = uint64_t{1} << 28;

struct Node {
  uint64_t start, size;
};

__host__ __device__ inline Node child(Node node, unsigned right) {
  const uint64_t half = node.size / 2;
  return right ? Node{node.start + half, node.size - half} : Node{node.start, half};
}

/* The descendant whose path, from the top, is the `depth` low bits of `path`, the highest first. */
__host__ __device__ inline Node descend(Node node, uint64_t path, int depth) {
  for (int bit = depth - 1; bit >= 0; bit--)
    node = child(node, static_cast<unsigned>(path >> bit) & 1);
  return node;
}

template <UlpStep K, class T> __device__ inline UlpSum sum_of_run(const T *x, Node node) {
  constexpr int unroll = 16;
  UlpSum sum = ulp_sum_of(K, static_cast<double>(x[node.start]));
  const uint64_t end = node.start + node.size;
  uint64_t i = node.start + 1;
  for (; i + unroll <= end; i += unroll) {
    T element[unroll];
#pragma unroll
    for (int k = 0; k < unroll; k++)
      element[k] = x[i + k];
#pragma unroll
    for (int k = 0; k < unroll; k++)
      ulp_sum_add(K, &sum, static_cast<double>(element[k]));
  }
  for (; i < end; i++)
    ulp_sum_add(K, &sum, static_cast<double>(x[i]));
  return sum;
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

/* Block b: the 2^depth nodes, one a thread, under the node at `path` + b of depth `top`, into out[b]. */
template <UlpStep K, class T>
__global__ void __launch_bounds__(kMaxThreads)
    runs_kernel(const T *x, Node whole, uint64_t path, int top, int depth, uint64_t leaf, UlpSum *out) {
  __shared__ Node root;
  if (threadIdx.x == 0)
    root = descend(whole, path + blockIdx.x, top);
  __syncthreads();
  const Node node = descend(root, threadIdx.x, depth);
  UlpSum sum;
  if (node.size <= leaf) {
    sum = sum_of_run<K>(x, node);
  } else {
    sum = sum_of_run<K>(x, child(node, 0));
    ulp_sum_merge(K, &sum, sum_of_run<K>(x, child(node, 1)));
  }
  sum = neighbour_tree<K>(sum);
  if (threadIdx.x == 0)
    out[blockIdx.x] = sum;
}

/* Block b: the complete tree over in[b x threads ...]. */
template <UlpStep K> __global__ void __launch_bounds__(kMaxThreads) combine_kernel(const UlpSum *in, UlpSum *out) {
  const UlpSum sum = neighbour_tree<K>(in[static_cast<uint64_t>(blockIdx.x) * blockDim.x + threadIdx.x]);
  if (threadIdx.x == 0)
    out[blockIdx.x] = sum;
}

/* The complete tree over 2^depth accumulators at `from`, into *to; `spare` has room for 2^depth / 256. */
template <UlpStep K> static void combine(UlpSum *from, int depth, UlpSum *spare, UlpSum *to, cudaStream_t stream) {
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

double sum_pairwise(SumRun &run) {
  UlpSession *session = run.session;
  const uint64_t leaf = run.plan.leaf;
  const Node whole = {0, run.count};
  int depth = 0;
  while (run.count >> depth > leaf)
    depth++;
  const int in_block = depth < 8 ? depth : 8;
  /* One launch: 2^blocks blocks, which is a subtree; 2^subtrees launches. */
  int blocks = depth - in_block;
  while (blocks && run.count >> (depth - in_block - blocks) > kElementsPerLaunch)
    blocks--;
  const int subtrees = depth - in_block - blocks;

  UlpSum *sums = session->partials.need<UlpSum>((uint64_t{2} << blocks) + (uint64_t{2} << subtrees) + 1);
  UlpSum *spare = sums + (uint64_t{1} << blocks);
  UlpSum *tops = spare + (uint64_t{1} << blocks), *tops_spare = tops + (uint64_t{1} << subtrees);
  UlpSum *result = tops_spare + (uint64_t{1} << subtrees);
  with_types(run, [&](auto step, auto element) {
    using T = decltype(element);
    constexpr UlpStep K = decltype(step)::value;
    for (uint64_t subtree = 0; subtree >> subtrees == 0; subtree++) {
      Clock clock(session, runs_kernel<K, T>, combine_kernel<K>);
      runs_kernel<K><<<1u << blocks, 1u << in_block, 0, session->stream>>>(
          static_cast<const T *>(run.elements), whole, subtree << blocks, subtrees + blocks, in_block, leaf, sums);
      launched("runs_kernel");
      combine<K>(sums, blocks, spare, tops + subtree, session->stream);
      run.seconds += clock.stop();
      run.progress.advance(static_cast<double>(run.count) / static_cast<double>(uint64_t{1} << subtrees));
    }
    Clock clock(session, combine_kernel<K>);
    combine<K>(tops, subtrees, tops_spare, result, session->stream);
    run.seconds += clock.stop();
  });
  return read_value(run, result);
}
