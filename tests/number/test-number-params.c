/* Parameters that name a format, a rounding or a profile: the typed value, and what is said of a wrong one. */
#include "core/base/error.h"
#include "core/number/number-params.h"

#include <string.h>

static const char *const words[] = {"input", NULL};
static const UlpParam params[] = {
    {"to", ULP_PARAM_FORMAT, "To", "format", "fp16", 0, 0, "", NULL},
    {"from", ULP_PARAM_FORMAT, "From", "format", "input", 0, 0, "", words},
    {"round", ULP_PARAM_CHOICE, "Rounding", "mode", "rn", 0, 0, "", ulp_round_ids},
    {"profile", ULP_PARAM_CHOICE, "Profile", "rules", "ieee", 0, 0, "", ulp_profile_ids},
};

static void set(UlpValues *values, const char *id, const char *text) {
  g_autoptr(GError) error = NULL;
  ulp_values_set(values, id, text, &error);
  g_assert_no_error(error);
}

static void test_formats(void) {
  g_autoptr(UlpValues) values = ulp_values_new(params, G_N_ELEMENTS(params));
  g_assert_true(ulp_values_format(values, "to") == ULP_FORMAT_FP16);
  g_assert_true(ulp_values_format(values, "from") == 0);
  set(values, "to", "BF16");
  g_assert_true(ulp_values_format(values, "to") == ULP_FORMAT_BF16);
  set(values, "from", "e5m7"); /* typed: no name, and a value all the same */
  UlpFormat typed;
  g_assert_true(ulp_format_from_id("e5m7", &typed, NULL));
  g_assert_true(ulp_values_format(values, "from") == typed);
  set(values, "from", "input");
  g_assert_true(ulp_values_format(values, "from") == 0);
}

static void test_rules(void) {
  g_autoptr(UlpValues) values = ulp_values_new(params, G_N_ELEMENTS(params));
  set(values, "round", "ru");
  set(values, "profile", "saturate");
  g_assert_cmpint(ulp_values_round(values, "round"), ==, ULP_ROUND_RU);
  g_assert_true(ulp_values_profile(values, "profile") == ulp_profiles[ULP_PROFILE_INDEX_SATURATE]);
}

static void test_refused(void) {
  static const char *const cases[][3] = {
      {"to", "fp17", "to: unknown format “fp17”"},
      {"to", "input", "to: unknown format “input”"},
      {"from", "", "from: "},
      {"round", "up", "round: found “up”, expected one of rn"},
      {"profile", "wrap", "profile: found “wrap”, expected one of ieee, saturate"},
  };
  g_autoptr(UlpValues) values = ulp_values_new(params, G_N_ELEMENTS(params));
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(GError) error = NULL;
    g_assert_false(ulp_values_set(values, cases[i][0], cases[i][1], &error));
    g_assert_error(error, ULP_ERROR, ULP_ERROR_USAGE);
    g_assert_true(g_str_has_prefix(error->message, cases[i][2]));
  }
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/number/params/formats", test_formats);
  g_test_add_func("/number/params/rules", test_rules);
  g_test_add_func("/number/params/refused", test_refused);
  return g_test_run();
}
