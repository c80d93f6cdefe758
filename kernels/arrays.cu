/* Arrays in and out: elements packed as core/array/packing.h has it, on both sides. */
#include "kernels/session.cuh"

#include "core/array/packing.h"

#include <vector>

/* In the session's stream, which does not wait for the default one, and finished on return. */
static void copy_part(UlpSession *session, void *to, const void *from, uint64_t bytes, cudaMemcpyKind kind) {
  check(cudaMemcpyAsync(to, from, bytes, kind, session->stream), _("copying an array"));
  check(cudaStreamSynchronize(session->stream), _("copying an array"));
}

static void copy(UlpSession *session, void *to, const void *from, uint64_t bytes, cudaMemcpyKind kind,
                 const UlpWatch *watch) {
  Progress progress(watch, static_cast<double>(bytes));
  for (uint64_t done = 0; done < bytes;) {
    const uint64_t part = bytes - done < kCopyBytes ? bytes - done : kCopyBytes;
    copy_part(session, static_cast<char *>(to) + done, static_cast<const char *>(from) + done, part, kind);
    done += part;
    progress.advance(static_cast<double>(part));
  }
}

/* To the host, each byte put together from two: `bits` bits of `from`, from bit `shift` (1 to 7) of its first byte on. */
static void copy_shifted(UlpSession *session, uint8_t *to, const uint8_t *from, unsigned shift, uint64_t bits,
                         const UlpWatch *watch) {
  const uint64_t bytes = (bits + 7) / 8, source_bytes = (shift + bits + 7) / 8;
  std::vector<uint8_t> part(source_bytes < kCopyBytes ? source_bytes + 1 : kCopyBytes + 1);
  Progress progress(watch, static_cast<double>(bytes));
  for (uint64_t done = 0; done < bytes;) {
    const uint64_t count = bytes - done < kCopyBytes ? bytes - done : kCopyBytes;
    const uint64_t there = source_bytes - done < count + 1 ? source_bytes - done : count + 1;
    part[count] = 0;
    copy_part(session, part.data(), from + done, there, cudaMemcpyDeviceToHost);
    for (uint64_t i = 0; i < count; i++)
      to[done + i] = static_cast<uint8_t>(part[i] >> shift | part[i + 1] << (8 - shift));
    done += count;
    progress.advance(static_cast<double>(count));
  }
}

UlpHandle cuda_upload(UlpSession *session, UlpFormat format, const void *data, uint64_t count, const UlpWatch *watch,
                      UlpFault *fault) {
  return guard(session, fault, UlpHandle{0}, [&] {
    if (count && !data)
      raise_fault(ULP_FAULT_INVALID, _("no data for %llu elements"), static_cast<unsigned long long>(count));
    NewArray array(session, format, count);
    copy(session, array.data(), data, ulp_packed_bytes(format, count), cudaMemcpyHostToDevice, watch);
    return array.keep();
  });
}

/* Of blocks: what lies behind the elements. */
static void copy_scales(UlpSession *session, uint8_t *to, const Input &in) {
  const auto *from = static_cast<const uint8_t *>(in.data);
  copy_part(session, to + ulp_packed_scales_at(in.format, in.count),
            from + ulp_packed_scales_at(in.format, in.all) + in.offset / ulp_block_length(in.format),
            ulp_packed_blocks(in.format, in.count), cudaMemcpyDeviceToHost);
  if (ulp_block_has_tensor_scale(in.format))
    copy_part(session, to + ulp_packed_tensor_scale_at(in.format, in.count),
              from + ulp_packed_tensor_scale_at(in.format, in.all), sizeof(uint32_t), cudaMemcpyDeviceToHost);
}

bool cuda_download(UlpSession *session, const UlpSlice *slice, void *out, const UlpWatch *watch, UlpFault *fault) {
  return guard(session, fault, false, [&] {
    const Input in = find_slice(session, *slice);
    if (in.count == 0)
      return true;
    const uint64_t width = ulp_layout(in.format).container_bits, first_bit = in.offset % 8 * width;
    const unsigned shift = static_cast<unsigned>(first_bit % 8);
    const uint64_t bytes = ulp_packed_element_bytes(in.format, in.count);
    const auto *from = static_cast<const uint8_t *>(in.data) + in.offset / 8 * width + first_bit / 8;
    auto *to = static_cast<uint8_t *>(out);
    if (shift)
      copy_shifted(session, to, from, shift, in.count * width, watch);
    else
      copy(session, to, from, bytes, cudaMemcpyDeviceToHost, watch);
    const unsigned used = static_cast<unsigned>(in.count % 8 * width % 8); /* bits of the last byte; 0: all */
    if (used)
      to[bytes - 1] &= static_cast<uint8_t>((1u << used) - 1);
    if (ulp_block_length(in.format))
      copy_scales(session, to, in);
    return true;
  });
}

void cuda_release(UlpSession *session, UlpHandle handle) {
  cudaSetDevice(session->index);
  release_array(session, handle);
}
