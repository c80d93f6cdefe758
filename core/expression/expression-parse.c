/* Typed expressions, read by recursive descent into nodes that stand after their arguments. */
#include "core/expression/expression-private.h"

#include "core/base/error.h"
#include "core/base/i18n.h"
#include "core/base/refusal.h"
#include "core/number/literal.h"

#include <string.h>

#define NONE G_MAXUINT

static const struct {
  const char *name;
  UlpNodeKind kind;
  guint n_arguments;
} names[] = {
    {"pi", ULP_NODE_PI, 0},
    {"π", ULP_NODE_PI, 0},
    {"e", ULP_NODE_E, 0},
    {"inf", ULP_NODE_INFINITY, 0},
    {"infinity", ULP_NODE_INFINITY, 0},
    {"nan", ULP_NODE_NAN, 0},
    {"sqrt", ULP_NODE_SQRT, 1},
    {"fma", ULP_NODE_FMA, 3},
};

static const struct {
  const char *sign;
  UlpNodeKind kind;
  guint level; /* 1: sums, 2: products */
} signs[] = {
    {"+", ULP_NODE_ADD, 1},      {"-", ULP_NODE_SUBTRACT, 1}, {"−", ULP_NODE_SUBTRACT, 1},
    {"*", ULP_NODE_MULTIPLY, 2}, {"×", ULP_NODE_MULTIPLY, 2}, {"/", ULP_NODE_DIVIDE, 2},
};

typedef struct {
  const char *text, *at; /* at: past white space */
  guint level;
  GArray *nodes;
  GError **error;
} Parser;

/* --- reading --- */

static void skip(Parser *parser, gsize bytes) {
  parser->at += bytes;
  while (g_ascii_isspace(*parser->at))
    parser->at++;
}

static guint refuse(Parser *parser, const char *at, const char *expected) {
  ulp_refuse_text(parser->text, at, expected, parser->error);
  return NONE;
}

/* Where what was read last ends. */
static gsize end_of_last(const Parser *parser) {
  const char *end = parser->at;
  while (end > parser->text && g_ascii_isspace(end[-1]))
    end--;
  return (gsize)(end - parser->text);
}

static guint add(Parser *parser, UlpNode node) {
  node.end = end_of_last(parser);
  g_array_append_val(parser->nodes, node);
  return parser->nodes->len - 1;
}

static gsize start_of(Parser *parser, guint node) { return g_array_index(parser->nodes, UlpNode, node).start; }

static guint parse_sum(Parser *parser);
static guint parse_signed(Parser *parser);

/* --- the smallest parts --- */

static guint parse_number(Parser *parser) {
  const char *start = parser->at, *expected, *end = ulp_literal_scan(start, &expected);
  if (expected)
    return refuse(parser, end, expected);
  if (g_ascii_isalnum(*end) || *end == '.')
    return refuse(parser, end, _("an operator such as * before it"));
  skip(parser, (gsize)(end - start));
  return add(
      parser,
      (UlpNode){.kind = ULP_NODE_NUMBER, .at = (gsize)(start - parser->text), .start = (gsize)(start - parser->text)});
}

static guint parse_pattern(Parser *parser) {
  const char *start = parser->at;
  UlpPattern pattern;
  const char *end = ulp_literal_pattern(parser->text, start, &pattern, parser->error);
  if (!end)
    return NONE;
  skip(parser, (gsize)(end - start));
  return add(parser, (UlpNode){.kind = ULP_NODE_PATTERN,
                               .at = (gsize)(start - parser->text),
                               .start = (gsize)(start - parser->text),
                               .format = pattern.format,
                               .bits = pattern.bits});
}

/* What is in brackets, up to `last`. */
static guint parse_inside(Parser *parser, char last, const char *expected) {
  if (++parser->level > ULP_EXPRESSION_MOST_LEVELS) {
    g_autofree char *limit = g_strdup_printf(_("at most %d levels"), ULP_EXPRESSION_MOST_LEVELS);
    return refuse(parser, parser->at, limit);
  }
  const guint node = parse_sum(parser);
  parser->level--;
  if (node != NONE && *parser->at != last)
    return refuse(parser, parser->at, expected);
  if (node != NONE)
    skip(parser, 1);
  return node;
}

static guint parse_call(Parser *parser, UlpNode node) {
  if (*parser->at != '(')
    return refuse(parser, parser->at, _("( and what it is of"));
  skip(parser, 1);
  for (guint i = 0; i < node.n_arguments; i++) {
    const gboolean last = i + 1 == node.n_arguments;
    node.arguments[i] =
        parse_inside(parser, last ? ')' : ',', last ? _("an operator or )") : _("a comma: fma(a, b, c) is a × b + c"));
    if (node.arguments[i] == NONE)
      return NONE;
  }
  return add(parser, node);
}

static gsize name_length(const char *text) {
  if (g_str_has_prefix(text, "π"))
    return strlen("π");
  gsize length = 0;
  while (g_ascii_isalnum(text[length]))
    length++;
  return length;
}

/* Whether FORMAT: begins here; ids have dashes. */
static gboolean begins_pattern(const char *text) {
  while (g_ascii_isalnum(*text) || *text == '-')
    text++;
  while (g_ascii_isspace(*text))
    text++;
  return *text == ':';
}

