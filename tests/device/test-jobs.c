/* Jobs on every device against plain loops over the codec: conversions among formats of every container and coding, slices
 * and downloads that begin within a byte, reductions, exact sums of magnitudes. */
#include "tests/backend/agreement.h"

#include "core/array/packing.h"
#include "core/exact/exact.h"
#include "core/job/map-element.h"

#include <math.h>
#include <string.h>

static const UlpFormat formats[] = {
    ULP_FORMAT_FP64,
    ULP_FORMAT_FP32,
    ULP_FORMAT_TF32,
    ULP_FORMAT_FP16,
    ULP_FORMAT_E4M3,
    ULP_FORMAT_PACK(16, 0, ULP_CODING_BINARY, 5, 7, 15, ULP_NAN_IEEE, ULP_HAS_IEEE),
    ULP_FORMAT_PACK(4, 0, ULP_CODING_BINARY, 2, 1, 1, ULP_NAN_NONE, ULP_HAS_FINITE),
    ULP_FORMAT_PACK(6, 0, ULP_CODING_BINARY, 3, 2, 3, ULP_NAN_NONE, ULP_HAS_FINITE),
    ULP_FORMAT_PACK(8, 0, ULP_CODING_BINARY, 8, 0, 127, ULP_NAN_ALL_ONES, 0),
    ULP_FORMAT_PACK(80, 0, ULP_CODING_BINARY, 15, 63, 16383, ULP_NAN_IEEE, ULP_HAS_IEEE | ULP_HAS_LEADING_BIT),
    ULP_FORMAT_PACK(128, 0, ULP_CODING_BINARY, 15, 112, 16383, ULP_NAN_IEEE, ULP_HAS_IEEE),
    ULP_FORMAT_PACK(16, 0, ULP_CODING_POSIT, 2, 0, 0, ULP_NAN_NONE, 0),
    ULP_FORMAT_PACK(8, 0, ULP_CODING_TWOS_COMPLEMENT, 0, 0, 6, ULP_NAN_NONE, 0),
};

static guint64 next_random(guint64 *state) {
  *state ^= *state << 13;
  *state ^= *state >> 7;
  *state ^= *state << 17;
  return *state;
}

/* Patterns drawn at random; the second half of wide formats near 1, where the narrow ones are. */
static void *random_array(UlpFormat format, guint64 n) {
  void *data = g_malloc0(ulp_packed_bytes(format, n) + 1);
  guint64 state = 0x9e3779b97f4a7c15u ^ format;
  for (guint64 i = 0; i < n; i++) {
    UlpBits bits = (UlpBits)next_random(&state) << 64 | next_random(&state);
    if (i >= n / 2 && ulp_layout(format).container_bits > 16) {
      const guint64 fp32 = 0x3f000000u + (next_random(&state) & 0x81ffffffu);
      bits = ulp_convert_bits(ulp_layout(ULP_FORMAT_FP32), ulp_layout(format), fp32, ULP_ROUND_RN, ULP_PROFILE_IEEE);
    }
    ulp_packed_store(format, data, i, bits);
  }
  return data;
}

static void *convert_array(UlpFormat from, const void *data, guint64 n, const UlpConvertJob *job) {
  void *result = g_malloc0(ulp_packed_bytes(job->to, n) + 1);
  for (guint64 i = 0; i < n; i++)
    ulp_packed_store(job->to, result, i,
                     ulp_convert_bits(ulp_layout(from), ulp_layout(job->to), ulp_packed_load(from, data, i), job->round,
                                      job->profile));
  return result;
}

static UlpArray *upload(UlpDevice *device, UlpFormat format, const void *data, guint64 n) {
  g_autoptr(GError) error = NULL;
  UlpArray *array = ulp_device_upload(device, format, data, n, NULL, &error);
  g_assert_no_error(error);
  return array;
}

/* ---- downloads ---- */

