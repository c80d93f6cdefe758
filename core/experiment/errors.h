/* The error of a sum in every measure, what theory promises in the same measures, and quantiles over realisations. */
#pragma once

#include "core/experiment/work.h"
#include "core/sum/bound.h"

typedef enum {
  ULP_MEASURE_ABSOLUTE,   /* |result - s| */
  ULP_MEASURE_RELATIVE,   /* / |s| */
  ULP_MEASURE_MAGNITUDES, /* / S, S = sum |x|: what does not grow by cancellation */
  ULP_MEASURE_COMMON,     /* in ulps of the elements' format at s */
  ULP_MEASURE_OWN,        /* in ulps of the result's format at s */
  ULP_N_MEASURES
} UlpMeasure;

/* The sums of one realisation that errors are measured against. */
typedef struct {
  UlpExact exact, magnitudes;
  UlpFormat elements; /* as they are summed */
  guint64 n;
  double largest; /* max |x|; 0 where no bound asks for it */
} UlpTruth;

/* Of none of an array's elements; and then of its first `n`, those that it is of already among them. `choices`
 * (UlpAlgorithmChoice): whose bounds will be asked for. */
UlpTruth ulp_truth_of_none(const UlpArray *array);
gboolean ulp_truth_extend(UlpTruth *truth, UlpRunPart *part, UlpArray *array, guint64 n, const GArray *choices,
                          GError **error);

typedef struct {
  double in[ULP_N_MEASURES]; /* not negative; NaN where it has no meaning */
} UlpErrors;

UlpErrors ulp_errors_of(const UlpTruth *truth, UlpFormat format, UlpBits result);

/* Bounds of |result - s| in every measure; NaN where there is none. `lambda` as in core/sum/bound.h. */
typedef struct {
  UlpErrors worst, probable;
} UlpErrorBounds;
UlpErrorBounds ulp_error_bounds(const UlpTruth *truth, const UlpSumPlan *plan, double lambda);

/* S / |s|: infinite when the elements cancel wholly, NaN for zeros only and where a sum is not finite. */
double ulp_condition_number(const UlpExact *exact, const UlpExact *magnitudes);

/* The quantile of order `p` of `n` values, linear between the ordered ones (R. J. Hyndman, Y. Fan, "Sample quantiles in
 * statistical packages", Am. Stat. 50(4), 1996, definition 7); NaN are left out, and NaN is what there is of none. Sorts
 * `values`. */
double ulp_quantile(double *values, guint n, double p);

#define ULP_EXPERIMENT_LAMBDA                                                                                          \
  {                                                                                                                    \
    .id = "lambda", .type = ULP_PARAM_REAL, .label = N_("Lambda"),                                                     \
    .help = N_("the probabilistic bound grows with it and fails with a probability of at most 2 exp(-lambda^2 / 2)"),  \
    .default_text = "4", .min = 0.1, .max = 100, .unit = N_("1")                                                       \
  }
