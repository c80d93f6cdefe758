/* Conversions by look-up: of sources of up to 8 bits in shared memory, of 16 in the caches. */
#include "kernels/convert.cuh"

#include "core/array/packing.h"

constexpr unsigned kThreads = 256;

template <class From> constexpr uint64_t table_entries = uint64_t{1} << (8 * sizeof(From));

/* `aligned`: `in` is, for a pack. */
template <class From, class To>
__global__ void __launch_bounds__(kThreads)
    look_up_kernel(const From *in, To *out, uint64_t count, bool aligned, const To *table) {
  constexpr int per_thread = 16 / (sizeof(From) > sizeof(To) ? sizeof(From) : sizeof(To));
  __shared__ To shared[sizeof(From) == 1 ? table_entries<From> : 1];
  const To *entries = table;
  if constexpr (sizeof(From) == 1) {
    static_assert(kThreads == table_entries<From>, "a thread brings an entry");
    shared[threadIdx.x] = table[threadIdx.x];
    __syncthreads();
    entries = shared;
  }
  const uint64_t step = static_cast<uint64_t>(gridDim.x) * kThreads * per_thread;
  uint64_t first = (static_cast<uint64_t>(blockIdx.x) * kThreads + threadIdx.x) * per_thread;
  for (; first < count; first += step) {
    if (aligned && first + per_thread <= count) {
      const auto source = *reinterpret_cast<const Pack<From, per_thread> *>(in + first);
      Pack<To, per_thread> result;
#pragma unroll
      for (int i = 0; i < per_thread; i++)
        result.word[i] = entries[source.word[i]];
      *reinterpret_cast<Pack<To, per_thread> *>(out + first) = result;
    } else {
      const uint64_t end = first + per_thread < count ? first + per_thread : count;
      for (uint64_t i = first; i < end; i++)
        out[i] = entries[in[i]];
    }
  }
}

template <class From, class To>
static double look_up(UlpSession *session, const Input &in, void *out, const UlpConvertJob &, uint64_t first,
                      uint64_t count) {
  constexpr int per_thread = 16 / (sizeof(From) > sizeof(To) ? sizeof(From) : sizeof(To));
  const From *source = static_cast<const From *>(in.data) + in.offset + first;
  const unsigned needed = blocks_for(count, kThreads, per_thread);
  const unsigned resident = 16u * static_cast<unsigned>(session->info.multiprocessors);
  const unsigned blocks = needed < resident ? needed : resident;
  Clock clock(session, look_up_kernel<From, To>);
  look_up_kernel<From, To><<<blocks, kThreads, 0, session->stream>>>(source, static_cast<To *>(out) + first, count,
                                                                     is_aligned<Pack<From, per_thread>>(source),
                                                                     session->table.need<To>(table_entries<From>));
  launched("look_up_kernel");
  return clock.stop();
}

/* Of sources below a byte, a group (packing.h) for a thread: WIDTH whole bytes, where `offset` is a group's begin. */
template <int WIDTH, class To>
__global__ void __launch_bounds__(kThreads) look_up_packed_kernel(UlpFormat from, const uint8_t *in, uint64_t offset,
                                                                  To *out, uint64_t count, const To *table) {
  constexpr unsigned group = ULP_PACKED_GROUP;
  __shared__ To entries[1 << WIDTH];
  if (threadIdx.x < 1 << WIDTH)
    entries[threadIdx.x] = table[threadIdx.x];
  __syncthreads();
  const uint64_t step = static_cast<uint64_t>(gridDim.x) * kThreads * group;
  uint64_t first = (static_cast<uint64_t>(blockIdx.x) * kThreads + threadIdx.x) * group;
  for (; first < count; first += step) {
    if (offset % group == 0 && first + group <= count) {
      const auto *halves = reinterpret_cast<const uint16_t *>(in + (offset + first) / group * WIDTH);
      uint64_t bits = 0;
#pragma unroll
      for (int i = 0; i < WIDTH / 2; i++)
        bits |= static_cast<uint64_t>(halves[i]) << (16 * i);
      Pack<To, group> result;
#pragma unroll
      for (unsigned i = 0; i < group; i++)
        result.word[i] = entries[static_cast<unsigned>(bits >> (i * WIDTH)) & ((1u << WIDTH) - 1)];
      *reinterpret_cast<Pack<To, group> *>(out + first) = result;
    } else {
      const uint64_t end = first + group < count ? first + group : count;
      for (uint64_t i = first; i < end; i++)
        out[i] = entries[static_cast<unsigned>(ulp_packed_load(from, in, offset + i))];
    }
  }
}

template <int WIDTH, class To>
static double look_up_packed(UlpSession *session, const Input &in, void *out, const UlpConvertJob &, uint64_t first,
                             uint64_t count) {
  const unsigned needed = blocks_for(count, kThreads, ULP_PACKED_GROUP);
  const unsigned resident = 16u * static_cast<unsigned>(session->info.multiprocessors);
  Clock clock(session, look_up_packed_kernel<WIDTH, To>);
  look_up_packed_kernel<WIDTH, To> < <<needed<resident ? needed : resident, kThreads, 0, session->stream>>>(
                                         in.format, static_cast<const uint8_t *>(in.data), in.offset + first,
                                         static_cast<To *>(out) + first, count, session->table.need<To>(1 << WIDTH));
  launched("look_up_packed_kernel");
  return clock.stop();
}

template <int WIDTH> static ConvertPart *look_up_packed_to(unsigned container_bits) {
  switch (container_bits) {
  case 8:
    return look_up_packed<WIDTH, uint8_t>;
  case 16:
    return look_up_packed<WIDTH, uint16_t>;
  case 32:
    return look_up_packed<WIDTH, uint32_t>;
  case 64:
    return look_up_packed<WIDTH, uint64_t>;
  default:
    return nullptr;
  }
}

template <class From> static ConvertPart *look_up_to(unsigned container_bits) {
  switch (container_bits) {
  case 8:
    return look_up<From, uint8_t>;
  case 16:
    return look_up<From, uint16_t>;
  case 32:
    return look_up<From, uint32_t>;
  case 64:
    return look_up<From, uint64_t>;
  default:
    return nullptr;
  }
}

static ConvertPart *find_look_up(unsigned from, unsigned to) {
  switch (from) {
  case 4:
    return look_up_packed_to<4>(to);
  case 6:
    return look_up_packed_to<6>(to);
  case 8:
    return look_up_to<uint8_t>(to);
  case 16:
    return look_up_to<uint16_t>(to);
  default:
    return nullptr;
  }
}

ConvertPart *make_table(UlpSession *session, const Input &in, const UlpConvertJob &job, double *seconds) {
  const unsigned from = ulp_layout(in.format).container_bits, to = ulp_layout(job.to).container_bits;
  ConvertPart *part = find_look_up(from, to);
  const uint64_t entries = uint64_t{1} << (from & 31);
  if (!part || in.count < entries)
    return nullptr;
  const Input patterns = {nullptr, in.format, 0, entries};
  *seconds = convert_by_codec(session, patterns, session->table.need<char>(ulp_packed_bytes(job.to, entries)), job, 0,
                              entries);
  return part;
}
