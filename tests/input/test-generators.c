/* Every generator: bits derived elsewhere, element i alone, slices, ranges and moments. */
#include "core/array/packing.h"
#include "core/input/generate-element.h"
#include "core/input/input.h"
#include "core/number/format.h"
#include "tests/input/golden.h"

#include <math.h>
#include <string.h>

static UlpInput *open_input(const char *generator, UlpFormat format, guint64 count, guint64 seed) {
  g_autofree char *spec = g_strdup_printf("%s:n=%" G_GUINT64_FORMAT ":format=%s", generator, count,
                                          format == ULP_FORMAT_FP32 ? "fp32" : "fp64");
  g_autoptr(GError) error = NULL;
  UlpInput *input = ulp_input_open(spec, seed, 1, NULL, &error);
  g_assert_no_error(error);
  g_assert_cmpuint(ulp_input_count(input), ==, count);
  g_assert_cmpuint(ulp_input_format(input), ==, format);
  return input;
}

static gconstpointer data_of(UlpInput *input) {
  g_autoptr(GError) error = NULL;
  gconstpointer data = ulp_input_data(input, NULL, &error);
  g_assert_no_error(error);
  return data;
}

static char *hash_of(const UlpGenerateJob *job, guint64 offset, guint64 count) {
  const gsize size = count * ulp_format_bytes(job->format);
  g_autofree guchar *data = g_malloc(size);
  ulp_generate(job, offset, count, data);
  return g_compute_checksum_for_data(G_CHECKSUM_SHA256, data, size);
}

static gboolean has_golden(const char *id) {
  gboolean found = FALSE;
  for (guint i = 0; i < G_N_ELEMENTS(golden); i++)
    found = found || g_str_equal(golden[i].spec, id);
  return found;
}

static void test_golden(void) {
  for (guint i = 0; i < G_N_ELEMENTS(golden); i++) {
    g_autoptr(UlpInput) input = open_input(golden[i].spec, golden[i].format, 10000, 42);
    g_test_message("%s", ulp_input_describe(input));
    g_assert_cmpstr(ulp_input_hash(input, NULL), ==, golden[i].hash);
    UlpGenerateJob other = *ulp_input_job(input);
    other.seed = G_GUINT64_CONSTANT(0xfedcba9876543210);
    other.stream = 3;
    other.count = (G_GUINT64_CONSTANT(1) << 32) + 500;
    g_autofree char *hash = hash_of(&other, (G_GUINT64_CONSTANT(1) << 32) - 501, 1001);
    g_assert_cmpstr(hash, ==, golden[i].other_hash);
  }
  for (guint g = 0; g < ULP_N_GENERATORS; g++) /* none is left out */
    g_assert_true(has_golden(ulp_generator_info(g)->id));
}

/* A job of each generator, format and seed with the defaults of its parameters. */
static void for_each_job(void (*check)(const UlpGenerateJob *job)) {
  static const guint64 seeds[] = {0, 1, G_MAXUINT64};
  for (guint g = 0; g < ULP_N_GENERATORS; g++)
    for (guint f = 0; f < 2; f++)
      for (guint s = 0; s < G_N_ELEMENTS(seeds); s++) {
        const UlpFormat format = f == 0 ? ULP_FORMAT_FP32 : ULP_FORMAT_FP64;
        g_autoptr(UlpInput) input = open_input(ulp_generator_info(g)->id, format, 1000, seeds[s]);
        check(ulp_input_job(input));
      }
}

static gboolean knows_count(UlpGenerator generator) {
  const UlpGenerator those[] = {ULP_GENERATOR_PAIRS, ULP_GENERATOR_MOUNTAIN, ULP_GENERATOR_SMALL_BIG,
                                ULP_GENERATOR_SINE, ULP_GENERATOR_SINGLE};
  for (guint i = 0; i < G_N_ELEMENTS(those); i++)
    if (those[i] == generator)
      return TRUE;
  return FALSE;
}