static void test_downloads(gconstpointer data) {
  const AgreementPair *pair = data;
  enum { n = 41 };
  for (guint f = 0; f < G_N_ELEMENTS(formats); f++) {
    const UlpFormat format = formats[f];
    g_autofree void *source = random_array(format, n);
    g_autoptr(UlpArray) array = upload(pair->device, format, source, n);
    for (guint64 offset = 0; offset < 10; offset++) {
      for (guint64 count = 0; count + offset <= n; count++) {
        const guint64 bytes = ulp_packed_bytes(format, count);
        g_autofree guint8 *found = g_malloc(bytes + 1);
        g_autoptr(GError) error = NULL;
        memset(found, 0xa5, bytes + 1);
        ulp_array_download(array, offset, count, found, NULL, &error);
        g_assert_no_error(error);
        for (guint64 i = 0; i < count; i++)
          g_assert_true(ulp_packed_load(format, found, i) == ulp_packed_load(format, source, offset + i));
        g_assert_cmphex(found[bytes], ==, 0xa5);
      }
    }
  }
}

/* ---- conversions ---- */

static void check_conversion(const AgreementPair *pair, UlpFormat from, const void *source, UlpArray *array,
                             guint64 offset, guint64 count, const UlpConvertJob *convert) {
  const UlpJob job = {.kind = ULP_JOB_CONVERT, .convert = *convert};
  g_autoptr(GError) error = NULL;
  g_autoptr(UlpArray) out = NULL;
  UlpJobResult result;
  ulp_device_run(pair->device, &job, &(UlpArraySlice){array, offset, count}, 1, &result, &out, NULL, &error);
  g_assert_no_error(error);
  g_assert_cmpuint(ulp_array_count(out), ==, count);
  g_autofree void *found = g_malloc0(ulp_packed_bytes(convert->to, count) + 1);
  ulp_array_download(out, 0, count, found, NULL, &error);
  g_assert_no_error(error);
  for (guint64 i = 0; i < count; i++) {
    const UlpBits bits = ulp_packed_load(from, source, offset + i), got = ulp_packed_load(convert->to, found, i);
    const UlpBits expected = ulp_convert_bits(ulp_layout(from), ulp_layout(convert->to), bits,
                                              ulp_convert_job_round(convert, i), convert->profile);
    if (got != expected) {
      g_autofree char *was = ulp_bits_to_hex(from, bits), *is = ulp_bits_to_hex(convert->to, got);
      g_autofree char *should = ulp_bits_to_hex(convert->to, expected);
      g_test_fail_printf("%s of %" G_GINT64_MODIFIER "x to %" G_GINT64_MODIFIER "x: expected %s, found %s", was, from,
                         convert->to, should, is);
      return;
    }
  }
}

static void test_conversions(gconstpointer data) {
  const AgreementPair *pair = data;
  for (guint f = 0; f < G_N_ELEMENTS(formats); f++) {
    /* As many elements as a table of all patterns has, and more. */
    const guint width = ulp_layout(formats[f]).container_bits;
    const guint64 n = width == 16 && !pair->small ? 70001 : 3001;
    g_autofree void *source = random_array(formats[f], n);
    g_autoptr(UlpArray) array = upload(pair->device, formats[f], source, n);
    for (guint t = 0; t < G_N_ELEMENTS(formats); t++) {
      const UlpConvertJob job = {.to = formats[t],
                                 .round = (f + t) % ULP_N_ROUNDS,
                                 .profile = ulp_profiles[(3 * f + t) % ULP_N_PROFILES],
                                 .random_bits = 1 + (f + 5 * t) % ULP_ROUND_MAX_BITS,
                                 .seed = t};
      const UlpConvertJob nearest = {.to = formats[t], .round = ULP_ROUND_RN, .profile = ULP_PROFILE_IEEE};
      check_conversion(pair, formats[f], source, array, 0, n, &nearest);
      for (guint64 offset = 1; offset < 8; offset += 2)
        check_conversion(pair, formats[f], source, array, offset, n - offset - f % 3, &job);
    }
  }
}

