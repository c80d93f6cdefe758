/* A typed value, kept exactly. */
#include "core/number/real-private.h"

#include "core/base/i18n.h"
#include "core/base/refusal.h"
#include "core/number/big.h"
#include "core/number/literal.h"
#include "core/number/real-exact.h"

#include <string.h>

/* Bits that keep errors right to 17 digits: from the largest value of any format down to the 2^-1074 at which a double
 * ends, and 64 more. Errors in ulps need less: the significand's length in the place of the largest value's. */
#define TYPED_PRECISION (ULP_FORMAT_MAX_EXPONENT + 1074 + 64)

/* Numbers from 2^-this to 2^this are kept as rationals, too. */
#define RATIONAL_EXPONENT 20000

/* --- parsing --- */

static UlpReal *refuse(const char *text, const char *at, const char *expected, GError **error) {
  ulp_refuse_text(text, at, expected, error);
  return NULL;
}

static UlpReal *real_new(mpfr_prec_t precision) {
  UlpReal *real = g_new0(UlpReal, 1);
  mpfr_init2(real->exact, precision);
  mpq_init(real->rational);
  return real;
}

static const char *skip_space(const char *text) {
  while (g_ascii_isspace(*text))
    text++;
  return text;
}

/* The end of `word` at `text` in any case; NULL when it is not there. */
static const char *match_word(const char *text, const char *word) {
  const gsize length = strlen(word);
  return g_ascii_strncasecmp(text, word, length) == 0 ? text + length : NULL;
}

static UlpReal *parse_special(const char *text, gboolean negative, const char *word, GError **error) {
  const char *end = match_word(word, "infinity");
  end = end ? end : match_word(word, "inf");
  const gboolean infinite = end != NULL;

  end = skip_space(end ? end : match_word(word, "nan"));
  if (*end)
    return refuse(text, end, _("nothing more"), error);
  UlpReal *real = real_new(MPFR_PREC_MIN);
  if (infinite)
    mpfr_set_inf(real->exact, 1);
  mpfr_setsign(real->exact, real->exact, negative, MPFR_RNDN);
  real->value = ulp_unpacked_from_mpfr(real->exact, FALSE);
  return real;
}

/* FORMAT:0xBITS and nothing more. */
static UlpReal *parse_pattern(const char *text, const char *start, GError **error) {
  UlpPattern pattern;
  const char *end = ulp_literal_pattern(text, start, &pattern, error);
  if (!end)
    return NULL;
  if (*end)
    return refuse(text, end, _("a hexadecimal digit or nothing more"), error);
  return ulp_real_from_bits(pattern.format, pattern.bits);
}

UlpReal *ulp_real_parse(const char *text, GError **error) {
  const char *start = skip_space(text), *expected = NULL;
  const gboolean signed_ = *start == '+' || *start == '-';
  const char *body = start + signed_;
  const gboolean hex = match_word(body, "0x") != NULL;

  if (g_ascii_isalpha(*start) && strchr(start, ':'))
    return parse_pattern(text, start, error);
  if (match_word(body, "inf") || match_word(body, "nan"))
    return parse_special(text, *start == '-', body, error);

  const char *end_of_number = ulp_literal_scan(start, &expected), *end = end_of_number;
  if (expected && end == body)
    expected = _("a decimal number, a hex float, inf, nan or FORMAT:0xBITS");
  if (!expected && *(end = skip_space(end)))
    expected = _("nothing more");
  if (expected)
    return refuse(text, end, expected, error);

  UlpReal *real = real_new(TYPED_PRECISION);
  real->inexact = mpfr_strtofr(real->exact, start, NULL, hex ? 16 : 10, MPFR_RNDZ) != 0;
  real->is_rational = ulp_literal_to_mpq(start, end_of_number, RATIONAL_EXPONENT, real->rational);
  real->value = ulp_unpacked_from_mpfr(real->exact, real->inexact);
  return real;
}

/* What MPFR holds exactly is rational. */
static void set_dyadic(UlpReal *real) {
  real->is_rational =
      !real->inexact &&
      (mpfr_zero_p(real->exact) || (mpfr_regular_p(real->exact) && ABS(mpfr_get_exp(real->exact)) < RATIONAL_EXPONENT));
  if (real->is_rational)
    mpfr_get_q(real->rational, real->exact);
}

UlpReal *ulp_real_from_bits(UlpFormat format, UlpBits bits) {
  const UlpLayout layout = ulp_layout(format);
  const UlpBits used = ulp_low_bits(ulp_layout_width(layout));
  UlpReal *real = real_new(128);
  real->is_pattern = TRUE;
  real->format = format;
  real->bits = bits & used << layout.pad_bits;
  real->value = ulp_unpack(layout, bits);
  ulp_unpacked_to_mpfr(real->value, real->exact);
  set_dyadic(real);
  return real;
}

UlpReal *ulp_real_from_mpq(mpq_srcptr rational) {
  UlpReal *real = real_new(TYPED_PRECISION);
  real->inexact = mpfr_set_q(real->exact, rational, MPFR_RNDZ) != 0;
  real->is_rational = TRUE;
  mpq_set(real->rational, rational);
  real->value = ulp_unpacked_from_mpfr(real->exact, real->inexact);
  return real;
}

UlpReal *ulp_real_from_mpfr(mpfr_srcptr exact, gboolean inexact) {
  UlpReal *real = real_new(mpfr_get_prec(exact));
  mpfr_set(real->exact, exact, MPFR_RNDZ);
  real->inexact = inexact;
  real->value = ulp_unpacked_from_mpfr(exact, inexact);
  set_dyadic(real);
  return real;
}

void ulp_real_free(UlpReal *real) {
  if (!real)
    return;
  mpfr_clear(real->exact);
  mpq_clear(real->rational);
  g_free(real);
}

/* --- rounding --- */

UlpBits ulp_real_round(const UlpReal *real, UlpFormat format, UlpRound round, UlpProfile profile) {
  if (real->is_pattern && real->format == format)
    return real->bits;
  return ulp_pack(ulp_layout(format), real->value, round, profile);
}
