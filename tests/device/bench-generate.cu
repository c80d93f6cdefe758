/* Every generator on device 0, without the module: 2^23 elements on both sides of index 2^32, of stream 3, against the host's
 * element one by one; then the time of 2^LOG2_N (at most 31) elements, best of 10, against that of cudaMemset.
 * Usage: bench-generate [LOG2_N]. CSV rows on stdout: generator, format, milliseconds, TB/s, times the write limit. */
#include "kernels/generate.cuh"

#include <cstdio>
#include <cstdlib>
#include <vector>

#include <cuda_runtime.h>

static void check(cudaError_t error, const char *what) {
  if (error != cudaSuccess) {
    fprintf(stderr, "bench-generate: %s: %s\n", what, cudaGetErrorString(error));
    exit(1);
  }
}

static int multiprocessors;
static const char *const names[] = {
#define ULP_GENERATOR(id, ID, title, help) #id,
#include "core/input/generators.def"
#undef ULP_GENERATOR
};

template <UlpFormat F, class Word>
static void launch(const UlpGenerateJob &job, Word *array, uint64_t first, uint64_t count) {
  const auto kernel = find_generate_kernel<F, Word>(job.generator);
  int resident = 0;
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, kernel, kThreads, 0), "occupancy");
  const unsigned blocks = generate_blocks(count, static_cast<uint64_t>(resident) * multiprocessors);
  kernel<<<blocks, kThreads>>>(job, make_span(array, first, count));
  check(cudaGetLastError(), "launch");
}

/* Best of 10, seconds. */
template <class Work> static double seconds_of(Work work) {
  cudaEvent_t start, stop;
  check(cudaEventCreate(&start), "event");
  check(cudaEventCreate(&stop), "event");
  float best = 1e30f;
  for (int run = 0; run < 11; run++) {
    float milliseconds = 0;
    cudaEventRecord(start);
    work();
    cudaEventRecord(stop);
    check(cudaEventSynchronize(stop), "run");
    check(cudaEventElapsedTime(&milliseconds, start, stop), "time");
    best = run > 0 && milliseconds < best ? milliseconds : best;
  }
  return best * 1e-3;
}

/* How many elements differ from the host's. */
template <UlpFormat F, class Word> static uint64_t differing(const UlpGenerateJob &job, Word *memory) {
  constexpr uint64_t count = 1 << 23, middle = uint64_t(1) << 32, first = middle - count / 2, odd = 12345;
  Word *const array = memory - first; /* only its elements from `first` on are there */
  launch<F>(job, array, first, count / 2);
  launch<F>(job, array, middle, count / 2 - odd);
  std::vector<Word> made(count - odd);
  check(cudaMemcpy(made.data(), memory, made.size() * sizeof(Word), cudaMemcpyDeviceToHost), "copy");
  uint64_t wrong = 0;
  for (uint64_t i = 0; i < made.size(); i++)
    wrong += made[i] != static_cast<Word>(ulp_generate_element(&job, first + i));
  return wrong;
}

template <UlpFormat F, class Word> static bool bench(const char *format, uint64_t count) {
  Word *memory = nullptr;
  bool right = true;
  check(cudaMalloc(&memory, count * sizeof(Word)), "memory");
  const double limit = seconds_of([&] { cudaMemsetAsync(memory, 0x55, count * sizeof(Word)); });
  for (unsigned generator = 0; generator < ULP_N_GENERATORS; generator++) {
    UlpGenerateJob job = {static_cast<UlpGenerator>(generator), F, count, 0x123456789abcdef, 3, {0.5, 0.25}};
    const uint64_t wrong = differing<F>(job, memory);
    right = right && wrong == 0;
    const double seconds = seconds_of([&] { launch<F>(job, memory, 0, count); });
    printf("%s,%s,%.4f,%.3f,%.3f,%s %llu\n", names[generator], format, 1e3 * seconds,
           1e-12 * static_cast<double>(count * sizeof(Word)) / seconds, seconds / limit, wrong ? "WRONG" : "right",
           static_cast<unsigned long long>(wrong));
    fflush(stdout);
  }
  check(cudaFree(memory), "free");
  return right;
}

int main(int argc, char **argv) {
  const int log2_n = argc > 1 ? atoi(argv[1]) : 30;
  const uint64_t count = uint64_t(1) << (log2_n < 24 ? 24 : log2_n > 31 ? 31 : log2_n);
  check(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0), "device");
  const bool fp32 = bench<ULP_FORMAT_FP32, uint32_t>("fp32", count);
  return bench<ULP_FORMAT_FP64, uint64_t>("fp64", count) && fp32 ? 0 : 1;
}
