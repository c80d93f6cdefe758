/* An expression as a format's own arithmetic evaluates it: one rounding an operation. */
#pragma once

#include "core/expression/expression.h"
#include "core/number/real-rounding.h"

typedef struct {
  UlpFormat format;
  UlpRound round;
  UlpProfile profile;
} UlpArithmetic;

/* One conversion or operation. */
typedef struct {
  char *part;      /* of the expression, as it is written */
  char *operation; /* with the operands as numbers: "0.1 + 0.2" */
  UlpReal *exact;  /* the result for these operands, before it is rounded */
  UlpRounding rounding;
  UlpNodeKind kind;    /* of the operation, or of what is converted */
  guint n_operands;    /* of an operation whose operands are all stored; else 0 */
  UlpBits operands[3]; /* in the format that computes */
} UlpExpressionStep;

/* The steps in their order, the result is that of the last: a number of the expression that the format does not hold, a
 * constant, an operation. An exponent that is written as a whole number stays one (pown of IEEE 754-2019, 9.2); + - * / sqrt and
 * fma are those of 5.4.1, ^ is pow of 9.2 rounded once. An expression that is one number is one step. ULP_ERROR_INPUT where
 * a number of it is out of range. Elements of UlpExpressionStep; free with g_array_unref. */
GArray *ulp_expression_steps(const UlpExpression *expression, const UlpArithmetic *arithmetic, GError **error);
