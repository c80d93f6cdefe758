/* Texts of numbers, written fast into the caller's memory: what core/number has as new strings. */
#pragma once

#include "core/number/format.h"

#define ULP_NUMBER_SIZE 40 /* bytes that each of these writes at most, without a terminator; they say how many */

gsize ulp_count_write(guint64 count, char *text);
gsize ulp_double_write(double value, char *text);          /* as ulp_bits_to_text of fp64 */
gsize ulp_double_write_hexfloat(double value, char *text); /* as ulp_bits_to_hexfloat of fp64 */

/* What is to be known of a format to write many of its values. */
typedef struct {
  UlpFormat format;
  gboolean in_double; /* every value is a double too: it is written as one */
  guint hex_digits;
} UlpValueStyle;

UlpValueStyle ulp_value_style(UlpFormat format);
gsize ulp_bits_write_hex(const UlpValueStyle *style, UlpBits bits, char *text); /* 0x..., at most 34 bytes */
