/* What a thread counts of BINS (core/sum/bins.h): the K bins from `top` down, in registers. Host and device. */
#pragma once

#include "core/sum/bins.h"

/* An accumulator's format, by the words that tell how large its numbers are: `magnitude` grows with |x|, infinities and NaN have
 * `special` and more. */
template <class A> struct BinFormat;

template <> struct BinFormat<float> {
  using Count = int32_t;
  using Word = uint32_t;
  static constexpr unsigned special = 0x7f800000u, deposits = ULP_BINS_DEPOSITS_FP32;
  ULP_HD UlpBinGrid grid() { return ulp_bin_grid(ULP_FORMAT_FP32); }
  ULP_HD unsigned magnitude(float x) { return word(x) & 0x7fffffffu; }
  ULP_HD Word word(float x) {
    Word bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
  }
  /* Of 2^exponent. */
  ULP_HD unsigned power(int exponent) {
    return exponent < -126 ? 1u << (exponent + 149) : static_cast<unsigned>(exponent + 127) << 23;
  }
};

/* The upper half of a number's bits is enough: that of 2^exponent is followed by zeros. */
template <> struct BinFormat<double> {
  using Count = int64_t;
  using Word = uint64_t;
  static constexpr unsigned special = 0x7ff00000u, deposits = ULP_BINS_DEPOSITS_FP64;
  ULP_HD UlpBinGrid grid() { return ulp_bin_grid(ULP_FORMAT_FP64); }
  ULP_HD unsigned magnitude(double x) { return static_cast<unsigned>(word(x) >> 32) & 0x7fffffffu; }
  ULP_HD Word word(double x) {
    Word bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
  }
  ULP_HD unsigned power(int exponent) {
    return exponent < -1022 ? 1u << (exponent + 1074 - 32) : static_cast<unsigned>(exponent + 1023) << 20;
  }
};

template <class A, int K> struct Bins {
  using Format = BinFormat<A>;
  using Word = typename Format::Word;

  typename Format::Count count[K]; /* of the bins top, top - 1, ... */
  A sigma[K], scale;
  unsigned limit; /* magnitude from which on an element's bin is above `top` */
  int top;

  __host__ __device__ __forceinline__ void begin() {
    ULP_UNROLL
    for (int k = 0; k < K; k++)
      count[k] = 0;
    move_to(Format::grid().lowest);
  }

  /* To the bin of the largest finite element. */
  __host__ __device__ __forceinline__ void rise(unsigned largest) {
    int next = top;
    while (largest >= limit_of(next))
      next++;
    for (int by = 0; by < K && by < next - top; by++) {
      ULP_UNROLL
      for (int k = K - 1; k > 0; k--)
        count[k] = count[k - 1];
      count[0] = 0;
    }
    move_to(next);
  }

  /* A finite element whose magnitude is below the limit. */
  __host__ __device__ __forceinline__ void take(A x) {
    A left = x * scale;
    ULP_UNROLL
    for (int k = 0; k < K; k++) {
      const A cut = left + sigma[k];
      count[k] =
          static_cast<typename Format::Count>(static_cast<Word>(count[k]) + Format::word(cut) - Format::word(sigma[k]));
      left -= cut - sigma[k];
    }
  }

private:
  __host__ __device__ __forceinline__ static unsigned limit_of(int bin) {
    const UlpBinGrid grid = Format::grid();
    return bin == grid.highest ? Format::special : Format::power(grid.width * (bin + 1) - 1);
  }

  __host__ __device__ __forceinline__ void move_to(int bin) {
    const UlpBinGrid grid = Format::grid();
    const int exponent = ulp_bin_scale(grid, bin);
    top = bin;
    limit = limit_of(bin);
    scale = static_cast<A>(ldexp(1.0, exponent));
    ULP_UNROLL
    for (int k = 0; k < K; k++)
      sigma[k] = static_cast<A>(ulp_bin_sigma(grid, bin - k, exponent));
  }
};
