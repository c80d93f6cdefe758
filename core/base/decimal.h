/* Syntax of decimal numbers, the same wherever one is typed: [+-] DIGITS [. DIGITS] [e [+-] DIGITS], in the C locale,
 * with at least one digit before the exponent. */
#pragma once

#include <glib.h>

typedef struct {
  gboolean negative;
  const char *digits;         /* of the significand, with the point somewhere among them */
  gsize n_digits, n_fraction; /* digits in all, and after the point */
  gint64 exponent;            /* as typed; digits that would take it beyond 10^16 are dropped */
} UlpDecimal;

/* Reads as far as the syntax goes. Returns the first character that does not belong; `complete` says whether what lies
 * before it is a number. `decimal` may be NULL. */
const char *ulp_decimal_scan(const char *text, UlpDecimal *decimal, gboolean *complete);

/* Sets `count` to the number when it is whole and fits: 1e6, 1.5e3, 2^20 and 1048576 are understood. */
gboolean ulp_decimal_to_count(const char *text, guint64 *count);

/* Sets `value` to the nearest double of a decimal or of a hex float (0x1.8p3); FALSE when it is neither or not finite. */
gboolean ulp_decimal_to_real(const char *text, double *value);
