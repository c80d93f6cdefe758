#include "core/expression/alignment.h"

#include "core/base/i18n.h"
#include "core/number/big.h"

#include <string.h>

#define LEAST_LEFT_OUT 8 /* columns without digits of interest */
#define BEHIND_CUT 10    /* digits of a quotient or root */
#define MOST_BINARY 160  /* more than any format has and these */

/* An integer times a power of 2. */
typedef struct {
  mpz_t digits;
  int exponent; /* of the last digit */
  int length;   /* digits to write, leading zeros of a subnormal number included */
  gboolean negative;
} Term;

/* Which columns a row needs: where all is written; the first; none, as there is nothing where no other row has something. */
typedef enum { ALL_DIGITS, FIRST_DIGIT, NO_DIGIT } Need;

/* A row before its columns are known. */
typedef struct {
  const char *name;
  Term term;
  gboolean is_placed;
  Need need;
  int shift;
} Draft;

typedef struct {
  GArray *drafts; /* Draft */
  gboolean more;
} Sheet;

/* --- terms --- */

static void term_init(Term *term) {
  *term = (Term){.length = 1};
  mpz_init(term->digits);
}

static void measure(Term *term) { term->length = (int)mpz_sizeinbase(term->digits, 2); } /* 1 for 0 */

static void term_set_bits(Term *term, UlpFormat format, UlpBits bits) {
  const UlpUnpacked value = ulp_unpack(ulp_layout(format), bits);
  term_init(term);
  ulp_bits_to_mpz(value.significand, term->digits);
  term->exponent = value.exponent;
  term->negative = value.negative;
  measure(term);
  if (value.class_ == ULP_CLASS_SUBNORMAL)
    term->length = ulp_layout_significand_bits(ulp_layout(format));
}

static int top_of(const Term *term) { return term->exponent + term->length - 1; }

static void draft_clear(gpointer draft) { mpz_clear(((Draft *)draft)->term.digits); }

/* Takes `term`. */
static Draft *add_draft(Sheet *sheet, const char *name, Term term, Need need) {
  const Draft draft = {.name = name, .term = term, .is_placed = TRUE, .need = need};
  g_array_append_val(sheet->drafts, draft);
  return &g_array_index(sheet->drafts, Draft, sheet->drafts->len - 1);
}

/* --- sums --- */

/* Down to the last digit of `lowest`. */
static void extend(Term *term, int lowest) {
  mpz_mul_2exp(term->digits, term->digits, (mp_bitcnt_t)(term->exponent - lowest));
  term->exponent = lowest;
}

/* `a` and `b` have the same last place. The carries into each digit, or the borrows out of it, are where sum or difference is not
 * the exclusive or. */
static void add_sum(Sheet *sheet, const Term *a, const Term *b) {
  const gboolean adds = a->negative == b->negative, first_larger = mpz_cmp(a->digits, b->digits) >= 0;
  Term sum, carries;
  term_init(&sum);
  term_init(&carries);
  sum.exponent = carries.exponent = a->exponent;
  sum.negative = first_larger ? a->negative : b->negative;
  if (adds)
    mpz_add(sum.digits, a->digits, b->digits);
  else if (first_larger)
    mpz_sub(sum.digits, a->digits, b->digits);
  else
    mpz_sub(sum.digits, b->digits, a->digits);
  mpz_xor(carries.digits, a->digits, b->digits);
  mpz_xor(carries.digits, carries.digits, sum.digits);
  measure(&sum);
  measure(&carries);
  if (mpz_sgn(carries.digits))
    add_draft(sheet, adds ? N_("carries") : N_("borrows"), carries, NO_DIGIT);
  else
    mpz_clear(carries.digits);
  add_draft(sheet, N_("exact"), sum, FIRST_DIGIT);
}

