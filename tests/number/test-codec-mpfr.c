/* Every conversion between every two layouts that the oracle covers against MPFR in all roundings, and in the profiles that
 * differ in what is finite. */
#include "tests/number/oracle.h"

static void check(guint from, guint to, UlpBits bits) {
  const UlpLayout source = oracle_layout(from), target = oracle_layout(to);
  mpfr_t exact;
  mpfr_init2(exact, 128);
  oracle_decode(exact, source, bits);
  const gboolean subnormal = ulp_unpack(source, bits).class_ == ULP_CLASS_SUBNORMAL;
  mpfr_t zero;
  mpfr_init2(zero, 2);
  mpfr_set_zero(zero, mpfr_signbit(exact) ? -1 : 1);
  for (guint r = 0; r < G_N_ELEMENTS(oracle_rounds); r++)
    for (guint p = 0; p < G_N_ELEMENTS(oracle_profiles); p++) {
      const UlpRound round = oracle_rounds[r];
      const UlpProfile profile = oracle_profiles[p];
      const UlpBits got = ulp_convert_bits(source, target, bits, round, profile);
      if (mpfr_nan_p(exact)) {
        const UlpUnpacked back = ulp_unpack(target, got);
        g_assert_cmpint(back.class_, ==, ULP_CLASS_QUIET_NAN);
        g_assert_cmpint(back.negative, ==, mpfr_signbit(exact) != 0);
        continue;
      }
      const UlpBits wanted =
          oracle_round(profile == ULP_PROFILE_FLUSH && subnormal ? zero : exact, target, round, profile);
      if (got != wanted)
        g_error("%s 0x%016" G_GINT64_MODIFIER "x%016" G_GINT64_MODIFIER "x to %s, %s, %s: 0x%" G_GINT64_MODIFIER
                "x, MPFR has 0x%" G_GINT64_MODIFIER "x (low 64 bits)",
                oracle_name(from), (guint64)(bits >> 64), (guint64)bits, oracle_name(to),
                ulp_round_ids[ulp_round_kind(round)], ulp_profile_id(profile), (guint64)got, (guint64)wanted);
      g_assert_bits(ulp_pack(target, ulp_unpack(source, bits), round, profile), ==, wanted);
    }
  mpfr_clears(exact, zero, NULL);
}

/* `bits` and the patterns beside it, of either sign. */
static void check_around(guint from, guint to, UlpBits bits) {
  const UlpLayout source = oracle_layout(from);
  const UlpBits unit = (UlpBits)1 << source.pad_bits, sign = (UlpBits)1 << (source.container_bits - 1);
  for (int i = -1; i <= 1; i++) {
    const UlpBits near = (bits + (UlpBits)i * unit) & oracle_mask(source);
    check(from, to, near);
    check(from, to, near ^ sign);
  }
}

static void test_random(gconstpointer data) {
  const guint from = GPOINTER_TO_UINT(data);
  const UlpLayout source = oracle_layout(from);
  guint64 state = from + 1;
  for (guint to = 0; to < N_LAYOUTS; to++)
    for (int i = 0; i < 500 && oracle_covers(oracle_layout(to)); i++)
      check(from, to, oracle_random_bits(&state, source.container_bits) & oracle_mask(source));
}

/* Representable values of the target and the midpoints between them, as patterns of the source (cut where it has fewer
 * bits), each with its neighbours: ties, near ties, and exact cases of every binade, subnormals first. */
static void test_boundaries(gconstpointer data) {
  const guint from = GPOINTER_TO_UINT(data);
  const UlpLayout source = oracle_layout(from);
  guint64 state = from + 100;
  for (guint to = 0; to < N_LAYOUTS; to++) {
    const UlpLayout target = oracle_layout(to);
    if (!oracle_covers(target))
      continue;
    const UlpBits largest = ulp_magnitude_largest(target);
    for (int i = 0; i < 150; i++) {
      UlpBits magnitude = oracle_random_bits(&state, target.exponent_bits + target.fraction_bits);
      if (i < 20)
        magnitude = i; /* zero, the smallest subnormals */
      else if (i < 40)
        magnitude = ((UlpBits)1 << target.fraction_bits) + i - 30; /* around the smallest normal */
      else if (i < 60)
        magnitude = largest - (i - 40); /* around the largest finite */
      magnitude = MIN(magnitude, largest);

      UlpUnpacked value = ulp_unpack(target, magnitude << target.pad_bits);
      value.class_ = ULP_CLASS_NORMAL;
      check_around(from, to, ulp_pack(source, value, ULP_ROUND_RZ, ULP_PROFILE_SATURATE));
      value.significand = 2 * value.significand + 1;
      value.exponent--;
      check_around(from, to, ulp_pack(source, value, ULP_ROUND_RZ, ULP_PROFILE_SATURATE));
    }
  }
}

/* Chance looks at so many places below the last one: a sticky bit must lie behind them. */
static gboolean decides(UlpRound round, guint length, UlpLayout layout) {
  return length > layout.fraction_bits + (ulp_rounds_by_chance(round) ? round >> 3 & 31 : 0);
}

/* Significands of every length with a sticky bit: any value strictly between it and the next one rounds the same. And
 * without one, of the full length, where the last bit alone may decide. */
