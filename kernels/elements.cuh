/* Elements of any format in device memory, where arrays begin on the boundaries that the words of their containers need. */
#pragma once

#include "core/array/packing.h"

/* Whether elements are words of the device, each at a place of its own; others share bytes, or lie askew. */
ULP_HD bool is_word(unsigned container_bits) {
  return container_bits == 8 || container_bits == 16 || container_bits == 32 || container_bits == 64 ||
         container_bits == 128;
}

__device__ inline UlpBits load_element(UlpFormat format, const void *array, uint64_t index) {
  switch (ulp_layout(format).container_bits) {
  case 8:
    return static_cast<const uint8_t *>(array)[index];
  case 16:
    return static_cast<const uint16_t *>(array)[index];
  case 32:
    return static_cast<const uint32_t *>(array)[index];
  case 64:
    return static_cast<const uint64_t *>(array)[index];
  case 128: {
    const ulonglong2 halves = static_cast<const ulonglong2 *>(array)[index];
    return static_cast<UlpBits>(halves.y) << 64 | halves.x;
  }
  default:
    return ulp_packed_load(format, array, index);
  }
}

/* Where elements share bytes, those of a group (packing.h) are one thread's. */
__device__ inline void store_element(UlpFormat format, void *array, uint64_t index, UlpBits bits) {
  switch (ulp_layout(format).container_bits) {
  case 8:
    static_cast<uint8_t *>(array)[index] = static_cast<uint8_t>(bits);
    return;
  case 16:
    static_cast<uint16_t *>(array)[index] = static_cast<uint16_t>(bits);
    return;
  case 32:
    static_cast<uint32_t *>(array)[index] = static_cast<uint32_t>(bits);
    return;
  case 64:
    static_cast<uint64_t *>(array)[index] = static_cast<uint64_t>(bits);
    return;
  case 128:
    static_cast<ulonglong2 *>(array)[index] = {static_cast<unsigned long long>(bits),
                                               static_cast<unsigned long long>(bits >> 64)};
    return;
  default:
    ulp_packed_store(format, array, index, bits);
    return;
  }
}
