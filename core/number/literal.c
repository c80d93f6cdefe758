/* Numbers as they are typed. */
#include "core/number/literal.h"

#include "core/base/decimal.h"
#include "core/base/error.h"
#include "core/base/i18n.h"
#include "core/base/refusal.h"

#include <string.h>

static gboolean begins_hex(const char *text) { return text[0] == '0' && (text[1] == 'x' || text[1] == 'X'); }

/* --- where it ends --- */

static const char *scan_hex_digits(const char *text, gsize *n) {
  const char *end = text;
  while (g_ascii_isxdigit(*end))
    end++;
  *n += (gsize)(end - text);
  return end;
}

/* From behind the 0x on. */
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

const char *ulp_literal_scan(const char *text, const char **expected) {
  const char *body = text + (*text == '+' || *text == '-');
  gboolean complete;
  if (begins_hex(body))
    return scan_hexfloat(body + 2, expected);
  const char *end = ulp_decimal_scan(text, NULL, &complete);
  *expected = complete ? NULL : end == body ? _("a number") : _("a digit");
  return end;
}

/* --- its value --- */

/* The digits of [text, end) without their point, as an integer; how many there are behind it. */
static gint64 digits_to_mpz(const char *text, const char *end, int base, mpz_ptr integer) {
  g_autoptr(GString) digits = g_string_new("0");
  gint64 n_fraction = 0;
  gboolean behind = FALSE;
  for (; text < end; text++) {
    if (*text == '.') {
      behind = TRUE;
      continue;
    }
    g_string_append_c(digits, *text);
    n_fraction += behind;
  }
  mpz_set_str(integer, digits->str, base);
  return n_fraction;
}

/* `integer` * base^exponent, base 2 or 10. */
static gboolean scale(mpz_srcptr integer, int base, gint64 exponent, int limit, mpq_ptr rational) {
  const gsize bits = mpz_sizeinbase(integer, 2), most = 2 * (gsize)limit;
  mpz_t power;
  mpq_set_ui(rational, 0, 1);
  if (mpz_sgn(integer) == 0)
    return TRUE;
  if (bits > most || ABS(exponent) > (gint64)most)
    return FALSE;
  mpz_init(power);
  mpz_ui_pow_ui(power, (unsigned long)base, (unsigned long)ABS(exponent));
  mpz_set(mpq_numref(rational), integer);
  if (exponent >= 0)
    mpz_mul(mpq_numref(rational), integer, power);
  else
    mpz_set(mpq_denref(rational), power);
  mpz_clear(power);
  mpq_canonicalize(rational);
  const gint64 top = (gint64)mpz_sizeinbase(mpq_numref(rational), 2) - (gint64)mpz_sizeinbase(mpq_denref(rational), 2);
  if (ABS(top) < limit)
    return TRUE;
  mpq_set_ui(rational, 0, 1);
  return FALSE;
}

/* Of [+-] DIGITS; beyond any limit where it is longer. */
static gint64 exponent_of(const char *text) {
  const gint64 value = g_ascii_strtoll(text, NULL, 10);
  return CLAMP(value, -G_MAXINT32, G_MAXINT32);
}

gboolean ulp_literal_to_mpq(const char *text, const char *end, int limit, mpq_ptr rational) {
  const gboolean negative = *text == '-';
  const char *digits = text + (*text == '+' || *text == '-');
  const gboolean hex = begins_hex(digits);
  digits += hex ? 2 : 0;
  const char *exponent = digits;
  while (exponent < end && !strchr(hex ? "pP" : "eE", *exponent))
    exponent++;
  mpz_t integer;
  mpz_init(integer);
  const gint64 n_fraction = digits_to_mpz(digits, exponent, hex ? 16 : 10, integer);
  const gint64 power = exponent < end ? exponent_of(exponent + 1) : 0;
  const gboolean fits = scale(integer, hex ? 2 : 10, power - n_fraction * (hex ? 4 : 1), limit, rational);
  mpz_clear(integer);
  if (negative)
    mpq_neg(rational, rational);
  return fits;
}

/* --- bit patterns --- */

static const char *skip_space(const char *text) {
  while (g_ascii_isspace(*text))
    text++;
  return text;
}

static const char *refuse(const char *text, const char *at, const char *expected, GError **error) {
  ulp_refuse_text(text, at, expected, error);
  return NULL;
}

const char *ulp_literal_pattern(const char *text, const char *start, UlpPattern *pattern, GError **error) {
  const char *colon = strchr(start, ':');
  g_autofree char *id = g_strndup(start, (gsize)(colon - start));
  UlpFormat format;
  UlpBits bits = 0;
  gsize n_digits = 0;

  if (!ulp_format_from_id(g_strstrip(id), &format, error)) {
    if (error && *error)
      (*error)->code = ULP_ERROR_INPUT;
    return NULL;
  }
  if (!begins_hex(colon + 1))
    return refuse(text, colon + 1, _("0x and a bit pattern"), error);
  const char *digits = colon + 3, *end = scan_hex_digits(digits, &n_digits);
  const UlpLayout layout = ulp_layout(format);
  const int bits_wanted = ulp_layout_width(layout) + layout.pad_bits;
  if (n_digits == 0)
    return refuse(text, end, _("a hexadecimal digit"), error);
  if (g_ascii_isalnum(*end) || *end == '.')
    return refuse(text, end, _("a hexadecimal digit or nothing more"), error);
  for (const char *digit = digits; digit < end; digit++) {
    const UlpBits next = bits << 4 | (guint)g_ascii_xdigit_value(*digit);
    if (bits >> 124 || next & ~ulp_low_bits(bits_wanted)) {
      g_autofree char *expected = g_strdup_printf(_("at most %d bits"), bits_wanted);
      return refuse(text, digit, expected, error);
    }
    bits = next;
  }
  if (bits & ulp_low_bits(layout.pad_bits)) {
    g_autofree char *expected = g_strdup_printf(_("zeros in the %u lowest bits, which are not used"), layout.pad_bits);
    return refuse(text, end - 1, expected, error);
  }
  *pattern = (UlpPattern){format, bits};
  return skip_space(end);
}
