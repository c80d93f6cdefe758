/* Sums of a chosen condition number S/|s|, S = sum |x|: T. Ogita, S. M. Rump, S. Oishi, "Accurate sum and dot product",
 * SIAM J. Sci. Comput. 26(6), 2005, Algorithm 6.1, for sums: the first half has random exponents from 0 to b = log2 of the
 * condition number, the second half takes them back down to 0, each element a random number minus the exact sum so far.
 * Unlike there, the last element is chosen so that the condition number is the one asked for, up to the rounding of that
 * element; what it is to every digit, the exact sums of x and |x| say. Then all are shuffled. */
#include "core/base/i18n.h"
#include "core/input/maker-cancel.h"

static const UlpParam params[] = {ULP_MAKER_CONDITION};

static gboolean make(const UlpGenerateJob *job, gpointer out, GCancellable *cancellable, GError **error) {
  const guint64 first = job->count / 2;
  UlpExact sum;
  double magnitudes = 0;
  if (!ulp_maker_check_condition(job, error))
    return FALSE;
  ulp_exact_clear(&sum);
  for (guint64 i = 0; i < job->count; i++) {
    const double start = i < first ? 0 : ulp_exact_to_double(&sum);
    const double drawn = ulp_maker_draw(job, i, first);
    double x = drawn - start;
    if (i + 1 == job->count && i > 0)
      x = ulp_maker_goal(magnitudes, start, job->values[0]) - start;
    x = ulp_maker_store(job->format, out, i, x);
    ulp_exact_add(&sum, x);
    magnitudes += fabs(x);
    if (i % ULP_MAKER_SLICE == 0 && !ulp_go_on(cancellable, error))
      return FALSE;
  }
  return ulp_maker_shuffle(job, out, cancellable, error);
}

const UlpMaker ulp_maker_gensum = {
    .id = "gensum",
    .title = N_("ill-conditioned sum"),
    .help = N_("a sum of a chosen condition number, sum of |x| / |sum| (Ogita, Rump, Oishi)"),
    .params = params,
    .n_params = G_N_ELEMENTS(params),
    .version = 1,
    .make = make,
};
