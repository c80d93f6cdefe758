/* Inputs as values: parsed from their text before any file or generator is touched. */
#include "core/base/error.h"
#include "core/input/input.h"

static const UlpParam params[] = {
    {"input", ULP_PARAM_INPUT, "Input", "what is summed", "uniform", 0, 0, "", NULL},
};

static const UlpInputSpec *set(UlpValues *values, const char *text) {
  g_autoptr(GError) error = NULL;
  ulp_values_set(values, "input", text, &error);
  g_assert_no_error(error);
  return ulp_values_input(values, "input");
}

static void test_generators(void) {
  g_autoptr(UlpValues) values = ulp_values_new(params, 1);
  const UlpInputSpec *spec = ulp_values_input(values, "input");
  g_assert_true(spec->generated);
  g_assert_null(spec->file);
  g_assert_cmpuint(spec->job.generator, ==, ULP_GENERATOR_UNIFORM);
  g_assert_cmpuint(spec->job.count, ==, 0); /* the run's */
  spec = set(values, "constant:value=0x1.8p3:n=2^10:format=fp64");
  g_assert_cmpuint(spec->job.generator, ==, ULP_GENERATOR_CONSTANT);
  g_assert_cmpuint(spec->job.count, ==, 1024);
  g_assert_true(spec->job.format == ULP_FORMAT_FP64);
  g_assert_cmpfloat(spec->job.values[0], ==, 12);
  g_assert_cmpstr(spec->parameters, ==, ":format=fp64:value=0x1.8p3");
  spec = set(values, "cancel"); /* has a number of elements of its own */
  g_assert_cmpuint(spec->job.count, ==, ulp_generator_info(ULP_GENERATOR_CANCEL)->default_count);
}

static void test_files(void) {
  g_autoptr(UlpValues) values = ulp_values_new(params, 1);
  const UlpInputSpec *spec = set(values, "X.NPY");
  g_assert_false(spec->generated);
  g_assert_cmpstr(spec->file->path, ==, "X.NPY");
  g_assert_true(spec->file->format == 0);
  spec = set(values, "x.npy:format=fp32");
  g_assert_cmpstr(spec->file->path, ==, "x.npy");
  g_assert_true(spec->file->format == ULP_FORMAT_FP32);
  spec = set(values, "/nowhere/at.all");
  g_assert_cmpstr(spec->file->path, ==, "/nowhere/at.all");
}

static void test_refused(void) {
  static const char *const cases[][2] = {
      {"", "input: found “”, expected an input specification or a file name"},
      {"uniform:n=0", "input: uniform: n: found “0”, expected a whole number from 1 to 1099511627776"},
      {"constant:value=0x1p1024", "input: constant: value: found “0x1p1024”, expected a finite number"},
      {"uniform:m=1", "input: uniform: unknown parameter “m”, expected one of n, format"},
      {"x.npy:format=fp16", "input: x.npy: found format “fp16”, expected fp32 or fp64"},
  };
  g_autoptr(UlpValues) values = ulp_values_new(params, 1);
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(GError) error = NULL;
    g_assert_false(ulp_values_set(values, "input", cases[i][0], &error));
    g_assert_error(error, ULP_ERROR, ULP_ERROR_USAGE);
    g_assert_cmpstr(error->message, ==, cases[i][1]);
  }
  g_autoptr(GError) error = NULL;
  g_assert_false(ulp_values_set(values, "input", "unifrom", &error));
  g_assert_cmpstr(error->message, ==, "input: unknown input “unifrom”: did you mean uniform?");
  g_clear_error(&error);
  g_assert_false(ulp_values_set(values, "input", "x", &error));
  g_assert_true(g_str_has_prefix(error->message, "input: unknown input “x”, expected constant, "));
}

/* What the run adds; the specification is shared and stays as it is. */
static void test_open(void) {
  g_autoptr(UlpValues) values = ulp_values_new(params, 1);
  const UlpInputSpec *spec = ulp_values_input(values, "input");
  const UlpInputRun runs[] = {{.seed = 7, .count = 5}, {.seed = 7, .stream = 2, .count = 5}, {.seed = 7}};
  const char *const descriptions[] = {"uniform:n=5:format=fp32, seed 7", "uniform:n=5:format=fp32, seed 7, stream 2",
                                      "uniform:n=1000000:format=fp32, seed 7"};
  for (guint i = 0; i < G_N_ELEMENTS(runs); i++) {
    g_autoptr(UlpInput) input = ulp_input_open_spec(spec, &runs[i], NULL, NULL);
    g_assert_cmpstr(ulp_input_describe(input), ==, descriptions[i]);
    g_assert_cmpuint(ulp_input_job(input)->stream, ==, runs[i].stream);
    g_assert_cmpuint(ulp_input_job(input)->seed, ==, 7);
  }
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/input/spec/generators", test_generators);
  g_test_add_func("/input/spec/files", test_files);
  g_test_add_func("/input/spec/refused", test_refused);
  g_test_add_func("/input/spec/open", test_open);
  return g_test_run();
}
