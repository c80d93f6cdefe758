/* Numbers as they are typed: decimals, hex floats and bit patterns, wherever they stand in a text. */
#pragma once

#include "core/number/format.h"

#include <mpfr.h>

/* The end of a decimal (core/base/decimal.h) or hex float (0x HEXDIGITS [. HEXDIGITS] [p [+-] DIGITS], C17 6.4.4.2, the
 * exponent optional) at `text`, which may begin with a sign. `expected` is NULL, or what should stand at the end that is
 * returned, translated. */
const char *ulp_literal_scan(const char *text, const char **expected);

/* The number that ulp_literal_scan() found, exactly. FALSE, with nothing set, where it is not 0 and not from 2^-limit to
 * 2^limit, or has so many digits that no such number needs them. */
gboolean ulp_literal_to_mpq(const char *text, const char *end, int limit, mpq_ptr rational);

/* A bit pattern of a format. */
typedef struct {
  UlpFormat format;
  UlpBits bits;
} UlpPattern;

/* FORMAT:0xBITS, which begins at `start` in `text`: what it says, and its end after white space; NULL with an error as
 * ulp_real_parse() has them. */
const char *ulp_literal_pattern(const char *text, const char *start, UlpPattern *pattern, GError **error);
