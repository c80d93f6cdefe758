#include "core/sum/any-order-bound.h"

#include "core/sum/bins.h"

#define SPFP "S. Le Grand, A. W. Goetz, R. C. Walker, SPFP: Speed without compromise, Comput. Phys. Commun. 184, 2013"
#define DEMMEL "J. Demmel, H. D. Nguyen, Parallel reproducible summation, IEEE TC 64(7), 2015"

/* The error `before` the one rounding to the result. */
static UlpSumBound rounded(const UlpSumPlan *plan, const UlpSumData *data, double before, const char *source) {
  return (UlpSumBound){.worst = before + ulp_unit_roundoff(plan->result) * (fabs(data->sum) + before),
                       .worst_source = source,
                       .probable = (double)NAN,
                       .probable_source = ""};
}

static const UlpSumBound none = {
    .worst = (double)NAN, .worst_source = "", .probable = (double)NAN, .probable_source = ""};

static UlpSumBound bound_of_exact(const UlpSumPlan *plan, const UlpSumData *data) {
  return rounded(plan, data, 0, "IEEE 754-2019, 4.3.1");
}

/* Half a unit an element. None where 64 bits may be too few. */
static UlpSumBound bound_of_fixed_point(const UlpSumPlan *plan, const UlpSumData *data) {
  const double unit = ldexp(1.0, -(int)plan->fraction), of_elements = (double)data->n * unit / 2;
  return data->magnitudes + of_elements < 0x1p63 * unit ? rounded(plan, data, of_elements, SPFP) : none;
}

/* Half a unit of the lowest bin an element, nothing where that bin has their last bits; an element below that is lost, and so the
 * error is at most all of them. */
static UlpSumBound bound_of_bins(const UlpSumPlan *plan, const UlpSumData *data) {
  const UlpFormat accumulator = ulp_step_format(plan->step);
  const UlpBinGrid grid = ulp_bin_grid(accumulator);
  const double u = ulp_unit_roundoff(accumulator);
  const double taken = ulp_layout(accumulator).fraction_bits < ulp_layout(data->elements).fraction_bits ? u : 0;
  const double largest = (data->largest > 0 ? data->largest : data->magnitudes) * (1 + taken);
  if (!isfinite(largest))
    return none;
  if (largest == 0)
    return rounded(plan, data, 0, DEMMEL);
  const int exponent = CLAMP(ilogb(largest), grid.smallest, grid.largest);
  const int lowest = ulp_bin_of(grid, exponent) - (int)plan->folds + 1, unit = grid.width * lowest;
  const double cut = unit <= grid.smallest ? 0 : (double)data->n * ldexp(0.5, unit),
               all = data->magnitudes * (1 + taken);
  const double of_taking = taken > 0 ? taken * data->magnitudes : 0; /* S may be infinite */
  return rounded(plan, data, of_taking + fmin(cut, all), DEMMEL);
}

UlpSumBound ulp_any_order_bound(const UlpSumPlan *plan, const UlpSumData *data) {
  switch (plan->shape) {
#define ULP_ANY_ORDER(ID, name, ...)                                                                                   \
  case ULP_SHAPE_##ID:                                                                                                 \
    return bound_of_##name(plan, data);
#include "core/sum/any-order.def"
#undef ULP_ANY_ORDER
  default:
    return none;
  }
}
