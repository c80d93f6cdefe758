/* Rational numbers with infinities, NaN and a sign of zero, as IEEE 754-2019 has them for exact results. */
#pragma once

#include "core/expression/expression-private.h"

typedef enum {
  ULP_RATIONAL_NUMBER,
  ULP_RATIONAL_INFINITY,
  ULP_RATIONAL_NAN,
  ULP_RATIONAL_NONE, /* the value is no rational number, or cannot be seen to be one */
} UlpRationalKind;

typedef struct {
  UlpRationalKind kind;
  gboolean negative; /* the sign of a zero or an infinity */
  mpq_t value;       /* of a number; else 0 */
} UlpRational;

void ulp_rational_init(UlpRational *rational);
void ulp_rational_clear(UlpRational *rational);

/* `result` = `kind` of `arguments`, which are not NONE; FALSE where it is not 0 and lies beyond 2^ULP_EXPRESSION_EXPONENT
 * or nearer to 0 than its inverse, or has more digits than twice that. */
gboolean ulp_rational_operate(UlpNodeKind kind, const UlpRational *const *arguments, UlpRational *result);
