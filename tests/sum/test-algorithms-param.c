/* Parameters that name algorithms are parsed when they are set. */
#include "core/base/error.h"
#include "core/sum/algorithms-param.h"

static const UlpParam params[] = {
    {"algorithms", ULP_PARAM_ALGORITHMS, "Algorithms", "which", "exact", 0, 0, "", NULL},
};

static void test_values(void) {
  g_autoptr(UlpValues) values = ulp_values_new(params, 1);
  g_autoptr(GError) error = NULL;
  ulp_values_set(values, "algorithms", "kahan, strided:grid=4", &error);
  g_assert_no_error(error);
  const GArray *choices = ulp_values_algorithms(values, "algorithms");
  g_assert_cmpuint(choices->len, ==, 2);
  g_assert_cmpstr(g_array_index(choices, UlpAlgorithmChoice, 1).label, ==, "strided:grid=4");
  g_assert_cmpuint(g_array_index(choices, UlpAlgorithmChoice, 1).plan.grid, ==, 4);
  g_assert_true(ulp_values_algorithms(values, "algorithms") == choices);
}

static void test_refused(void) {
  static const char *const cases[][2] = {
      {"", "algorithms: found “”, expected a comma-separated list of algorithms"},
      {"kahan,kahn", "algorithms: unknown algorithm “kahn”: did you mean kahan?"},
      {"x", "algorithms: unknown algorithm “x”, expected all or one of "},
      {"strided:grid=0", "algorithms: strided: grid: found “0”, expected a whole number from 1 to "},
      {"strided:block=1025", "algorithms: strided: block: found “1025”, expected a whole number from 1 to 1024"},
  };
  g_autoptr(UlpValues) values = ulp_values_new(params, 1);
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(GError) error = NULL;
    g_assert_false(ulp_values_set(values, "algorithms", cases[i][0], &error));
    g_assert_error(error, ULP_ERROR, ULP_ERROR_USAGE);
    g_assert_true(g_str_has_prefix(error->message, cases[i][1]));
    g_assert_cmpuint(ulp_values_algorithms(values, "algorithms")->len, ==, 1);
  }
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/sum/algorithms-param/values", test_values);
  g_test_add_func("/sum/algorithms-param/refused", test_refused);
  return g_test_run();
}
