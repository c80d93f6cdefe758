/* PAIRWISE: recursive halving with the smaller half on the left. Nodes at depth D (halving.cuh) are runs, or, where they have
 * leaf + 1 elements, two: a lane takes one, a warp 32 neighbours. Short ones are staged: a thread takes one from shared memory.
 * Down to single elements they are rows. RUNS: a lane takes a run. */
#include "kernels/sum-pairwise-rows.cuh"
#include "kernels/sum-runs.cuh"

/* Of `roots` at `path` + b of depth `top`, the 2^depth nodes below each, one a lane of a warp, into out[b]. */
template <UlpStep K, class T>
__global__ void __launch_bounds__(kRunWarps *kWarp)
    runs_kernel(const T *x, Node whole, unsigned roots, uint64_t path, int top, int depth, unsigned leaf, UlpSum *out) {
  extern __shared__ __align__(16) char memory[];
  const unsigned warp = threadIdx.x / kWarp, lane = threadIdx.x % kWarp, nodes = 1u << depth;
  const unsigned index = blockIdx.x * kRunWarps + warp;
  if (index >= roots)
    return;
  const Node root = descend(ULP_SHAPE_PAIRWISE, whole, path + index, top);
  const Node node = lane < nodes ? descend(ULP_SHAPE_PAIRWISE, root, lane, depth) : Node{root.start, 0};
  const unsigned size = static_cast<unsigned>(node.size);
  UlpSum sum = sum_of_lane_run<K>(x + root.start, static_cast<unsigned>(node.start - root.start), size,
                                  size <= leaf ? size : size / 2, reinterpret_cast<RunStages<T> *>(memory)[warp]);
  for (unsigned by = 1; by < nodes; by *= 2)
    ulp_sum_merge(K, &sum, shuffle_down<K>(sum, by));
  if (lane == 0)
    out[index] = sum;
}

/* ---- staged: the elements of a block's nodes are read in order into shared memory first ---- */

constexpr unsigned kStaged = 4352, kStageThreads = 128;
constexpr unsigned kStagePlaces = kStaged + kStaged / kWarp;

/* One word in 33 is left out, so that threads which read runs side by side meet in few banks. */
__device__ inline unsigned staged(unsigned i) { return i + i / kWarp; }

template <UlpStep K, class T> __device__ inline UlpSum sum_of_staged(const T *stage, unsigned first, unsigned size) {
  UlpSum sum = ulp_sum_of(K, static_cast<double>(stage[staged(first)]));
#pragma unroll 8
  for (unsigned i = 1; i < size; i++)
    ulp_sum_add(K, &sum, static_cast<double>(stage[staged(first + i)]));
  return sum;
}

/* The node of thread `path` among 2^depth under a root of `size` elements, relative to it. */
__device__ inline uint2 descend_in_block(unsigned size, unsigned path, int depth) {
  unsigned first = 0;
  for (int bit = depth - 1; bit >= 0; bit--) {
    const unsigned half = size / 2;
    const bool right = path >> bit & 1;
    first += right ? half : 0;
    size = right ? size - half : half;
  }
  return {first, size};
}

template <class T> __device__ inline void stage_copy(T *stage, const T *x, unsigned size) {
#pragma unroll 4
  for (unsigned i = threadIdx.x; i < size; i += kStageThreads)
    __pipeline_memcpy_async(stage + staged(i), x + i, sizeof(T));
}

/* The sum of the 2^depth nodes, one a thread, of `size` elements in `stage`; in thread 0. */
template <UlpStep K, class T>
__device__ inline UlpSum sum_of_stage(const T *stage, unsigned size, int depth, unsigned leaf, UlpSum *warps) {
  const unsigned nodes = 1u << depth;
  UlpSum sum = ulp_sum_zero();
  if (threadIdx.x < nodes) {
    const uint2 node = descend_in_block(size, threadIdx.x, depth);
    if (node.y <= leaf) {
      sum = sum_of_staged<K>(stage, node.x, node.y);
    } else {
      sum = sum_of_staged<K>(stage, node.x, node.y / 2);
      ulp_sum_merge(K, &sum, sum_of_staged<K>(stage, node.x + node.y / 2, node.y - node.y / 2));
    }
  }
  __syncwarp();
  for (unsigned by = 1; by < kWarp && by < nodes; by *= 2)
    ulp_sum_merge(K, &sum, shuffle_down<K>(sum, by));
  if (nodes <= kWarp)
    return sum;
  if (threadIdx.x % kWarp == 0)
    warps[threadIdx.x / kWarp] = sum;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (unsigned by = 1; by < nodes / kWarp; by *= 2)
      for (unsigned warp = 0; warp < nodes / kWarp; warp += 2 * by)
        ulp_sum_merge(K, &warps[warp], warps[warp + by]);
    sum = warps[0];
  }
  return sum;
}

/* Of `blocks` roots at `path` + b of depth `top`, the sum of each one's 2^depth nodes, one a thread, into out[b]. While a
 * block adds one root's elements those of its next root are on their way. */
