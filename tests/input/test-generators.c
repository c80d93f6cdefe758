/* Every generator: bits derived elsewhere, element i alone, slices, ranges and moments. */
#include "core/input/generate-element.h"
#include "core/input/input.h"
#include "core/number/format.h"

#include <math.h>
#include <string.h>

/* 10000 elements of seed 42; derived by golden.py from the definitions. */
static const struct {
  const char *spec;
  UlpFormat format;
  const char *hash;
} golden[] = {
    {"constant", ULP_FORMAT_FP32, "c29707cc9550b230d346b6eed762976b8206f02cc6a708135806e81da8120652"},
    {"constant", ULP_FORMAT_FP64, "37895d84a413e2ff48ab788e8d576c42d7511ab125de1f5feb225d15ca7c8e59"},
    {"tenths", ULP_FORMAT_FP32, "7279fed9895681443482036216a80d5f91428f4fd82739cc72170524b461e3ce"},
    {"tenths", ULP_FORMAT_FP64, "a0b71b16434f744073b070385ed179476eb064b28eea2fb00c2265ee54c8378e"},
    {"uniform", ULP_FORMAT_FP32, "98f2adc4e0cd929da0b00bc89f68ca064be8b376c54747b91bde6f0c35652a70"},
    {"uniform", ULP_FORMAT_FP64, "ada35902c9157f0e648178c3d80b0a154e565edba60f742db6e6faf900f4593c"},
    {"uniform-pm", ULP_FORMAT_FP32, "c85961c3573dbb4314e400ecf4ca60c687a7c3bbbc39f084e1a2852f4c0f0a89"},
    {"uniform-pm", ULP_FORMAT_FP64, "1c048cae0da5e7ebaa7f74c6058da1f5d2f3096f08f7b64ba713d6c525c51906"},
    {"normal", ULP_FORMAT_FP32, "c1fae6c04d8e99315285504f3454007431549758cbefdaa701e1c22c76290e02"},
    {"normal", ULP_FORMAT_FP64, "1af5a02d6511fcff2c8b9e7445d8303b3138de25f486c3a58528e51d1be2f5df"},
    {"lognormal", ULP_FORMAT_FP32, "8effa9958a25b0641b096746c74fef8ed7d27d42716cfffac69b8fbd1736d8f1"},
    {"lognormal", ULP_FORMAT_FP64, "8633650ef5271ef1471fa59258f54267b37589e501aa59029c01ac6adf8460b4"},
    {"alternating", ULP_FORMAT_FP32, "d35736f1bfba5c9eebcb9901e59ab1114e0b8795bf6447f424784393833c0fe9"},
    {"alternating", ULP_FORMAT_FP64, "3b13d2fdbee8a72c564db84cee4a60af6b320f86aa477ea14f91e8876cd17cf6"},
    {"bits", ULP_FORMAT_FP32, "1753a84e83c2b1c97212c38fe1f0f9a172ac7fc4333ae97b646e643231c73b9c"},
    {"bits", ULP_FORMAT_FP64, "89a2ca3b97792273486cf3f167e4d05bd61469a752a19193deb2950743dacbb7"},
    {"bits:nonfinite=1", ULP_FORMAT_FP32, "9ef1228d7ee47a66133a490e2d8eb9e78ddf0f5e3dcc7577ef04cc7b28e95d83"},
    {"bits:nonfinite=1", ULP_FORMAT_FP64, "b6df4f7628fb3d0e1abdf822b5a0c9834b22ca68928e68dfa6a285550757800d"},
    {"cancel", ULP_FORMAT_FP32, "816d8a64fb6a374639d63527f8fa9527d0714d3ca157f88a03499f9fe0ea5146"},
    {"cancel", ULP_FORMAT_FP64, "dbf11aa1a92e16932acd184548795bce3dc49db8506b573a28971593464393d3"},
    {"cancel-zero", ULP_FORMAT_FP32, "efc36d05dfd28095d458793f55217308cb7c5291a56a97241fe6b8b3c5a37a73"},
    {"cancel-zero", ULP_FORMAT_FP64, "2f0c32f17d22350636baa35f4d07ba25ef93b01d634ed1ccc937c1b304a85d2b"},
};

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

static void test_golden(void) {
  for (guint i = 0; i < G_N_ELEMENTS(golden); i++) {
    g_autoptr(UlpInput) input = open_input(golden[i].spec, golden[i].format, 10000, 42);
    g_test_message("%s", ulp_input_describe(input));
    g_assert_cmpstr(ulp_input_hash(input, NULL), ==, golden[i].hash);
  }
  g_assert_cmpuint(G_N_ELEMENTS(golden), ==, 2 * (ULP_N_GENERATORS + 1));
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

static void check_elements(const UlpGenerateJob *job) {
  guint8 whole[8 * 1000], part[8 * 1000];
  const gsize bytes = ulp_format_bytes(job->format);
  ulp_generate(job, 0, 1000, whole);
  for (guint64 i = 0; i < 1000; i++)
    g_assert_true(ulp_element_load(job->format, whole, i) == ulp_generate_element(job, i));
  for (guint64 done = 0, step = 1; done < 1000; done += step, step = MIN(2 * step + 1, 1000 - done))
    ulp_generate(job, done, step, part + done * bytes);
  g_assert_cmpmem(part, 1000 * bytes, whole, 1000 * bytes);

  UlpGenerateJob longer = *job; /* the count is no part of an element */
  longer.count = 5000000000;
  ulp_generate(&longer, 0, 1000, part);
  g_assert_cmpmem(part, 1000 * bytes, whole, 1000 * bytes);
  ulp_generate(&longer, 4294967290, 12, part); /* over the end of 32 bits */
  for (guint64 i = 0; i < 12; i++)
    g_assert_true(ulp_element_load(job->format, part, i) == ulp_generate_element(job, 4294967290 + i));
}

static void test_elements(void) { for_each_job(check_elements); }

static void check_range(const UlpGenerateJob *job) {
  const gboolean fp32 = job->format == ULP_FORMAT_FP32;
  for (guint64 i = 0; i < 1000; i++) {
    const double x = ulp_bits_to_double(job->format, ulp_generate_element(job, i));
    g_assert_true(isfinite(x));
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
static void test_lognormal(void) {
  static const double spreads[] = {1.0, 10.0};
  for (guint k = 0; k < G_N_ELEMENTS(spreads); k++) {
    g_autofree char *spec = g_strdup_printf("lognormal:s=%d", (int)spreads[k]);
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
  for (guint g = 0; g < ULP_N_GENERATORS; g++) {
    const UlpGeneratorInfo *info = ulp_generator_info(g);
    g_assert_cmpuint(strspn(info->id, "abcdefghijklmnopqrstuvwxyz0123456789-"), ==, strlen(info->id));
    g_assert_cmpstr(info->params[0].id, ==, "n");
    g_assert_cmpstr(info->params[1].id, ==, "format");
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
  g_test_add_func("/input/generators/ranges", test_ranges);
  g_test_add_func("/input/generators/values", test_values);
  g_test_add_func("/input/generators/moments", test_moments);
  g_test_add_func("/input/generators/lognormal", test_lognormal);
  g_test_add_func("/input/generators/bits", test_bits);
  g_test_add_func("/input/generators/info", test_info);
  return g_test_run();
}
