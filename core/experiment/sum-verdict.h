/* Right, rounded or wrong: a result against its exact sum and the bound that holds whatever the elements are. */
#pragma once

#include "core/experiment/work.h"

typedef enum {
  ULP_SUM_RIGHT,
  ULP_SUM_ROUNDED,
  ULP_SUM_UNBOUNDED,
  ULP_SUM_WRONG,
  ULP_SUM_REFUSED,
  ULP_N_SUM_VERDICTS
} UlpSumVerdict;
extern const char
    *const ulp_sum_verdicts[]; /* right, rounded, unbounded, WRONG, refused; not translated: tables hold them */

/* Of one slice. */
typedef struct {
  UlpFormat elements;
  guint64 n;
  UlpOracle sums;
  double magnitudes, largest; /* sum and maximum of |x| */
  gboolean finite;            /* all elements are */
} UlpSumMeasures;

/* Three passes over the slice, on its device. */
gboolean ulp_sum_measure(const UlpRun *run, const UlpArraySlice *slice, UlpSumMeasures *measures, GError **error);

typedef struct {
  UlpSumVerdict verdict;
  double error, bound; /* result minus exact sum; what its magnitude is at most: 0 where an element is not finite */
} UlpSumJudgement;

UlpSumJudgement ulp_sum_judge(const UlpSumPlan *plan, const UlpSumMeasures *measures, UlpBits result);

/* |error| / bound: at most 1 where nothing is wrong; 0 of a right result without error. */
double ulp_sum_of_bound(const UlpSumJudgement *judgement);

/* clang-format off */
#define ULP_COLUMN_VERDICT                                                                                             \
  {"verdict", ULP_COLUMN_TEXT, N_("verdict"), "",                                                                      \
   N_("right: the exact sum, rounded once; rounded: within the bound; WRONG: beyond it; unbounded: partial sums may "  \
      "overflow, so that there is no bound; refused: an error instead of a result"),                                   \
   .flags = ULP_COLUMN_IS_ALARM}
#define ULP_COLUMN_BOUND                                                                                               \
  {"bound", ULP_COLUMN_REAL, N_("bound"), "1", N_("what the magnitude of the error is at most, whatever the elements")}
/* clang-format on */
