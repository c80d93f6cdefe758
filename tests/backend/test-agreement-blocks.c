/* Blocks of elements that share a scale: to and from every format of blocks, under every rule for scales and in every rounding, stochastic
 * rounding with the seed's bits, a device gives the scales and elements of core/number/block.h. The blocks hold what decides: nothing
 * but zeros, a NaN or an infinity, largest magnitudes at and beside every threshold of a rule, quotients at and beside ties, subnormal
 * numbers, scales at either end; the last one is not full. */
#include "agreement.h"

#include "core/array/blocks.h"
#include "core/input/random.h"
#include "core/number/block-value.h"

static const UlpFormat sources[] = {ULP_FORMAT_FP32, ULP_FORMAT_FP64, ULP_FORMAT_BF16,
                                    ULP_FORMAT_FP16, ULP_FORMAT_E4M3, ULP_FORMAT_E2M1};

typedef struct {
  const AgreementPair *pair;
  UlpFormat blocks, other; /* `other` to `blocks`, or back */
} Subject;

/* ---- what is converted ---- */

typedef enum {
  ANY,
  NEAR,
  ZEROS,
  NAN_AMONG,
  INFINITY_AMONG,
  AT_THRESHOLD,
  AT_TIES,
  WIDE,
  SUBNORMAL,
  AT_ENDS,
  N_KINDS
} Kind;

static UlpRandom draw(UlpFormat format, guint64 i, guint turn) { return ulp_random(format, i, turn); }

static double signed_by(double value, guint32 word) { return word & 1 ? -value : value; }

/* A value of the format with all its places, its exponent from that of `unit` up to `binades` below. */
static double near_value(const UlpRandom *random, int unit, guint binades) {
  const double significand = 1 + (double)(ulp_random_low(*random) >> 12) * 0x1p-52;
  return signed_by(ldexp(significand, unit - (int)(random->word[2] % binades)), random->word[3]);
}

/* What lies beside a power of two, 1.5, the largest element or a tie of it, by one step of the format or none. */
static double beside(UlpFormat format, double value, guint32 word) {
  const UlpBits bits = ulp_bits_from_double(format, value, ULP_ROUND_RN, ULP_PROFILE_IEEE);
  const guint to = word % 3;
  return ulp_bits_to_double(format, to == 0 ? bits : ulp_bits_neighbour(format, bits, to == 1));
}

static double at_threshold(UlpFormat format, int unit, guint32 word) {
  static const double at[] = {1, 1.5, 1.75, 1.875, 1.9375, 1.984375, 1.25, 1.9921875};
  return beside(format, ldexp(at[word % G_N_ELEMENTS(at)], unit), word >> 8);
}

/* Multiples of an eighth of small steps: ties for some of the elements. */
static double at_tie(UlpFormat format, int unit, guint32 word) {
  return signed_by(beside(format, ldexp((double)(word % 256), unit - 8 - (int)(word >> 8 & 3)), word >> 16),
                   word >> 31);
}

/* Element i of a block of `kind` whose numbers are about 2^unit. */
static UlpBits element_of(UlpFormat format, Kind kind, int unit, guint64 i) {
  const UlpRandom random = draw(format, i, 0), more = draw(format, i, 1);
  const int bias = ulp_layout(format).bias;
  double value = near_value(&random, unit, 6);
  switch (kind) {
  case ANY:
    return random.word[0] | (UlpBits)random.word[1] << 32;
  case ZEROS:
    value = signed_by(0, random.word[0]);
    break;
  case NAN_AMONG:
  case INFINITY_AMONG:
    if (i % 11 == 3)
      value = kind == NAN_AMONG ? (double)NAN : signed_by((double)INFINITY, random.word[0]);
    break;
  case AT_THRESHOLD: /* a few, so that one of them is the largest, and the elements below */
    value = i % 8 == 0 ? at_threshold(format, unit + 1, more.word[0]) : value;
    break;
  case AT_TIES:
    value = i % 16 == 5 ? ldexp(1.0, unit) : at_tie(format, unit, more.word[0]);
    break;
  case WIDE:
    value = near_value(&random, unit, 2 * (guint)bias + 60);
    break;
  case SUBNORMAL:
    value = near_value(&random, 1 - bias, 4 + (guint)ulp_layout(format).fraction_bits);
    break;
  case AT_ENDS:
    value = near_value(&random, i & 512 ? bias : -bias, 3);
    break;
  default:
    break;
  }
  return ulp_bits_from_double(format, value, ULP_ROUND_RZ, ULP_PROFILE_SATURATE);
}

