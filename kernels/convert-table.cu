/* Conversions by look-up: of sources of up to 8 bits in shared memory, of 16 in the caches. */
#include "kernels/convert.cuh"

#include "core/array/packing.h"

#include <type_traits>

constexpr unsigned kThreads = 256;

template <class From> constexpr uint64_t table_entries = uint64_t{1} << (8 * sizeof(From));

/* ---- sources of 4 and 8 bits: an entry for each byte, so that all lanes read at once from banks of their own ---- */

/* ENTRY bytes are what a byte becomes: one element, or two of 4 bits. */
template <int ENTRY>
using Entry = std::conditional_t<
    ENTRY == 16, Pack<uint64_t, 2>,
    std::conditional_t<ENTRY == 8, uint64_t,
                       std::conditional_t<ENTRY == 4, uint32_t, std::conditional_t<ENTRY == 2, uint16_t, uint8_t>>>>;

/* A copy of the table for each lane of those that the hardware serves in one go; narrow entries share words. */
template <int ENTRY> struct Copies {
  static constexpr int count = ENTRY <= 4 ? 32 : 128 / ENTRY;
  static constexpr int per_word = ENTRY < 4 ? 4 / ENTRY : 1;
  using Word = std::conditional_t < ENTRY<4, uint32_t, Entry<ENTRY>>;
  static constexpr int words = 256 / per_word;
};

/* The entry of a byte, made from a table of the elements, packed as the result is. */
template <int FROM, int TO, int ENTRY> __device__ inline Entry<ENTRY> make_entry(const uint8_t *table, unsigned byte) {
  using To = Entry < TO<8 ? 1 : TO / 8>;
  const To *elements = reinterpret_cast<const To *>(table);
  const auto nibble = [&](unsigned i) { return static_cast<uint8_t>(table[i / 2] >> (i % 2 * 4) & 15); };
  if constexpr (FROM == 8) {
    if constexpr (TO == 4)
      return nibble(byte);
    else
      return elements[byte];
  } else if constexpr (TO == 4) {
    return static_cast<uint8_t>(nibble(byte & 15) | nibble(byte >> 4) << 4);
  } else if constexpr (TO == 64) {
    return {{elements[byte & 15], elements[byte >> 4]}};
  } else {
    return static_cast<Entry<ENTRY>>(elements[byte & 15] | static_cast<Entry<ENTRY>>(elements[byte >> 4]) << TO);
  }
}

template <int FROM, int TO> constexpr int kEntry = FROM == 8 ? (TO < 8 ? 1 : TO / 8) : TO == 4 ? 1 : TO / 4;
constexpr int kBytesThreads = 512;

/* `bytes` whole bytes of the source, a multiple of what a thread takes: as many as make 16 bytes of result, or 8 where two
 * elements share a byte that had one each. `in` is aligned for that. */
template <int FROM, int TO>
__global__ void __launch_bounds__(kBytesThreads)
    look_up_bytes_kernel(const uint8_t *in, void *out, uint64_t bytes, const uint8_t *table) {
  constexpr int entry = kEntry<FROM, TO>, per = 16 / entry;
  constexpr bool halves = FROM == 8 && TO == 4;
  using Table = Copies<entry>;
  using Word = typename Table::Word;
  extern __shared__ uint4 memory[];
  Word *words = reinterpret_cast<Word *>(memory);
  for (unsigned i = threadIdx.x; i < Table::words * Table::count; i += kBytesThreads) {
    const unsigned byte = i / Table::count * Table::per_word;
    if constexpr (entry >= 4) {
      words[i] = make_entry<FROM, TO, entry>(table, byte);
    } else {
      uint32_t word = 0;
      for (int k = 0; k < Table::per_word; k++)
        word |= static_cast<uint32_t>(make_entry<FROM, TO, entry>(table, byte + static_cast<unsigned>(k)))
                << (8 * entry * k);
      words[i] = word;
    }
  }
  __syncthreads();
  const unsigned lane = threadIdx.x % Table::count;
  const uint64_t step = static_cast<uint64_t>(gridDim.x) * kBytesThreads;
  for (uint64_t i = static_cast<uint64_t>(blockIdx.x) * kBytesThreads + threadIdx.x; i < bytes / per; i += step) {
    const auto source = reinterpret_cast<const Pack<uint8_t, per> *>(in)[i];
    Pack<Entry<entry>, per> result;
#pragma unroll
    for (int k = 0; k < per; k++) {
      const unsigned byte = source.word[k];
      const Word word = words[byte / Table::per_word * Table::count + lane];
      if constexpr (entry >= 4)
        result.word[k] = word;
      else
        result.word[k] = static_cast<Entry<entry>>(word >> (byte % Table::per_word * 8 * entry));
    }
    if constexpr (halves) {
      Pack<uint8_t, per / 2> pairs;
#pragma unroll
      for (int k = 0; k < per / 2; k++)
        pairs.word[k] = static_cast<uint8_t>(result.word[2 * k] | result.word[2 * k + 1] << 4);
      reinterpret_cast<Pack<uint8_t, per / 2> *>(out)[i] = pairs;
    } else {
      reinterpret_cast<Pack<Entry<entry>, per> *>(out)[i] = result;
    }
  }
}

