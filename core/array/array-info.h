/* What an array is: element format, shape, order and byte order, whether it lies in memory or in a file. */
#pragma once

#include "core/array/packing.h"

#include <glib.h>

/* NumPy's own limit was 32 until its version 2 (numpy/ndarraytypes.h, NPY_MAXDIMS). */
#define ULP_ARRAY_MAX_DIMENSIONS 32

/* Elements lie packed (packing.h). The scale of a block of elements, as MX and NVFP4 have one, is an element of a second
 * array: its format, the block's length and where it lies are to become fields here, after `format`. */
typedef struct {
  UlpFormat format;
  gboolean big_endian; /* containers of more than one whole byte begin with the highest */
  gboolean fortran;    /* the first index runs fastest, not the last; never set below two dimensions */
  guint n_dimensions;  /* 0: one element without a shape */
  guint64 shape[ULP_ARRAY_MAX_DIMENSIONS];
} UlpArrayInfo;

/* `count` elements of `format` in a row, as memory holds them. */
UlpArrayInfo ulp_array_info(UlpFormat format, guint64 count);

/* Number of elements, and bytes that hold them, the last one padded to a whole byte. FALSE: beyond 2^64 - 1. */
gboolean ulp_array_info_count(const UlpArrayInfo *info, guint64 *count);
gboolean ulp_array_info_bytes(const UlpArrayInfo *info, guint64 *bytes);

/* Whether the same bytes mean the same array. */
gboolean ulp_array_info_equal(const UlpArrayInfo *a, const UlpArrayInfo *b);

/* "fp16 [3, 4]", "int32 [2, 3], big-endian, Fortran order", "fp64 []" for one without a shape. New string, in no
 * language. */
char *ulp_array_info_text(const UlpArrayInfo *info);

/* The container with its bytes in the other order; of 16, 32, 64, 80 or 128 bits, else as it is. */
static inline UlpBits ulp_array_swap(UlpFormat format, UlpBits bits) {
  const guint width = ulp_layout(format).container_bits;
  if (width < 16 || width % 8 != 0)
    return bits;
  const UlpBits swapped = (UlpBits)__builtin_bswap64((guint64)bits) << 64 | __builtin_bswap64((guint64)(bits >> 64));
  return swapped >> (128 - width);
}

/* Element `index` in the order of the bytes; the bits as of a little-endian container. */
static inline UlpBits ulp_array_load(const UlpArrayInfo *info, gconstpointer bytes, guint64 index) {
  const UlpBits bits = ulp_packed_load(info->format, bytes, index);
  return info->big_endian ? ulp_array_swap(info->format, bits) : bits;
}

static inline void ulp_array_store(const UlpArrayInfo *info, gpointer bytes, guint64 index, UlpBits bits) {
  ulp_packed_store(info->format, bytes, index, info->big_endian ? ulp_array_swap(info->format, bits) : bits);
}
