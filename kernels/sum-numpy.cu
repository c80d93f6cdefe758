/* NUMPY: eight threads take one node at depth D (halving.cuh), one a lane, so that a warp reads whole sectors: all nodes begin at
 * a multiple of 8 elements. A node is a leaf, or two where it has more than 128 elements. */
#include "kernels/halving.cuh"

constexpr unsigned kLanes = ULP_NUMPY_LANES, kNodes = kMaxThreads / kLanes;
constexpr int kRows = ULP_NUMPY_LEAF / ULP_NUMPY_LANES;

/* The leaf's sum, in its lane 0. All lanes of the warp come here together; an empty leaf has no sum. */
template <UlpStep K, class T> __device__ inline UlpSum sum_of_leaf(const T *x, Node leaf) {
  const unsigned lane = threadIdx.x % kLanes;
  const unsigned size = static_cast<unsigned>(leaf.size), rows = size / kLanes;
  const T *mine = x + leaf.start + lane;
  T element[kRows];
#pragma unroll
  for (int row = 0; row < kRows; row++)
    element[row] = static_cast<unsigned>(row) < rows ? mine[row * kLanes] : T(0);
  UlpSum sum = ulp_sum_of(K, static_cast<double>(element[0]));
#pragma unroll
  for (int row = 1; row < kRows; row++)
    if (static_cast<unsigned>(row) < rows)
      ulp_sum_add(K, &sum, static_cast<double>(element[row]));
  for (unsigned by = 1; by < kLanes; by *= 2)
    ulp_sum_merge(K, &sum, shuffle_down<K>(sum, by, kLanes));
  unsigned next = rows * kLanes;
  if (lane == 0 && rows == 0 && size) /* fewer than 8 elements: from the first */
    sum = ulp_sum_of(K, static_cast<double>(x[leaf.start + next++]));
  for (; lane == 0 && next < size; next++)
    ulp_sum_add(K, &sum, static_cast<double>(x[leaf.start + next]));
  __syncwarp();
  return sum;
}

/* Block b: the 2^depth nodes under the node at `path` + b of depth `top`, into out[b]. */
template <UlpStep K, class T>
__global__ void __launch_bounds__(kMaxThreads)
    numpy_kernel(const T *x, Node whole, uint64_t path, int top, int depth, UlpSum *out) {
  __shared__ Node root;
  __shared__ UlpSum sums[kNodes];
  if (threadIdx.x == 0)
    root = descend(ULP_SHAPE_NUMPY, whole, path + blockIdx.x, top);
  __syncthreads();
  const unsigned own = threadIdx.x / kLanes, nodes = 1u << depth;
  const Node node = own < nodes ? descend(ULP_SHAPE_NUMPY, root, own, depth) : Node{0, 0};
  const bool two = node.size > ULP_NUMPY_LEAF;
  UlpSum sum = sum_of_leaf<K>(x, two ? child(ULP_SHAPE_NUMPY, node, 0) : node);
  if (__any_sync(0xffffffffu, two)) {
    const UlpSum right = sum_of_leaf<K>(x, two ? child(ULP_SHAPE_NUMPY, node, 1) : Node{0, 0});
    if (two)
      ulp_sum_merge(K, &sum, right);
  }
  if (threadIdx.x % kLanes == 0)
    sums[own] = sum;
  __syncthreads();
  if (threadIdx.x >= kWarp)
    return;
  sum = sums[threadIdx.x];
  for (unsigned by = 1; by < nodes; by *= 2)
    ulp_sum_merge(K, &sum, shuffle_down<K>(sum, by));
  if (threadIdx.x == 0)
    out[blockIdx.x] = sum;
}

double sum_numpy(SumRun &run) {
  const Node whole = {0, run.count};
  const int depth = complete_depth(ULP_SHAPE_NUMPY, run.count, ULP_NUMPY_LEAF), in_block = depth < 5 ? depth : 5;
  static_assert(kNodes == 1 << 5, "nodes of a block");
  const double value = with_types(run, [&](auto step, auto element) {
    using T = decltype(element);
    constexpr UlpStep K = decltype(step)::value;
    const T *x = static_cast<const T *>(run.elements);
    return sum_subtrees<K>(
        run, depth, in_block, numpy_kernel<K, T>, [&](unsigned blocks, uint64_t path, int top, UlpSum *out) {
          numpy_kernel<K><<<blocks, kMaxThreads, 0, run.session->stream>>>(x, whole, path, top, in_block, out);
          launched("numpy_kernel");
        });
  });
  return ulp_halving_value(ULP_SHAPE_NUMPY, value);
}