/* What is left over, and slices that begin askew, go through the codec. */
template <int FROM, int TO>
static double look_up_bytes(UlpSession *session, const Input &in, void *out, const UlpConvertJob &job, uint64_t first,
                            uint64_t count) {
  constexpr int entry = kEntry<FROM, TO>, per = 16 / entry;
  const uint64_t from_bit = (in.offset + first) * FROM;
  const uint8_t *source = static_cast<const uint8_t *>(in.data) + from_bit / 8;
  const bool aligned = from_bit % 8 == 0 && is_aligned<Pack<uint8_t, per>>(source);
  const uint64_t bytes = aligned ? count / kPartMultiple * kPartMultiple * FROM / 8 : 0;
  const uint64_t done = bytes / per * per * 8 / FROM;
  double seconds = 0;
  if (done) {
    using Table = Copies<entry>;
    constexpr unsigned shared = Table::words * Table::count * sizeof(typename Table::Word);
    const unsigned resident = 4u * static_cast<unsigned>(session->info.multiprocessors);
    const unsigned needed = blocks_for(bytes, kBytesThreads, per), blocks = needed < resident ? needed : resident;
    Clock clock(session, look_up_bytes_kernel<FROM, TO>);
    look_up_bytes_kernel<FROM, TO><<<blocks, kBytesThreads, shared, session->stream>>>(
        source, static_cast<uint8_t *>(out) + first * TO / 8, done * FROM / 8, session->table.need<uint8_t>(1));
    launched("look_up_bytes_kernel");
    seconds = clock.stop();
  }
  if (done < count)
    seconds += convert_by_codec(session, in, out, job, first + done, count - done);
  return seconds;
}

/* ---- sources of 16 bits, and of what lies between ---- */

