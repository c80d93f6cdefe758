/* Specifications NAME:KEY=VALUE:... */
#include "core/base/error.h"
#include "core/base/param.h"

static const UlpParam params[] = {
    {"n", ULP_PARAM_COUNT, "Elements", "how many", "1000", 1, 0x1p36, "", NULL},
    {"scale", ULP_PARAM_REAL, "Scale", "of the values", "1", 0, 10, "", NULL},
};

static gboolean lookup(const char *name, const UlpParam **found, guint *n_found, gpointer data) {
  g_assert_cmpstr(data, ==, "data");
  if (g_str_equal(name, "bare")) {
    *found = NULL;
    *n_found = 0;
    return TRUE;
  }
  *found = params;
  *n_found = G_N_ELEMENTS(params);
  return g_str_equal(name, "uniform");
}

static UlpValues *parse(const char *spec, char **name, GError **error) {
  return ulp_spec_parse(spec, "generator", lookup, (gpointer) "data", name, error);
}

static void test_good(void) {
  g_autoptr(GError) error = NULL;
  g_autofree char *name = NULL, *bare_name = NULL;
  g_autoptr(UlpValues) values = parse("uniform:scale=2.5:n=1e6", &name, &error);
  g_assert_no_error(error);
  g_assert_cmpstr(name, ==, "uniform");
  g_assert_cmpuint(ulp_values_count(values, "n"), ==, 1000000);
  g_assert_cmpfloat(ulp_values_real(values, "scale"), ==, 2.5);

  g_autoptr(UlpValues) defaults = parse("uniform", NULL, &error);
  g_assert_no_error(error);
  g_assert_cmpuint(ulp_values_count(defaults, "n"), ==, 1000);
  g_autoptr(UlpValues) bare = parse("bare", &bare_name, &error);
  g_assert_no_error(error);
  g_assert_nonnull(bare);
}

static void test_bad(void) {
  static const struct {
    const char *spec, *message;
  } cases[] = {
      {"unifrom:n=1", "unknown generator “unifrom”"},
      {"", "unknown generator “”"},
      {":n=1", "unknown generator “”"},
      {"uniform:m=1", "uniform: unknown parameter “m”, expected one of n, scale"},
      {"bare:n=1", "bare: unknown parameter “n”, expected none"},
      {"uniform:n=1:scale=2:n=1", "uniform: parameter “n” is given twice, expected once"},
      {"uniform:n=0", "uniform: n: found “0”, expected a whole number from 1 to 68719476736"},
      {"uniform:n", "uniform: found “n”, expected KEY=VALUE"},
      {"uniform:=3", "uniform: found “=3”, expected KEY=VALUE"},
      {"uniform:", "uniform: found “”, expected KEY=VALUE"},
      {"uniform:n=1=2", "uniform: n: found “1=2”, expected a whole number from 1 to 68719476736"},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(GError) error = NULL;
    char *name = NULL;
    g_assert_null(parse(cases[i].spec, &name, &error));
    g_assert_null(name);
    g_assert_error(error, ULP_ERROR, ULP_ERROR_USAGE);
    g_assert_cmpstr(error->message, ==, cases[i].message);
    g_assert_null(parse(cases[i].spec, NULL, NULL));
  }
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/base/spec/good", test_good);
  g_test_add_func("/base/spec/bad", test_bad);
  return g_test_run();
}
