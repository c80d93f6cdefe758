/* Random numbers minus their mean, which was computed one after the other in fp64 and so is off: the third set of Y.-K. Zhu
 * and W. B. Hayes, "Algorithm 908", ACM TOMS 37(3), 2010, after I. J. Anderson, "A distillation algorithm for floating-point
 * summation", SIAM J. Sci. Comput. 20(5), 1999. What remains of the sum is the rounding. */
#include "core/array/packing.h"
#include "core/base/error.h"
#include "core/base/i18n.h"
#include "core/input/generate.h"
#include "core/input/spread.h"
#include "core/number/format.h"

#define SLICE 0x20000

static const UlpParam params[] = {
    {"exponents", ULP_PARAM_COUNT, N_("Exponents"),
     N_("powers of two over which the magnitudes spread evenly, around 1; at most 250 in fp32"), "40", 0, 2000, "",
     NULL},
};

static gboolean make(const UlpGenerateJob *job, gpointer out, GCancellable *cancellable, GError **error) {
  double sum = 0;
  for (int pass = 0; pass < 2; pass++) {
    const double mean = sum / ulp_double_of_integer(job->count);
    for (guint64 i = 0; i < job->count; i++) {
      const UlpBits bits = ulp_spread_element(job, i, (guint32)job->values[0], false);
      const double x = ulp_bits_to_double(job->format, bits);
      if (pass == 0)
        sum += x;
      else
        ulp_packed_store(job->format, out, i, ulp_element_of_double(job->format, x - mean));
      if (i % SLICE == 0 && !ulp_go_on(cancellable, error))
        return FALSE;
    }
  }
  return TRUE;
}

const UlpMaker ulp_maker_anderson = {
    .id = "anderson",
    .title = N_("minus the computed mean"),
    .help = N_("random numbers minus their computed mean: the sum is what rounding left (Anderson; Zhu, Hayes)"),
    .params = params,
    .n_params = G_N_ELEMENTS(params),
    .version = 1,
    .make = make,
};
