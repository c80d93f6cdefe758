#include "core/experiment/tolerance.h"

#include <math.h>
#include <mpfr.h>

/* Holds every sum (2^-1074 to 2^1086), its product with a double and that plus a double, without rounding. */
#define PRECISION 8192

const char *const ulp_passed_ids[] = {"", "exact", "rtol", "atol", "atol+rtol"};

/* |result - exact| and |exact|; FALSE when either is not finite. */
static gboolean measure(const UlpExact *exact, double result, mpfr_ptr deviation, mpfr_ptr sum) {
  g_autofree char *decimal = ulp_exact_to_decimal(exact);
  mpfr_set_str(sum, decimal, 10, MPFR_RNDN);
  mpfr_set_d(deviation, result, MPFR_RNDN);
  if (!mpfr_number_p(sum) || !mpfr_number_p(deviation))
    return FALSE;
  mpfr_sub(deviation, deviation, sum, MPFR_RNDN);
  mpfr_abs(deviation, deviation, MPFR_RNDN);
  mpfr_abs(sum, sum, MPFR_RNDN);
  return TRUE;
}

UlpPassed ulp_tolerance_judge(const UlpExact *exact, UlpFormat format, UlpBits result, double atol, double rtol) {
  UlpPassed passed = ULP_PASSED_NOT;
  mpfr_t sum, deviation, allowed;
  mpfr_inits2(PRECISION, sum, deviation, allowed, (mpfr_ptr)NULL);
  if (measure(exact, ulp_bits_to_double(format, result), deviation, sum)) {
    mpfr_mul_d(allowed, sum, rtol, MPFR_RNDN);
    if (mpfr_zero_p(deviation))
      passed = ULP_PASSED_EXACT;
    else if (mpfr_lessequal_p(deviation, allowed))
      passed = ULP_PASSED_RTOL;
    else if (mpfr_cmp_d(deviation, atol) <= 0)
      passed = ULP_PASSED_ATOL;
    else if (mpfr_add_d(allowed, allowed, atol, MPFR_RNDN), mpfr_lessequal_p(deviation, allowed))
      passed = ULP_PASSED_BOTH;
  }
  mpfr_clears(sum, deviation, allowed, (mpfr_ptr)NULL);
  return passed;
}

double ulp_tolerance_of_data(const UlpExact *magnitudes) {
  const double sum = ulp_exact_to_double(magnitudes);
  return isfinite(sum) ? sum * 0x1p-53 : 0;
}