static void *make_source(UlpFormat format, guint64 n) {
  void *data = g_malloc0(ulp_packed_bytes(format, n));
  for (guint64 i = 0; i < n; i++) {
    const guint64 block = i / ULP_BLOCK_LONGEST;
    const guint bias = (guint)ulp_layout(format).bias;
    const int unit = (int)(draw(format, block, 2).word[0] % (2 * bias + 1)) - (int)bias;
    const guint width = ulp_layout(format).container_bits;
    ulp_packed_store(format, data, i,
                     element_of(format, block % N_KINDS, block & 1 ? unit : unit / 16, i) & ulp_low_bits((int)width));
  }
  return data;
}

/* ---- what is expected ---- */

static void expect_block(UlpFormat from, const void *source, guint64 offset, guint64 first, guint n,
                         const UlpConvertJob *job, UlpBlock *block) {
  UlpUnpacked values[ULP_BLOCK_LONGEST];
  UlpRound rounds[ULP_BLOCK_LONGEST];
  for (guint i = 0; i < n; i++) {
    values[i] = ulp_unpack(ulp_layout(from), ulp_packed_load(from, source, offset + first + i));
    rounds[i] = ulp_convert_job_round(job, first + i);
  }
  ulp_block_quantise(job->to, values, rounds, n, job->rule, job->tensor_scale, block);
}

static gboolean fail_block(UlpFormat from, const UlpConvertJob *job, guint64 block, const char *what, UlpBits expected,
                           UlpBits found) {
  g_test_fail_printf("%s to %s, rule %s, %s, tensor scale %08x: %s of block %" G_GUINT64_FORMAT
                     ": expected %02x, found %02x",
                     ulp_format_info(from)->id, ulp_format_info(job->to)->id, ulp_block_rule_ids[job->rule],
                     ulp_round_ids[job->round], job->tensor_scale, what, block, (guint)expected, (guint)found);
  return FALSE;
}

/* Of the elements of `source` from `offset` on, `n`. */
static gboolean check_blocks(UlpFormat from, const void *source, guint64 offset, guint64 n, const UlpConvertJob *job,
                             const void *found) {
  const guint length = ulp_block_length(job->to);
  for (guint64 first = 0; first < n; first += length) {
    UlpBlock block;
    const guint here = (guint)MIN(length, n - first);
    expect_block(from, source, offset, first, here, job, &block);
    const UlpBits scale = ulp_blocks_scale(job->to, found, n, first / length);
    if (scale != block.scale)
      return fail_block(from, job, first / length, "scale", block.scale, scale);
    for (guint i = 0; i < here; i++) {
      const UlpBits bits = ulp_packed_load(job->to, found, first + i);
      g_autofree char *what = bits != block.element[i].bits ? g_strdup_printf("element %u", i) : NULL;
      if (what)
        return fail_block(from, job, first / length, what, block.element[i].bits, bits);
    }
  }
  g_assert_cmphex(ulp_blocks_tensor_scale(job->to, found, n), ==,
                  ulp_block_has_tensor_scale(job->to) ? job->tensor_scale : 0x3f800000u);
  return TRUE;
}

/* ---- there ---- */

static UlpArray *upload(UlpDevice *device, UlpFormat format, const void *data, guint64 n) {
  g_autoptr(GError) error = NULL;
  UlpArray *array = ulp_device_upload(device, format, data, n, NULL, &error);
  g_assert_no_error(error);
  return array;
}

static UlpArray *convert(UlpArray *array, guint64 offset, guint64 count, const UlpConvertJob *convert_job) {
  const UlpJob job = {.kind = ULP_JOB_CONVERT, .convert = *convert_job};
  const UlpArraySlice slice = {array, offset, count};
  g_autoptr(GError) error = NULL;
  UlpArray *out = NULL;
  UlpJobResult result;
  ulp_device_run(ulp_array_device(array), &job, &slice, 1, &result, &out, NULL, &error);
  g_assert_no_error(error);
  g_assert_cmpuint(ulp_array_count(out), ==, count);
  return out;
}

static void *download(UlpArray *array, guint64 offset, guint64 count) {
  void *data = g_malloc0(ulp_packed_bytes(ulp_array_format(array), count) + 1);
  g_autoptr(GError) error = NULL;
  ulp_array_download(array, offset, count, data, NULL, &error);
  g_assert_no_error(error);
  return data;
}

