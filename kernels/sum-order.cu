/* Elements in the order of a plan: a copy, turned round or sorted by magnitude. The sort is CUB's radix sort of the bits below
 * the sign, which is stable, and so gives one result only (NVIDIA CCCL, cub::DeviceRadixSort). */
#include "kernels/sum.cuh"

#include <cub/device/device_radix_sort.cuh>

constexpr unsigned kThreads = 256;

template <class T> __global__ void __launch_bounds__(kThreads) reverse_kernel(const T *x, uint64_t count, T *out) {
  const uint64_t step = static_cast<uint64_t>(gridDim.x) * kThreads;
  for (uint64_t i = static_cast<uint64_t>(blockIdx.x) * kThreads + threadIdx.x; i < count; i += step)
    out[count - 1 - i] = x[i];
}

template <class Bits> static const void *reversed(SumRun &run) {
  Bits *copy = run.session->ordered.need<Bits>(run.count);
  Clock clock(run.session, reverse_kernel<Bits>);
  reverse_kernel<<<16 * static_cast<unsigned>(run.session->info.multiprocessors), kThreads, 0, run.session->stream>>>(
      static_cast<const Bits *>(run.elements), run.count, copy);
  launched("reverse_kernel");
  run.seconds += clock.stop();
  return copy;
}

template <class Bits> static const void *sorted(SumRun &run, bool descending) {
  constexpr int bits = 8 * sizeof(Bits) - 1;
  UlpSession *session = run.session;
  Bits *copy = session->ordered.need<Bits>(2 * run.count);
  check(cudaMemcpyAsync(copy, run.elements, run.count * sizeof(Bits), cudaMemcpyDeviceToDevice, session->stream),
        _("copying elements"));
  cub::DoubleBuffer<Bits> keys(copy, copy + run.count);
  const auto sort = [&](void *scratch, size_t &bytes) {
    check(descending
              ? cub::DeviceRadixSort::SortKeysDescending(scratch, bytes, keys, run.count, 0, bits, session->stream)
              : cub::DeviceRadixSort::SortKeys(scratch, bytes, keys, run.count, 0, bits, session->stream),
          _("sorting"));
  };
  size_t bytes = 0;
  sort(nullptr, bytes);
  void *scratch = session->table.need<char>(bytes);
  Clock clock(session);
  sort(scratch, bytes);
  run.seconds += clock.stop();
  return keys.Current();
}

const void *ordered_elements(SumRun &run) {
  const bool narrow = run.format == ULP_FORMAT_FP32, descending = run.plan.order == ULP_ORDER_DESCENDING;
  if (run.plan.order == ULP_ORDER_REVERSED)
    return narrow ? reversed<uint32_t>(run) : reversed<uint64_t>(run);
  return narrow ? sorted<uint32_t>(run, descending) : sorted<uint64_t>(run, descending);
}
