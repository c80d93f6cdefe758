/* The exact sum of numbers as they are written, in decimal digits: what a text means before any format has rounded it. A
 * binary fraction is a decimal one, too, so that hex floats and exact sums of stored numbers are added alike. */
#pragma once

#include "core/exact/exact.h"

typedef struct _UlpDecimalSum UlpDecimalSum;

UlpDecimalSum *ulp_decimal_sum_new(void);
void ulp_decimal_sum_free(UlpDecimalSum *sum);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(UlpDecimalSum, ulp_decimal_sum_free)

/* Adds one number of `length` bytes, [+-] DIGITS [. DIGITS] [e [+-] DIGITS] or a hex float, with `point` as the decimal mark.
 * Anything else, inf and nan included, and exponents beyond +-5000 make the sum one that is not known. */
void ulp_decimal_sum_add(UlpDecimalSum *sum, const char *text, gsize length, char point);

guint64 ulp_decimal_sum_count(const UlpDecimalSum *sum); /* numbers that were added */
/* Every digit; NULL where it is not known. New string. */
char *ulp_decimal_sum_text(const UlpDecimalSum *sum);

/* The exact sum of the stored numbers minus the sum of the written ones: the error of reading; computed exactly and rounded
 * once to double. NaN where either is not known or finite. */
double ulp_decimal_sum_error_of(const UlpDecimalSum *sum, const UlpExact *stored);
