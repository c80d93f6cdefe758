/* Accumulation of arrays, block by block. Where the exponents of a block lie close enough together its elements are summed in
 * vector registers (exact-extract.h), with the exponents of the block before as a guess that is checked on the way; where they
 * do not, a bin for each sign and exponent takes significands as integers (Neal's large superaccumulator), and after the
 * array the bins go to the limbs. fp32 becomes fp64 first, which holds each of its numbers. */
#include "core/exact/exact-extract.h"
#include "core/exact/exact-limbs.h"

#include <math.h>

#define BLOCK ULP_EXTRACT_BLOCK
#define BIN_BLOCK 256  /* beside which the bins stay in the first cache */
#define PLAN_BLOCKS 64 /* after which the data may have become easier */
#define FEW 512        /* elements: a block would take longer */

#define FRACTION_BITS (DBL_MANT_DIG - 1)
#define FRACTION ((G_GUINT64_CONSTANT(1) << FRACTION_BITS) - 1)
#define HIDDEN (G_GUINT64_CONSTANT(1) << FRACTION_BITS)
#define SIGN_BIT (G_GUINT64_CONSTANT(1) << 63)
#define SPECIAL 0x7ffu         /* exponent of infinities and NaN */
#define NEGATIVE (SPECIAL + 1) /* of a bin's number, above the exponent */
#define N_BINS (2 * NEGATIVE)

/* A bin holds a sum of significands, hidden bits included, modulo 2^64, and how often it went beyond. */
typedef struct {
  guint64 sum[N_BINS];
  guint32 overflows[N_BINS];
  guint64 without_hidden[2]; /* elements of exponent 0, by sign: what was added for them is too much */
} Bins;

typedef struct {
  UlpExact *exact;
  guint64 mask;             /* of an element's bits: all, or all but the sign */
  gboolean narrow;          /* fp32 */
  int precision;            /* of their significands */
  UlpExtraction extraction; /* by a block before */
  guint planned;            /* blocks since then */
  Bins *bins;               /* NULL until they are needed */
} Bulk;

/* -- bins --------------------------------------------------------------------------------------------------------- */

static guint64 bits_at(const double *value) {
  guint64 bits;
  memcpy(&bits, value, sizeof bits);
  return bits;
}

/* Elements are far enough ahead in the cache, and eight times less often a loop's branch. */
static void take_bins(Bins *bins, const double *values, guint64 mask) {
  for (guint i = 0; i < BIN_BLOCK; i += 8) {
    __builtin_prefetch(values + i + 256);
#pragma GCC unroll 8
    for (guint k = 0; k < 8; k++) {
      const guint64 bits = bits_at(&values[i + k]) & mask;
      const guint bin = (guint)(bits >> FRACTION_BITS);
      if (G_UNLIKELY(__builtin_add_overflow(bins->sum[bin], (bits & FRACTION) | HIDDEN, &bins->sum[bin])))
        bins->overflows[bin]++;
    }
  }
}

/* Infinities and NaN, whose bins are not read. */
static void note_special(Bulk *bulk, const double *values) {
  for (guint i = 0; i < BLOCK; i++) {
    const guint64 bits = bits_at(&values[i]) & bulk->mask;
    if ((bits >> FRACTION_BITS & SPECIAL) == SPECIAL)
      ulp_exact_note_special(bulk->exact, bits >> 63 != 0, bits & FRACTION);
  }
}

/* Adds value * 2^(position + ULP_EXACT_UNIT_EXPONENT). */
static void add_parts(UlpExact *exact, __int128 value, guint position) {
  if (exact->pending >= ULP_EXACT_MAX_PENDING - 1)
    ulp_exact_state_propagate(exact);
  exact->pending++;
  const guint shift = position % ULP_EXACT_SPACING;
  const gboolean negative = value < 0;
  unsigned __int128 magnitude = negative ? -(unsigned __int128)value : (unsigned __int128)value;
  gint64 *limb = exact->limb + position / ULP_EXACT_SPACING;
  /* the lowest part by itself: what is shifted may have more than 128 bits */
  const guint64 low = (guint64)(magnitude & ULP_EXACT_MASK) << shift;
  limb[0] += negative ? -(gint64)(low & ULP_EXACT_MASK) : (gint64)(low & ULP_EXACT_MASK);
  for (magnitude = (magnitude >> ULP_EXACT_SPACING << shift) + (low >> ULP_EXACT_SPACING), limb++; magnitude != 0;
       magnitude >>= ULP_EXACT_SPACING, limb++)
    *limb += negative ? -(gint64)(magnitude & ULP_EXACT_MASK) : (gint64)(magnitude & ULP_EXACT_MASK);
}