/* `aligned`: `in` is, for a pack. */
template <class From, class To>
__global__ void __launch_bounds__(kThreads)
    look_up_kernel(const From *in, To *out, uint64_t count, bool aligned, const To *table) {
  constexpr int per_thread = 16 / (sizeof(From) > sizeof(To) ? sizeof(From) : sizeof(To));
  const uint64_t step = static_cast<uint64_t>(gridDim.x) * kThreads * per_thread;
  uint64_t first = (static_cast<uint64_t>(blockIdx.x) * kThreads + threadIdx.x) * per_thread;
  for (; first < count; first += step) {
    if (aligned && first + per_thread <= count) {
      const auto source = *reinterpret_cast<const Pack<From, per_thread> *>(in + first);
      Pack<To, per_thread> result;
#pragma unroll
      for (int i = 0; i < per_thread; i++)
        result.word[i] = table[source.word[i]];
      *reinterpret_cast<Pack<To, per_thread> *>(out + first) = result;
    } else {
      const uint64_t end = first + per_thread < count ? first + per_thread : count;
      for (uint64_t i = first; i < end; i++)
        out[i] = table[in[i]];
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

/* To fewer bits: the table, a byte for an entry, lies in shared memory. */
constexpr unsigned kWordsThreads = 512, kWordsAtOnce = 2;

template <int TO>
__global__ void __launch_bounds__(kWordsThreads, 3)
    look_up_words_kernel(const uint16_t *in, uint8_t *out, uint64_t count, const uint8_t *table) {
  extern __shared__ uint4 memory[];
  uint8_t *entries = reinterpret_cast<uint8_t *>(memory);
  for (unsigned i = threadIdx.x; i < table_entries<uint16_t> / 16; i += kWordsThreads) {
    if constexpr (TO == 8) {
      memory[i] = reinterpret_cast<const uint4 *>(table)[i];
    } else {
      for (unsigned k = 0; k < 16; k++)
        entries[16 * i + k] = table[8 * i + k / 2] >> (k % 2 * 4) & 15;
    }
  }
  __syncthreads();
  using From = Pack<uint16_t, 8>;
  const uint64_t parts = count / 8, step = static_cast<uint64_t>(gridDim.x) * kWordsThreads * kWordsAtOnce;
  uint64_t first = static_cast<uint64_t>(blockIdx.x) * kWordsThreads * kWordsAtOnce + threadIdx.x;
  for (; first < parts; first += step) {
    From source[kWordsAtOnce];
#pragma unroll
    for (unsigned t = 0; t < kWordsAtOnce; t++)
      if (first + t * kWordsThreads < parts)
        source[t] = reinterpret_cast<const From *>(in)[first + t * kWordsThreads];
#pragma unroll
    for (unsigned t = 0; t < kWordsAtOnce; t++) {
      const uint64_t part = first + t * kWordsThreads;
      if (part >= parts)
        break;
      Pack<uint8_t, TO> result; /* 8 elements */
#pragma unroll
      for (int i = 0; i < TO; i++)
        result.word[i] = TO == 8 ? entries[source[t].word[i]]
                                 : static_cast<uint8_t>(entries[source[t].word[2 * i & 7]] |
                                                        entries[source[t].word[(2 * i + 1) & 7]] << 4);
      reinterpret_cast<Pack<uint8_t, TO> *>(out)[part] = result;
    }
  }
}

template <int TO>
static double look_up_words(UlpSession *session, const Input &in, void *out, const UlpConvertJob &job, uint64_t first,
                            uint64_t count) {
  const uint16_t *source = static_cast<const uint16_t *>(in.data) + in.offset + first;
  const uint64_t done = is_aligned<Pack<uint16_t, 8>>(source) ? count / kPartMultiple * kPartMultiple : 0;
  double seconds = 0;
  if (done) {
    constexpr unsigned shared = table_entries<uint16_t>;
    const unsigned resident = 3u * static_cast<unsigned>(session->info.multiprocessors);
    const unsigned needed = blocks_for(done, kWordsThreads, 8 * kWordsAtOnce);
    const unsigned blocks = needed < resident ? needed : resident;
    check(cudaFuncSetAttribute(look_up_words_kernel<TO>, cudaFuncAttributeMaxDynamicSharedMemorySize, shared),
          _("loading a kernel"));
    Clock clock(session, look_up_words_kernel<TO>);
    look_up_words_kernel<TO><<<blocks, kWordsThreads, shared, session->stream>>>(
        source, static_cast<uint8_t *>(out) + first * TO / 8, done, session->table.need<uint8_t>(1));
    launched("look_up_words_kernel");
    seconds = clock.stop();
  }
  if (done < count)
    seconds += convert_by_codec(session, in, out, job, first + done, count - done);
  return seconds;
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
  const unsigned blocks = needed < resident ? needed : resident;
  Clock clock(session, look_up_packed_kernel<WIDTH, To>);
  look_up_packed_kernel<WIDTH, To><<<blocks, kThreads, 0, session->stream>>>(
      in.format, static_cast<const uint8_t *>(in.data), in.offset + first, static_cast<To *>(out) + first, count,
      session->table.need<To>(1 << WIDTH));
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

template <int FROM> static ConvertPart *look_up_bytes_to(unsigned container_bits) {
  switch (container_bits) {
  case 4:
    return look_up_bytes<FROM, 4>;
  case 8:
    return look_up_bytes<FROM, 8>;
  case 16:
    return look_up_bytes<FROM, 16>;
  case 32:
    return look_up_bytes<FROM, 32>;
  case 64:
    return look_up_bytes<FROM, 64>;
  default:
    return nullptr;
  }
}

static ConvertPart *look_up_words_to(unsigned container_bits) {
  switch (container_bits) {
  case 4:
    return look_up_words<4>;
  case 8:
    return look_up_words<8>;
  case 16:
    return look_up<uint16_t, uint16_t>;
  case 32:
    return look_up<uint16_t, uint32_t>;
  case 64:
    return look_up<uint16_t, uint64_t>;
  default:
    return nullptr;
  }
}

static ConvertPart *find_look_up(unsigned from, unsigned to) {
  switch (from) {
  case 4:
    return look_up_bytes_to<4>(to);
  case 6:
    return look_up_packed_to<6>(to);
  case 8:
    return look_up_bytes_to<8>(to);
  case 16:
    return look_up_words_to(to);
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
  const Input patterns = {nullptr, in.format, 0, entries, entries};
  *seconds = convert_by_codec(session, patterns, session->table.need<char>(ulp_packed_bytes(job.to, entries)), job, 0,
                              entries);
  return part;
}
