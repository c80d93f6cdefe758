/* What the files of expressions share. */
#pragma once

#include "core/expression/expression.h"

#include <mpfr.h>

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

typedef struct {
  UlpNodeKind kind;
  guint n_arguments, arguments[3]; /* nodes before this one */
  gsize at, start, end;            /* bytes of the text: of its name or sign, and of all of it, with its brackets */
  UlpFormat format;                /* of a pattern */
  UlpBits bits;
} UlpNode;

struct _UlpExpression {
  char *text;
  GArray *nodes; /* UlpNode; each after its arguments, the last one is the whole */
};

static inline const UlpNode *ulp_expression_node(const UlpExpression *expression, guint index) {
  return &g_array_index(expression->nodes, UlpNode, index);
}
