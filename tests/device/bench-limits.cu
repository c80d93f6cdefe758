/* What the card can do at most: milliseconds to read 2^28 elements, to write and to copy them, best and median of 25. The kernel adds
 * words up so that no load can be dropped; its sum is checked by nobody. CSV rows as of bench-sum. */
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                                                                    \
  do {                                                                                                                 \
    const cudaError_t error = (call);                                                                                  \
    if (error != cudaSuccess) {                                                                                        \
      fprintf(stderr, "%s: %s\n", #call, cudaGetErrorString(error));                                                   \
      exit(1);                                                                                                         \
    }                                                                                                                  \
  } while (0)

__global__ void __launch_bounds__(512) read_kernel(const uint4 *x, uint64_t vectors, unsigned *out) {
  unsigned sum = 0;
  const uint64_t step = static_cast<uint64_t>(gridDim.x) * blockDim.x;
  uint64_t i = static_cast<uint64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  for (; i + 3 * step < vectors; i += 4 * step) {
    const uint4 a = x[i], b = x[i + step], c = x[i + 2 * step], d = x[i + 3 * step];
    sum += a.x ^ a.y ^ a.z ^ a.w ^ b.x ^ b.y ^ b.z ^ b.w;
    sum += c.x ^ c.y ^ c.z ^ c.w ^ d.x ^ d.y ^ d.z ^ d.w;
  }
  for (; i < vectors; i += step)
    sum += x[i].x ^ x[i].y ^ x[i].z ^ x[i].w;
  if (sum == 0x12345678u)
    *out = sum;
}

__global__ void __launch_bounds__(512) write_kernel(uint4 *x, uint64_t vectors, unsigned value) {
  const uint64_t step = static_cast<uint64_t>(gridDim.x) * blockDim.x;
  for (uint64_t i = static_cast<uint64_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < vectors; i += step)
    x[i] = make_uint4(value, value + 1, value + 2, static_cast<unsigned>(i));
}

__global__ void fill_kernel(uint32_t *x, uint64_t words) {
  const uint64_t step = static_cast<uint64_t>(gridDim.x) * blockDim.x;
  for (uint64_t i = static_cast<uint64_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < words; i += step)
    x[i] = static_cast<uint32_t>(i * 2654435761u);
}

template <class Work> static std::vector<float> times(Work work) {
  cudaEvent_t start, stop;
  CHECK(cudaEventCreate(&start));
  CHECK(cudaEventCreate(&stop));
  std::vector<float> milliseconds;
  for (int run = -3; run < 25; run++) {
    float elapsed;
    CHECK(cudaEventRecord(start));
    work();
    CHECK(cudaGetLastError());
    CHECK(cudaEventRecord(stop));
    CHECK(cudaEventSynchronize(stop));
    CHECK(cudaEventElapsedTime(&elapsed, start, stop));
    if (run >= 0)
      milliseconds.push_back(elapsed);
  }
  std::sort(milliseconds.begin(), milliseconds.end());
  return milliseconds;
}

int main() {
  const uint64_t n = uint64_t{1} << 28;
  cudaDeviceProp properties;
  CHECK(cudaGetDeviceProperties(&properties, 0));
  void *x, *y;
  unsigned *out;
  CHECK(cudaMalloc(&x, 8 * n));
  CHECK(cudaMalloc(&y, 8 * n));
  CHECK(cudaMalloc(&out, 4));
  fill_kernel<<<4096, 256>>>(static_cast<uint32_t *>(x), 2 * n);
  CHECK(cudaGetLastError());
  for (uint64_t bytes = 4 * n; bytes <= 8 * n; bytes *= 2) {
    std::vector<float> best;
    for (int per_multiprocessor = 2; per_multiprocessor <= 4; per_multiprocessor++) {
      const auto found = times([&] {
        read_kernel<<<properties.multiProcessorCount * per_multiprocessor, 512>>>(static_cast<const uint4 *>(x),
                                                                                  bytes / 16, out);
      });
      if (best.empty() || found[0] < best[0])
        best = found;
    }
    const char *elements = bytes == 4 * n ? "fp32" : "fp64";
    printf("\"read limit\",%s,%.4f,%.4f\n", elements, best[0], best[12]);
    best.clear();
    for (int per_multiprocessor = 2; per_multiprocessor <= 32; per_multiprocessor *= 2) {
      const auto found = times([&] {
        write_kernel<<<properties.multiProcessorCount * per_multiprocessor, 512>>>(static_cast<uint4 *>(y), bytes / 16,
                                                                                   7);
      });
      if (best.empty() || found[0] < best[0])
        best = found;
    }
    printf("\"write limit\",%s,%.4f,%.4f\n", elements, best[0], best[12]);
    const auto copy = times([&] { CHECK(cudaMemcpyAsync(y, x, bytes, cudaMemcpyDeviceToDevice)); });
    printf("\"copy limit\",%s,%.4f,%.4f\n", elements, copy[0], copy[12]);
  }
  return 0;
}