/* ---- reductions ---- */

static void expect_reduced(UlpReduced *of, double value, guint64 i) {
  if (isnan(value))
    return;
  if (!of->count || value < of->min) {
    of->min = value;
    of->min_index = i;
  }
  if (!of->count || value > of->max) {
    of->max = value;
    of->max_index = i;
  }
  of->count++;
  ulp_exact_add(&of->sum, value);
}

static void expect_reduction(const UlpMapJob *map, const UlpFormat *of, void *const *sources, guint n_inputs,
                             guint64 offset, guint64 count, UlpReduceResult *expected) {
  memset(expected, 0, sizeof *expected);
  for (guint64 i = 0; i < count; i++) {
    UlpBits bits[ULP_JOB_INPUTS] = {0};
    for (guint k = 0; k < n_inputs; k++)
      bits[k] = ulp_packed_load(of[k], sources[k], offset + i);
    const UlpMapped mapped = ulp_map_element(map, of, bits);
    expected->classes[mapped.class_]++;
    for (guint v = 0; v < ULP_MAP_VALUES; v++)
      expect_reduced(&expected->value[v], mapped.value[v], i);
  }
}

static void check_reduction(const UlpReduceResult *expected, const UlpReduceResult *found) {
  g_assert_cmpmem(expected->classes, sizeof expected->classes, found->classes, sizeof found->classes);
  for (guint v = 0; v < ULP_MAP_VALUES; v++) {
    const UlpReduced *a = &expected->value[v], *b = &found->value[v];
    g_autofree char *sum = ulp_exact_to_decimal(&a->sum), *found_sum = ulp_exact_to_decimal(&b->sum);
    g_assert_cmpuint(a->count, ==, b->count);
    g_assert_cmpstr(sum, ==, found_sum);
    if (a->count == 0) {
      g_assert_true(isnan(b->min) && isnan(b->max));
      continue;
    }
    g_assert_cmpuint(a->min_index, ==, b->min_index);
    g_assert_cmpuint(a->max_index, ==, b->max_index);
    g_assert_cmphex(ulp_double_bits(a->min), ==, ulp_double_bits(b->min));
    g_assert_cmphex(ulp_double_bits(a->max), ==, ulp_double_bits(b->max));
  }
}

static void run_reduction(UlpDevice *device, UlpMap map, UlpArray *const *arrays, guint n_inputs, guint64 offset,
                          guint64 count, UlpReduceResult *found) {
  const UlpJob job = {.kind = ULP_JOB_REDUCE, .reduce = {{map, ULP_ROUND_RN}}};
  UlpArraySlice in[ULP_JOB_INPUTS] = {0};
  g_autoptr(GError) error = NULL;
  UlpJobResult result;
  for (guint k = 0; k < n_inputs; k++)
    in[k] = (UlpArraySlice){arrays[k], offset, count};
  ulp_device_run(device, &job, in, n_inputs, &result, NULL, NULL, &error);
  g_assert_no_error(error);
  *found = result.reduce;
}

/* One slice of `n` random elements, and what they become in `to` and back. */
static void check_maps(const AgreementPair *pair, UlpFormat from, UlpFormat to, guint64 n, guint64 offset) {
  const UlpConvertJob there = {.to = to, .round = ULP_ROUND_RN, .profile = ULP_PROFILE_IEEE},
                      back = {from, ULP_ROUND_RN, ULP_PROFILE_IEEE};
  const UlpFormat of[] = {from, to, from};
  void *sources[3] = {random_array(from, n)};
  UlpArray *arrays[3];
  UlpReduceResult expected, found;
  sources[1] = convert_array(from, sources[0], n, &there);
  sources[2] = convert_array(to, sources[1], n, &back);
  for (guint k = 0; k < 3; k++)
    arrays[k] = upload(pair->device, of[k], sources[k], n);
  for (UlpMap map = 0; map < ULP_N_MAPS; map++) {
    const guint n_inputs = map == ULP_MAP_VALUE ? 1 : 3;
    expect_reduction(&(UlpMapJob){map, ULP_ROUND_RN}, of, sources, n_inputs, offset, n - offset, &expected);
    run_reduction(pair->device, map, arrays, n_inputs, offset, n - offset, &found);
    check_reduction(&expected, &found);
  }
  for (guint k = 0; k < 3; k++) {
    ulp_array_unref(arrays[k]);
    g_free(sources[k]);
  }
}

