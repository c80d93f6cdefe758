#include "core/number/steps-between.h"

#include "core/number/big.h"

/* The place of a value among those of its format, 0 or next to it at 0; `place` is set up. FALSE for NaN. */
static gboolean set_place(UlpFormat format, UlpBits bits, mpz_ptr place) {
  const UlpLayout layout = ulp_layout(format);
  const UlpUnpacked value = ulp_unpack(layout, bits);
  const UlpBits raw = bits >> layout.pad_bits & ulp_low_bits(ulp_layout_width(layout));
  if (ulp_unpacked_is_nan(value))
    return FALSE;
  if (layout.coding == ULP_CODING_BINARY) {
    ulp_bits_to_mpz(ulp_fields_to_magnitude(layout, raw), place);
    if (value.negative) {
      mpz_neg(place, place);
      if (!layout.has_zero) /* the smallest magnitudes of both signs are neighbours */
        mpz_sub_ui(place, place, 1);
    }
    return TRUE;
  }
  const int width = ulp_layout_width(layout);
  ulp_bits_to_mpz(raw >> (width - 1) ? (~raw + 1) & ulp_low_bits(width) : raw, place);
  if (raw >> (width - 1))
    mpz_neg(place, place);
  return TRUE;
}

char *ulp_bits_steps_between(UlpFormat format, UlpBits a, UlpBits b) {
  char *text = NULL;
  mpz_t from, to;
  mpz_inits(from, to, NULL);
  if (set_place(format, a, from) && set_place(format, b, to)) {
    mpz_sub(to, to, from);
    g_autofree char *digits = g_malloc(mpz_sizeinbase(to, 10) + 2);
    text = g_strdup(mpz_get_str(digits, 10, to));
  }
  mpz_clears(from, to, NULL);
  return text;
}