/* What the bins of both signs whose lowest bit lies in one limb hold together: below 2^113 for 2^40 elements. */
static __int128 sum_of_bins(const Bins *bins, guint limb) {
  __int128 total = 0;
  for (guint exponent = limb * ULP_EXACT_SPACING; exponent < MIN((limb + 1) * ULP_EXACT_SPACING, SPECIAL); exponent++)
    for (guint sign = 0; sign < 2; sign++) {
      const guint bin = exponent + sign * NEGATIVE;
      __int128 sum = (__int128)bins->overflows[bin] << 64 | bins->sum[bin];
      if (exponent == 0)
        sum -= (__int128)bins->without_hidden[sign] << FRACTION_BITS;
      sum <<= MAX(exponent, 1) % ULP_EXACT_SPACING;
      total += sign ? -sum : sum;
    }
  return total;
}

static void flush_bins(const Bulk *bulk) {
  for (guint limb = 0; limb * ULP_EXACT_SPACING < SPECIAL; limb++)
    add_parts(bulk->exact, sum_of_bins(bulk->bins, limb), limb * ULP_EXACT_SPACING);
}

/* -- blocks ------------------------------------------------------------------------------------------------------- */

static void add_levels(const Bulk *bulk, const gint64 *sums) {
  for (guint level = 0; level < bulk->extraction.levels; level++) {
    /* the unit of the accumulator is half the smallest subnormal, whose biased exponent is 1 - 52 */
    const int position = bulk->extraction.unit[level] + FRACTION_BITS;
    if (sums[level] != 0)
      add_parts(bulk->exact, sums[level], (guint)position);
  }
}

static gboolean extract(Bulk *bulk, gconstpointer values) {
  gint64 sums[ULP_EXTRACT_LEVELS];
  if (!ulp_extract_block(&bulk->extraction, bulk->narrow, values, bulk->mask, sums))
    return FALSE;
  add_levels(bulk, sums);
  return TRUE;
}

static void add_to_bins(Bulk *bulk, const double *values) {
  guint64 negative;
  if (bulk->bins == NULL)
    bulk->bins = g_new0(Bins, 1);
  const guint64 positive_special = bulk->bins->sum[SPECIAL], negative_special = bulk->bins->sum[NEGATIVE + SPECIAL];
  for (guint i = 0; i < BLOCK; i += BIN_BLOCK) {
    take_bins(bulk->bins, values + i, bulk->mask);
    const guint64 low = ulp_extract_count_low(values + i, BIN_BLOCK, bulk->mask, &negative);
    bulk->bins->without_hidden[0] += low - negative;
    bulk->bins->without_hidden[1] += negative;
  }
  /* a block adds less than 2^64 to a bin, so that one that has not changed has got nothing */
  if (bulk->bins->sum[SPECIAL] != positive_special || bulk->bins->sum[NEGATIVE + SPECIAL] != negative_special)
    note_special(bulk, values);
}

/* For the blocks from this one on. */
static void plan(Bulk *bulk, const double *values) {
  UlpExtractRange range;
  ulp_extract_range(values, &range);
  ulp_extract_plan(&bulk->extraction, &range, bulk->precision);
  bulk->planned = 0;
}

/* As the block before, if that was no long time ago; else, and where that fails, as the block itself asks for. */
static void add_block(Bulk *bulk, gconstpointer values) {
  double wide[BLOCK];
  const double *doubles = values;
  if (bulk->extraction.levels > 0 && bulk->planned < PLAN_BLOCKS && extract(bulk, values)) {
    bulk->planned++;
    return;
  }
  if (bulk->narrow) {
    ulp_extract_widen(values, BLOCK, wide);
    doubles = wide;
  }
  if (bulk->extraction.levels > 0 || bulk->planned == PLAN_BLOCKS)
    plan(bulk, doubles);
  if (bulk->extraction.levels > 0 && extract(bulk, values))
    return;
  add_to_bins(bulk, doubles);
  bulk->planned++;
}

