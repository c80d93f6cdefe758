/* Who stores other bits of a number, and the rule that it is: from the profiles' sources. */
#include "core/number/disagree.h"

#include <string.h>

static void check(const char *number, UlpFormat format, UlpProfile chosen, const char *const *wanted) {
  g_autoptr(UlpReal) real = ulp_real_parse(number, NULL);
  g_autoptr(GArray) found = ulp_disagreements(real, format, ULP_ROUND_RN, chosen);
  g_autoptr(GString) text = g_string_new(NULL);
  for (guint i = 0; i < found->len; i++) {
    const UlpDisagreement *one = &g_array_index(found, UlpDisagreement, i);
    g_autofree char *why = ulp_disagreement_text(one, format), *words = ulp_disagreement_words(why);
    g_autofree char *hex = ulp_bits_to_hex(format, one->bits);
    g_assert_cmpstr(words, ==, why); /* in English */
    g_assert_cmpuint(strlen(why), >, 0);
    g_string_append_printf(text, "%s%s %s", i ? ", " : "", ulp_profile_id(one->profile), hex);
  }
  g_assert_cmpstr(text->str, ==, wanted[0]);
  if (wanted[1]) {
    g_autofree char *why = ulp_disagreement_text(&g_array_index(found, UlpDisagreement, 0), format);
    g_assert_cmpstr(why, ==, wanted[1]);
  }
}

static void test_values(void) {
  static const struct {
    const char *number;
    UlpFormat format;
    UlpProfile chosen;
    const char *wanted[2];
  } cases[] = {
      {"0.1", ULP_FORMAT_E4M3, ULP_PROFILE_IEEE, {"", NULL}},
      {"448", ULP_FORMAT_E4M3, ULP_PROFILE_CUDA, {"", NULL}},
      {"465",
       ULP_FORMAT_E4M3,
       ULP_PROFILE_OCP,
       {"saturate 0x7e, ocp-sat 0x7e, cuda 0x7e, ml_dtypes-sat 0x7e, onnx 0x7e",
        "the largest value for all beyond it"}},
      {"inf",
       ULP_FORMAT_E5M2,
       ULP_PROFILE_CUDA,
       {"ieee 0x7c, flush 0x7c, ocp 0x7c, cuda-nosat 0x7c, ml_dtypes 0x7c, ml_dtypes-sat 0x7c, onnx-nosat 0x7c, "
        "pytorch 0x7c",
        "infinity, or NaN without it, for what lies beyond the largest value"}},
      {"1e-40", ULP_FORMAT_BF16, ULP_PROFILE_IEEE, {"flush 0x0000", "subnormal values become zero"}},
      {"-2",
       ULP_FORMAT_E8M0,
       ULP_PROFILE_OCP,
       {"saturate 0x00, ocp-sat 0x00, cuda 0x80, cuda-nosat 0x80, ml_dtypes-sat 0x00, onnx 0x00, pytorch 0x80",
        "the largest value for all beyond it"}},
      {"nan",
       ULP_FORMAT_E2M1,
       ULP_PROFILE_CUDA,
       {"ml_dtypes 0x8, ml_dtypes-sat 0x8", "zero of the other sign for NaN, where there is none"}},
      {"3", /* half way from 2 to 4 */
       ULP_FORMAT_E8M0,
       ULP_PROFILE_ML_DTYPES,
       {"ieee 0x80, saturate 0x80, flush 0x80, ocp-sat 0x80, ocp 0x80, cuda 0x80, cuda-nosat 0x80, onnx 0x80, "
        "onnx-nosat 0x80",
        "a tie between two powers of two goes to the even one"}},
      {"e4m3:0x7f", ULP_FORMAT_E4M3, ULP_PROFILE_CUDA, {"", NULL}}, /* a pattern of the format stays */
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++)
    check(cases[i].number, cases[i].format, cases[i].chosen, cases[i].wanted);
}

/* Infinity under ml_dtypes' saturating conversion, seen from CUDA's. */
static void test_one_rule(void) {
  g_autoptr(UlpReal) infinity = ulp_real_parse("inf", NULL);
  g_autoptr(GArray) found = ulp_disagreements(infinity, ULP_FORMAT_E5M2, ULP_ROUND_RN, ULP_PROFILE_OCP_SAT);
  for (guint i = 0; i < found->len; i++) {
    const UlpDisagreement *one = &g_array_index(found, UlpDisagreement, i);
    if (one->profile == ULP_PROFILE_ML_DTYPES_SAT)
      g_assert_cmpuint(one->rules, ==, ULP_RULE_KEEP_INFINITY);
  }
  g_assert_true(ulp_round_is_outside(ULP_FORMAT_E4M3, ULP_ROUND_RZ));
  g_assert_true(ulp_round_is_outside(ULP_FORMAT_E5M2, ulp_round_stochastic(0, 8)));
  g_assert_false(ulp_round_is_outside(ULP_FORMAT_E4M3, ULP_ROUND_RN));
  g_assert_false(ulp_round_is_outside(ULP_FORMAT_FP16, ULP_ROUND_RZ));
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/number/disagree/values", test_values);
  g_test_add_func("/number/disagree/one-rule", test_one_rule);
  return g_test_run();
}
