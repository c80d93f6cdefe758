/* The tree of a sum from outside, by probes: with M at one place, -M at another and 1 elsewhere, a sum keeps just the ones that are
 * not added before M and -M have met, since M swallows the others. So each probe tells how many elements are below the first
 * common sum of two of them, and these sizes are the tree.
 * P. Xie, Y. Gao, J. Li, X. Liu, W. Xue, FPRev: Revealing floating-point summation order, arXiv 2411.00442, USENIX ATC 2025. */
#pragma once

#include "core/order/tree.h"

#include <gio/gio.h>

/* One sum of `n` doubles, all of them numbers of the format in which it adds. FALSE with an error. */
typedef gboolean (*UlpSumProbe)(const double *values, guint32 n, double *sum, gpointer data, GError **error);

typedef struct {
  UlpSumProbe probe;
  gpointer data;
  double large; /* M, beyond the sum of all ones by more than the format's precision: 2^100 or 2^600 */
  double
      unit; /* what stands for 1: formats of few exponents want less; its multiples up to n times are numbers of the format */
  guint repeats; /* how often a probe is repeated to see whether its result stays, at least 2 */
  gboolean (*go_on)(double fraction, gpointer data, GError **error); /* may be NULL */
} UlpRevealOptions;

typedef enum {
  ULP_ORDER_TREE,        /* one tree */
  ULP_ORDER_INDEPENDENT, /* every pair gives the same: exact sums, and accumulators of bins */
  ULP_ORDER_VARIES,      /* repeated probes differ: no single tree */
  ULP_ORDER_OTHER,       /* no tree of plain additions: compensated sums, and what else keeps what M would swallow */
} UlpOrderKind;

typedef struct {
  UlpOrderKind kind;
  UlpTree *tree; /* of ULP_ORDER_TREE */
  guint64 probes;
  GString *seen; /* of ULP_ORDER_VARIES: what pairs gave, in words, not translated; else what is odd, or "" */
} UlpRevealed;

void ulp_revealed_clear(UlpRevealed *revealed);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(UlpRevealed, ulp_revealed_clear)

/* Of n elements, 1 to ULP_REVEAL_MAX. */
#define ULP_REVEAL_MAX 4096
gboolean ulp_reveal(guint32 n, const UlpRevealOptions *options, UlpRevealed *revealed, GError **error);
