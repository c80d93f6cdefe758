/* The one load and store of elements that lie packed in memory, for C and nvcc: element i begins at bit
 * i * container_bits, the first element in the lowest bits of the first byte, whole bytes in little-endian order. */
#pragma once

#include "core/number/layout.h"

#include <string.h>

/* Elements that end on a byte: slices from multiples of it on can be worked on apart. */
#define ULP_PACKED_GROUP 8

/* Bytes that hold `count` elements, without the scales of blocks. */
ULP_HD uint64_t ulp_packed_element_bytes(UlpFormat format, uint64_t count) {
  const uint64_t bits = ulp_layout(format).container_bits;
  return count / 8 * bits + (count % 8 * bits + 7) / 8;
}

/* Of blocks: how many `count` elements are, the last one maybe not full. */
ULP_HD uint64_t ulp_packed_blocks(UlpFormat format, uint64_t count) {
  const uint64_t length = ulp_block_length(format);
  return count / length + (count % length != 0);
}

/* Of blocks: the scales lie behind all elements from here on, a byte each in the order of the blocks, and behind them the
 * tensor's scale, four bytes of an fp32 number, where there is one. */
ULP_HD uint64_t ulp_packed_scales_at(UlpFormat format, uint64_t count) {
  return (ulp_packed_element_bytes(format, count) + 15) / 16 * 16;
}
ULP_HD uint64_t ulp_packed_tensor_scale_at(UlpFormat format, uint64_t count) {
  return (ulp_packed_scales_at(format, count) + ulp_packed_blocks(format, count) + 3) / 4 * 4;
}

/* Bytes that hold all of an array of `count` elements. */
ULP_HD uint64_t ulp_packed_bytes(UlpFormat format, uint64_t count) {
  if (ulp_block_length(format) == 0)
    return ulp_packed_element_bytes(format, count);
  return ulp_packed_tensor_scale_at(format, count) + (ulp_block_has_tensor_scale(format) ? 4 : 0);
}

ULP_HD UlpBits ulp_packed_load(UlpFormat format, const void *array, uint64_t index) {
  const unsigned width = ulp_layout(format).container_bits;
  const uint8_t *byte = (const uint8_t *)array;
  uint16_t two;
  uint32_t four;
  uint64_t eight;
  switch (width) {
  case 4:
    return (unsigned)byte[index / 2] >> (index % 2 * 4) & 15;
  case 8:
    return byte[index];
  case 16:
    memcpy(&two, byte + 2 * index, sizeof two);
    return two;
  case 32:
    memcpy(&four, byte + 4 * index, sizeof four);
    return four;
  case 64:
    memcpy(&eight, byte + 8 * index, sizeof eight);
    return eight;
  default:
    break;
  }
  const unsigned first = (unsigned)(index % 8) * width; /* from the byte on which eight elements begin */
  byte += index / 8 * width + first / 8;
  const unsigned shift = first % 8, bytes = (shift + width + 7) / 8;
  UlpBits bits = 0;
  for (unsigned i = 0; i < bytes && i < 16; i++)
    bits |= (UlpBits)byte[i] << (8 * i);
  bits >>= shift;
  if (bytes > 16)
    bits |= (UlpBits)byte[16] << (128 - shift);
  return bits & ulp_low_bits((int)width);
}

/* Other elements in the same bytes are kept. */
ULP_HD void ulp_packed_store(UlpFormat format, void *array, uint64_t index, UlpBits bits) {
  const unsigned width = ulp_layout(format).container_bits;
  uint8_t *byte = (uint8_t *)array;
  const uint16_t two = (uint16_t)bits;
  const uint32_t four = (uint32_t)bits;
  const uint64_t eight = (uint64_t)bits;
  switch (width) {
  case 4:
    byte += index / 2;
    *byte = (uint8_t)(index % 2 ? (*byte & 15) | (unsigned)bits << 4 : (*byte & 0xf0) | ((unsigned)bits & 15));
    return;
  case 8:
    byte[index] = (uint8_t)bits;
    return;
  case 16:
    memcpy(byte + 2 * index, &two, sizeof two);
    return;
  case 32:
    memcpy(byte + 4 * index, &four, sizeof four);
    return;
  case 64:
    memcpy(byte + 8 * index, &eight, sizeof eight);
    return;
  default:
    break;
  }
  const unsigned first = (unsigned)(index % 8) * width;
  byte += index / 8 * width + first / 8;
  bits &= ulp_low_bits((int)width);
  for (unsigned at = first % 8, left = width; left; byte++) {
    const unsigned taken = left < 8 - at ? left : 8 - at;
    const unsigned mask = ((1u << taken) - 1) << at;
    *byte = (uint8_t)((*byte & ~mask) | ((unsigned)(bits << at) & mask));
    bits >>= taken;
    left -= taken;
    at = 0;
  }
}
