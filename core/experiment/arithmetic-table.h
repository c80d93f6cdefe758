/* Two or three typed numbers in a format's arithmetic, as a table: what `ulp distance --arithmetic` prints and the page of two values
 * shows. */
#pragma once

#include "core/experiment/bits-table.h"
#include "core/expression/steps.h"

/* The operations, in the order of the tables. */
extern const char *const ulp_arithmetic_ids[];    /* NULL-terminated: add, subtract ... */
extern const char *const ulp_arithmetic_titles[]; /* NULL-terminated: "a + b", "fma(a, b, c)" ... */

/* Operation number `operation` of numbers that `format` stores, the last of ulp_expression_steps(): steps to free with g_array_unref. */
GArray *ulp_arithmetic_steps(guint operation, const UlpArithmetic *arithmetic, const UlpBits operands[3]);

/* One row for each format, operation and rounding: the result, the bits where it was cut, its error and exceptions. The numbers are
 * stored by `a`'s rounding and profile first. fma adds `c`, or where that is NULL `a`. */
UlpTable *ulp_arithmetic_table_new(const UlpTyped *a, const UlpTyped *b, const UlpTyped *c, const UlpFormat *formats,
                                   guint n_formats);
