/* PAIRWISE: recursive halving with the smaller half on the left. A thread takes one node at depth D (halving.cuh): a run, or,
 * where it has leaf + 1 elements, two. RUNS: a thread takes a run. */
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

double sum_pairwise(SumRun &run) {
  const uint64_t leaf = run.plan.leaf;
  const Node whole = {0, run.count};
  const int depth = complete_depth(ULP_SHAPE_PAIRWISE, run.count, leaf), in_block = depth < 8 ? depth : 8;
  return with_types(run, [&](auto step, auto element) {
    using T = decltype(element);
    constexpr UlpStep K = decltype(step)::value;
    const T *x = static_cast<const T *>(run.elements);
    return sum_subtrees<K>(run, depth, in_block, runs_kernel<K, T>,
                           [&](unsigned blocks, uint64_t path, int top, UlpSum *out) {
                             runs_kernel<K><<<blocks, 1u << in_block, 0, run.session->stream>>>(x, whole, path, top,
                                                                                                in_block, leaf, out);
                             launched("runs_kernel");
                           });
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
      kernel<<<blocks, kMaxThreads, 0, run.session->stream>>>(static_cast<const T *>(run.elements), run.count, first, end,
                                                              leaf, merge.sink());
      launched("partial_runs_kernel");
      run.seconds += clock.stop();
    });
    merge.take(end - first);
    run.progress.advance(static_cast<double>((end - first) * leaf));
  }
  return merge.value();
}