static void check_elements(const UlpGenerateJob *job) {
  guint8 whole[8 * 1000], part[8 * 1000];
  const gsize bytes = ulp_format_bytes(job->format);
  ulp_generate(job, 0, 1000, whole);
  for (guint64 i = 0; i < 1000; i++)
    g_assert_true(ulp_packed_load(job->format, whole, i) == ulp_generate_element(job, i));
  for (guint64 done = 0, step = 1; done < 1000; done += step, step = MIN(2 * step + 1, 1000 - done))
    ulp_generate(job, done, step, part + done * bytes);
  g_assert_cmpmem(part, 1000 * bytes, whole, 1000 * bytes);

  UlpGenerateJob longer = *job; /* the count is no part of an element but where a place in the array is */
  longer.count = 5000000000;
  ulp_generate(&longer, 0, 1000, part);
  if (!knows_count(job->generator))
    g_assert_cmpmem(part, 1000 * bytes, whole, 1000 * bytes);
  ulp_generate(&longer, 4294967290, 12, part); /* over the end of 32 bits */
  for (guint64 i = 0; i < 12; i++)
    g_assert_true(ulp_packed_load(job->format, part, i) == ulp_generate_element(&longer, 4294967290 + i));
}

static void test_elements(void) { for_each_job(check_elements); }

/* The loops over many elements against the one element, for every place where a loop of vectors or a block begins and
 * ends; nothing beside the slice is written. */
static void check_slices(const UlpGenerateJob *job) {
  static const guint64 counts[] = {0, 1, 2, 3, 5, 7, 8, 15, 16, 17, 31, 33, 63, 65, 511, 512, 513, 1025};
  static const guint64 begins[] = {0, 1, 5, G_GUINT64_CONSTANT(0xfffffffd), G_GUINT64_CONSTANT(0x123456789a)};
  enum { GUARD = 9 };
  const gsize bytes = ulp_format_bytes(job->format);
  g_autofree guint8 *out = g_malloc((1025 + 2 * GUARD) * 8);
  UlpGenerateJob streamed = *job;
  streamed.stream = 2;
  for (guint b = 0; b < G_N_ELEMENTS(begins); b++)
    for (guint c = 0; c < G_N_ELEMENTS(counts); c++)
      for (guint shift = 1; shift <= GUARD; shift += 2) {
        memset(out, 0xa5, (1025 + 2 * GUARD) * 8);
        ulp_generate(&streamed, begins[b], counts[c], out + shift * bytes);
        for (guint64 i = 0; i < counts[c] + GUARD; i++) {
          const gboolean inside = i >= shift && i < shift + counts[c];
          const UlpBits expected = inside ? ulp_generate_element(&streamed, begins[b] + i - shift)
                                          : G_GUINT64_CONSTANT(0xa5a5a5a5a5a5a5a5) >> (64 - 8 * bytes);
          g_assert_true(ulp_packed_load(job->format, out, i) == expected);
        }
      }
}

static void test_slices(void) { for_each_job(check_slices); }

/* Streams of one seed differ in every random generator and in no other: so many of 100 elements may be equal. */
static void check_streams(const UlpGenerateJob *job) {
  static const struct {
    UlpGenerator generator;
    guint least, most;
  } cases[] = {
      {ULP_GENERATOR_CONSTANT, 100, 100}, {ULP_GENERATOR_TENTHS, 100, 100},      {ULP_GENERATOR_ALTERNATING, 100, 100},
      {ULP_GENERATOR_CANCEL, 100, 100},   {ULP_GENERATOR_CANCEL_ZERO, 100, 100}, {ULP_GENERATOR_HARMONIC, 100, 100},
      {ULP_GENERATOR_SINE, 100, 100},     {ULP_GENERATOR_SMALL_BIG, 100, 100},   {ULP_GENERATOR_ZEROS, 20, 80},
      {ULP_GENERATOR_SINGLE, 1, 1},       {ULP_GENERATOR_PAIRS, 0, 2},
  };
  guint least = 0, most = 0, equal = 0;
  UlpGenerateJob other = *job;
  other.stream = 1;
  for (guint i = 0; i < 100; i++)
    equal += ulp_generate_element(job, i) == ulp_generate_element(&other, i);
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++)
    if (cases[i].generator == job->generator)
      least = cases[i].least, most = cases[i].most;
  g_assert_cmpuint(equal, >=, least);
  g_assert_cmpuint(equal, <=, most);
}

static void test_streams(void) { for_each_job(check_streams); }

static void check_range(const UlpGenerateJob *job) {
  const gboolean fp32 = job->format == ULP_FORMAT_FP32;
  for (guint64 i = 0; i < 1000; i++) {
    const double x = ulp_bits_to_double(job->format, ulp_generate_element(job, i));
    g_assert_true(isfinite(x) || (job->generator == ULP_GENERATOR_SINGLE && i == 0));
    if (job->generator == ULP_GENERATOR_UNIFORM)
      g_assert_true(x >= 0.0 && x < 1.0);
    if (job->generator == ULP_GENERATOR_UNIFORM_PM)
      g_assert_true(x >= -1.0 && x < 1.0);
    if (job->generator == ULP_GENERATOR_UNIFORM || job->generator == ULP_GENERATOR_UNIFORM_PM) {
      const double multiple = ldexp(x, fp32 ? 24 : 53);
      g_assert_cmpfloat(multiple, ==, trunc(multiple));
    }
  }
}

