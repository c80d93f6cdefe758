/* A typed expression: a value that every format can hold, or one line that says what is wrong. */
#include "fuzz.h"

#include "core/expression/expression.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  g_autofree char *text = fuzz_text(data, size);
  g_autoptr(GError) error = NULL;
  g_autoptr(UlpReal) real = ulp_expression_real(text, &error);
  fuzz_check(real != NULL, error);
  for (guint i = 0; real != NULL && i < ULP_N_FORMATS; i++) {
    const UlpBits bits = ulp_real_round(real, ulp_formats[i], ULP_ROUND_RN, ULP_PROFILE_IEEE);
    g_autofree char *error_text = ulp_real_error_text(real, ulp_formats[i], bits);
    g_assert_nonnull(error_text);
  }
  return 0;
}
