#include "core/number/steps-between.h"

#include "core/number/big.h"
#include "core/number/ordinal.h"

char *ulp_bits_steps_between(UlpFormat format, UlpBits a, UlpBits b) {
  UlpOrdinal from, to;
  if (!ulp_bits_ordinal(format, a, &from) || !ulp_bits_ordinal(format, b, &to))
    return NULL;
  mpz_t steps;
  mpz_init(steps);
  ulp_bits_to_mpz(to < from ? (UlpBits)from - (UlpBits)to : (UlpBits)to - (UlpBits)from, steps);
  if (to < from)
    mpz_neg(steps, steps);
  g_autofree char *digits = g_malloc(mpz_sizeinbase(steps, 10) + 2);
  char *text = g_strdup(mpz_get_str(digits, 10, steps));
  mpz_clear(steps);
  return text;
}
