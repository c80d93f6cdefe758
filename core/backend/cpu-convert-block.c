/* A source becomes fp32, in which all its values are (fp64: rounded to odd, so that the second rounding gives what one would have
 * given: Boldo and Melquiond, IEEE Trans. Computers 57(4), 2008), and that becomes the target: normal values by an addition to
 * their bits, subnormal ones by one to a power of two whose last place is the target's. Loops are plain, for the compiler's
 * vectors; their round mode is that of every program, to nearest. */
#include "core/backend/cpu-convert-block.h"

#include "core/base/vector-clones.h"
#include "core/number/format.h"

#include <string.h>

/* -- what is known of a pair ------------------------------------------------------------------------------------------- */

static guint32 bits_of(float value) {
  guint32 bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

static float float_of(guint32 bits) {
  float value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

static float power_of_two(gint exponent) { return float_of((guint32)(exponent + 127) << 23); }

static gboolean is_wide(UlpFormat format) { return format == ULP_FORMAT_FP32 || format == ULP_FORMAT_FP64; }

/* Fields of a format that fits fp32 as said in the header. */
static gboolean is_narrow(UlpFormat format) {
  const UlpLayout layout = ulp_layout(format);
  const guint bits = layout.container_bits;
  return layout.coding == ULP_CODING_BINARY && (bits == 4 || bits == 8 || bits == 16) && layout.pad_bits == 0 &&
         ulp_layout_width(layout) == (gint)bits && layout.has_sign && layout.has_zero && layout.has_subnormals &&
         !layout.has_leading_bit && layout.nan != ULP_NAN_NEGATIVE_ZERO && layout.exponent_bits >= 1 &&
         layout.bias >= 1 && layout.bias <= 127 && ulp_layout_lowest(layout) >= -149 &&
         ulp_format_fits(format, ULP_FORMAT_FP32);
}

gboolean ulp_block_pair(UlpBlockPair *pair, UlpFormat from, UlpFormat to, UlpRound round, UlpProfile profile) {
  const UlpLayout source = ulp_layout(from), target = ulp_layout(to);
  if (round != ULP_ROUND_RN || (ulp_rules(target, profile) & ULP_RULE_FLUSH) || !(is_wide(from) || is_narrow(from)) ||
      !(is_wide(to) || is_narrow(to)))
    return FALSE;
  *pair = (UlpBlockPair){.from_bits = source.container_bits, .to_bits = target.container_bits};
  if (!is_wide(from)) {
    pair->from_fraction = source.fraction_bits;
    pair->from_scale = power_of_two(127 - source.bias);
    pair->from_largest = (guint32)ulp_magnitude_largest(source);
  }
  if (!is_wide(to)) {
    pair->to_fraction = target.fraction_bits;
    pair->to_largest = bits_of((float)ulp_bits_to_double(to, ulp_format_largest(to)));
    pair->to_min_normal = (guint32)(128 - target.bias) << 23;
    pair->to_rebias = (guint32)(127 - target.bias) << target.fraction_bits;
    pair->to_magic = power_of_two(ulp_layout_lowest(target) + 23);
  }
  return TRUE;
}

/* -- loops ------------------------------------------------------------------------------------------------------------- */

/* Fields of a narrow format; those of an fp32 with the same fraction are its value but for a power of two. */
#define WIDEN(NAME, TYPE, SIGN)                                                                                        \
  ULP_VECTOR_CLONES static gboolean NAME(const UlpBlockPair *pair, const TYPE *in, guint count, float *out) {          \
    const guint32 largest = pair->from_largest;                                                                        \
    const float scale = pair->from_scale;                                                                              \
    const gint shift = 23 - pair->from_fraction;                                                                       \
    guint32 beyond = 0;                                                                                                \
    for (guint i = 0; i < count; i++) {                                                                                \
      const guint32 bits = in[i], magnitude = bits & ((1u << (SIGN)) - 1);                                             \
      beyond |= magnitude > largest;                                                                                   \
      out[i] = float_of(bits_of(float_of(magnitude << shift) * scale) | (bits >> (SIGN)) << 31);                       \
    }                                                                                                                  \
    return !beyond;                                                                                                    \
  }
WIDEN(widen_4, guint8, 3)
WIDEN(widen_8, guint8, 7)
WIDEN(widen_16, guint16, 15)

/* Rounded to odd: to the neighbour whose last bit is 1 where the value lies between two. */
ULP_VECTOR_CLONES static gboolean narrow_64(const double *in, guint count, float *out) {
  guint32 beyond = 0;
  for (guint i = 0; i < count; i++) {
    const double value = in[i];
    beyond |= !(__builtin_fabs(value) <= (double)G_MAXFLOAT);
    const float nearest = (float)value;
    const double magnitude = __builtin_fabs(value), rounded = __builtin_fabs((double)nearest);
    const guint32 bits = bits_of(nearest), even = ~bits & 1;
    const guint32 up = even & (guint32)(rounded < magnitude), down = even & (guint32)(rounded > magnitude);
    out[i] = float_of(bits + up - down);
  }
  return !beyond;
}

#define NARROW(NAME, TYPE, SIGN)                                                                                       \
  ULP_VECTOR_CLONES static gboolean NAME(const UlpBlockPair *pair, const float *in, guint count, TYPE *out) {          \
    const guint32 largest = pair->to_largest, min_normal = pair->to_min_normal, rebias = pair->to_rebias;              \
    const guint32 magic_bits = bits_of(pair->to_magic);                                                                \
    const float magic = pair->to_magic;                                                                                \
    const gint shift = 23 - pair->to_fraction;                                                                         \
    const guint32 half = (1u << (shift - 1)) - 1;                                                                      \
    guint32 beyond = 0;                                                                                                \
    for (guint i = 0; i < count; i++) {                                                                                \
      const guint32 bits = bits_of(in[i]), magnitude = bits & 0x7fffffff;                                              \
      const guint32 normal = ((magnitude + half + (magnitude >> shift & 1)) >> shift) - rebias;                        \
      const guint32 subnormal = bits_of(float_of(magnitude) + magic) - magic_bits;                                     \
      const guint32 is_subnormal = -(guint32)(magnitude < min_normal);                                                 \
      beyond |= magnitude > largest;                                                                                   \
      out[i] = (TYPE)((subnormal & is_subnormal) | (normal & ~is_subnormal) | bits >> 31 << (SIGN));                   \
    }                                                                                                                  \
    return !beyond;                                                                                                    \
  }
NARROW(narrow_4, guint8, 3)
NARROW(narrow_8, guint8, 7)
NARROW(narrow_16, guint16, 15)

ULP_VECTOR_CLONES static gboolean widen_32(const float *in, guint count, double *out) {
  guint32 beyond = 0;
  for (guint i = 0; i < count; i++) {
    beyond |= (bits_of(in[i]) & 0x7fffffff) >= 0x7f800000;
    out[i] = in[i];
  }
  return !beyond;
}

/* Of one format: what is finite stays as it is. */
#define COPY(NAME, TYPE, MASK)                                                                                         \
  ULP_VECTOR_CLONES static gboolean NAME(const TYPE *in, guint count, TYPE *out) {                                     \
    guint32 beyond = 0;                                                                                                \
    for (guint i = 0; i < count; i++) {                                                                                \
      beyond |= (in[i] & (MASK)) == (MASK);                                                                            \
      out[i] = in[i];                                                                                                  \
    }                                                                                                                  \
    return !beyond;                                                                                                    \
  }
COPY(copy_32, guint32, 0x7f800000)
COPY(copy_64, guint64, G_GUINT64_CONSTANT(0x7ff) << 52)

/* Once to nearest. */
ULP_VECTOR_CLONES static gboolean round_64(const double *in, guint count, float *out) {
  guint32 beyond = 0;
  for (guint i = 0; i < count; i++) {
    beyond |= !(__builtin_fabs(in[i]) <= (double)G_MAXFLOAT);
    out[i] = (float)in[i];
  }
  return !beyond;
}

static void unpack_4(const guint8 *in, guint count, guint8 *out) {
  for (guint i = 0; i < (count + 1) / 2; i++) {
    out[2 * i] = in[i] & 15;
    out[2 * i + 1] = in[i] >> 4;
  }
}

static void pack_4(guint8 *in, guint count, guint8 *out) {
  in[count] = 0; /* beside an odd last one */
  for (guint i = 0; i < (count + 1) / 2; i++)
    out[i] = (guint8)(in[2 * i] | in[2 * i + 1] << 4);
}

/* -- a block ----------------------------------------------------------------------------------------------------------- */

static gboolean to_floats(const UlpBlockPair *pair, const guint8 *in, guint count, float *out) {
  guint8 nibbles[ULP_BLOCK + 1];
  switch (pair->from_bits) {
  case 4:
    unpack_4(in, count, nibbles);
    return widen_4(pair, nibbles, count, out);
  case 8:
    return widen_8(pair, in, count, out);
  case 16:
    return widen_16(pair, (const guint16 *)(gconstpointer)in, count, out);
  default:
    return narrow_64((const double *)(gconstpointer)in, count, out);
  }
}

static gboolean of_floats(const UlpBlockPair *pair, const float *in, guint count, guint8 *out) {
  guint8 nibbles[ULP_BLOCK + 1];
  switch (pair->to_bits) {
  case 4:
    if (!narrow_4(pair, in, count, nibbles))
      return FALSE;
    pack_4(nibbles, count, out);
    return TRUE;
  case 8:
    return narrow_8(pair, in, count, out);
  case 16:
    return narrow_16(pair, in, count, (guint16 *)(gpointer)out);
  default:
    return widen_32(in, count, (double *)(gpointer)out);
  }
}

gboolean ulp_block_convert(const UlpBlockPair *pair, const guint8 *in, guint count, guint8 *out) {
  float floats[ULP_BLOCK];
  if (pair->from_bits == pair->to_bits && pair->from_bits >= 32)
    return pair->from_bits == 32 ? copy_32((const guint32 *)(gconstpointer)in, count, (guint32 *)(gpointer)out)
                                 : copy_64((const guint64 *)(gconstpointer)in, count, (guint64 *)(gpointer)out);
  if (pair->to_bits == 32)
    return pair->from_bits == 64 ? round_64((const double *)(gconstpointer)in, count, (float *)(gpointer)out)
                                 : to_floats(pair, in, count, (float *)(gpointer)out);
  if (pair->from_bits == 32)
    return of_floats(pair, (const float *)(gconstpointer)in, count, out);
  return to_floats(pair, in, count, floats) && of_floats(pair, floats, count, out);
}