static void test_ranges(void) { for_each_job(check_range); }

static void test_values(void) {
  static const struct {
    const char *spec;
    double element[2];
  } cases[] = {{"constant:value=-0.5", {-0.5, -0.5}},
               {"constant:value=0.1", {0.1f, 0.1f}},
               {"alternating", {1e6f, 1e-6f}},
               {"alternating:large=3:small=-2", {3.0, -2.0}},
               {"alternating:small=-2:large=3", {3.0, -2}},
               {"tenths", {0.1f, 0.1f}}};
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(UlpInput) input = open_input(cases[i].spec, ULP_FORMAT_FP32, 3, 1);
    const float *data = data_of(input);
    g_assert_cmpfloat(data[0], ==, cases[i].element[0]);
    g_assert_cmpfloat(data[1], ==, cases[i].element[1]);
    g_assert_cmpfloat(data[2], ==, cases[i].element[0]);
  }
}

/* Means of x, x^2, x^3 and x^4 of 1e6 elements, each within 5 standard errors of the distribution's. */
static void check_moments(const char *generator, const double *moments, const double *variances) {
  g_autoptr(UlpInput) input = open_input(generator, ULP_FORMAT_FP64, 1000000, 3);
  const double *data = data_of(input);
  for (int power = 1; power <= 4; power++) {
    double sum = 0.0;
    for (guint i = 0; i < 1000000; i++)
      sum += power == 1 ? data[i] : power == 2 ? data[i] * data[i] : pow(data[i], power);
    const double error = sum / 1e6 - moments[power - 1];
    g_test_message("%s, moment %d: off by %.3g", generator, power, error);
    g_assert_cmpfloat(fabs(error), <, 5.0 * sqrt(variances[power - 1] / 1e6));
  }
}

static void test_moments(void) {
  /* E x^k and Var x^k = E x^2k - (E x^k)^2; normal: E x^2k = (2k-1)!! */
  check_moments("normal", (double[]){0.0, 1.0, 0.0, 3.0}, (double[]){1.0, 2.0, 15.0, 96.0});
  check_moments("uniform", (double[]){1.0 / 2, 1.0 / 3, 1.0 / 4, 1.0 / 5},
                (double[]){1.0 / 12, 4.0 / 45, 9.0 / 112, 16.0 / 225});
  check_moments("uniform-pm", (double[]){0.0, 1.0 / 3, 0.0, 1.0 / 5},
                (double[]){1.0 / 3, 4.0 / 45, 1.0 / 7, 16.0 / 225});
}

/* log|x| = log|r| + s r': E log|r| = -(gamma + log 2)/2, Var log|r| = pi^2/8; the two normals are independent. */
static void test_normal_lognormal(void) {
  static const double spreads[] = {1.0, 10.0};
  for (guint k = 0; k < G_N_ELEMENTS(spreads); k++) {
    g_autofree char *spec = g_strdup_printf("normal-lognormal:s=%d", (int)spreads[k]);
    g_autoptr(UlpInput) input = open_input(spec, ULP_FORMAT_FP64, 1000000, 3);
    const double *data = data_of(input);
    const double mean = -(0.57721566490153286 + M_LN2) / 2, variance = M_PI * M_PI / 8 + spreads[k] * spreads[k];
    double sum = 0.0, squares = 0.0;
    for (guint i = 0; i < 1000000; i++) {
      const double deviation = log(fabs(data[i])) - mean;
      sum += deviation;
      squares += deviation * deviation;
    }
    g_assert_cmpfloat(fabs(sum / 1e6), <, 5.0 * sqrt(variance / 1e6));
    g_assert_cmpfloat(fabs(squares / 1e6 / variance - 1.0), <, 0.02);
    g_autoptr(UlpInput) narrow = open_input(spec, ULP_FORMAT_FP32, 1000000, 3);
    const float *rounded = data_of(narrow);
    for (guint i = 0; i < 1000000; i++)
      g_assert_cmpfloat(rounded[i], ==, (float)data[i]);
  }
}

/* log x = mu + s r: mean mu and variance s^2, whose estimate has the variance 2 s^4 / n; E x = exp(mu + s^2 / 2) and
 * Var x = E^2 x (exp(s^2) - 1). The extremes stay finite in fp32 and follow exp to its last place. */
