/* Sums of decimals: an integer for each number of digits after the point while they are short, one long integer for the rest. */
#include "core/exact/decimal-sum.h"

#include <gmp.h>
#include <math.h>
#include <mpfr.h>
#include <string.h>

#define SHORT_DIGITS 18  /* below 10^18: 2^63 of them fit 128 bits */
#define SHORT_PLACES 32  /* after the point */
#define MOST_PLACES 5000 /* before or after it, by an exponent: more than any fp64 number has */

struct _UlpDecimalSum {
  __int128 parts[SHORT_PLACES]; /* in units of 10^-index */
  mpz_t rest;                   /* in units of 10^-places */
  gulong places;
  guint64 count;
  gboolean is_unknown;
};

UlpDecimalSum *ulp_decimal_sum_new(void) {
  UlpDecimalSum *sum = g_new0(UlpDecimalSum, 1);
  mpz_init(sum->rest);
  return sum;
}

void ulp_decimal_sum_free(UlpDecimalSum *sum) {
  mpz_clear(sum->rest);
  g_free(sum);
}

guint64 ulp_decimal_sum_count(const UlpDecimalSum *sum) { return sum->count; }

static void multiply_by_power(mpz_ptr value, gulong base, gulong exponent) {
  mpz_t power;
  mpz_init(power);
  mpz_ui_pow_ui(power, base, exponent);
  mpz_mul(value, value, power);
  mpz_clear(power);
}

/* rest += value 10^-places; `value` is changed. */
static void add_long(UlpDecimalSum *sum, mpz_ptr value, gulong places) {
  if (places > sum->places) {
    multiply_by_power(sum->rest, 10, places - sum->places);
    sum->places = places;
  } else {
    multiply_by_power(value, 10, sum->places - places);
  }
  mpz_add(sum->rest, sum->rest, value);
}

/* A number as its digits, of base 10 or 16, those after the point, and the exponent behind them. */
typedef struct {
  gboolean negative;
  char *digits; /* without a point */
  gsize n_digits, n_fraction;
  long exponent; /* of 10, or of 2 for a hex float */
  int base;
} Written;

static gboolean scan_exponent(const char *p, const char *end, long *exponent) {
  const gboolean negative = p < end && *p == '-';
  if (p < end && (*p == '+' || *p == '-'))
    p++;
  if (p == end)
    return FALSE;
  for (*exponent = 0; p < end; p++) {
    if (!g_ascii_isdigit(*p))
      return FALSE;
    *exponent = MIN(*exponent * 10 + g_ascii_digit_value(*p), 10 * MOST_PLACES);
  }
  if (negative)
    *exponent = -*exponent;
  return TRUE;
}

/* `buffer` has room for `length` bytes and one more. */
static gboolean scan(const char *p, gsize length, char point, char *buffer, Written *written) {
  const char *const end = p + length;
  gboolean seen_point = FALSE;
  *written = (Written){.digits = buffer, .base = 10};
  if (p < end && (*p == '+' || *p == '-'))
    written->negative = *p++ == '-';
  if (end - p > 2 && p[0] == '0' && (p[1] == 'x' || p[1] == 'X')) {
    written->base = 16;
    p += 2;
  }
  for (; p < end; p++) {
    if (*p == point && !seen_point) {
      seen_point = TRUE;
    } else if (written->base == 16 ? g_ascii_isxdigit(*p) : g_ascii_isdigit(*p)) {
      buffer[written->n_digits++] = *p;
      written->n_fraction += (gsize)seen_point;
    } else {
      break;
    }
  }
  buffer[written->n_digits] = '\0';
  if (written->n_digits == 0)
    return FALSE;
  if (p == end)
    return TRUE;
  const char mark = g_ascii_tolower(*p);
  return mark == (written->base == 16 ? 'p' : 'e') && scan_exponent(p + 1, end, &written->exponent);
}

/* What most numbers are. */
static gboolean add_short(UlpDecimalSum *sum, const Written *written) {
  const long places = (long)written->n_fraction - written->exponent;
  if (written->base != 10 || written->n_digits > SHORT_DIGITS || places < 0 || places >= SHORT_PLACES)
    return FALSE;
  gint64 value = 0;
  for (gsize i = 0; i < written->n_digits; i++)
    value = value * 10 + (written->digits[i] - '0');
  sum->parts[places] += written->negative ? -value : value;
  return TRUE;
}

