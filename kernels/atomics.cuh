/* Additions to one word that blocks race for (core/job/atomics.def), in PTX, where a scope and an order can be said: PTX ISA, red,
 * atom, fence. Those of fp32 in global memory flush subnormal numbers to zero, whatever -ftz says; compare and swap adds
 * as everything else here does, and shared memory keeps them, too. */
#pragma once

#include "kernels/session.cuh"

#define ULP_RED(qualifiers, word, value)                                                                               \
  do {                                                                                                                 \
    if constexpr (sizeof(value) == sizeof(double))                                                                     \
      asm volatile("red." qualifiers ".add.f64 [%0], %1;" ::"l"(word), "d"(value) : "memory");                         \
    else                                                                                                               \
      asm volatile("red." qualifiers ".add.f32 [%0], %1;" ::"l"(word), "f"(value) : "memory");                         \
  } while (0)

__device__ inline void swap_in(float *word, float value) {
  unsigned *const bits = reinterpret_cast<unsigned *>(word);
  for (unsigned seen = *bits, before = ~seen; seen != before;) {
    before = seen;
    seen = atomicCAS(bits, before, __float_as_uint(__uint_as_float(before) + value));
  }
}

__device__ inline void swap_in(double *word, double value) {
  unsigned long long *const bits = reinterpret_cast<unsigned long long *>(word);
  for (unsigned long long seen = *bits, before = ~seen; seen != before;) {
    before = seen;
    seen = atomicCAS(bits, before,
                     static_cast<unsigned long long>(
                         __double_as_longlong(__longlong_as_double(static_cast<long long>(before)) + value)));
  }
}

/* All but SHARED, whose partials are kept and added by add_in_shared. */
template <class T> __device__ inline void add_atomically(UlpAtomics atomics, T *word, T value) {
  switch (atomics) {
  case ULP_ATOMICS_ACQ_REL:
    ULP_RED("release.gpu", word, value);
    asm volatile("fence.acq_rel.gpu;" ::: "memory");
    break;
  case ULP_ATOMICS_SEQ_CST:
    asm volatile("fence.sc.gpu;" ::: "memory");
    ULP_RED("relaxed.gpu", word, value);
    asm volatile("fence.sc.gpu;" ::: "memory");
    break;
  case ULP_ATOMICS_SYSTEM:
    ULP_RED("relaxed.sys", word, value);
    break;
  case ULP_ATOMICS_BLOCK:
    ULP_RED("relaxed.cta", word, value);
    break;
  case ULP_ATOMICS_SWAP:
    swap_in(word, value);
    break;
  default:
    atomicAdd(word, value);
    break;
  }
}

/* Adds values[0 .. count), each a T, to *word in the shared memory of one block, whose threads race. Seconds. */
double add_in_shared(UlpSession *session, const double *values, uint64_t count, float *word);
double add_in_shared(UlpSession *session, const double *values, uint64_t count, double *word);
