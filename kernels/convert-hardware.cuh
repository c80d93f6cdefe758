/* The conversions that the hardware does as IEEE 754 has it: rounded to nearest, subnormals kept, overflow to infinity. They
 * give the codec's bits for everything but NaN, of which the codec keeps sign and payload. */
#pragma once

#include "core/number/codec.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>

template <UlpFormat FROM, UlpFormat TO> struct Hardware { static constexpr bool exists = false; };

struct InHardware {
  static constexpr bool exists = true;
};

template <> struct Hardware<ULP_FORMAT_FP64, ULP_FORMAT_FP32> : InHardware {
  __device__ static uint32_t convert(uint64_t bits) {
    return __float_as_uint(__double2float_rn(__longlong_as_double(static_cast<long long>(bits))));
  }
};

template <> struct Hardware<ULP_FORMAT_FP32, ULP_FORMAT_FP64> : InHardware {
  __device__ static uint64_t convert(uint32_t bits) {
    return static_cast<uint64_t>(__double_as_longlong(static_cast<double>(__uint_as_float(bits))));
  }
};

template <> struct Hardware<ULP_FORMAT_FP32, ULP_FORMAT_FP16> : InHardware {
  __device__ static uint16_t convert(uint32_t bits) { return __half_as_ushort(__float2half_rn(__uint_as_float(bits))); }
};

template <> struct Hardware<ULP_FORMAT_FP32, ULP_FORMAT_BF16> : InHardware {
  __device__ static uint16_t convert(uint32_t bits) {
    return __bfloat16_as_ushort(__float2bfloat16_rn(__uint_as_float(bits)));
  }
};

template <> struct Hardware<ULP_FORMAT_FP16, ULP_FORMAT_FP32> : InHardware {
  __device__ static uint32_t convert(uint16_t bits) { return __float_as_uint(__half2float(__ushort_as_half(bits))); }
};

template <> struct Hardware<ULP_FORMAT_BF16, ULP_FORMAT_FP32> : InHardware {
  __device__ static uint32_t convert(uint16_t bits) { return static_cast<uint32_t>(bits) << 16; }
};