static guint parse_name(Parser *parser, gsize length) {
  const gsize start = (gsize)(parser->at - parser->text);
  for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
    if (strlen(names[i].name) != length || g_ascii_strncasecmp(parser->at, names[i].name, length) != 0)
      continue;
    const UlpNode node = {.kind = names[i].kind, .n_arguments = names[i].n_arguments, .at = start, .start = start};
    skip(parser, length);
    return node.n_arguments ? parse_call(parser, node) : add(parser, node);
  }
  return begins_pattern(parser->at) ? parse_pattern(parser)
                                    : refuse(parser, parser->at,
                                             _("a number, pi, e, inf, nan, sqrt, fma or a bit pattern such as "
                                               "fp16:0x3c00"));
}

static guint parse_atom(Parser *parser) {
  if (*parser->at == '(') {
    const gsize start = (gsize)(parser->at - parser->text);
    skip(parser, 1);
    const guint node = parse_inside(parser, ')', _("an operator or )"));
    if (node != NONE && g_array_index(parser->nodes, UlpNode, node).n_arguments) {
      g_array_index(parser->nodes, UlpNode, node).start = start;
      g_array_index(parser->nodes, UlpNode, node).end = end_of_last(parser);
    }
    return node;
  }
  if (g_ascii_isdigit(*parser->at) || *parser->at == '.')
    return parse_number(parser);
  const gsize length = name_length(parser->at);
  if (length)
    return parse_name(parser, length);
  return refuse(parser, parser->at, _("a number, such as 0.1, 1/3, 2^-149, sqrt(2), pi or fp16:0x3c00"));
}

/* --- what binds them --- */

static guint parse_power(Parser *parser) {
  const guint base = parse_atom(parser);
  if (base == NONE || *parser->at != '^')
    return base;
  const gsize at = (gsize)(parser->at - parser->text);
  skip(parser, 1);
  const guint exponent = parse_signed(parser);
  if (exponent == NONE)
    return NONE;
  return add(parser, (UlpNode){.kind = ULP_NODE_POWER,
                               .n_arguments = 2,
                               .arguments = {base, exponent},
                               .at = at,
                               .start = start_of(parser, base)});
}

/* The operator of that level here, with its length. */
static gsize match_sign(const Parser *parser, guint level, UlpNodeKind *kind) {
  for (guint i = 0; i < G_N_ELEMENTS(signs); i++)
    if (signs[i].level == level && g_str_has_prefix(parser->at, signs[i].sign)) {
      *kind = signs[i].kind;
      return strlen(signs[i].sign);
    }
  return 0;
}

static guint parse_signed(Parser *parser) {
  UlpNodeKind kind;
  const gsize length = match_sign(parser, 1, &kind), at = (gsize)(parser->at - parser->text);
  if (++parser->level > ULP_EXPRESSION_MOST_LEVELS) {
    g_autofree char *limit = g_strdup_printf(_("at most %d levels"), ULP_EXPRESSION_MOST_LEVELS);
    return refuse(parser, parser->at, limit);
  }
  guint node;
  if (length == 0) {
    node = parse_power(parser);
  } else {
    skip(parser, length);
    node = parse_signed(parser);
    if (node != NONE)
      node = add(parser, (UlpNode){.kind = kind == ULP_NODE_ADD ? ULP_NODE_PLUS : ULP_NODE_NEGATE,
                                   .n_arguments = 1,
                                   .arguments = {node},
                                   .at = at,
                                   .start = at});
  }
  parser->level--;
  return node;
}

static guint parse_level(Parser *parser, guint level) {
  guint left = level == 1 ? parse_level(parser, 2) : parse_signed(parser);
  UlpNodeKind kind;
  for (gsize length; left != NONE && (length = match_sign(parser, level, &kind)) > 0;) {
    const gsize at = (gsize)(parser->at - parser->text);
    skip(parser, length);
    const guint right = level == 1 ? parse_level(parser, 2) : parse_signed(parser);
    if (right == NONE)
      return NONE;
    left =
        add(parser,
            (UlpNode){
                .kind = kind, .n_arguments = 2, .arguments = {left, right}, .at = at, .start = start_of(parser, left)});
  }
  return left;
}

static guint parse_sum(Parser *parser) { return parse_level(parser, 1); }

/* --- the whole --- */

UlpExpression *ulp_expression_parse(const char *text, GError **error) {
  const char *at = text;
  for (guint i = 0; i < ULP_EXPRESSION_MOST_CHARACTERS && *at; i++)
    at++;
  if (*at) {
    g_autofree char *expected =
        g_strdup_printf(_("at most %d characters in an expression"), ULP_EXPRESSION_MOST_CHARACTERS);
    ulp_refuse_text(text, at, expected, error);
    return NULL;
  }
  g_autoptr(UlpExpression) expression = g_new0(UlpExpression, 1);
  expression->text = g_strdup(text);
  expression->nodes = g_array_new(FALSE, FALSE, sizeof(UlpNode));
  Parser parser = {.text = expression->text, .at = expression->text, .nodes = expression->nodes, .error = error};
  skip(&parser, 0);
  if (parse_sum(&parser) == NONE)
    return NULL;
  if (*parser.at) {
    refuse(&parser, parser.at, _("an operator or nothing more"));
    return NULL;
  }
  return g_steal_pointer(&expression);
}

void ulp_expression_free(UlpExpression *expression) {
  if (!expression)
    return;
  g_free(expression->text);
  g_array_unref(expression->nodes);
  g_free(expression);
}
