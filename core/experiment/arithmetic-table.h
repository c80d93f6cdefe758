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

/* The numbers, whose rounding and profile are those of `a`; fma adds `c`, or where that is NULL `a`. */
typedef struct {
  const UlpTyped *a, *b, *c;
} UlpOperands;

#define ULP_ARITHMETIC_ALL G_MAXUINT /* every operation */

/* One row for each format, operation and rounding: the result, the bits where it was cut, its error and exceptions. The numbers are
 * stored first. */
UlpTable *ulp_arithmetic_table_new(const UlpOperands *numbers, guint operation, const UlpFormat *formats,
                                   guint n_formats);
