/* Elements through a formula: core/job/transform.h, and the divisions that only a GPU has. */
#include "kernels/session.cuh"

constexpr unsigned kThreads = 256;

/* What -prec-div=false makes of x / 3, within 2 ulps, and what __fdividef does: PTX ISA, div. Written in PTX, as the flag
 * would be for a whole file; subnormal numbers are kept. */
__device__ inline float gpu_division(UlpTransform transform, float x) {
  float quotient;
  if (transform == ULP_TRANSFORM_DIVIDE_FULL)
    asm("div.full.f32 %0, %1, %2;" : "=f"(quotient) : "f"(x), "f"(3.0f));
  else
    asm("div.approx.f32 %0, %1, %2;" : "=f"(quotient) : "f"(x), "f"(3.0f));
  return quotient;
}

__device__ inline float transformed(UlpTransform transform, bool by_gpu, float x) {
  return by_gpu ? gpu_division(transform, x) : ulp_transformed_float(transform, x);
}

__device__ inline double transformed(UlpTransform transform, bool, double x) {
  return ulp_transformed_double(transform, x);
}

template <class T>
__global__ void __launch_bounds__(kThreads)
    transform_kernel(UlpTransform transform, bool by_gpu, const T *x, uint64_t count, T *out) {
  const uint64_t step = static_cast<uint64_t>(gridDim.x) * kThreads;
  for (uint64_t i = static_cast<uint64_t>(blockIdx.x) * kThreads + threadIdx.x; i < count; i += step)
    out[i] = transformed(transform, by_gpu, x[i]);
}

template <class T>
static double launch(UlpSession *session, UlpTransform transform, const T *x, uint64_t count, T *out) {
  const unsigned blocks = 16 * static_cast<unsigned>(session->info.multiprocessors);
  Clock clock(session, transform_kernel<T>);
  transform_kernel<<<blocks, kThreads, 0, session->stream>>>(transform, ulp_transform_is_gpu_fp32(transform), x, count,
                                                             out);
  launched("transform_kernel");
  return clock.stop();
}

void run_transform(UlpSession *session, const UlpTransformJob &job, const Input *in, UlpJobResult *result,
                   const UlpWatch *watch) {
  NewArray array(session, in->format, in->count);
  Progress progress(watch, static_cast<double>(in->count));
  Pace pace(1 << 24);
  for (uint64_t first = 0; first < in->count;) {
    const uint64_t count = pace.next(in->count - first), from = in->offset + first;
    const double seconds = in->format == ULP_FORMAT_FP32
                               ? launch(session, job.transform, static_cast<const float *>(in->data) + from, count,
                                        static_cast<float *>(array.data()) + first)
                               : launch(session, job.transform, static_cast<const double *>(in->data) + from, count,
                                        static_cast<double *>(array.data()) + first);
    pace.took(seconds);
    result->seconds += seconds;
    first += count;
    progress.advance(static_cast<double>(count));
  }
  result->out = array.keep();
}
