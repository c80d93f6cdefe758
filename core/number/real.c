/* A typed value, kept exactly. */
#include "core/number/real-private.h"

#include "core/base/decimal.h"
#include "core/base/error.h"
#include "core/base/i18n.h"
#include "core/number/big.h"

#include <string.h>

/* Bits that keep errors right to 17 digits: from the largest value of any format down to the 2^-1074 at which a double
 * ends, and 64 more. Errors in ulps need less: the significand's length in the place of the largest value's. */
#define TYPED_PRECISION (ULP_FORMAT_MAX_EXPONENT + 1074 + 64)

/* --- parsing --- */

#define MAX_QUOTED 40

/* One line: the text, shortened, the first character that does not fit, its place, and what was expected. */
static UlpReal *refuse(const char *text, const char *at, const char *expected, GError **error) {
  g_autofree char *valid = g_strdelimit(g_utf8_make_valid(text, -1), "\n\r\v\f", ' ');
  g_autofree char *before = g_utf8_make_valid(text, at - text);
  const glong place = g_utf8_strlen(before, -1);
  const char *found = g_utf8_offset_to_pointer(valid, place);
  g_autofree char *character = g_strndup(found, g_utf8_next_char(found) - found);
  g_autofree char *quoted = g_utf8_substring(valid, 0, MIN(g_utf8_strlen(valid, -1), MAX_QUOTED));
  const char *dots = g_utf8_strlen(valid, -1) > MAX_QUOTED ? "…" : "";

  if (*at)
    ulp_set_error(error, ULP_ERROR_INPUT, _("“%s%s”: found “%s” at character %ld, expected %s"), quoted, dots,
                  character, place + 1, expected);
  else
    ulp_set_error(error, ULP_ERROR_INPUT, _("“%s%s”: found the end, expected %s"), quoted, dots, expected);
  return NULL;
}

static UlpReal *real_new(mpfr_prec_t precision) {
  UlpReal *real = g_new0(UlpReal, 1);
  mpfr_init2(real->exact, precision);
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

static const char *scan_hex_digits(const char *text, gsize *n) {
  const char *end = text;
  while (g_ascii_isxdigit(*end))
    end++;
  *n += end - text;
  return end;
}

/* [+-] 0x HEXDIGITS [. HEXDIGITS] [p [+-] DIGITS], from behind the 0x on: C17 6.4.4.2, the exponent optional. */
static const char *scan_hexfloat(const char *text, const char **expected) {
  gsize n_digits = 0;
  const char *end = scan_hex_digits(text, &n_digits);

  if (*end == '.')
    end = scan_hex_digits(end + 1, &n_digits);
  *expected = _("a hexadecimal digit");
  if (n_digits == 0)
    return end;
  if (*end == 'p' || *end == 'P') {
    end++;
    if (*end == '+' || *end == '-')
      end++;
    *expected = _("a digit");
    if (!g_ascii_isdigit(*end))
      return end;
    while (g_ascii_isdigit(*end))
      end++;
  }
  *expected = NULL;
  return end;
}

/* FORMAT:0xBITS */
static UlpReal *parse_pattern(const char *text, const char *start, GError **error) {
  const char *colon = strchr(start, ':');
  g_autofree char *id = g_strndup(start, colon - start);
  UlpFormat format;
  UlpBits bits = 0;
  gsize n_digits = 0;

  if (!ulp_format_from_id(g_strstrip(id), &format, error)) {
    if (error && *error)
      (*error)->code = ULP_ERROR_INPUT;
    return NULL;
  }
  const char *digits = match_word(colon + 1, "0x");
  if (!digits)
    return refuse(text, colon + 1, _("0x and a bit pattern"), error);
  const char *end = scan_hex_digits(digits, &n_digits);
  const UlpLayout layout = ulp_layout(format);
  const guint bits_wanted = ulp_layout_width(layout) + layout.pad_bits;
  if (n_digits == 0)
    return refuse(text, end, _("a hexadecimal digit"), error);
  if (*skip_space(end))
    return refuse(text, skip_space(end), _("a hexadecimal digit or nothing more"), error);
  for (const char *digit = digits; digit < end; digit++) {
    const UlpBits next = bits << 4 | (guint)g_ascii_xdigit_value(*digit);
    if (bits >> 124 || next & ~ulp_low_bits(bits_wanted)) {
      g_autofree char *expected = g_strdup_printf(_("at most %u bits"), bits_wanted);
      return refuse(text, digit, expected, error);
    }
    bits = next;
  }
  if (bits & ulp_low_bits(layout.pad_bits)) {
    g_autofree char *expected = g_strdup_printf(_("zeros in the %u lowest bits, which are not used"), layout.pad_bits);
    return refuse(text, end - 1, expected, error);
  }
  return ulp_real_from_bits(format, bits);
}

UlpReal *ulp_real_parse(const char *text, GError **error) {
  const char *start = skip_space(text), *expected = NULL;
  const gboolean signed_ = *start == '+' || *start == '-';
  const char *body = start + signed_;
  const gboolean hex = match_word(body, "0x") != NULL;
  gboolean complete = TRUE;

  if (g_ascii_isalpha(*start) && strchr(start, ':'))
    return parse_pattern(text, start, error);
  if (match_word(body, "inf") || match_word(body, "nan"))
    return parse_special(text, *start == '-', body, error);

  const char *end = hex ? scan_hexfloat(body + 2, &expected) : ulp_decimal_scan(start, NULL, &complete);
  if (!complete)
    expected = end == body ? _("a decimal number, a hex float, inf, nan or FORMAT:0xBITS") : _("a digit");
  if (!expected && *(end = skip_space(end)))
    expected = _("nothing more");
  if (expected)
    return refuse(text, end, expected, error);

  UlpReal *real = real_new(TYPED_PRECISION);
  real->inexact = mpfr_strtofr(real->exact, start, NULL, hex ? 16 : 10, MPFR_RNDZ) != 0;
  real->value = ulp_unpacked_from_mpfr(real->exact, real->inexact);
  return real;
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
  return real;
}

void ulp_real_free(UlpReal *real) {
  if (!real)
    return;
  mpfr_clear(real->exact);
  g_free(real);
}

/* --- rounding --- */

UlpBits ulp_real_round(const UlpReal *real, UlpFormat format, UlpRound round, UlpProfile profile) {
  if (real->is_pattern && real->format == format)
    return real->bits;
  return ulp_pack(ulp_layout(format), real->value, round, profile);
}
