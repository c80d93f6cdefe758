/* What the files of expressions share. */
#pragma once

#include "core/expression/expression.h"

#include <mpfr.h>

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
