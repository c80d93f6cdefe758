/* Reads memory and does nothing with it: what the card can do at most. The words are added up, so that no load can be dropped, and
 * nobody looks at the sum. */
#include "kernels/session.cuh"

constexpr unsigned kThreads = 512, kPerMultiprocessor = 3; /* of 2 to 4 the best on most cards */

__global__ void __launch_bounds__(kThreads) read_kernel(const uint4 *x, uint64_t vectors, unsigned *out) {
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

/* Whole vectors of 16 bytes alone; a slice's ends may lie between two. */
void run_read(UlpSession *session, const UlpReadJob &, const Input *in, UlpJobResult *result, const UlpWatch *watch) {
  constexpr uint64_t vector = sizeof(uint4);
  const uint64_t bits = static_cast<uint64_t>(ulp_layout(in->format).container_bits);
  const uint64_t begin = (in->offset * bits / 8 + vector - 1) / vector,
                 end = (in->offset + in->count) * bits / 8 / vector;
  Progress progress(watch, 1);
  if (end > begin) {
    unsigned *out = session->state.need<unsigned>(1);
    const unsigned grid = kPerMultiprocessor * static_cast<unsigned>(session->info.multiprocessors);
    Clock clock(session, read_kernel);
    read_kernel<<<grid, kThreads, 0, session->stream>>>(static_cast<const uint4 *>(in->data) + begin, end - begin, out);
    launched("read_kernel");
    result->seconds = clock.stop();
  }
  progress.advance(1);
}
