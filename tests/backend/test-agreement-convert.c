/* Conversions: from every format to every format, in every rounding and profile, stochastic rounding with the seed's bits, a device gives the bits of
 * the codec. The arrays hold every pattern of the 8- and 16-bit formats; of the wider ones every upper half, with lower
 * bits at and around the ties of each narrower format, and the same exponents as those have. */
#include "agreement.h"

#include "core/array/packing.h"

typedef struct {
  const AgreementPair *pair;
  UlpFormat from;
} Subject;

static guint64 next_random(guint64 *state) {
  *state ^= *state << 13;
  *state ^= *state >> 7;
  *state ^= *state << 17;
  return *state;
}

/* `bits` with its lowest `cut` bits at one of: 0, 1, just below a half, a half, just above it, all ones. */
static UlpBits near_tie(UlpBits bits, guint cut, guint which) {
  const UlpBits half = (UlpBits)1 << (cut - 1), mask = 2 * half - 1;
  const UlpBits low[] = {0, 1, half - 1, half, half + 1, mask};
  return (bits & ~mask) | (low[which] & mask);
}

static UlpBits pattern(UlpFormat from, guint64 i, guint64 *state) {
  static const guint fractions[] = {23, 10, 7, 3, 2};
  const UlpLayout layout = ulp_layout(from);
  if (layout.container_bits <= 16)
    return i;
  const UlpBits wide = (UlpBits)next_random(state) << 64 | next_random(state);
  UlpBits bits = wide >> (128 - layout.container_bits);
  if (layout.coding != ULP_CODING_BINARY)
    return bits;
  const guint cut = layout.pad_bits + layout.fraction_bits - fractions[i % G_N_ELEMENTS(fractions)];
  /* Every second one near 1, where the narrow formats are. */
  if (i & 1) {
    const guint shift = layout.pad_bits + layout.fraction_bits + layout.has_leading_bit;
    const UlpBits exponent = (guint)layout.bias - 32 + (next_random(state) & 63);
    bits &= ~(ulp_low_bits(layout.exponent_bits) << shift);
    bits |= exponent << shift | (UlpBits)layout.has_leading_bit << (shift - 1);
  }
  return cut && cut < 128 ? near_tie(bits, cut, (guint)(next_random(state) % 6)) : bits;
}

/* The special values and both sides of every limit; those of fp64 stand for every other format's, too. */
static const guint64 specials_fp64[] = {
    0x0000000000000000u, 0x0000000000000001u, 0x000fffffffffffffu, 0x0010000000000000u, 0x3ff0000000000000u,
    0x7fefffffffffffffu, 0x7ff0000000000000u, 0x7ff0000000000001u, 0x7ff7ffffffffffffu, 0x7ff8000000000000u,
    0x7fffffffffffffffu, 0x47efffffe0000000u, 0x47efffffefffffffu, 0x47effffff0000000u, 0x40effc0000000000u,
    0x40effdffffffffffu, 0x40effe0000000000u, 0x407c000000000000u, 0x407d000000000000u, 0x407d000000000001u};
static const guint64 specials_fp32[] = {0x00000000u, 0x00000001u, 0x007fffffu, 0x00800000u, 0x3f800000u, 0x7f7fffffu,
                                        0x7f800000u, 0x7f800001u, 0x7fbfffffu, 0x7fc00000u, 0x7fffffffu, 0x477fe000u,
                                        0x477fefffu, 0x477ff000u, 0x43e00000u, 0x43e80000u, 0x43e80001u, 0x00400000u};

static UlpBits special(UlpFormat from, guint64 i) {
  const guint64 sign = i & 1;
  if (from == ULP_FORMAT_FP32 || from == ULP_FORMAT_TF32)
    return specials_fp32[i / 2 % G_N_ELEMENTS(specials_fp32)] | sign << 31;
  const guint64 bits = specials_fp64[i / 2 % G_N_ELEMENTS(specials_fp64)] | sign << 63;
  return ulp_convert_bits(ulp_layout(ULP_FORMAT_FP64), ulp_layout(from), bits, ULP_ROUND_RN, ULP_PROFILE_IEEE);
}

static UlpArray *convert(UlpArray *array, const UlpConvertJob *job) {
  g_autoptr(GError) error = NULL;
  double seconds = -1;
  UlpArray *result = ulp_array_convert(array, job, &seconds, NULL, &error);
  g_assert_no_error(error);
  g_assert_true(ulp_array_format(result) == job->to);
  g_assert_cmpuint(ulp_array_count(result), ==, ulp_array_count(array));
  g_assert_cmpfloat(seconds, >=, 0);
  return result;
}

/* The first element that is not what the codec gives. */
static void check_elements(UlpFormat from, const void *source, const UlpConvertJob *job, const void *found, guint64 n) {
  for (guint64 i = 0; i < n; i++) {
    const UlpBits bits = ulp_packed_load(from, source, i), got = ulp_packed_load(job->to, found, i);
    const UlpBits expected =
        ulp_convert_bits(ulp_layout(from), ulp_layout(job->to), bits, ulp_convert_job_round(job, i), job->profile);
    if (got == expected)
      continue;
    g_autofree char *bits_text = ulp_bits_to_hex(from, bits), *expected_text = ulp_bits_to_hex(job->to, expected);
    g_autofree char *got_text = ulp_bits_to_hex(job->to, got);
    g_test_fail_printf("%s %s to %s, %s, %s: expected %s, found %s", ulp_format_info(from)->id, bits_text,
                       ulp_format_info(job->to)->id, ulp_round_ids[job->round], ulp_profile_id(job->profile),
                       expected_text, got_text);
    return;
  }
}

