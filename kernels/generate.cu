/* Generated arrays: launches of the kernels of generate.cuh. */
#include "kernels/generate.cuh"
#include "kernels/session.cuh"

/* Seconds for a span (make_span). */
template <UlpFormat F, class Word>
static double launch(UlpSession *session, const UlpGenerateJob &job, Word *array, uint64_t first, uint64_t count) {
  const auto kernel = find_generate_kernel<F, Word>(job.generator);
  int resident = 0;
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, kernel, kThreads, 0), "generate_kernel");
  const unsigned blocks = generate_blocks(count, static_cast<uint64_t>(resident) * session->info.multiprocessors);
  Clock clock(session, kernel);
  kernel<<<blocks, kThreads, 0, session->stream>>>(job, make_span(array, first, count));
  launched("generate_kernel");
  return clock.stop();
}

/* Elements that a launch from `first` on may have at most: whole tiles, and no index with another upper half. */
static uint64_t launch_limit(const Pace &pace, uint64_t first, uint64_t end) {
  const uint64_t paced = pace.next(kLaunch), half = (uint64_t(1) << 32) - (first & 0xffffffffu);
  const uint64_t limit = (paced + kTile - 1) / kTile * kTile;
  const uint64_t left = half < end - first ? half : end - first;
  return limit < left ? limit : left;
}

void run_generate(UlpSession *session, const UlpGenerateJob &job, const Input *, UlpJobResult *result,
                  const UlpWatch *watch) {
  NewArray array(session, job.format, job.count);
  Progress progress(watch, static_cast<double>(job.count));
  Pace pace(1 << 22);
  for (uint64_t first = 0; first < job.count;) {
    const uint64_t count = launch_limit(pace, first, job.count);
    const double seconds =
        job.format == ULP_FORMAT_FP32
            ? launch<ULP_FORMAT_FP32>(session, job, static_cast<uint32_t *>(array.data()), first, count)
            : launch<ULP_FORMAT_FP64>(session, job, static_cast<uint64_t *>(array.data()), first, count);
    pace.took(seconds);
    result->seconds += seconds;
    first += count;
    progress.advance(static_cast<double>(count));
  }
  result->out = array.keep();
}
