/* Blocks in vector registers against the codec, bit for bit: every pattern of sources of 4, 8 and 16 bits, and of fp32 and fp64
 * random patterns, values near every target's values and halfway between them, and special ones. */
#include "core/backend/cpu-convert-block.h"

#include "core/input/random.h"
#include "core/number/format.h"

static const UlpFormat formats[] = {ULP_FORMAT_FP64, ULP_FORMAT_FP32, ULP_FORMAT_BF16, ULP_FORMAT_FP16,
                                    ULP_FORMAT_E5M2, ULP_FORMAT_E4M3, ULP_FORMAT_E2M1};

static void check_block(UlpFormat from, UlpFormat to, const guint8 *in, guint count, guint64 *fast) {
  static guint8 out[8 * ULP_BLOCK];
  const UlpProfile profiles[] = {ULP_PROFILE_IEEE, ULP_PROFILE_SATURATE};
  for (guint p = 0; p < G_N_ELEMENTS(profiles); p++) {
    UlpBlockPair pair;
    g_assert_true(ulp_block_pair(&pair, from, to, ULP_ROUND_RN, profiles[p]));
    if (!ulp_block_convert(&pair, in, count, out))
      continue;
    *fast += count;
    for (guint i = 0; i < count; i++) {
      const UlpBits bits = ulp_packed_load(from, in, i), found = ulp_packed_load(to, out, i);
      const UlpBits expected = ulp_convert_bits(ulp_layout(from), ulp_layout(to), bits, ULP_ROUND_RN, profiles[p]);
      if (found != expected)
        g_error("%s to %s: %s gives %s, expected %s", ulp_format_info(from)->id, ulp_format_info(to)->id,
                ulp_bits_to_hex(from, bits), ulp_bits_to_hex(to, found), ulp_bits_to_hex(to, expected));
    }
  }
}

/* Alone, so that one that is special spares no other, and in a block of all that are not. */
static void check_patterns(UlpFormat from, UlpFormat to, const UlpBits *patterns, guint64 n, guint64 *fast) {
  static guint8 in[8 * ULP_BLOCK];
  guint count = 0;
  for (guint64 i = 0; i < n; i++) {
    guint8 one[16] = {0};
    guint64 was = *fast;
    ulp_packed_store(from, one, 0, patterns[i]);
    check_block(from, to, one, 1, fast);
    if (*fast == was)
      continue;
    ulp_packed_store(from, in, count++, patterns[i]);
    if (count == ULP_BLOCK || i + 1 == n || count == 77) {
      check_block(from, to, in, count, fast);
      count = count == 77 ? count : 0;
    }
  }
}

static void test_narrow(void) {
  for (guint f = 2; f < G_N_ELEMENTS(formats); f++) {
    const guint64 n = G_GUINT64_CONSTANT(1) << ulp_layout(formats[f]).container_bits;
    g_autofree UlpBits *patterns = g_new(UlpBits, n);
    for (guint64 i = 0; i < n; i++)
      patterns[i] = i;
    for (guint t = 0; t < G_N_ELEMENTS(formats); t++) {
      guint64 fast = 0;
      check_patterns(formats[f], formats[t], patterns, n, &fast);
      g_assert_cmpuint(fast, >, n / 2); /* the others are not for vectors */
    }
  }
}

/* Values of the target, what lies halfway to the next, and the source's neighbours of both. */
static guint64 near_values(UlpFormat from, UlpFormat to, UlpBits *patterns) {
  guint64 n = 0;
  const guint64 all = G_GUINT64_CONSTANT(1) << MIN(16, ulp_layout(to).container_bits);
  const guint step = ulp_layout(to).container_bits > 16 ? 1 << 16 : 1;
  for (guint64 i = 0; i < all; i++) {
    const double value = ulp_bits_to_double(to, (UlpBits)i * step);
    const double next = ulp_bits_to_double(to, ulp_bits_neighbour(to, (UlpBits)i * step, TRUE));
    const double both[] = {value, value + (next - value) / 2};
    for (guint k = 0; k < 2; k++) {
      const UlpBits bits = ulp_bits_from_double(from, both[k], ULP_ROUND_RN, ULP_PROFILE_IEEE);
      patterns[n++] = bits;
      patterns[n++] = ulp_bits_neighbour(from, bits, TRUE);
      patterns[n++] = ulp_bits_neighbour(from, bits, FALSE);
    }
  }
  return n;
}

static void test_wide(void) {
  enum { RANDOM = 1000000 };
  g_autofree UlpBits *patterns = g_new(UlpBits, RANDOM);
  for (guint f = 0; f < 2; f++)
    for (guint t = 0; t < G_N_ELEMENTS(formats); t++) {
      guint64 fast = 0;
      check_patterns(formats[f], formats[t], patterns, near_values(formats[f], formats[t], patterns), &fast);
      for (guint64 i = 0; i < RANDOM; i++) {
        const UlpRandom random = ulp_random(f, t, i);
        const guint64 word = (guint64)random.word[1] << 32 | random.word[0];
        const guint exponent = random.word[2] % 64; /* half of them where narrow formats have values */
        const guint64 near = f == 0 ? (word & ~(G_GUINT64_CONSTANT(0x7ff) << 52)) | (guint64)(991 + exponent) << 52
                                    : (word & 0x807fffff) | (95 + exponent) << 23;
        patterns[i] = random.word[3] % 2 ? near : f == 0 ? word : word & G_MAXUINT32;
      }
      check_patterns(formats[f], formats[t], patterns, RANDOM, &fast);
      g_assert_cmpuint(fast, >, RANDOM / 2);
    }
}

/* What this is not for. */
static void test_pairs(void) {
  UlpBlockPair pair;
  g_assert_false(ulp_block_pair(&pair, ULP_FORMAT_FP32, ULP_FORMAT_FP16, ULP_ROUND_RZ, ULP_PROFILE_IEEE));
  g_assert_false(ulp_block_pair(&pair, ULP_FORMAT_FP32, ULP_FORMAT_E4M3FNUZ, ULP_ROUND_RN, ULP_PROFILE_IEEE));
  g_assert_false(ulp_block_pair(&pair, ULP_FORMAT_TF32, ULP_FORMAT_FP16, ULP_ROUND_RN, ULP_PROFILE_IEEE));
  g_assert_false(ulp_block_pair(&pair, ULP_FORMAT_FP32, ULP_FORMAT_E8M0, ULP_ROUND_RN, ULP_PROFILE_IEEE));
  g_assert_false(ulp_block_pair(&pair, ULP_FORMAT_FP32, ULP_FORMAT_POSIT8, ULP_ROUND_RN, ULP_PROFILE_IEEE));
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/backend/convert-block/pairs", test_pairs);
  g_test_add_func("/backend/convert-block/narrow", test_narrow);
  g_test_add_func("/backend/convert-block/wide", test_wide);
  return g_test_run();
}