/* The whole array's own tensor scale, 1, and others: at fp32's ends, and with all its places. */
static guint32 tensor_scale_of(UlpFormat from, UlpFormat blocks, const void *source, guint64 n, guint turn) {
  static const guint32 others[] = {0x3f800000u, 0x00000001u, 0x7f7fffffu, 0x3e2aaaabu,
                                   0x00800000u, 0x007fffffu, 0x3fc00000u};
  if (turn % 2)
    return others[turn / 2 % G_N_ELEMENTS(others)];
  UlpUnpacked amax = {.class_ = ULP_CLASS_ZERO};
  for (guint64 i = 0; i < n; i++) {
    const UlpUnpacked value = ulp_unpack(ulp_layout(from), ulp_packed_load(from, source, i));
    amax = value.class_ < ULP_CLASS_INFINITE ? ulp_block_amax(amax, value) : amax;
  }
  return ulp_block_tensor_scale(blocks, amax);
}

static guint64 length_of(const AgreementPair *pair) { return pair->quick ? 645 : pair->small ? 2581 : 20021; }

static void test_there(gconstpointer data) {
  const Subject *subject = data;
  const UlpFormat from = subject->other;
  const guint64 n = length_of(subject->pair);
  g_autofree void *source = make_source(from, n);
  g_autoptr(UlpArray) array = upload(subject->pair->device, from, source, n);
  for (guint rule = 0; rule < ULP_N_BLOCK_RULES; rule++)
    for (guint round = 0; round < ULP_N_ROUNDS; round++) {
      const guint turn = rule * ULP_N_ROUNDS + round;
      const UlpConvertJob job = {.to = subject->blocks,
                                 .round = round,
                                 .profile = ULP_PROFILE_IEEE,
                                 .random_bits = 1 + turn % ULP_ROUND_MAX_BITS,
                                 .seed = turn,
                                 .first = (guint64)turn << 30 | (turn & 3),
                                 .rule = rule,
                                 .tensor_scale = tensor_scale_of(from, subject->blocks, source, n, turn)};
      const guint64 offset = turn % 5 ? 0 : turn % 7, count = n - offset - turn % 3; /* mostly as loads like it */
      g_autoptr(UlpArray) converted = convert(array, offset, count, &job);
      g_autofree void *found = download(converted, 0, count);
      if (!check_blocks(from, source, offset, count, &job, found))
        return;
    }
}

/* ---- and back: any elements under any scales ---- */

static void check_elements(UlpFormat blocks, const void *source, guint64 n, guint64 offset, const UlpConvertJob *job,
                           const void *found, guint64 count) {
  for (guint64 i = 0; i < count; i++) {
    const UlpUnpacked value = ulp_any_unpack(blocks, ulp_any_load(blocks, source, n, offset + i));
    const UlpBits expected = ulp_pack(ulp_layout(job->to), value, ulp_convert_job_round(job, i), job->profile);
    const UlpBits got = ulp_packed_load(job->to, found, i);
    if (got == expected)
      continue;
    g_autofree char *expected_text = ulp_bits_to_hex(job->to, expected), *got_text = ulp_bits_to_hex(job->to, got);
    g_test_fail_printf("%s to %s, %s, %s: element %" G_GUINT64_FORMAT ": expected %s, found %s",
                       ulp_format_info(blocks)->id, ulp_format_info(job->to)->id, ulp_round_ids[job->round],
                       ulp_profile_id(job->profile), offset + i, expected_text, got_text);
    return;
  }
}

/* An array of blocks of `n` elements: patterns drawn at random, scales beside. */
static void *make_blocks(UlpFormat blocks, guint64 n, guint32 tensor_scale) {
  const guint width = ulp_layout(blocks).container_bits;
  void *data = g_malloc0(ulp_packed_bytes(blocks, n));
  guint8 *scales = (guint8 *)data + ulp_packed_scales_at(blocks, n);
  for (guint64 i = 0; i < n; i++)
    ulp_packed_store(blocks, data, i, draw(blocks, i, 0).word[0] & ulp_low_bits((int)width));
  for (guint64 i = 0; i < ulp_packed_blocks(blocks, n); i++)
    scales[i] = (guint8)draw(blocks, i, 1).word[0];
  if (ulp_block_has_tensor_scale(blocks))
    memcpy((guint8 *)data + ulp_packed_tensor_scale_at(blocks, n), &tensor_scale, sizeof tensor_scale);
  return data;
}

