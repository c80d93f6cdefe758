/* A typed number; what every named format makes of it is one of its values, and its text reads back. */
#include "fuzz.h"

#include "core/number/real.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  g_autofree char *text = fuzz_text(data, size);
  g_autoptr(GError) error = NULL;
  g_autoptr(UlpReal) real = ulp_real_parse(text, &error);
  fuzz_check(real != NULL, error);
  for (guint i = 0; real != NULL && i < ULP_N_FORMATS; i++) {
    const UlpFormat format = ulp_formats[i];
    const UlpBits bits = ulp_real_round(real, format, ULP_ROUND_RN, ULP_PROFILE_IEEE);
    g_autofree char *error_text = ulp_real_error_text(real, format, bits);
    g_autofree char *ulps = ulp_real_error_ulps_text(real, format, bits);
    g_autofree char *shown = ulp_bits_to_text(format, bits), *hex = ulp_bits_to_hexfloat(format, bits);
    g_autoptr(UlpReal) again = ulp_real_parse(hex, NULL);
    g_assert_nonnull(again);
    const UlpClass class = ulp_bits_class(format, bits);
    if (class == ULP_CLASS_ZERO || class == ULP_CLASS_SUBNORMAL || class == ULP_CLASS_NORMAL)
      g_assert_true(ulp_real_round(again, format, ULP_ROUND_RN, ULP_PROFILE_IEEE) == bits);
  }
  return 0;
}