static void test_lognormal(void) {
  g_autoptr(UlpInput) input = open_input("lognormal:mu=-1.5:s=0.75", ULP_FORMAT_FP64, 1000000, 3);
  const double *data = data_of(input);
  const double variance = 0.75 * 0.75, mean = exp(-1.5 + variance / 2);
  double sum = 0.0, logs = 0.0, squares = 0.0;
  for (guint i = 0; i < 1000000; i++) {
    g_assert_cmpfloat(data[i], >, 0.0);
    const double deviation = log(data[i]) + 1.5;
    sum += data[i];
    logs += deviation;
    squares += deviation * deviation;
  }
  g_assert_cmpfloat(fabs(logs / 1e6), <, 5.0 * sqrt(variance / 1e6));
  g_assert_cmpfloat(fabs(squares / 1e6 - variance), <, 5.0 * variance * sqrt(2.0 / 1e6));
  g_assert_cmpfloat(fabs(sum / 1e6 - mean), <, 5.0 * mean * sqrt(expm1(variance) / 1e6));

  const double top = ulp_math_normal_quantile((G_GUINT64_CONSTANT(1) << 53) - 1);
  g_assert_true(isfinite((float)ulp_math_exp(5 + 10 * top)));
  g_assert_cmpfloat(600 + 10 * top, <=, 700.0);
}

/* Every bit is set about half the time, the exponent is never all ones; on request it is. */
static void test_bits(void) {
  enum { N = 100000 };
  for (int nonfinite = 0; nonfinite <= 1; nonfinite++) {
    g_autoptr(UlpInput) input = open_input(nonfinite ? "bits:nonfinite=1" : "bits", ULP_FORMAT_FP32, N, 8);
    const guint32 *data = data_of(input);
    guint ones[32] = {0}, special = 0;
    for (guint i = 0; i < N; i++) {
      special += (data[i] & 0x7f800000u) == 0x7f800000u;
      for (guint b = 0; b < 32; b++)
        ones[b] += data[i] >> b & 1;
    }
    for (guint b = 0; b < 32; b++) /* an exponent bit is set in 127 of the 255 finite exponents */
      g_assert_cmpfloat(fabs(ones[b] - (b >= 23 && b < 31 && !nonfinite ? N * 127.0 / 255 : N / 2.0)), <, 5 * 158.2);
    if (nonfinite)
      g_assert_cmpfloat(fabs(special - N / 256.0), <, 5 * sqrt(N / 256.0));
    else
      g_assert_cmpuint(special, ==, 0);
  }
}

static void test_info(void) {
  for (guint g = 0; g < ulp_n_generators(); g++) {
    const UlpGeneratorInfo *info = ulp_generator_info(g);
    g_assert_cmpuint(strspn(info->id, "abcdefghijklmnopqrstuvwxyz0123456789-"), ==, strlen(info->id));
    g_assert_cmpstr(info->params[0].id, ==, "n");
    g_assert_cmpstr(info->params[1].id, ==, "format");
    g_assert_cmpuint(info->version, ==, 1);
    g_assert_cmpuint(info->n_params, <=, ULP_GENERATOR_N_COMMON_PARAMS + ULP_GENERATOR_MAX_VALUES);
    g_autoptr(UlpValues) values = ulp_values_new(info->params, info->n_params); /* every default is valid */
    g_assert_cmpuint(ulp_values_count(values, "n"), ==, info->default_count == 0 ? 1000000 : info->default_count);
  }
  g_assert_cmpstr(ulp_generator_info(ULP_GENERATOR_UNIFORM_PM)->id, ==, "uniform-pm");
  g_assert_cmpuint(ulp_generator_info(ULP_GENERATOR_CANCEL)->default_count, ==, 4);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/input/generators/golden", test_golden);
  g_test_add_func("/input/generators/elements", test_elements);
  g_test_add_func("/input/generators/slices", test_slices);
  g_test_add_func("/input/generators/streams", test_streams);
  g_test_add_func("/input/generators/ranges", test_ranges);
  g_test_add_func("/input/generators/values", test_values);
  g_test_add_func("/input/generators/moments", test_moments);
  g_test_add_func("/input/generators/normal-lognormal", test_normal_lognormal);
  g_test_add_func("/input/generators/lognormal", test_lognormal);
  g_test_add_func("/input/generators/bits", test_bits);
  g_test_add_func("/input/generators/info", test_info);
  return g_test_run();
}
