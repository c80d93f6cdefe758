/* Sums an array exactly, rounds the sum once, and converts a number from fp32 to fp16 and bf16. */
#include <core/exact/exact.h>

int main(void) {
  const double array[] = {1e300, 0.1, 3, -1e300, 1e-300};
  UlpExact sum;
  ulp_exact_clear(&sum);
  ulp_exact_add_fp64(&sum, array, G_N_ELEMENTS(array));
  g_print("sum %.17g, in fp16 0x%04x\n", ulp_exact_to_double(&sum),
          (guint)ulp_exact_round(&sum, ULP_FORMAT_FP16, ULP_ROUND_RN));

  const UlpBits third = 0x3eaaaaab; /* 1/3 in fp32 */
  const UlpFormat formats[] = {ULP_FORMAT_FP16, ULP_FORMAT_BF16};
  for (guint i = 0; i < G_N_ELEMENTS(formats); i++) {
    const UlpBits bits =
        ulp_convert_bits(ulp_layout(ULP_FORMAT_FP32), ulp_layout(formats[i]), third, ULP_ROUND_RN, ULP_PROFILE_IEEE);
    g_print("%s 0x%04x\n", ulp_format_info(formats[i])->id, (guint)bits);
  }
  return 0;
}
