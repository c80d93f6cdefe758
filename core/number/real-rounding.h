/* What one rounding did, bit by bit. */
#pragma once

#include "core/number/real.h"

/* IEEE 754-2019, 7. */
typedef enum {
  ULP_EXCEPTION_INVALID = 1 << 0,
  ULP_EXCEPTION_DIVISION_BY_ZERO = 1 << 1,
  ULP_EXCEPTION_OVERFLOW = 1 << 2,
  ULP_EXCEPTION_UNDERFLOW = 1 << 3, /* tiny after rounding, as x86 and CUDA detect it, and inexact */
  ULP_EXCEPTION_INEXACT = 1 << 4,
} UlpException;

typedef struct {
  UlpBits stored;
  gboolean has_bits; /* the number is finite and not so far beyond the format that its last place says nothing */
  UlpBits kept;      /* the significand that stays before rounding: what is cut off to that many places */
  int unit;          /* exponent of its last bit: one ulp of the format at the number */
  int power; /* of the bit before the point: of the leading one, or of the smallest normal value if that is higher */
  gboolean guard, round, sticky; /* the first bit cut off, the second, and whether any other is 1 */
  gboolean tie;                  /* exactly half an ulp was cut off */
  gboolean up;                   /* the magnitude went up, not down, to what is stored */
  guint exceptions;
} UlpRounding;

UlpRounding ulp_real_rounding(const UlpReal *real, UlpFormat format, UlpRound round, UlpProfile profile);

/* "1.10011001", `kept` with its point, as many digits as the format has at the number. New string; "" without bits. */
char *ulp_rounding_kept_text(const UlpRounding *rounding);

/* How much was cut off, beside half of the last place: a message in English. */
const char *ulp_rounding_cut_words(const UlpRounding *rounding);

/* "overflow, inexact" or "none": for exports; new string. */
char *ulp_exceptions_text(guint exceptions);
char *ulp_exceptions_words(const char *text); /* such a text in the user's language; new string */