/* Takes both. A 0 stands under the last digit of the other. */
static void add_terms(Sheet *sheet, const char *const names[2], Term a, Term b) {
  if (!mpz_sgn(a.digits))
    a.exponent = b.exponent;
  if (!mpz_sgn(b.digits))
    b.exponent = a.exponent;
  const int lowest = MIN(a.exponent, b.exponent), shift = top_of(&a) - top_of(&b);
  Term long_a = a, long_b = b;
  mpz_init_set(long_a.digits, a.digits);
  mpz_init_set(long_b.digits, b.digits);
  extend(&long_a, lowest);
  extend(&long_b, lowest);
  add_draft(sheet, names[0], a, ALL_DIGITS)->shift = MAX(-shift, 0);
  add_draft(sheet, names[1], b, ALL_DIGITS)->shift = MAX(shift, 0);
  add_sum(sheet, &long_a, &long_b);
  mpz_clear(long_a.digits);
  mpz_clear(long_b.digits);
}

static Term product_of(const Term *a, const Term *b) {
  Term product;
  term_init(&product);
  mpz_mul(product.digits, a->digits, b->digits);
  product.exponent = a->exponent + b->exponent;
  product.negative = a->negative != b->negative;
  measure(&product);
  return product;
}

/* --- quotients and roots: as many digits as there is to see --- */

static void add_exact_digits(Sheet *sheet, const UlpExpressionStep *step) {
  int power;
  gboolean more;
  const guint most = (guint)MAX(step->rounding.power - step->rounding.unit + 1, 0) + BEHIND_CUT;
  g_autofree char *digits = ulp_real_to_binary(step->exact, MIN(most, MOST_BINARY), &power, &more);
  Term exact;
  term_init(&exact);
  if (digits) {
    mpz_set_str(exact.digits, digits, 2);
    exact.exponent = power - (int)strlen(digits) + 1;
  }
  measure(&exact);
  sheet->more = digits && more;
  add_draft(sheet, N_("exact"), exact, ALL_DIGITS);
}

/* --- columns --- */

typedef struct {
  int low, high;
} Span;

static int compare_spans(gconstpointer a, gconstpointer b) { return ((const Span *)b)->high - ((const Span *)a)->high; }

static void add_span(GArray *spans, int low, int high) {
  const Span span = {low, high};
  g_array_append_val(spans, span);
}

/* Powers of 2 from the highest digit to the lowest, the cut with two digits behind it among them. */
static GArray *columns_of(const Sheet *sheet, const UlpRounding *rounding) {
  g_autoptr(GArray) spans = g_array_new(FALSE, FALSE, sizeof(Span));
  GArray *powers = g_array_new(FALSE, FALSE, sizeof(int));
  for (guint i = 0; i < sheet->drafts->len; i++) {
    const Draft *draft = &g_array_index(sheet->drafts, Draft, i);
    const int top = top_of(&draft->term);
    if (draft->is_placed && draft->need != NO_DIGIT)
      add_span(spans, draft->need == ALL_DIGITS ? draft->term.exponent : top, top);
  }
  add_span(spans, rounding->unit - 2, rounding->unit);
  g_array_sort(spans, compare_spans);
  int next = g_array_index(spans, Span, 0).high;
  for (guint i = 0; i < spans->len; i++) {
    const Span *span = &g_array_index(spans, Span, i);
    const int left_out = ULP_COLUMNS_LEFT_OUT;
    if (span->high < next - LEAST_LEFT_OUT) {
      g_array_append_val(powers, left_out);
      next = span->high;
    }
    for (; next >= span->low; next--)
      g_array_append_val(powers, next);
  }
  return powers;
}

static char digit_of(const Draft *draft, int power) {
  const Term *term = &draft->term;
  if (power < term->exponent || power > top_of(term))
    return ' ';
  const gboolean one = mpz_tstbit(term->digits, (mp_bitcnt_t)(power - term->exponent)) != 0;
  return one ? '1' : draft->need == NO_DIGIT ? ' ' : '0';
}

static UlpAlignedRow row_of(const Draft *draft, const GArray *powers) {
  UlpAlignedRow row = {.name = draft->name,
                       .negative = draft->term.negative,
                       .power = top_of(&draft->term),
                       .is_placed = draft->is_placed,
                       .shift = draft->shift};
  if (!draft->is_placed) {
    row.digits = mpz_get_str(g_malloc(mpz_sizeinbase(draft->term.digits, 2) + 2), 2, draft->term.digits);
    return row;
  }
  row.digits = g_strnfill(powers->len, ' ');
  for (guint i = 0; i < powers->len; i++) {
    const int power = g_array_index(powers, int, i);
    if (power != ULP_COLUMNS_LEFT_OUT)
      row.digits[i] = digit_of(draft, power);
    else if (draft->need != NO_DIGIT && i > 0 && g_array_index(powers, int, i - 1) > draft->term.exponent &&
             g_array_index(powers, int, i - 1) <= top_of(&draft->term))
      row.digits[i] = '~';
  }
  return row;
}

