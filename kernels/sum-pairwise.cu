/* PAIRWISE: recursive halving with the smaller half on the left. A thread takes one node at depth D (halving.cuh): a run, or,
 * where it has leaf + 1 elements, two; or, down to single elements, the four levels above D. RUNS: a thread takes a run. */
#include "kernels/halving.cuh"

/* Block b: the 2^depth nodes, one a thread, under the node at `path` + b of depth `top`, into out[b]. */
template <UlpStep K, class T>
__global__ void __launch_bounds__(kMaxThreads)
    runs_kernel(const T *x, Node whole, uint64_t path, int top, int depth, uint64_t leaf, UlpSum *out) {
  __shared__ Node root;
  if (threadIdx.x == 0)
    root = descend(ULP_SHAPE_PAIRWISE, whole, path + blockIdx.x, top);
  __syncthreads();
  const Node node = descend(ULP_SHAPE_PAIRWISE, root, threadIdx.x, depth);
  UlpSum sum;
  if (node.size <= leaf) {
    sum = sum_of_run<K>(x, node);
  } else {
    sum = sum_of_run<K>(x, child(ULP_SHAPE_PAIRWISE, node, 0));
    ulp_sum_merge(K, &sum, sum_of_run<K>(x, child(ULP_SHAPE_PAIRWISE, node, 1)));
  }
  sum = neighbour_tree<K>(sum);
  if (threadIdx.x == 0)
    out[blockIdx.x] = sum;
}

/* ---- staged: the elements of a block's nodes are read in order into shared memory first ---- */

constexpr unsigned kStaged = 4352, kStageThreads = 128, kLeaves = 16;

/* One word in 33 is left out, so that threads which read runs side by side meet in few banks. */
__device__ inline unsigned staged(unsigned i) { return i + i / kWarp; }

template <UlpStep K, class T> __device__ inline UlpSum sum_of_staged(const T *stage, unsigned first, unsigned size) {
  UlpSum sum = ulp_sum_of(K, static_cast<double>(stage[staged(first)]));
#pragma unroll 8
  for (unsigned i = 1; i < size; i++)
    ulp_sum_add(K, &sum, static_cast<double>(stage[staged(first + i)]));
  return sum;
}

/* The tree over 16 to 32 elements down to single ones: of its 16 nodes at depth 4, node j has (size + reversed bits of j) / 16
 * elements, since a left half has floor(n / 2) of them and a right one floor((n + 1) / 2). */
template <UlpStep K, class T> __device__ inline UlpSum sum_of_sixteen(const T *stage, unsigned first, unsigned size) {
  UlpSum sum[kLeaves];
#pragma unroll
  for (unsigned j = 0; j < kLeaves; j++) {
    const unsigned reversed = (j & 1) << 3 | (j & 2) << 1 | (j & 4) >> 1 | (j & 8) >> 3;
    sum[j] = ulp_sum_of(K, static_cast<double>(stage[staged(first)]));
    if (size + reversed >= 2 * kLeaves)
      ulp_sum_merge(K, &sum[j], ulp_sum_of(K, static_cast<double>(stage[staged(first + 1)])));
    first += (size + reversed) / kLeaves;
  }
#pragma unroll
  for (unsigned by = 1; by < kLeaves; by *= 2) {
#pragma unroll
    for (unsigned j = 0; j < kLeaves; j += 2 * by)
      ulp_sum_merge(K, &sum[j], sum[j + by]);
  }
  return sum[0];
}

/* Block b: the 2^depth nodes, one a thread, under the node at `path` + b of depth `top`, into out[b]. `sixteen`: nodes of 16 to
 * 32 elements, four levels above the last. */
template <UlpStep K, class T>
__global__ void __launch_bounds__(kStageThreads)
    staged_kernel(const T *x, Node whole, uint64_t path, int top, int depth, uint64_t leaf, bool sixteen, UlpSum *out) {
  __shared__ T stage[kStaged + kStaged / kWarp];
  __shared__ Node root;
  __shared__ UlpSum warps[kStageThreads / kWarp];
  if (threadIdx.x == 0)
    root = descend(ULP_SHAPE_PAIRWISE, whole, path + blockIdx.x, top);
  __syncthreads();
  const T *elements = x + root.start;
  const unsigned size = static_cast<unsigned>(root.size), nodes = 1u << depth;
#pragma unroll 8
  for (unsigned i = threadIdx.x; i < size; i += kStageThreads)
    stage[staged(i)] = elements[i];
  __syncthreads();
  UlpSum sum = ulp_sum_zero();
  if (threadIdx.x < nodes) {
    const Node node = descend(ULP_SHAPE_PAIRWISE, root, threadIdx.x, depth);
    const unsigned first = static_cast<unsigned>(node.start - root.start), own = static_cast<unsigned>(node.size);
    if (sixteen) {
      sum = sum_of_sixteen<K>(stage, first, own);
    } else if (own <= leaf) {
      sum = sum_of_staged<K>(stage, first, own);
    } else {
      sum = sum_of_staged<K>(stage, first, own / 2);
      ulp_sum_merge(K, &sum, sum_of_staged<K>(stage, first + own / 2, own - own / 2));
    }
  }
  __syncwarp();
  for (unsigned by = 1; by < kWarp && by < nodes; by *= 2)
    ulp_sum_merge(K, &sum, shuffle_down<K>(sum, by));
  if (threadIdx.x % kWarp == 0)
    warps[threadIdx.x / kWarp] = sum;
  __syncthreads();
  if (threadIdx.x != 0)
    return;
  for (unsigned by = 1; by < nodes / kWarp; by *= 2)
    for (unsigned warp = 0; warp < nodes / kWarp; warp += 2 * by)
      ulp_sum_merge(K, &warps[warp], warps[warp + by]);
  out[blockIdx.x] = warps[0];
}

