/* Levels of an extraction, and the loops over a block for each number of them. */
#include "core/exact/exact-extract.h"

#include "core/base/vector-clones.h"
#include "core/number/fp64.h"

#include <string.h>

#define SIGN (G_GUINT64_CONSTANT(1) << 63)
#define FRACTION_BITS 52
#define LEAST_UNIT (1 - FRACTION_BITS) /* of the smallest subnormal */
#define MOST_TOP 2042                  /* sigma, two binades above, is finite with room for the sum */

/* Of bits without a sign; subnormal numbers have that of the smallest normal ones. */
static int exponent_of(guint64 bits) { return MAX((int)(bits >> FRACTION_BITS), 1); }

/* Exponent of the lowest bit that an element may have. */
static int lowest_bit(const UlpExtractRange *range, int precision) {
  return MAX(exponent_of(range->smallest) - (precision - 1), LEAST_UNIT);
}

/* Levels from `top` on; 0: more than there can be. */
static guint plan_from(UlpExtraction *extraction, int top, int lowest) {
  int unit = MAX(top - (FRACTION_BITS - 2), LEAST_UNIT);
  *extraction = (UlpExtraction){0};
  for (guint level = 0; level < ULP_EXTRACT_LEVELS && top <= MOST_TOP; level++) {
    extraction->unit[level] = unit;
    extraction->sigma[level] = 1.5 * ulp_double_of_bits((guint64)(unit + FRACTION_BITS) << FRACTION_BITS);
    if (unit <= lowest)
      return extraction->levels = level + 1;
    unit = MAX(unit - FRACTION_BITS, LEAST_UNIT);
  }
  return 0;
}

void ulp_extract_plan(UlpExtraction *extraction, const UlpExtractRange *range, int precision) {
  const gboolean all_zero = range->largest == 0;
  const int top = exponent_of(range->largest), lowest = all_zero ? top : lowest_bit(range, precision);
  UlpExtraction with_room; /* the next block may well have somewhat larger elements */
  const guint levels = plan_from(extraction, top, lowest);
  if (levels > 0 && plan_from(&with_room, top + 1, lowest) == levels)
    *extraction = with_room;
}

/* -- loops -------------------------------------------------------------------------------------------------------- */

#define LANES 8
#define AHEAD 2048 /* bytes that are asked for before they are needed */
typedef double Doubles __attribute__((vector_size(8 * LANES)));
typedef guint64 Words __attribute__((vector_size(8 * LANES)));
typedef float Floats __attribute__((vector_size(4 * LANES)));

/* Elements from `i` on; fp32 become fp64. */
#define LOAD(vector, i)                                                                                                \
  do {                                                                                                                 \
    Floats floats;                                                                                                     \
    if (narrow)                                                                                                        \
      memcpy(&floats, (const float *)values + (i), sizeof floats);                                                     \
    else                                                                                                               \
      memcpy(&(vector), (const double *)values + (i), sizeof(vector));                                                 \
    if (narrow)                                                                                                        \
      (vector) = (Words) __builtin_convertvector(floats, Doubles);                                                     \
  } while (0)

/* Ors cost no time between two elements, as a comparison would: what leaves the binade of sigma changes bits of its exponent,
 * and what the last level leaves is not zero. */
