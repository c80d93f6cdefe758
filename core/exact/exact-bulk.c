/* Accumulation of arrays: a bin for each sign and exponent takes fractions as integers (Neal's large superaccumulator),
 * and after a block the bins go to the limbs.
 *
 * A word of a bin holds a sum of fractions, or of the halves of fp64's fractions, below COUNT_SHIFT and the number of
 * them, which gives the hidden bits, above. Interleaved sets of bins keep additions to one bin from waiting for each
 * other. */
#include "core/exact/exact-limbs.h"

#include <math.h>

#define BLOCK_BITS 18
#define BLOCK (1u << BLOCK_BITS)
#define HALF_BITS ((DBL_MANT_DIG - 1) / 2) /* of fp64's fraction */
#define COUNT_SHIFT (HALF_BITS + BLOCK_BITS + 1)
#define COUNT_ONE (G_GUINT64_CONSTANT(1) << COUNT_SHIFT)

G_STATIC_ASSERT(COUNT_SHIFT + BLOCK_BITS + 1 <= 64);
G_STATIC_ASSERT(COUNT_SHIFT + 1 < DBL_MANT_DIG);
G_STATIC_ASSERT(2 * HALF_BITS == DBL_MANT_DIG - 1);

/* `width` bits from bit `shift` on. */
static inline guint64 field(guint64 bits, guint shift, guint width) {
  return (bits >> shift) & ((G_GUINT64_CONSTANT(1) << width) - 1);
}

/* -- fp32 --------------------------------------------------------------------------------------------------------- */

#define FP32_FRACTION_BITS (FLT_MANT_DIG - 1)
#define FP32_SIGN (1u << (31 - FP32_FRACTION_BITS)) /* of a bin's number, above the exponent */
#define FP32_SETS 4
#define FP32_FEW 1024 /* elements: clearing and reading the bins would take longer */

G_STATIC_ASSERT(FP32_FRACTION_BITS <= HALF_BITS);

typedef guint64 Fp32Bins[2 * FP32_SIGN][FP32_SETS];

static inline void take_fp32(Fp32Bins bins, guint set, float value) {
  guint32 bits;
  memcpy(&bits, &value, sizeof bits);
  bins[bits >> FP32_FRACTION_BITS][set] += field(bits, 0, FP32_FRACTION_BITS) | COUNT_ONE;
}

static void flush_fp32(UlpExact *exact, Fp32Bins bins, gboolean magnitudes) {
  for (guint bin = 0; bin < 2 * FP32_SIGN; bin++) {
    guint64 sum = 0;
    for (guint set = 0; set < FP32_SETS; set++)
      sum += bins[bin][set];
    const guint64 count = sum >> COUNT_SHIFT, fractions = field(sum, 0, COUNT_SHIFT);
    const guint exponent = bin % FP32_SIGN;
    const gboolean negative = bin >= FP32_SIGN && !magnitudes;
    const guint position = MAX(exponent, 1) + FLT_MIN_EXP - 1 - FLT_MANT_DIG - ULP_EXACT_UNIT_EXPONENT;
    if (count && exponent == FP32_SIGN - 1)
      ulp_exact_note_special(exact, negative, fractions);
    else if (count)
      ulp_exact_add_scaled(exact, negative, fractions + (exponent ? count << FP32_FRACTION_BITS : 0), position);
  }
}

static void add_fp32_block(UlpExact *exact, const float *values, guint count, gboolean magnitudes) {
  Fp32Bins bins = {0};
  guint i = 0;
  for (; i + FP32_SETS <= count; i += FP32_SETS)
    for (guint set = 0; set < FP32_SETS; set++)
      take_fp32(bins, set, values[i + set]);
  for (; i < count; i++)
    take_fp32(bins, 0, values[i]);
  flush_fp32(exact, bins, magnitudes);
}

/* Whether any element is not -0: all but surely the first one. */
static guint32 seen_fp32(const float *values, guint64 count) {
  static const float negative_zero = -0.0f;
  for (guint64 i = 0; i < count; i++)
    if (memcmp(&values[i], &negative_zero, sizeof negative_zero) != 0)
      return ULP_SEEN_OTHER;
  return ULP_SEEN_NEGATIVE_ZERO;
}

