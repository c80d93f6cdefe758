/* CUB's reduction at each level of determinism, by its call that takes an environment, and Thrust's. */
#include "kernels/library.cuh"

#include <cub/version.cuh>

#if CUB_VERSION >= 300200

#include <cub/device/device_reduce.cuh>
#include <cuda/memory_resource>
#include <cuda/stream_ref>
#include <thrust/device_ptr.h>
#include <thrust/execution_policy.h>
#include <thrust/reduce.h>

/* CUB's temporary memory from the call, which times it and may guard it. */
struct CallMemory {
  LibraryCall *call;

  void *allocate(cuda::stream_ref, size_t bytes, size_t) { return call->take(bytes); }
  void deallocate(cuda::stream_ref, void *buffer, size_t, size_t) { call->give_back(buffer); }
  void *allocate(cuda::stream_ref, size_t bytes) { return call->take(bytes); }
  void deallocate(cuda::stream_ref, void *buffer, size_t) { call->give_back(buffer); }
  void *allocate_sync(size_t bytes, size_t) { return call->take(bytes); }
  void deallocate_sync(void *buffer, size_t, size_t) { call->give_back(buffer); }
  bool operator==(const CallMemory &other) const { return call == other.call; }
  bool operator!=(const CallMemory &other) const { return call != other.call; }
};

template <class T, class Level> static void cub_sum(LibraryCall &call) {
  const auto environment =
      cuda::std::execution::env{cuda::execution::require(Level{}), cuda::stream_ref{call.session->stream},
                                cuda::std::execution::prop{cuda::mr::get_memory_resource, CallMemory{&call}}};
  check(cub::DeviceReduce::Sum(static_cast<const T *>(call.elements), static_cast<T *>(call.out), call.count,
                               environment),
        "cub::DeviceReduce::Sum");
}

/* Thrust's temporary memory from the call. */
struct CallAllocator {
  using value_type = char;
  LibraryCall *call;
  char *allocate(std::ptrdiff_t bytes) { return static_cast<char *>(call->take(static_cast<uint64_t>(bytes))); }
  void deallocate(char *buffer, size_t) { call->give_back(buffer); }
};

template <class T> static void thrust_sum(LibraryCall &call) {
  CallAllocator allocator{&call};
  const T *elements = static_cast<const T *>(call.elements);
  const T sum =
      thrust::reduce(thrust::cuda::par(allocator).on(call.session->stream), elements, elements + call.count, T(0));
  check(cudaMemcpyAsync(call.out, &sum, sizeof sum, cudaMemcpyHostToDevice, call.session->stream),
        _("keeping the sum"));
  check(cudaStreamSynchronize(call.session->stream), "thrust::reduce");
}

LibraryRoutine cub_routine(UlpRoutine routine) {
  using namespace cuda::execution::determinism;
  switch (routine) {
  case ULP_ROUTINE_CUB_NOT_GUARANTEED:
    return {cub_sum<float, not_guaranteed_t>, nullptr};
  case ULP_ROUTINE_CUB_RUN_TO_RUN:
    return {cub_sum<float, run_to_run_t>, nullptr};
  case ULP_ROUTINE_CUB_GPU_TO_GPU:
    return {cub_sum<float, gpu_to_gpu_t>, nullptr};
  case ULP_ROUTINE_CUB_NOT_GUARANTEED_FP64:
    return {cub_sum<double, not_guaranteed_t>, nullptr};
  case ULP_ROUTINE_CUB_RUN_TO_RUN_FP64:
    return {cub_sum<double, run_to_run_t>, nullptr};
  case ULP_ROUTINE_CUB_GPU_TO_GPU_FP64:
    return {cub_sum<double, gpu_to_gpu_t>, nullptr};
  case ULP_ROUTINE_THRUST_REDUCE:
    return {thrust_sum<float>, nullptr};
  case ULP_ROUTINE_THRUST_REDUCE_FP64:
    return {thrust_sum<double>, nullptr};
  default:
    return {nullptr, nullptr};
  }
}

#else

LibraryRoutine cub_routine(UlpRoutine routine) {
  return {nullptr, routine <= ULP_ROUTINE_THRUST_REDUCE_FP64
                       ? N_("CUB's levels need CCCL 3.2 or later: the module was built with an older one")
                       : nullptr};
}

#endif