static void test_reductions(gconstpointer data) {
  const AgreementPair *pair = data;
  static const guint64 lengths[] = {1, 2, 33, 5003};
  for (guint f = 0; f < G_N_ELEMENTS(formats); f++)
    for (guint t = 0; t < G_N_ELEMENTS(formats); t++)
      for (guint l = 0; l < G_N_ELEMENTS(lengths); l++)
        check_maps(pair, formats[f], formats[t], lengths[l] + t % 3, t % 3);
}

/* Of equal values the first, of nothing nothing; signs of zero and infinities in sums. */
static void test_reduction_specials(gconstpointer data) {
  const AgreementPair *pair = data;
  static const double rows[][4] = {{NAN, NAN, NAN, NAN}, {-0.0, -0.0, NAN, -0.0},        {0.0, -0.0, 0.0, -0.0},
                                   {NAN, 1, 1, -1},      {INFINITY, 1, NAN, 2},          {-INFINITY, 5, INFINITY, 5},
                                   {2, -2, 2, -2},       {5e-324, -5e-324, 1e308, 1e308}};
  for (guint r = 0; r < G_N_ELEMENTS(rows); r++) {
    const UlpFormat of[ULP_JOB_INPUTS] = {ULP_FORMAT_FP64};
    void *source = (void *)rows[r];
    UlpReduceResult expected, found;
    g_autoptr(UlpArray) array = upload(pair->device, ULP_FORMAT_FP64, source, 4);
    for (guint64 count = 0; count <= 4; count++) {
      expect_reduction(&(UlpMapJob){ULP_MAP_VALUE, ULP_ROUND_RN}, of, &source, 1, 0, count, &expected);
      run_reduction(pair->device, ULP_MAP_VALUE, &array, 1, 0, count, &found);
      check_reduction(&expected, &found);
    }
  }
}

/* So many that accumulators carry, against the CPU. */
static void test_reduction_long(gconstpointer data) {
  const AgreementPair *pair = data;
  const guint64 n = pair->small ? 100003 : (G_GUINT64_CONSTANT(1) << 27) + 3;
  if (pair->device == pair->reference) {
    g_test_skip("no GPU to compare with the CPU");
    return;
  }
  g_autofree char *spec = g_strdup_printf("bits:nonfinite=1:n=%" G_GUINT64_FORMAT, n);
  g_autoptr(UlpInput) input = agreement_input(spec, 5);
  g_autoptr(UlpArray) reference = agreement_place(pair->reference, input), array = agreement_place(pair->device, input);
  UlpReduceResult expected, found;
  run_reduction(pair->reference, ULP_MAP_VALUE, &reference, 1, 1, n - 1, &expected);
  run_reduction(pair->device, ULP_MAP_VALUE, &array, 1, 1, n - 1, &found);
  check_reduction(&expected, &found);
}

/* ---- exact sums of so many equal elements that every limb's carry goes on ---- */

static void check_carries(const AgreementPair *pair, UlpFormat format, int exponent, int log2_n) {
  const double fraction = format == ULP_FORMAT_FP32 ? 2 - 0x1p-23 : 2 - 0x1p-52;
  const double value = ldexp(exponent & 1 ? -fraction : fraction, exponent);
  const guint64 n = G_GUINT64_CONSTANT(1) << log2_n;
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  g_autofree char *spec = g_strdup_printf("constant:n=%" G_GUINT64_FORMAT ":value=%s:format=%s", n,
                                          g_ascii_dtostr(number, sizeof number, value), ulp_format_info(format)->id);
  g_autoptr(UlpInput) input = agreement_input(spec, 1);
  g_autoptr(UlpArray) array = agreement_place(pair->device, input);
  g_autoptr(GError) error = NULL;
  UlpExact found = {0};
  ulp_array_add_exact(array, FALSE, 0, n, &found, NULL, &error);
  g_assert_no_error(error);
  UlpExact expected = {0};
  ulp_exact_add(&expected, ldexp(value, log2_n));
  g_autofree char *sum = ulp_exact_to_decimal(&expected), *found_sum = ulp_exact_to_decimal(&found);
  g_assert_cmpstr(sum, ==, found_sum);
}

