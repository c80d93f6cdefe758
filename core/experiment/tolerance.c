#include "core/experiment/tolerance.h"

#include <mpfr.h>

/* Holds every sum (2^-1074 to 2^1086), its product with a double and that plus a double, without rounding. */
#define PRECISION 8192

gboolean ulp_tolerance_passes(const UlpExact *exact, UlpFormat format, UlpBits result, double atol, double rtol) {
  g_autofree char *decimal = ulp_exact_to_decimal(exact);
  mpfr_t sum, deviation, allowed;
  mpfr_inits2(PRECISION, sum, deviation, allowed, (mpfr_ptr)NULL);
  mpfr_set_str(sum, decimal, 10, MPFR_RNDN);
  mpfr_set_d(deviation, ulp_bits_to_double(format, result), MPFR_RNDN);

  gboolean passes = mpfr_number_p(sum) && mpfr_number_p(deviation);
  if (passes) {
    mpfr_sub(deviation, deviation, sum, MPFR_RNDN);
    mpfr_abs(deviation, deviation, MPFR_RNDN);
    mpfr_abs(sum, sum, MPFR_RNDN);
    mpfr_mul_d(allowed, sum, rtol, MPFR_RNDN);
    mpfr_add_d(allowed, allowed, atol, MPFR_RNDN);
    passes = mpfr_lessequal_p(deviation, allowed);
  }
  mpfr_clears(sum, deviation, allowed, (mpfr_ptr)NULL);
  return passes;
}