template <UlpStep K, class T>
__global__ void __launch_bounds__(kStageThreads) staged_kernel(const T *x, Node whole, unsigned blocks, uint64_t path,
                                                               int top, int depth, unsigned leaf, UlpSum *out) {
  extern __shared__ __align__(16) char memory[];
  __shared__ Node roots[2 * kWarp]; /* of so many turns; the other half is filled while one is read */
  __shared__ UlpSum warps[kStageThreads / kWarp];
  T *const stages[] = {reinterpret_cast<T *>(memory), reinterpret_cast<T *>(memory) + kStagePlaces};
  const auto find_roots = [&](unsigned turn) {
    const uint64_t block = blockIdx.x + static_cast<uint64_t>(turn + threadIdx.x) * gridDim.x;
    if (threadIdx.x < kWarp && block < blocks)
      roots[(turn + threadIdx.x) % (2 * kWarp)] = descend(ULP_SHAPE_PAIRWISE, whole, path + block, top);
  };
  find_roots(0);
  __syncthreads();
  stage_copy(stages[0], x + roots[0].start, static_cast<unsigned>(roots[0].size));
  __pipeline_commit();
  unsigned turn = 0;
  for (unsigned block = blockIdx.x; block < blocks; block += gridDim.x, turn++) {
    const Node root = roots[turn % (2 * kWarp)], next = roots[(turn + 1) % (2 * kWarp)];
    if (turn % kWarp == 0)
      find_roots(turn + kWarp);
    if (blocks - block > gridDim.x)
      stage_copy(stages[(turn + 1) % 2], x + next.start, static_cast<unsigned>(next.size));
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    const UlpSum sum = sum_of_stage<K>(stages[turn % 2], static_cast<unsigned>(root.size), depth, leaf, warps);
    if (threadIdx.x == 0)
      out[block] = sum;
    __syncthreads(); /* the stage and the warps' sums have been read */
  }
}

constexpr uint64_t kLongLeaf = 32; /* from there on the nodes are a lane's runs */

double sum_pairwise(SumRun &run) {
  const uint64_t leaf = run.plan.leaf;
  const Node whole = {0, run.count};
  const int depth = complete_depth(ULP_SHAPE_PAIRWISE, run.count, leaf);
  const auto at_most = [](int a, int b) { return a < b ? a : b; };
  return with_types(run, [&](auto step, auto element) {
    using T = decltype(element);
    constexpr UlpStep K = decltype(step)::value;
    const T *x = static_cast<const T *>(run.elements);
    const cudaStream_t stream = run.session->stream;
    if (leaf == 1 && depth >= kRowsDepth) {
      const auto kernel = rows_kernel<K, T>;
      return sum_subtrees<K>(run, depth, kRowsDepth, kernel, [&](unsigned roots, uint64_t path, int top, UlpSum *out) {
        const unsigned grid = (roots + kRowsWarps - 1) / kRowsWarps;
        kernel<<<grid, kRowsWarps * kWarp, 0, stream>>>(x, whole, roots, path, top, out);
        launched("rows_kernel");
      });
    }
    if (leaf >= kLongLeaf) {
      const auto kernel = runs_kernel<K, T>;
      constexpr int memory = kRunWarps * sizeof(RunStages<T>);
      const int below = at_most(depth, 5);
      return sum_subtrees<K>(run, depth, below, kernel, [&](unsigned roots, uint64_t path, int top, UlpSum *out) {
        const unsigned grid = (roots + kRunWarps - 1) / kRunWarps;
        kernel<<<grid, kRunWarps * kWarp, memory, stream>>>(x, whole, roots, path, top, below,
                                                            static_cast<unsigned>(leaf), out);
        launched("runs_kernel");
      });
    }
    const auto kernel = staged_kernel<K, T>;
    constexpr int memory = 2 * kStagePlaces * sizeof(T);
    static_assert(kLongLeaf * kStageThreads <= kStaged, "a block's nodes fit");
    const int below = at_most(depth, 7);
    check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, memory), _("shared memory"));
    const unsigned resident = resident_blocks(run.session, kernel, kStageThreads, memory);
    return sum_subtrees<K>(run, depth, below, kernel, [&](unsigned blocks, uint64_t path, int top, UlpSum *out) {
      const unsigned grid = blocks < resident ? blocks : resident;
      kernel<<<grid, kStageThreads, memory, stream>>>(x, whole, blocks, path, top, below, static_cast<unsigned>(leaf),
                                                      out);
      launched("staged_kernel");
    });
  });
}

/* ---- RUNS ---- */

/* Partials [first, end) into the sink, from index 0. */
template <UlpStep K, class T>
__global__ void __launch_bounds__(kRunWarps *kWarp)
    partial_runs_kernel(const T *x, uint64_t count, uint64_t first, uint64_t end, unsigned leaf, Sink sink) {
  extern __shared__ __align__(16) char memory[];
  const unsigned warp = threadIdx.x / kWarp, lane = threadIdx.x % kWarp;
  const uint64_t base = first + (static_cast<uint64_t>(blockIdx.x) * kRunWarps + warp) * kWarp;
  if (base >= end)
    return;
  const uint64_t partial = base + lane, start = partial * leaf;
  const unsigned size = partial >= end ? 0 : count - start < leaf ? static_cast<unsigned>(count - start) : leaf;
  const UlpSum sum =
      sum_of_lane_run<K>(x + base * leaf, lane * leaf, size, size, reinterpret_cast<RunStages<T> *>(memory)[warp]);
  if (size)
    put_partial<K>(sink, partial - first, sum);
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
      constexpr unsigned in_block = kRunWarps * kWarp, memory = kRunWarps * sizeof(RunStages<T>);
      const unsigned blocks = static_cast<unsigned>((end - first + in_block - 1) / in_block);
      Clock clock(run.session, kernel);
      kernel<<<blocks, in_block, memory, run.session->stream>>>(static_cast<const T *>(run.elements), run.count, first,
                                                                end, static_cast<unsigned>(leaf), merge.sink());
      launched("partial_runs_kernel");
      run.seconds += clock.stop();
    });
    merge.take(end - first);
    run.progress.advance(static_cast<double>((end - first) * leaf));
  }
  return merge.value();
}