static void add_written(UlpDecimalSum *sum, const Written *written) {
  const gboolean hex = written->base == 16;
  const long exponent = written->exponent - (long)written->n_fraction * (hex ? 4 : 1);
  if (labs(exponent) > MOST_PLACES) {
    sum->is_unknown = TRUE;
    return;
  }
  mpz_t value;
  mpz_init_set_str(value, written->digits, written->base);
  if (written->negative)
    mpz_neg(value, value);
  /* d 2^-k is d 5^k 10^-k */
  if (exponent > 0)
    multiply_by_power(value, hex ? 2 : 10, (gulong)exponent);
  else if (hex)
    multiply_by_power(value, 5, (gulong)-exponent);
  add_long(sum, value, exponent > 0 ? 0 : (gulong)-exponent);
  mpz_clear(value);
}

void ulp_decimal_sum_add(UlpDecimalSum *sum, const char *text, gsize length, char point) {
  char some[64];
  g_autofree char *many = length < sizeof some ? NULL : g_malloc(length + 1);
  Written written;
  sum->count++;
  if (sum->is_unknown)
    return;
  if (!scan(text, length, point, many != NULL ? many : some, &written))
    sum->is_unknown = TRUE;
  else if (!add_short(sum, &written))
    add_written(sum, &written);
}

/* All of it as total 10^-places; `total` is initialised. */
static void join(const UlpDecimalSum *sum, mpz_ptr total, gulong *places) {
  UlpDecimalSum all = {.places = sum->places};
  mpz_t part;
  mpz_init_set(all.rest, sum->rest);
  mpz_init(part);
  for (gulong k = 0; k < SHORT_PLACES; k++) {
    const __int128 value = sum->parts[k];
    if (value == 0)
      continue;
    mpz_set_si(part, (long)(value >> 64));
    mpz_mul_2exp(part, part, 64);
    mpz_add_ui(part, part, (gulong)value);
    add_long(&all, part, k);
  }
  mpz_set(total, all.rest);
  *places = all.places;
  mpz_clears(part, all.rest, NULL);
}

char *ulp_decimal_sum_text(const UlpDecimalSum *sum) {
  mpz_t total;
  gulong places;
  if (sum->is_unknown)
    return NULL;
  mpz_init(total);
  join(sum, total, &places);
  const gboolean negative = mpz_sgn(total) < 0;
  mpz_abs(total, total);
  g_autofree char *digits = g_malloc(mpz_sizeinbase(total, 10) + 2);
  mpz_get_str(digits, 10, total);
  mpz_clear(total);
  GString *text = g_string_new(digits);
  while (text->len <= places)
    g_string_prepend_c(text, '0');
  if (places > 0)
    g_string_insert_c(text, (gssize)(text->len - places), '.');
  while (places > 0 && g_str_has_suffix(text->str, "0"))
    g_string_truncate(text, text->len - 1);
  if (g_str_has_suffix(text->str, "."))
    g_string_truncate(text, text->len - 1);
  if (negative)
    g_string_prepend_c(text, '-');
  return g_string_free(text, FALSE);
}

/* numerator 10^-places, rounded once. */
static double rounded(mpz_srcptr numerator, gulong places) {
  mpq_t quotient;
  mpfr_t result;
  mpq_init(quotient);
  mpz_set(mpq_numref(quotient), numerator);
  mpz_ui_pow_ui(mpq_denref(quotient), 10, places);
  mpq_canonicalize(quotient);
  mpfr_init2(result, 53);
  mpfr_set_q(result, quotient, MPFR_RNDN);
  const double value = mpfr_get_d(result, MPFR_RNDN);
  mpfr_clear(result);
  mpq_clear(quotient);
  return value;
}

double ulp_decimal_sum_error_of(const UlpDecimalSum *sum, const UlpExact *stored) {
  g_autofree char *text = ulp_exact_to_decimal(stored);
  UlpDecimalSum difference = {.is_unknown = sum->is_unknown};
  double error = (double)NAN;
  mpz_t total;
  gulong places;
  mpz_init(difference.rest);
  mpz_init(total);
  ulp_decimal_sum_add(&difference, text, strlen(text), '.');
  if (!difference.is_unknown) {
    join(sum, total, &places);
    mpz_neg(total, total);
    add_long(&difference, total, places);
    join(&difference, total, &places);
    error = rounded(total, places);
  }
  mpz_clears(total, difference.rest, NULL);
  return error;
}
