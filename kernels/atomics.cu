#include "kernels/atomics.cuh"

constexpr unsigned kThreads = 1024;

template <class T>
__global__ void __launch_bounds__(kThreads) shared_kernel(const double *values, uint64_t count, T *word) {
  __shared__ T sum;
  if (threadIdx.x == 0)
    sum = *word;
  __syncthreads();
  for (uint64_t i = threadIdx.x; i < count; i += kThreads)
    atomicAdd(&sum, static_cast<T>(values[i]));
  __syncthreads();
  if (threadIdx.x == 0)
    *word = sum;
}

template <class T> static double launch(UlpSession *session, const double *values, uint64_t count, T *word) {
  Clock clock(session, shared_kernel<T>);
  shared_kernel<T><<<1, kThreads, 0, session->stream>>>(values, count, word);
  launched("shared_kernel");
  return clock.stop();
}

double add_in_shared(UlpSession *session, const double *values, uint64_t count, float *word) {
  return launch(session, values, count, word);
}

double add_in_shared(UlpSession *session, const double *values, uint64_t count, double *word) {
  return launch(session, values, count, word);
}
