/* Every generator: bits derived elsewhere, element i alone, slices, ranges and moments. */
#include "core/array/packing.h"
#include "core/input/generate-element.h"
#include "core/input/input.h"
#include "core/number/format.h"

#include <math.h>
#include <string.h>

/* SHA-256 of 10000 elements of seed 42, and of the 1001 around index 2^32 of another seed and stream 3, which begin at an
 * odd one; derived by golden.py from the definitions. */
static const struct {
  const char *spec;
  UlpFormat format;
  const char *hash, *other_hash;
} golden[] = {
    {"constant", ULP_FORMAT_FP32, "c29707cc9550b230d346b6eed762976b8206f02cc6a708135806e81da8120652",
     "9ac1afcabfe1a20b7536bdc7ba274d4b74ce79aabebfba43f955b629f61c007c"},
    {"constant", ULP_FORMAT_FP64, "37895d84a413e2ff48ab788e8d576c42d7511ab125de1f5feb225d15ca7c8e59",
     "09a0bd223e0069a8c18a31fdc6161311ced75738170cc504d4d5cb71e3b26359"},
    {"tenths", ULP_FORMAT_FP32, "7279fed9895681443482036216a80d5f91428f4fd82739cc72170524b461e3ce",
     "3635c938773c18bfdd788624fc44493b7b15374b3995edbb5e5e673da87839a7"},
    {"tenths", ULP_FORMAT_FP64, "a0b71b16434f744073b070385ed179476eb064b28eea2fb00c2265ee54c8378e",
     "9ecf9dd680553fa8789a1b3fcaf64cbd91192a85b14beb8501915ff8d01e9265"},
    {"uniform", ULP_FORMAT_FP32, "98f2adc4e0cd929da0b00bc89f68ca064be8b376c54747b91bde6f0c35652a70",
     "eb3b98e024dba404a790f9270819ab1e732456cd9644ad72160616bc1fe8f940"},
    {"uniform", ULP_FORMAT_FP64, "ada35902c9157f0e648178c3d80b0a154e565edba60f742db6e6faf900f4593c",
     "505eaa5af6084cd906087da27eba63dc0300985b7f5fd2a7516c548c66aa987b"},
    {"uniform-pm", ULP_FORMAT_FP32, "c85961c3573dbb4314e400ecf4ca60c687a7c3bbbc39f084e1a2852f4c0f0a89",
     "182ab2c9db888a03d4381a797c6fa7b2dbae442dfada44b0f89fd66e23fd7148"},
    {"uniform-pm", ULP_FORMAT_FP64, "1c048cae0da5e7ebaa7f74c6058da1f5d2f3096f08f7b64ba713d6c525c51906",
     "12c5181efa8e45baa0d29cd135398c64bfd7b05abe10e1ba1726c98031e6ac2f"},
    {"normal", ULP_FORMAT_FP32, "c1fae6c04d8e99315285504f3454007431549758cbefdaa701e1c22c76290e02",
     "4ecbc45fadaa2be3c1b509787c64d2d9c01fb7bbe1edb325d194351135741aec"},
    {"normal", ULP_FORMAT_FP64, "1af5a02d6511fcff2c8b9e7445d8303b3138de25f486c3a58528e51d1be2f5df",
     "50de2787bdd0e061d760c08f5c2fa2756d13f009658ecb79a47ff21da45f40bb"},
    {"lognormal", ULP_FORMAT_FP32, "12a99c4ee5c9560e7d88b17a1764b8a2f72813ed0cae1b1e8cad6fbf5039e140",
     "9bef6360298fc1a82e044dac78421017226ec4c7d2c875ac80ae7da0a80763b1"},
    {"lognormal", ULP_FORMAT_FP64, "1846621c37ae7bdfdc1aafefc64d45447f86094a3fb0a2e8c237ab21e1981cd5",
     "83758e229fa340e047699d388621ff8d68d2ea9dded03be1e48b9445a2781235"},
    {"lognormal:mu=-2.5:s=3", ULP_FORMAT_FP32, "ce8fa0a3bfd54b2feca59b6143b5a7d50b30ade83ee8c1b8f0a9e5c2ae1d7f6d",
     "90a59119898b95a8a6370684aff5685cb6440b8073f66039e7bdd00ff7b5a121"},
    {"lognormal:mu=-2.5:s=3", ULP_FORMAT_FP64, "1a74a014d751617edc8e84ef9e7c5fdccfaa09f973a4a4192afac89c524873a3",
     "9279eab64449d9e671ac1ffa034ddcb07d307036474f42fcb2d07402a025ebde"},
    {"normal-lognormal", ULP_FORMAT_FP32, "8effa9958a25b0641b096746c74fef8ed7d27d42716cfffac69b8fbd1736d8f1",
     "51160e8f015bdee02e348700ec0b9519fdd42e6624338d7bc415d10028058a70"},
    {"normal-lognormal", ULP_FORMAT_FP64, "8633650ef5271ef1471fa59258f54267b37589e501aa59029c01ac6adf8460b4",
     "daa86a0355ec2d24c78a36229d38ed13c73a44132e2a77f5fbffde51ef47adae"},
    {"alternating", ULP_FORMAT_FP32, "d35736f1bfba5c9eebcb9901e59ab1114e0b8795bf6447f424784393833c0fe9",
     "004d2ef2b8b7e17b748a4fa7c176bf383dbb62e20785bb1a7894ed9c5c9f0a15"},
    {"alternating", ULP_FORMAT_FP64, "3b13d2fdbee8a72c564db84cee4a60af6b320f86aa477ea14f91e8876cd17cf6",
     "5a1a63eebf2a292f38e883f180526496e2b125eef11784c25cb8cff1806472f0"},
    {"bits", ULP_FORMAT_FP32, "1753a84e83c2b1c97212c38fe1f0f9a172ac7fc4333ae97b646e643231c73b9c",
     "ff5f6032554d2983b0c0b8b27702d4f386020150aec5d44721e0ed89ffe69687"},
    {"bits", ULP_FORMAT_FP64, "89a2ca3b97792273486cf3f167e4d05bd61469a752a19193deb2950743dacbb7",
     "5919d7d004795338a4de1a2f58b9898202aff1e156fd64d3fb7a61d9cb3bd47e"},
    {"bits:nonfinite=1", ULP_FORMAT_FP32, "9ef1228d7ee47a66133a490e2d8eb9e78ddf0f5e3dcc7577ef04cc7b28e95d83",
     "8fa045017877c8ddf2e5cf53d5eb86cf60ded72341a79db980938722ac23ce13"},
    {"bits:nonfinite=1", ULP_FORMAT_FP64, "b6df4f7628fb3d0e1abdf822b5a0c9834b22ca68928e68dfa6a285550757800d",
     "65d3c8228147f7f1fa6e1e72ea1ed9dee3efb5e6f5f06c2abee36a9d2bac5bd1"},
    {"cancel", ULP_FORMAT_FP32, "816d8a64fb6a374639d63527f8fa9527d0714d3ca157f88a03499f9fe0ea5146",
     "7226da4fb113459f19050a859804b77c60438a27f0ccf258e29cfe79ebdc2e75"},
    {"cancel", ULP_FORMAT_FP64, "dbf11aa1a92e16932acd184548795bce3dc49db8506b573a28971593464393d3",
     "246dd1fe91ab36e8a9f9e0b0bb2b68711cbc4fe0b4147959505d5bc58f506aa1"},
    {"cancel-zero", ULP_FORMAT_FP32, "efc36d05dfd28095d458793f55217308cb7c5291a56a97241fe6b8b3c5a37a73",
     "466755423a853655fa917c6ebcbea35a4fde53c8818b23636796a59acc497c35"},
    {"cancel-zero", ULP_FORMAT_FP64, "2f0c32f17d22350636baa35f4d07ba25ef93b01d634ed1ccc937c1b304a85d2b",
     "96fcb21ccc57b016932d523a1266ef41a37ecaeab1bb7bc5ddc228bdffc2c13c"},
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

static char *hash_of(const UlpGenerateJob *job, guint64 offset, guint64 count) {
  const gsize size = count * ulp_format_bytes(job->format);
  g_autofree guchar *data = g_malloc(size);
  ulp_generate(job, offset, count, data);
  return g_compute_checksum_for_data(G_CHECKSUM_SHA256, data, size);
}

static void test_golden(void) {
  for (guint i = 0; i < G_N_ELEMENTS(golden); i++) {
    g_autoptr(UlpInput) input = open_input(golden[i].spec, golden[i].format, 10000, 42);
    g_test_message("%s", ulp_input_describe(input));
    g_assert_cmpstr(ulp_input_hash(input, NULL), ==, golden[i].hash);
    UlpGenerateJob other = *ulp_input_job(input);
    other.seed = G_GUINT64_CONSTANT(0xfedcba9876543210);
    other.stream = 3;
    g_autofree char *hash = hash_of(&other, (G_GUINT64_CONSTANT(1) << 32) - 501, 1001);
    g_assert_cmpstr(hash, ==, golden[i].other_hash);
  }
  g_assert_cmpuint(G_N_ELEMENTS(golden), ==, 2 * (ULP_N_GENERATORS + 2));
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
    g_assert_true(ulp_packed_load(job->format, whole, i) == ulp_generate_element(job, i));
  for (guint64 done = 0, step = 1; done < 1000; done += step, step = MIN(2 * step + 1, 1000 - done))
    ulp_generate(job, done, step, part + done * bytes);
  g_assert_cmpmem(part, 1000 * bytes, whole, 1000 * bytes);

  UlpGenerateJob longer = *job; /* the count is no part of an element */
  longer.count = 5000000000;
  ulp_generate(&longer, 0, 1000, part);
  g_assert_cmpmem(part, 1000 * bytes, whole, 1000 * bytes);
  ulp_generate(&longer, 4294967290, 12, part); /* over the end of 32 bits */
  for (guint64 i = 0; i < 12; i++)
    g_assert_true(ulp_packed_load(job->format, part, i) == ulp_generate_element(job, 4294967290 + i));
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

/* Streams of one seed differ in every random generator and in no other. */
static void check_streams(const UlpGenerateJob *job) {
  const UlpGenerator fixed[] = {ULP_GENERATOR_CONSTANT, ULP_GENERATOR_TENTHS, ULP_GENERATOR_ALTERNATING,
                                ULP_GENERATOR_CANCEL, ULP_GENERATOR_CANCEL_ZERO};
  guint expected = 100, equal = 0;
  UlpGenerateJob other = *job;
  other.stream = 1;
  for (guint i = 0; i < 100; i++)
    equal += ulp_generate_element(job, i) == ulp_generate_element(&other, i);
  for (guint i = 0; i < G_N_ELEMENTS(fixed) && expected; i++)
    if (fixed[i] == job->generator)
      expected = 0;
  g_assert_cmpuint(equal, ==, 100 - expected);
}

static void test_streams(void) { for_each_job(check_streams); }

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
  for (guint g = 0; g < ULP_N_GENERATORS; g++) {
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
