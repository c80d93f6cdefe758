/* The vectors of a dot product of a chosen condition number 2 |x||y| / |x.y|: T. Ogita, S. M. Rump, S. Oishi, "Accurate sum
 * and dot product", SIAM J. Sci. Comput. 26(6), 2005, Algorithm 6.1 (GenDot). x and y are made together and one of them is
 * given, so that two inputs of one seed, part=x and part=y, belong together. */
#include "core/base/i18n.h"
#include "core/base/memory.h"
#include "core/input/maker-cancel.h"

static const char *const parts[] = {"x", "y", NULL};

static const UlpParam params[] = {
    ULP_MAKER_CONDITION,
    {"part", ULP_PARAM_CHOICE, N_("Vector"), N_("which of the two"), "x", 0, 0, "", parts},
};

/* Adds xy: the product and its error are two doubles where nothing underflows, as with these exponents. */
static void add_product(UlpExact *sum, double x, double y) {
  const double product = x * y;
  ulp_exact_add(sum, product);
  ulp_exact_add(sum, ulp_math_fma(x, y, -product));
}

static gboolean make_both(const UlpGenerateJob *job, gpointer x_out, gpointer y_out, GCancellable *cancellable,
                          GError **error) {
  const guint64 first = job->count / 2;
  UlpGenerateJob other = *job;
  other.stream = job->stream ^ 0x80000000u; /* y's numbers are others than those of any input */
  UlpExact sum;
  ulp_exact_clear(&sum);
  for (guint64 i = 0; i < job->count; i++) {
    const double x = ulp_maker_store(job->format, x_out, i, ulp_maker_draw_half(job, i, first));
    double y = ulp_maker_draw_half(&other, i, first);
    if (i >= first && x != 0.0)
      y = (x * y - ulp_exact_to_double(&sum)) / x;
    add_product(&sum, x, ulp_maker_store(job->format, y_out, i, y));
    if (i % ULP_MAKER_SLICE == 0 && !ulp_go_on(cancellable, error))
      return FALSE;
  }
  return ulp_maker_shuffle(job, x_out, cancellable, error) && ulp_maker_shuffle(job, y_out, cancellable, error);
}

static gboolean make(const UlpGenerateJob *job, gpointer out, GCancellable *cancellable, GError **error) {
  UlpGenerateJob both = *job;
  both.stream = 0; /* whichever input of a run it is */
  g_autofree gpointer unused = NULL;
  if (!ulp_maker_check_condition(job, error))
    return FALSE;
  unused = ulp_try_allocate(job->count, 8);
  if (unused == NULL) {
    ulp_set_error(error, ULP_ERROR_MEMORY, _("not enough memory for the second vector"));
    return FALSE;
  }
  return job->values[1] == 0.0 ? make_both(&both, out, unused, cancellable, error)
                               : make_both(&both, unused, out, cancellable, error);
}

const UlpMaker ulp_maker_gendot = {
    .id = "gendot",
    .title = N_("ill-conditioned dot product"),
    .help = N_("x or y of a dot product of a chosen condition number, 2 |x||y| / |x.y| (Ogita, Rump, Oishi)"),
    .params = params,
    .n_params = G_N_ELEMENTS(params),
    .version = 1,
    .make = make,
};