static void bulk_init(Bulk *bulk, UlpExact *exact, gboolean magnitudes, gboolean narrow) {
  static const UlpExtractRange ordinary = {0x3ff0000000000000, 0x3ff0000000000000};
  *bulk = (Bulk){.exact = exact,
                 .mask = magnitudes ? ~SIGN_BIT : ~G_GUINT64_CONSTANT(0),
                 .narrow = narrow,
                 .precision = narrow ? FLT_MANT_DIG : DBL_MANT_DIG};
  ulp_extract_plan(&bulk->extraction, &ordinary, bulk->precision);
}

static void bulk_finish(const Bulk *bulk) {
  if (bulk->bins == NULL)
    return;
  flush_bins(bulk);
  g_free(bulk->bins);
}

/* -- fp64 --------------------------------------------------------------------------------------------------------- */

/* Whether any element is not -0: all but surely the first one. */
static guint32 seen_fp64(const double *values, guint64 count) {
  for (guint64 i = 0; i < count; i++)
    if (bits_at(&values[i]) != SIGN_BIT)
      return ULP_SEEN_OTHER;
  return ULP_SEEN_NEGATIVE_ZERO;
}

static void add_fp64(UlpExact *exact, const double *values, guint64 count, gboolean magnitudes) {
  if (count < FEW) {
    for (guint64 i = 0; i < count; i++)
      ulp_exact_add(exact, magnitudes ? fabs(values[i]) : values[i]);
    return;
  }
  Bulk bulk;
  bulk_init(&bulk, exact, magnitudes, FALSE);
  exact->seen |= magnitudes ? ULP_SEEN_OTHER : seen_fp64(values, count);
  for (; count >= BLOCK; values += BLOCK, count -= BLOCK)
    add_block(&bulk, values);
  if (count > 0) {
    double rest[BLOCK] = {0};
    memcpy(rest, values, count * sizeof *values);
    add_block(&bulk, rest);
  }
  bulk_finish(&bulk);
}

void ulp_exact_add_fp64(UlpExact *exact, const double *values, guint64 count) { add_fp64(exact, values, count, FALSE); }

void ulp_exact_add_magnitudes_fp64(UlpExact *exact, const double *values, guint64 count) {
  add_fp64(exact, values, count, TRUE);
}

/* -- fp32 --------------------------------------------------------------------------------------------------------- */

static guint32 seen_fp32(const float *values, guint64 count) {
  static const float negative_zero = -0.0f;
  for (guint64 i = 0; i < count; i++)
    if (memcmp(&values[i], &negative_zero, sizeof negative_zero) != 0)
      return ULP_SEEN_OTHER;
  return ULP_SEEN_NEGATIVE_ZERO;
}

static void add_fp32(UlpExact *exact, const float *values, guint64 count, gboolean magnitudes) {
  if (count < FEW) {
    for (guint64 i = 0; i < count; i++)
      ulp_exact_add(exact, magnitudes ? fabs((double)values[i]) : (double)values[i]);
    return;
  }
  Bulk bulk;
  bulk_init(&bulk, exact, magnitudes, TRUE);
  exact->seen |= magnitudes ? ULP_SEEN_OTHER : seen_fp32(values, count);
  for (; count >= BLOCK; values += BLOCK, count -= BLOCK)
    add_block(&bulk, values);
  if (count > 0) {
    float rest[BLOCK] = {0};
    memcpy(rest, values, count * sizeof *values);
    add_block(&bulk, rest);
  }
  bulk_finish(&bulk);
}

void ulp_exact_add_fp32(UlpExact *exact, const float *values, guint64 count) { add_fp32(exact, values, count, FALSE); }

void ulp_exact_add_magnitudes_fp32(UlpExact *exact, const float *values, guint64 count) {
  add_fp32(exact, values, count, TRUE);
}
