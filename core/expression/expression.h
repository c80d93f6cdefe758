/* Typed expressions: numbers, + - * / ^ ( ), sqrt, fma, pi, e, inf, nan and bit patterns such as fp16:0x3c00. */
#pragma once

#include "core/number/real.h"

#define ULP_EXPRESSION_MOST_CHARACTERS 1000
#define ULP_EXPRESSION_MOST_LEVELS 64
#define ULP_EXPRESSION_EXPONENT 65536 /* every value on the way is 0 or from 2^-this to 2^this */

/* What a part of an expression is. */
typedef enum {
  ULP_NODE_NUMBER,
  ULP_NODE_PATTERN,
  ULP_NODE_INFINITY,
  ULP_NODE_NAN,
  ULP_NODE_PI,
  ULP_NODE_E,
  ULP_NODE_PLUS,
  ULP_NODE_NEGATE,
  ULP_NODE_ADD,
  ULP_NODE_SUBTRACT,
  ULP_NODE_MULTIPLY,
  ULP_NODE_DIVIDE,
  ULP_NODE_POWER,
  ULP_NODE_SQRT,
  ULP_NODE_FMA,
} UlpNodeKind;

typedef struct _UlpExpression UlpExpression;

/* White space is ignored between words, which are read in any case; ^ binds before signs, to the right: -2^-3^2 is -(2^(-(3^2))).
 * ULP_ERROR_INPUT names the first character that does not fit and what was expected. */
UlpExpression *ulp_expression_parse(const char *text, GError **error);
void ulp_expression_free(UlpExpression *expression);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(UlpExpression, ulp_expression_free)

/* Its value: sums, differences, products, quotients, whole powers and roots that come out even are rational numbers of any
 * length; all else is known to 256 bits and that there are more, by intervals that narrow until they agree (A. Ziv, ACM
 * TOMS 17(3), 1991). What agrees with a number of 256 bits as far as ULP_EXPRESSION_BITS is taken for it, as sqrt(2)^2 is
 * for 2. Infinities, NaN and signs of zero are as in IEEE 754-2019, 6 and 9.2.1; a difference of 0 is +0. ULP_ERROR_INPUT
 * names the operation whose result is out of range. */
UlpReal *ulp_expression_value(const UlpExpression *expression, GError **error);
#define ULP_EXPRESSION_BITS 4096

/* The value of whatever may be typed: a number as ulp_real_parse() takes it, of any length, else an expression. */
UlpReal *ulp_expression_real(const char *text, GError **error);
