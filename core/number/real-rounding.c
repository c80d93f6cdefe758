/* What one rounding did, bit by bit. */
#include "core/number/real-rounding.h"

#include "core/base/i18n.h"
#include "core/number/big.h"
#include "core/number/overflow.h"
#include "core/number/real-private.h"

#define MOST_KEPT 120 /* bits: more than any format keeps */

static UlpBits bits_of_mpz(mpz_srcptr integer) {
  guint64 words[2] = {0};
  mpz_export(words, NULL, -1, sizeof words[0], 0, 0, integer);
  return (UlpBits)words[1] << 64 | words[0];
}

/* Cuts the number's magnitude at the format's last place. */
static void cut(const UlpReal *real, UlpFormat format, UlpRounding *rounding) {
  const UlpLayout layout = ulp_layout(format);
  const int lowest_power =
      layout.coding == ULP_CODING_BINARY ? ulp_layout_lowest(layout) + layout.fraction_bits : G_MININT;
  const gint64 top = mpfr_zero_p(real->exact) ? G_MININT : mpfr_get_exp(real->exact) - 1;
  rounding->unit = ulp_real_ulp_exponent(real, format);
  if (top > rounding->unit + MOST_KEPT)
    return;
  rounding->has_bits = TRUE;
  rounding->power = (int)MAX(MAX(top, lowest_power), rounding->unit);
  if (top < rounding->unit - 2) { /* far below: it need not be shifted there */
    rounding->sticky = real->inexact || !mpfr_zero_p(real->exact);
    return;
  }
  mpfr_t scaled;
  mpz_t integer;
  mpfr_init2(scaled, mpfr_get_prec(real->exact));
  mpz_init(integer);
  mpfr_abs(scaled, real->exact, MPFR_RNDZ);
  mpfr_mul_2si(scaled, scaled, 2 - (long)rounding->unit, MPFR_RNDZ);
  rounding->sticky = mpfr_get_z(integer, scaled, MPFR_RNDZ) != 0 || real->inexact;
  const UlpBits bits = bits_of_mpz(integer);
  rounding->kept = bits >> 2;
  rounding->guard = bits >> 1 & 1;
  rounding->round = bits & 1;
  mpz_clear(integer);
  mpfr_clear(scaled);
}

/* Whether what the number would be with exponents without end, rounded, lies below the smallest normal value (7.5 a). Only just
 * below it can rounding reach that: one binade higher it does the same where the format does have the places. */
static gboolean is_tiny(const UlpReal *real, UlpFormat format, UlpRound round) {
  const UlpLayout layout = ulp_layout(format);
  UlpUnpacked smallest = ulp_unpack(layout, ulp_format_smallest_normal(format)), doubled = real->value;
  if (layout.coding != ULP_CODING_BINARY || doubled.class_ == ULP_CLASS_ZERO || doubled.class_ >= ULP_CLASS_INFINITE)
    return FALSE;
  if (doubled.significand && ulp_compare_magnitudes(doubled, smallest) >= 0)
    return FALSE;
  if (!doubled.significand)
    return TRUE;
  doubled.exponent++;
  smallest.exponent++;
  const UlpUnpacked rounded = ulp_unpack(layout, ulp_pack(layout, doubled, round, ULP_PROFILE_IEEE));
  return rounded.significand == 0 || rounded.class_ >= ULP_CLASS_INFINITE ||
         ulp_compare_magnitudes(rounded, smallest) < 0;
}

UlpRounding ulp_real_rounding(const UlpReal *real, UlpFormat format, UlpRound round, UlpProfile profile) {
  UlpRounding rounding = {.stored = ulp_real_round(real, format, round, profile)};
  const UlpLayout layout = ulp_layout(format);
  if (real->value.class_ >= ULP_CLASS_INFINITE)
    return rounding;
  cut(real, format, &rounding);
  rounding.tie = rounding.guard && !rounding.round && !rounding.sticky;
  if (ulp_real_fit(real, format, rounding.stored) == ULP_REAL_EXACT)
    return rounding;
  const UlpUnpacked stored = ulp_unpack(layout, rounding.stored);
  rounding.exceptions = ULP_EXCEPTION_INEXACT;
  rounding.up = stored.class_ >= ULP_CLASS_INFINITE ||
                (ulp_real_error(real, format, rounding.stored) > 0) == (mpfr_signbit(real->exact) == 0);
  if (real->value.class_ != ULP_CLASS_ZERO && ulp_overflows(layout, real->value, round))
    rounding.exceptions |= ULP_EXCEPTION_OVERFLOW;
  else if (is_tiny(real, format, round))
    rounding.exceptions |= ULP_EXCEPTION_UNDERFLOW;
  return rounding;
}

char *ulp_rounding_kept_text(const UlpRounding *rounding) {
  GString *text = g_string_new(NULL);
  for (int place = rounding->power - rounding->unit; rounding->has_bits && place >= 0; place--) {
    g_string_append_c(text, (char)('0' + (int)(rounding->kept >> place & 1)));
    if (place == rounding->power - rounding->unit && place > 0)
      g_string_append_c(text, '.');
  }
  return g_string_free(text, FALSE);
}

const char *ulp_rounding_cut_words(const UlpRounding *rounding) {
  if (rounding->tie)
    return N_("a tie: exactly half of the last place is cut off");
  if (rounding->guard)
    return N_("more than half of the last place is cut off");
  return rounding->round || rounding->sticky ? N_("less than half of the last place is cut off")
                                             : N_("nothing is cut off");
}

/* --- names --- */

static const char *const names[] = {N_("invalid"), N_("division by zero"), N_("overflow"), N_("underflow"),
                                    N_("inexact")};

static char *join(guint exceptions, gboolean translated) {
  GString *text = g_string_new(NULL);
  for (guint i = 0; i < G_N_ELEMENTS(names); i++)
    if (exceptions >> i & 1)
      g_string_append_printf(text, "%s%s", text->len ? ", " : "", translated ? _(names[i]) : names[i]);
  if (text->len == 0)
    g_string_append(text, translated ? _("none") : "none");
  return g_string_free(text, FALSE);
}

char *ulp_exceptions_text(guint exceptions) { return join(exceptions, FALSE); }

char *ulp_exceptions_words(const char *text) {
  g_auto(GStrv) parts = g_strsplit(text, ", ", -1);
  guint exceptions = 0;
  for (char **part = parts; *part; part++)
    for (guint i = 0; i < G_N_ELEMENTS(names); i++)
      exceptions |= g_str_equal(*part, names[i]) ? 1u << i : 0;
  return join(exceptions, TRUE);
}