/* --- an operation --- */

static void row_clear(gpointer row) { g_free(((UlpAlignedRow *)row)->digits); }

static UlpAlignment *finish(const Sheet *sheet, const UlpRounding *rounding) {
  UlpAlignment *alignment = g_new0(UlpAlignment, 1);
  alignment->powers = columns_of(sheet, rounding);
  alignment->rows = g_array_new(FALSE, FALSE, sizeof(UlpAlignedRow));
  alignment->more = sheet->more;
  g_array_set_clear_func(alignment->rows, row_clear);
  for (guint i = 0; i < sheet->drafts->len; i++) {
    const UlpAlignedRow row = row_of(&g_array_index(sheet->drafts, Draft, i), alignment->powers);
    g_array_append_val(alignment->rows, row);
  }
  while (g_array_index(alignment->powers, int, alignment->cut) != rounding->unit - 1)
    alignment->cut++;
  return alignment;
}

static void add_operation(Sheet *sheet, const UlpExpressionStep *step, UlpFormat format) {
  static const char *const names[] = {N_("first"), N_("second"), N_("third")};
  static const char *const fused[] = {N_("product"), N_("third")};
  Term terms[3];
  for (guint i = 0; i < step->n_operands; i++)
    term_set_bits(&terms[i], format, step->operands[i]);
  switch (step->kind) {
  case ULP_NODE_SUBTRACT:
    terms[1].negative = !terms[1].negative;
    add_terms(sheet, names, terms[0], terms[1]);
    break;
  case ULP_NODE_ADD:
    add_terms(sheet, names, terms[0], terms[1]);
    break;
  case ULP_NODE_FMA:
    add_terms(sheet, fused, product_of(&terms[0], &terms[1]), terms[2]);
    mpz_clear(terms[0].digits);
    mpz_clear(terms[1].digits);
    break;
  default: /* factors, or what is under a root */
    for (guint i = 0; i < step->n_operands; i++)
      add_draft(sheet, names[i], terms[i], NO_DIGIT)->is_placed = FALSE;
    if (step->kind == ULP_NODE_MULTIPLY)
      add_draft(sheet, N_("exact"), product_of(&terms[0], &terms[1]), ALL_DIGITS);
    else
      add_exact_digits(sheet, step);
  }
}

static gboolean has_digits(const UlpExpressionStep *step, UlpFormat format) {
  for (guint i = 0; i < step->n_operands; i++)
    if (ulp_bits_class(format, step->operands[i]) >= ULP_CLASS_INFINITE)
      return FALSE;
  return step->n_operands > 0 && step->rounding.has_bits;
}

UlpAlignment *ulp_step_alignment(const UlpExpressionStep *step, UlpFormat format) {
  const UlpUnpacked result = ulp_unpack(ulp_layout(format), step->rounding.stored);
  g_autoptr(GArray) drafts = g_array_new(FALSE, FALSE, sizeof(Draft));
  Sheet sheet = {.drafts = drafts};
  if (!has_digits(step, format))
    return NULL;
  g_array_set_clear_func(drafts, draft_clear);
  add_operation(&sheet, step, format);
  Draft *exact = &g_array_index(drafts, Draft, drafts->len - 1);
  exact->term.negative = result.negative;
  if (exact->need == ALL_DIGITS && !mpz_sgn(exact->term.digits))
    exact->term.exponent = step->rounding.unit;
  if (result.class_ < ULP_CLASS_INFINITE) {
    Term stored;
    term_set_bits(&stored, format, step->rounding.stored);
    if (!mpz_sgn(stored.digits))
      stored.exponent = step->rounding.unit;
    add_draft(&sheet, N_("stored"), stored, ALL_DIGITS);
  }
  return finish(&sheet, &step->rounding);
}

void ulp_alignment_free(UlpAlignment *alignment) {
  g_array_unref(alignment->powers);
  g_array_unref(alignment->rows);
  g_free(alignment);
}