static void test_sticky(void) {
  guint64 state = 7;
  mpfr_t between;
  mpfr_init2(between, 160);
  for (guint to = 0; to < N_LAYOUTS; to++) {
    const UlpLayout layout = oracle_layout(to);
    if (!oracle_covers(layout))
      continue;
    const int lowest = 1 - layout.bias - layout.fraction_bits, range = 1 << layout.exponent_bits;
    for (int i = 0; i < 4000; i++) {
      const gboolean sticky = i % 5 != 0;
      const guint shortest = layout.fraction_bits + 2;
      const guint length = sticky ? shortest + oracle_random(&state) % (128 - shortest) : 127;
      UlpUnpacked value = {.class_ = ULP_CLASS_NORMAL, .negative = i & 1, .sticky = sticky};
      value.significand = oracle_random_bits(&state, length) | (UlpBits)1 << (length - 1);
      if (i & 2) /* a midpoint or a representable value, but for the sticky bit */
        value.significand = value.significand >> (length - shortest) << (length - shortest);
      value.significand |= !sticky;
      const int binade = (int)(oracle_random(&state) % (guint)(range + 80)) - 40; /* from below the range to above it */
      value.exponent = lowest + binade - (int)length + layout.fraction_bits;

      oracle_set_bits(between, value.significand, 2);
      mpfr_add_ui(between, between, sticky ? 1 + i % 3 : 0, MPFR_RNDN);
      mpfr_mul_2si(between, between, value.exponent - 2, MPFR_RNDN);
      mpfr_setsign(between, between, value.negative, MPFR_RNDN);
      for (guint r = 0; r < G_N_ELEMENTS(oracle_rounds); r++)
        for (guint p = 0; p < G_N_ELEMENTS(oracle_profiles) && (!sticky || decides(oracle_rounds[r], length, layout));
             p++)
          g_assert_bits(ulp_pack(layout, value, oracle_rounds[r], oracle_profiles[p]), ==,
                        oracle_round(between, layout, oracle_rounds[r], oracle_profiles[p]));
    }
  }
  mpfr_clear(between);
}

/* Far outside: the exponent limits that codec.h allows, and nothing but a sticky bit. */
static void test_extremes(void) {
  for (guint to = 0; to < N_LAYOUTS; to++) {
    const UlpLayout layout = oracle_layout(to);
    if (!oracle_covers(layout))
      continue;
    const UlpBits largest = ulp_magnitude_largest(layout) << layout.pad_bits;
    const UlpBits beyond = layout.has_infinity ? ulp_magnitude_infinite(layout) : ulp_magnitude_all_ones(layout);
    const UlpBits infinite = beyond << layout.pad_bits;
    const UlpBits smallest = (UlpBits)1 << layout.pad_bits;
    const UlpBits sign = (UlpBits)1 << (layout.container_bits - 1);
    for (int wide = 0; wide < 2; wide++) {
      UlpUnpacked value = {.class_ = ULP_CLASS_NORMAL, .significand = wide ? ~(UlpBits)0 >> 1 : 1, .exponent = 1 << 30};
      g_assert_bits(ulp_pack(layout, value, ULP_ROUND_RN, ULP_PROFILE_IEEE), ==, infinite);
      g_assert_bits(ulp_pack(layout, value, ULP_ROUND_RU, ULP_PROFILE_IEEE), ==, infinite);
      g_assert_bits(ulp_pack(layout, value, ULP_ROUND_RZ, ULP_PROFILE_IEEE), ==, largest);
      g_assert_bits(ulp_pack(layout, value, ULP_ROUND_RD, ULP_PROFILE_IEEE), ==, largest);
      g_assert_bits(ulp_pack(layout, value, ULP_ROUND_RN, ULP_PROFILE_SATURATE), ==, largest);
      value.exponent = -(1 << 30);
      g_assert_bits(ulp_pack(layout, value, ULP_ROUND_RN, ULP_PROFILE_IEEE), ==, 0);
      g_assert_bits(ulp_pack(layout, value, ULP_ROUND_RU, ULP_PROFILE_IEEE), ==, smallest);
      g_assert_bits(ulp_pack(layout, value, ULP_ROUND_RD, ULP_PROFILE_IEEE), ==, 0);
      value.negative = TRUE;
      g_assert_bits(ulp_pack(layout, value, ULP_ROUND_RN, ULP_PROFILE_IEEE), ==, sign);
      g_assert_bits(ulp_pack(layout, value, ULP_ROUND_RD, ULP_PROFILE_IEEE), ==, sign | smallest);
      value.significand = 0;
      value.sticky = TRUE;
      g_assert_bits(ulp_pack(layout, value, ULP_ROUND_RN, ULP_PROFILE_IEEE), ==, sign);
      g_assert_bits(ulp_pack(layout, value, ULP_ROUND_RD, ULP_PROFILE_IEEE), ==, sign | smallest);
      g_assert_bits(ulp_pack(layout, value, ULP_ROUND_RU, ULP_PROFILE_IEEE), ==, sign);
    }
  }
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  for (guint from = 0; from < N_LAYOUTS; from++) {
    if (!oracle_covers(oracle_layout(from)))
      continue;
    g_autofree char *random = g_strdup_printf("/number/codec/random/%s", oracle_name(from));
    g_autofree char *boundaries = g_strdup_printf("/number/codec/boundaries/%s", oracle_name(from));
    g_test_add_data_func(random, GUINT_TO_POINTER(from), test_random);
    g_test_add_data_func(boundaries, GUINT_TO_POINTER(from), test_boundaries);
  }
  g_test_add_func("/number/codec/sticky", test_sticky);
  g_test_add_func("/number/codec/extremes", test_extremes);
  return g_test_run();
}