static void test_back(gconstpointer data) {
  const Subject *subject = data;
  const UlpFormat blocks = subject->blocks;
  const guint length = ulp_block_length(blocks);
  const guint64 n = length_of(subject->pair);
  for (guint turn = 0; turn < 2 * ULP_N_ROUNDS; turn++) {
    const UlpConvertJob job = {.to = subject->other,
                               .round = turn % ULP_N_ROUNDS,
                               .profile = ulp_profiles[turn % ULP_N_PROFILES],
                               .random_bits = 1 + turn % ULP_ROUND_MAX_BITS,
                               .seed = turn,
                               .first = turn};
    const guint32 scales[] = {0x3f800000u, 0x39c30c31u, 0x00000003u, 0x7f7fffffu};
    g_autofree void *source = make_blocks(blocks, n, scales[turn % G_N_ELEMENTS(scales)]);
    g_autoptr(UlpArray) array = upload(subject->pair->device, blocks, source, n);
    const guint64 offset = turn % 3 * length;
    g_autoptr(UlpArray) converted = convert(array, offset, n - offset - turn % 2, &job);
    g_autofree void *found = download(converted, 0, ulp_array_count(converted));
    check_elements(blocks, source, n, offset, &job, found, ulp_array_count(converted));
  }
}

/* ---- from blocks to other ones, slices ---- */

static void test_between(gconstpointer data) {
  const Subject *subject = data;
  const UlpFormat from = subject->blocks;
  const guint64 n = length_of(subject->pair);
  g_autofree void *source = make_blocks(from, n, 0x3d4ccccdu);
  g_autoptr(UlpArray) array = upload(subject->pair->device, from, source, n);
  /* what the elements stand for is a number of fp64 */
  const UlpConvertJob widen = {.to = ULP_FORMAT_FP64, .round = ULP_ROUND_RN, .profile = ULP_PROFILE_IEEE};
  g_autoptr(UlpArray) wide = convert(array, 0, n, &widen);
  g_autofree void *values = download(wide, 0, n);
  for (guint i = 0; i < ULP_N_BLOCK_FORMATS; i++) {
    const UlpConvertJob job = {.to = ulp_block_formats[i],
                               .round = i,
                               .profile = ULP_PROFILE_IEEE,
                               .random_bits = 7,
                               .rule = i % ULP_N_BLOCK_RULES,
                               .tensor_scale = 0x3a83126fu};
    g_autoptr(UlpArray) converted = convert(array, 0, n, &job);
    g_autofree void *found = download(converted, 0, n);
    if (!check_blocks(ULP_FORMAT_FP64, values, 0, n, &job, found))
      return;
  }
}

static void test_slices(gconstpointer data) {
  const Subject *subject = data;
  const UlpFormat blocks = subject->blocks;
  const guint length = ulp_block_length(blocks);
  enum { n = 5 * ULP_BLOCK_LONGEST + 3 };
  g_autofree void *source = make_blocks(blocks, n, 0x40490fdbu);
  g_autoptr(UlpArray) array = upload(subject->pair->device, blocks, source, n);
  for (guint64 offset = 0; offset <= n; offset += length)
    for (guint64 count = 0; offset + count <= n; count += 7) {
      g_autofree void *found = download(array, offset, count);
      for (guint64 i = 0; i < count; i++)
        g_assert_true(ulp_any_load(blocks, found, count, i) == ulp_any_load(blocks, source, n, offset + i));
    }
  g_autoptr(GError) error = NULL;
  guint8 room[64];
  g_assert_false(ulp_array_download(array, 1, 2, room, NULL, &error));
  g_assert_nonnull(strstr(error->message, "beginning of a block"));
}

static void add(const char *what, const Subject *subject, GTestDataFunc run) {
  const char *device = ulp_device_id(subject->pair->device), *id = ulp_format_info(subject->blocks)->id;
  g_autofree char *path =
      subject->other ? g_strdup_printf("/agreement/%s/%s/%s/%s", device, what, id, ulp_format_info(subject->other)->id)
                     : g_strdup_printf("/agreement/%s/%s/%s", device, what, id);
  g_test_add_data_func_full(path, g_memdup2(subject, sizeof *subject), run, g_free);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_autoptr(GArray) pairs = agreement_devices();
  for (guint p = 0; p < pairs->len; p++)
    for (guint b = 0; b < ULP_N_BLOCK_FORMATS; b++) {
      Subject subject = {&g_array_index(pairs, AgreementPair, p), ulp_block_formats[b], 0};
      add("blocks-slices", &subject, test_slices);
      add("blocks-between", &subject, test_between);
      for (guint s = 0; s < G_N_ELEMENTS(sources); s++) {
        subject.other = sources[s];
        add("to-blocks", &subject, test_there);
        add("of-blocks", &subject, test_back);
      }
    }
  return g_test_run();
}
