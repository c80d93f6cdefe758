/* Elements of blocks in memory (packing.h), each with what scales it, for C and nvcc. */
#pragma once

#include "core/array/packing.h"
#include "core/number/block.h"

/* Of an array of `count` elements in all. */
ULP_HD uint32_t ulp_blocks_tensor_scale(UlpFormat blocks, const void *array, uint64_t count) {
  uint32_t scale = 0x3f800000u;
  if (ulp_block_has_tensor_scale(blocks))
    memcpy(&scale, (const uint8_t *)array + ulp_packed_tensor_scale_at(blocks, count), sizeof scale);
  return scale;
}

ULP_HD UlpBits ulp_blocks_scale(UlpFormat blocks, const void *array, uint64_t count, uint64_t block) {
  return ((const uint8_t *)array)[ulp_packed_scales_at(blocks, count) + block];
}

/* Element `index`, as ulp_block_pattern() has it. */
ULP_HD UlpBits ulp_blocks_load(UlpFormat blocks, const void *array, uint64_t count, uint64_t index) {
  return ulp_block_pattern(ulp_packed_load(blocks, array, index),
                           ulp_blocks_scale(blocks, array, count, index / ulp_block_length(blocks)),
                           ulp_blocks_tensor_scale(blocks, array, count));
}

/* The bits of any element: of blocks with what scales it. */
ULP_HD UlpBits ulp_any_load(UlpFormat format, const void *array, uint64_t count, uint64_t index) {
  return ulp_block_length(format) ? ulp_blocks_load(format, array, count, index)
                                  : ulp_packed_load(format, array, index);
}

/* The value of what ulp_any_load() gives. */
ULP_HD UlpUnpacked ulp_any_unpack(UlpFormat format, UlpBits bits) {
  return ulp_block_length(format) ? ulp_block_value(format, bits, ulp_block_pattern_step(format, bits))
                                  : ulp_unpack(ulp_layout(format), bits);
}