static void add_fp32(UlpExact *exact, const float *values, guint64 count, gboolean magnitudes) {
  if (count < FP32_FEW) {
    for (guint64 i = 0; i < count; i++)
      ulp_exact_add(exact, magnitudes ? fabs((double)values[i]) : (double)values[i]);
    return;
  }
  exact->seen |= magnitudes ? ULP_SEEN_OTHER : seen_fp32(values, count);
  for (guint64 first = 0; first < count; first += BLOCK)
    add_fp32_block(exact, values + first, (guint)MIN(BLOCK, count - first), magnitudes);
}

void ulp_exact_add_fp32(UlpExact *exact, const float *values, guint64 count) { add_fp32(exact, values, count, FALSE); }

void ulp_exact_add_magnitudes_fp32(UlpExact *exact, const float *values, guint64 count) {
  add_fp32(exact, values, count, TRUE);
}

/* -- fp64 --------------------------------------------------------------------------------------------------------- */

#define FP64_SIGN (1u << (63 - 2 * HALF_BITS))
#define FP64_SETS 2
#define FP64_FEW 4096

typedef struct {
  guint64 low[FP64_SETS], high[FP64_SETS];
} Fp64Bin;

static inline void take_fp64(Fp64Bin *bins, guint set, double value) {
  guint64 bits;
  memcpy(&bits, &value, sizeof bits);
  Fp64Bin *bin = &bins[bits >> (2 * HALF_BITS)];
  bin->low[set] += field(bits, 0, HALF_BITS) | COUNT_ONE;
  bin->high[set] += field(bits, HALF_BITS, HALF_BITS);
}

static void flush_fp64(UlpExact *exact, const Fp64Bin *bins, gboolean magnitudes) {
  for (guint bin = 0; bin < 2 * FP64_SIGN; bin++) {
    guint64 low = 0, high = 0;
    for (guint set = 0; set < FP64_SETS; set++) {
      low += bins[bin].low[set];
      high += bins[bin].high[set];
    }
    const guint64 count = low >> COUNT_SHIFT, low_halves = field(low, 0, COUNT_SHIFT);
    const guint exponent = bin % FP64_SIGN, position = MAX(exponent, 1);
    const gboolean negative = bin >= FP64_SIGN && !magnitudes;
    if (count && exponent == FP64_SIGN - 1) {
      ulp_exact_note_special(exact, negative, low_halves | high);
    } else if (count) {
      ulp_exact_add_scaled(exact, negative, low_halves, position);
      ulp_exact_add_scaled(exact, negative, high + (exponent ? count << HALF_BITS : 0), position + HALF_BITS);
    }
  }
}

static void add_fp64_block(UlpExact *exact, const double *values, guint count, gboolean magnitudes) {
  Fp64Bin bins[2 * FP64_SIGN] = {0};
  guint i = 0;
  for (; i + FP64_SETS <= count; i += FP64_SETS)
    for (guint set = 0; set < FP64_SETS; set++)
      take_fp64(bins, set, values[i + set]);
  for (; i < count; i++)
    take_fp64(bins, 0, values[i]);
  flush_fp64(exact, bins, magnitudes);
}

static guint32 seen_fp64(const double *values, guint64 count) {
  static const double negative_zero = -0.0;
  for (guint64 i = 0; i < count; i++)
    if (memcmp(&values[i], &negative_zero, sizeof negative_zero) != 0)
      return ULP_SEEN_OTHER;
  return ULP_SEEN_NEGATIVE_ZERO;
}

static void add_fp64(UlpExact *exact, const double *values, guint64 count, gboolean magnitudes) {
  if (count < FP64_FEW) {
    for (guint64 i = 0; i < count; i++)
      ulp_exact_add(exact, magnitudes ? fabs(values[i]) : values[i]);
    return;
  }
  exact->seen |= magnitudes ? ULP_SEEN_OTHER : seen_fp64(values, count);
  for (guint64 first = 0; first < count; first += BLOCK)
    add_fp64_block(exact, values + first, (guint)MIN(BLOCK, count - first), magnitudes);
}

void ulp_exact_add_fp64(UlpExact *exact, const double *values, guint64 count) { add_fp64(exact, values, count, FALSE); }

void ulp_exact_add_magnitudes_fp64(UlpExact *exact, const double *values, guint64 count) {
  add_fp64(exact, values, count, TRUE);
}