/* Every rounding under IEEE 754, and every profile with a rounding that differs from format to format. */
static void turn_of(UlpConvertJob *job, guint turn, guint format) {
  const gboolean is_round = turn < ULP_N_ROUNDS;
  job->round = is_round ? turn : (turn + format) % ULP_N_ROUNDS;
  job->profile = ulp_profiles[is_round ? ULP_PROFILE_INDEX_IEEE : turn - ULP_N_ROUNDS];
}

static void test_format(gconstpointer data) {
  const Subject *subject = data;
  const UlpFormat from = subject->from;
  const guint container = ulp_layout(from).container_bits;
  /* An odd number, where there is a choice: the last elements are no whole vector. */
  const guint64 n = container <= 16 ? G_GUINT64_CONSTANT(1) << container : subject->pair->small ? 4001 : 400001;
  const guint64 n_specials = container <= 16 ? 0 : 64;
  g_autofree void *source = g_malloc0(ulp_packed_bytes(from, n));
  guint64 state = 0x9e3779b97f4a7c15u;
  for (guint64 i = 0; i < n; i++)
    ulp_packed_store(from, source, i, i < n_specials ? special(from, i) : pattern(from, i, &state));

  g_autoptr(GError) error = NULL;
  g_autoptr(UlpArray) array = ulp_device_upload(subject->pair->device, from, source, n, NULL, &error);
  g_assert_no_error(error);
  for (guint i = 0; i < ULP_N_FORMATS; i++) {
    UlpConvertJob job = {.to = ulp_formats[i],
                         .random_bits = 1 + i % ULP_ROUND_MAX_BITS,
                         .seed = i,
                         .first = (guint64)i << 30 | (i % 4)};
    g_autofree void *found = g_malloc(n * ulp_format_bytes(job.to));
    for (guint turn = 0; turn < ULP_N_ROUNDS + ULP_N_PROFILES; turn++) {
      turn_of(&job, turn, i);
      g_autoptr(UlpArray) converted = convert(array, &job);
      ulp_array_download(converted, 0, n, found, NULL, &error);
      g_assert_no_error(error);
      check_elements(from, source, &job, found, n);
    }
  }
}

/* Every length around the vectors' and blocks' sizes: nothing is left out, nothing beyond the end is written. */
static void test_lengths(gconstpointer data) {
  const Subject *subject = data;
  const UlpConvertJob job = {.to = ULP_FORMAT_FP16, .round = ULP_ROUND_RN, .profile = ULP_PROFILE_IEEE};
  const guint64 lengths[] = {0, 1, 2, 3, 4, 5, 7, 8, 15, 16, 17, 255, 256, 257, 1023, 1024, 1025, 4097};
  for (guint l = 0; l < G_N_ELEMENTS(lengths); l++) {
    const guint64 n = lengths[l];
    g_autofree void *source = g_malloc0((n + 1) * ulp_format_bytes(subject->from));
    for (guint64 i = 0; i < n; i++)
      ulp_packed_store(subject->from, source, i,
                       ulp_bits_from_double(subject->from, (double)(i % 7 + 1), ULP_ROUND_RN, ULP_PROFILE_IEEE));
    g_autoptr(GError) error = NULL;
    g_autoptr(UlpArray) array = ulp_device_upload(subject->pair->device, subject->from, source, n, NULL, &error);
    g_assert_no_error(error);
    g_autoptr(UlpArray) converted = convert(array, &job);
    g_autofree guint16 *found = g_new0(guint16, n + 1);
    ulp_array_download(converted, 0, n, found, NULL, &error);
    g_assert_no_error(error);
    for (guint64 i = 0; i < n; i++)
      g_assert_cmphex(found[i], ==,
                      (guint16)ulp_convert_bits(ulp_layout(subject->from), ulp_layout(job.to),
                                                ulp_packed_load(subject->from, source, i), job.round, job.profile));
  }
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_autoptr(GArray) pairs = agreement_devices();
  for (guint p = 0; p < pairs->len; p++) {
    const AgreementPair *pair = &g_array_index(pairs, AgreementPair, p);
    for (guint index = 0; index < ULP_N_FORMATS; index++) {
      const UlpFormat from = ulp_formats[index];
      const Subject subject = {pair, from};
      const char *device = ulp_device_id(pair->device), *id = ulp_format_info(from)->id;
      g_autofree char *path = g_strdup_printf("/agreement/%s/convert/%s", device, id);
      g_autofree char *lengths = g_strdup_printf("/agreement/%s/convert-lengths/%s", device, id);
      g_test_add_data_func_full(path, g_memdup2(&subject, sizeof subject), test_format, g_free);
      g_test_add_data_func_full(lengths, g_memdup2(&subject, sizeof subject), test_lengths, g_free);
    }
  }
  return g_test_run();
}