static void test_carries(gconstpointer data) {
  const AgreementPair *pair = data;
  const int log2_n = pair->small ? 10 : 28, highest = 1023 - log2_n;
  for (int exponent = -1022; exponent <= highest; exponent += 5)
    check_carries(pair, ULP_FORMAT_FP64, exponent, log2_n);
  for (int exponent = -126; exponent <= 127; exponent += 3)
    check_carries(pair, ULP_FORMAT_FP32, exponent, log2_n);
}

/* ---- exact sums of magnitudes ---- */

static void check_magnitudes(const AgreementPair *pair, UlpFormat format, const void *source, guint64 n) {
  g_autoptr(UlpArray) array = upload(pair->device, format, source, n);
  g_autoptr(GError) error = NULL;
  UlpExact expected = {0}, found = {0};
  for (guint64 i = 0; i < n; i++)
    ulp_exact_add(&expected, fabs(ulp_bits_to_double(format, ulp_packed_load(format, source, i))));
  ulp_array_add_exact(array, TRUE, 0, n, &found, NULL, &error);
  g_assert_no_error(error);
  g_autofree char *sum = ulp_exact_to_decimal(&expected), *found_sum = ulp_exact_to_decimal(&found);
  g_assert_cmpstr(sum, ==, found_sum);
}

static void test_magnitudes(gconstpointer data) {
  static const double zeros[] = {-0.0, -0.0}, infinite[] = {-INFINITY, INFINITY, -1}, cancelling[] = {3, -3, 5e-324};
  static const float halves[] = {-0.5f, 0.5f, -1e-45f};
  check_magnitudes(data, ULP_FORMAT_FP64, zeros, G_N_ELEMENTS(zeros));
  check_magnitudes(data, ULP_FORMAT_FP64, infinite, G_N_ELEMENTS(infinite));
  check_magnitudes(data, ULP_FORMAT_FP64, cancelling, G_N_ELEMENTS(cancelling));
  check_magnitudes(data, ULP_FORMAT_FP32, halves, G_N_ELEMENTS(halves));
  g_autofree double *wide = g_new(double, 10007);
  for (guint i = 0; i < 10007; i++)
    wide[i] = ldexp(i % 2 ? -1.0 - i : 1.0 + i, (int)(i % 2000) - 1070);
  check_magnitudes(data, ULP_FORMAT_FP64, wide, 10007);
}

int main(int argc, char **argv) {
  static const struct {
    const char *name;
    void (*run)(gconstpointer);
  } tests[] = {{"downloads", test_downloads},
               {"conversions", test_conversions},
               {"reductions", test_reductions},
               {"reduction-specials", test_reduction_specials},
               {"reduction-long", test_reduction_long},
               {"magnitudes", test_magnitudes},
               {"carries", test_carries}};
  g_test_init(&argc, &argv, NULL);
  g_autoptr(GArray) pairs = agreement_devices();
  for (guint p = 0; p < pairs->len; p++) {
    for (guint i = 0; i < G_N_ELEMENTS(tests); i++) {
      const AgreementPair *pair = &g_array_index(pairs, AgreementPair, p);
      g_autofree char *path = g_strdup_printf("/jobs/%s/%s", ulp_device_id(pair->device), tests[i].name);
      g_test_add_data_func(path, pair, tests[i].run);
    }
  }
  return g_test_run();
}