/* Depth of the nodes that threads take. */
struct Staging {
  int depth, in_block;
  bool sixteen;
};

/* What a block's nodes have fits its memory: in_block is negative where not even one does. */
static Staging find_staging(int depth, uint64_t leaf) {
  const bool sixteen = leaf == 1 && depth >= 4;
  const uint64_t largest = sixteen ? 2 * kLeaves : leaf + 1;
  Staging staging = {sixteen ? depth - 4 : depth, -1, sixteen};
  while (staging.in_block < 7 && staging.in_block < staging.depth &&
         largest << (staging.in_block + 1) <= uint64_t{kStaged})
    staging.in_block++;
  return staging;
}

double sum_pairwise(SumRun &run) {
  const uint64_t leaf = run.plan.leaf;
  const Node whole = {0, run.count};
  const int depth = complete_depth(ULP_SHAPE_PAIRWISE, run.count, leaf);
  const Staging staging = find_staging(depth, leaf);
  return with_types(run, [&](auto step, auto element) {
    using T = decltype(element);
    constexpr UlpStep K = decltype(step)::value;
    const T *x = static_cast<const T *>(run.elements);
    const cudaStream_t stream = run.session->stream;
    if (staging.in_block >= 0) {
      const auto launch = [&](unsigned blocks, uint64_t path, int top, UlpSum *out) {
        staged_kernel<K>
            <<<blocks, kStageThreads, 0, stream>>>(x, whole, path, top, staging.in_block, leaf, staging.sixteen, out);
        launched("staged_kernel");
      };
      return sum_subtrees<K>(run, staging.depth, staging.in_block, staged_kernel<K, T>, launch);
    }
    const int in_block = depth < 8 ? depth : 8;
    const auto launch = [&](unsigned blocks, uint64_t path, int top, UlpSum *out) {
      runs_kernel<K><<<blocks, 1u << in_block, 0, stream>>>(x, whole, path, top, in_block, leaf, out);
      launched("runs_kernel");
    };
    return sum_subtrees<K>(run, depth, in_block, runs_kernel<K, T>, launch);
  });
}

/* ---- RUNS ---- */

/* Partials [first, end) into the sink, from index 0. */
template <UlpStep K, class T>
__global__ void __launch_bounds__(kMaxThreads)
    partial_runs_kernel(const T *x, uint64_t count, uint64_t first, uint64_t end, uint64_t leaf, Sink sink) {
  const uint64_t partial = first + static_cast<uint64_t>(blockIdx.x) * kMaxThreads + threadIdx.x;
  if (partial >= end)
    return;
  const uint64_t start = partial * leaf, size = count - start < leaf ? count - start : leaf;
  put_partial<K>(sink, partial - first, sum_of_run<K>(x, Node{start, size}));
}

double sum_runs(SumRun &run) {
  const uint64_t leaf = run.plan.leaf, partials = ulp_plan_partials(&run.plan, run.count);
  /* Of one launch; the longest runs there can be take a thread well below 50 ms. */
  const uint64_t most = kElementsPerLaunch / leaf, chunk = most < Merge::kChunk ? most : Merge::kChunk;
  const uint64_t at_once = chunk < 256 ? 256 : chunk / 256 * 256; /* a multiple of the merge's lanes */
  Merge merge(run, partials);
  for (uint64_t first = 0; first < partials; first += at_once) {
    const uint64_t end = partials - first < at_once ? partials : first + at_once;
    with_types(run, [&](auto step, auto element) {
      using T = decltype(element);
      const auto kernel = partial_runs_kernel<decltype(step)::value, T>;
      const unsigned blocks = static_cast<unsigned>((end - first + kMaxThreads - 1) / kMaxThreads);
      Clock clock(run.session, kernel);
      kernel<<<blocks, kMaxThreads, 0, run.session->stream>>>(static_cast<const T *>(run.elements), run.count, first,
                                                              end, leaf, merge.sink());
      launched("partial_runs_kernel");
      run.seconds += clock.stop();
    });
    merge.take(end - first);
    run.progress.advance(static_cast<double>((end - first) * leaf));
  }
  return merge.value();
}
