/* The ways of a conversion. */
#pragma once

#include "kernels/session.cuh"

/* Elements [first, first + count) of the result, in seconds; `first` is a multiple of kPartMultiple. */
using ConvertPart = double(UlpSession *session, const Input &in, void *out, const UlpConvertJob &job, uint64_t first,
                           uint64_t count);
constexpr uint64_t kPartMultiple = 32;

ConvertPart convert_by_codec, convert_blocks_by_codec;

/* NULL where arithmetic does not give the codec's bits. */
ConvertPart *find_direct(UlpFormat from, const UlpConvertJob &job);

/* Fills session->table; NULL where the source has no table, or fewer elements than that would have. */
ConvertPart *make_table(UlpSession *session, const Input &in, const UlpConvertJob &job, double *seconds);

/* Where one of the formats is of blocks; NULL: none is. */
ConvertPart *find_block_conversion(UlpFormat from, const UlpConvertJob &job);

/* To blocks and from them by arithmetic; NULL where that does not give the codec's bits. */
ConvertPart *find_to_blocks(UlpFormat from, const UlpConvertJob &job);
ConvertPart *find_of_blocks(UlpFormat from, const UlpConvertJob &job);

/* By CUDA's headers (job.by); NULL where they have no such conversion. */
ConvertPart *find_header_conversion(UlpFormat from, const UlpConvertJob &job);

/* A thread's elements of one kind of word. */
template <class Word, int COUNT> struct alignas(sizeof(Word) * COUNT) Pack { Word word[COUNT]; };

/* Blocks of `threads` threads, each with `per_thread` elements. */
inline unsigned blocks_for(uint64_t count, unsigned threads, unsigned per_thread) {
  const uint64_t per_block = static_cast<uint64_t>(threads) * per_thread;
  return static_cast<unsigned>((count + per_block - 1) / per_block);
}

template <class Pack> inline bool is_aligned(const void *pointer) {
  return reinterpret_cast<uintptr_t>(pointer) % alignof(Pack) == 0;
}