static inline __attribute__((always_inline)) gboolean extract(guint levels, gboolean narrow,
                                                              const UlpExtraction *extraction, gconstpointer values,
                                                              guint64 mask, gint64 *sums) {
  const guint size = narrow ? sizeof(float) : sizeof(double);
  Words sum[ULP_EXTRACT_LEVELS], changed = {0}, left = {0};
  Doubles sigma[ULP_EXTRACT_LEVELS];
  for (guint level = 0; level < levels; level++) {
    sum[level] = (Words){0};
    sigma[level] = extraction->sigma[level] - (Doubles){0};
  }
  for (guint i = 0; i < ULP_EXTRACT_BLOCK; i += 2 * LANES) {
    Words a, b;
    LOAD(a, i);
    LOAD(b, i + LANES);
    __builtin_prefetch((const char *)values + (gsize)i * size + AHEAD);
    if (!narrow)
      __builtin_prefetch((const char *)values + (gsize)i * size + AHEAD + 64);
    Doubles x = (Doubles)(a & mask), y = (Doubles)(b & mask);
#pragma GCC unroll 8
    for (guint level = 0; level < levels; level++) {
      const Doubles moved_x = x + sigma[level], moved_y = y + sigma[level];
      sum[level] += (Words)moved_x + (Words)moved_y;
      if (level == 0)
        changed |= ((Words)moved_x ^ (Words)sigma[0]) | ((Words)moved_y ^ (Words)sigma[0]);
      x -= moved_x - sigma[level];
      y -= moved_y - sigma[level];
    }
    left |= (Words)x | (Words)y;
  }
  guint64 all_changed = 0, all_left = 0;
  for (guint lane = 0; lane < LANES; lane++) {
    all_changed |= changed[lane];
    all_left |= left[lane];
  }
  for (guint level = 0; level < levels; level++) {
    guint64 total = 0;
    for (guint lane = 0; lane < LANES; lane++)
      total += sum[level][lane];
    sums[level] = (gint64)(total - ULP_EXTRACT_BLOCK * ulp_double_bits(extraction->sigma[level]));
  }
  return all_changed >> FRACTION_BITS == 0 && (all_left & ~SIGN) == 0;
}

/* One function for each number of levels and each format, so that they are unrolled. */
#define EXTRACT(levels)                                                                                                \
  ULP_VECTOR_CLONES static gboolean extract_fp64_##levels(const UlpExtraction *extraction, gconstpointer values,       \
                                                          guint64 mask, gint64 *sums) {                                \
    return extract(levels, FALSE, extraction, values, mask, sums);                                                     \
  }                                                                                                                    \
  ULP_VECTOR_CLONES static gboolean extract_fp32_##levels(const UlpExtraction *extraction, gconstpointer values,       \
                                                          guint64 mask, gint64 *sums) {                                \
    return extract(levels, TRUE, extraction, values, mask, sums);                                                      \
  }
/* clang-format off */
EXTRACT(1) EXTRACT(2) EXTRACT(3) EXTRACT(4) EXTRACT(5) EXTRACT(6)
    /* clang-format on */

    gboolean ulp_extract_block(const UlpExtraction *extraction, gboolean narrow, gconstpointer values, guint64 mask,
                               gint64 *sums) {
  static gboolean (*const loops[][ULP_EXTRACT_LEVELS])(const UlpExtraction *, gconstpointer, guint64, gint64 *) = {
      {extract_fp64_1, extract_fp64_2, extract_fp64_3, extract_fp64_4, extract_fp64_5, extract_fp64_6},
      {extract_fp32_1, extract_fp32_2, extract_fp32_3, extract_fp32_4, extract_fp32_5, extract_fp32_6}};
  return loops[narrow != FALSE][extraction->levels - 1](extraction, values, mask, sums);
}

/* Zeros are one less than nothing, and so larger than any other. */
ULP_VECTOR_CLONES void ulp_extract_range(const double *values, UlpExtractRange *range) {
  guint64 largest = 0, least = G_MAXUINT64;
  for (guint i = 0; i < ULP_EXTRACT_BLOCK; i++) {
    guint64 bits;
    memcpy(&bits, &values[i], sizeof bits);
    const guint64 magnitude = bits & ~SIGN, less = magnitude - 1;
    largest = largest > magnitude ? largest : magnitude;
    least = least < less ? least : less;
  }
  *range = (UlpExtractRange){largest, least + (least != G_MAXUINT64)};
}

ULP_VECTOR_CLONES guint64 ulp_extract_count_low(const double *values, guint count, guint64 mask, guint64 *negative) {
  guint64 low = 0, both = 0;
  for (guint i = 0; i < count; i++) {
    guint64 bits;
    memcpy(&bits, &values[i], sizeof bits);
    const guint64 is_low = (bits & ~SIGN) >> FRACTION_BITS == 0;
    low += is_low;
    both += is_low & (bits & mask) >> 63;
  }
  *negative = both;
  return low;
}

ULP_VECTOR_CLONES void ulp_extract_widen(const float *narrow, guint count, double *wide) {
  for (guint i = 0; i < count; i++)
    wide[i] = (double)narrow[i];
}
