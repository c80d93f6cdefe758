/* Elements of an array in device memory, 16 bytes at a time, with the loose ones before and behind. */
#pragma once

#include <cstdint>
#include <cstring>

/* 16 bytes, or the same number of elements one by one. */
template <class T> struct alignas(16) Vector {
  static constexpr int size = 16 / sizeof(T);
  T element[size];
};

/* Read here and now: left to itself the compiler moves the load to where the vector is needed, a trip to memory late. */
template <class T> __device__ inline Vector<T> read_vector(const Vector<T> *from) {
  unsigned long long word[2];
  asm volatile("ld.volatile.global.v2.u64 {%0, %1}, [%2];" : "=l"(word[0]), "=l"(word[1]) : "l"(from) : "memory");
  Vector<T> vector;
  memcpy(&vector, word, sizeof vector);
  return vector;
}

/* vectors[0 .. n_vectors), and the loose elements before and behind them. */
template <class T> struct Slice {
  const Vector<T> *vectors;
  uint64_t n_vectors;
  const T *before, *behind;
  unsigned n_before, n_behind;
};

template <class T> inline Slice<T> make_slice(const T *x, uint64_t count) {
  const uint64_t odd = reinterpret_cast<uintptr_t>(x) % sizeof(Vector<T>) / sizeof(T);
  const uint64_t to_boundary = odd ? Vector<T>::size - odd : 0;
  const uint64_t before = to_boundary < count ? to_boundary : count;
  const uint64_t vectors = (count - before) / Vector<T>::size;
  const T *behind = x + before + vectors * Vector<T>::size;
  return {reinterpret_cast<const Vector<T> *>(x + before), vectors, x, behind, static_cast<unsigned>(before),
          static_cast<unsigned>(x + count - behind)};
}
