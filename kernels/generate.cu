/* Generated arrays: element i through the same line as on the host (core/input/generate-element.h). */
#include "kernels/session.cuh"

#include "core/input/generate-element.h"

/* The generator and format are constants of an instance, so that one branch of the element function remains. */
template <UlpGenerator G, UlpFormat F, class Word>
__global__ void generate_kernel(const __grid_constant__ UlpGenerateJob job, Word *out, uint64_t first, uint64_t end) {
  UlpGenerateJob mine = job;
  mine.generator = G;
  mine.format = F;
  const uint64_t step = static_cast<uint64_t>(gridDim.x) * blockDim.x;
  for (uint64_t i = first + static_cast<uint64_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < end; i += step)
    out[i] = static_cast<Word>(ulp_generate_element(&mine, i));
}

/* Seconds. */
template <UlpFormat F, class Word>
static double launch(UlpSession *session, const UlpGenerateJob &job, Word *out, uint64_t first, uint64_t end) {
  constexpr unsigned threads = 256;
  const uint64_t needed = (end - first + threads - 1) / threads;
  const unsigned blocks = static_cast<unsigned>(needed < 65536 ? needed : 65536);
  decltype(&generate_kernel<ULP_GENERATOR_CONSTANT, F, Word>) kernel = nullptr;
  switch (job.generator) {
#define ULP_GENERATOR(id, ID, title, help)                                                                             \
  case ULP_GENERATOR_##ID:                                                                                             \
    kernel = generate_kernel<ULP_GENERATOR_##ID, F, Word>;                                                             \
    break;
#include "core/input/generators.def"
#undef ULP_GENERATOR
  default:
    break;
  }
  Clock clock(session, kernel);
  kernel<<<blocks, threads, 0, session->stream>>>(job, out, first, end);
  launched("generate_kernel");
  return clock.stop();
}

void run_generate(UlpSession *session, const UlpGenerateJob &job, const Input *, UlpJobResult *result,
                  const UlpWatch *watch) {
  NewArray array(session, job.format, job.count);
  Progress progress(watch, static_cast<double>(job.count));
  Pace pace(1 << 22);
  for (uint64_t first = 0; first < job.count;) {
    const uint64_t count = pace.next(job.count - first), end = first + count;
    const double seconds = job.format == ULP_FORMAT_FP32
                               ? launch<ULP_FORMAT_FP32>(session, job, static_cast<uint32_t *>(array.data()), first, end)
                               : launch<ULP_FORMAT_FP64>(session, job, static_cast<uint64_t *>(array.data()), first, end);
    pace.took(seconds);
    result->seconds += seconds;
    first = end;
    progress.advance(static_cast<double>(count));
  }
  result->out = array.keep();
}
