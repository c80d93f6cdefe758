#include "core/experiment/sum-verdict.h"

#include "core/sum/certain-bound.h"

#include <math.h>

const char *const ulp_sum_verdicts[] = {"right", "rounded", "unbounded", "WRONG", "refused"};

gboolean ulp_sum_measure(const UlpRun *run, const UlpArraySlice *slice, UlpSumMeasures *measures, GError **error) {
  UlpRunPart none = {run, 0, 0};
  UlpDeviceWatch watch = ulp_run_watch(&none);
  const UlpJob job = {.kind = ULP_JOB_REDUCE, .reduce = {.map = {.map = ULP_MAP_VALUE, .round = ULP_ROUND_RN}}};
  UlpJobResult reduced;
  watch.progress = NULL;
  *measures = (UlpSumMeasures){.elements = ulp_array_format(slice->array), .n = slice->count};
  ulp_oracle_clear(&measures->sums);
  if (!ulp_array_add_exact(slice->array, FALSE, slice->offset, slice->count, &measures->sums.sum, &watch, error) ||
      !ulp_array_add_exact(slice->array, TRUE, slice->offset, slice->count, &measures->sums.magnitudes, &watch,
                           error) ||
      !ulp_device_run(run->device, &job, slice, 1, &reduced, NULL, &watch, error))
    return FALSE;
  measures->magnitudes = ulp_exact_to_double(&measures->sums.magnitudes);
  measures->largest = reduced.reduce.value[1].max;
  measures->finite = isfinite(measures->largest) && reduced.reduce.value[1].count == slice->count;
  return TRUE;
}

UlpSumJudgement ulp_sum_judge(const UlpSumPlan *plan, const UlpSumMeasures *measures, UlpBits bits) {
  const UlpExact *exact = ulp_oracle_of(&measures->sums, plan);
  const double result = ulp_bits_to_double(plan->result, bits);
  const double rounded = ulp_bits_to_double(plan->result, ulp_exact_round(exact, plan->result, ULP_ROUND_RN));
  const UlpSumData data = {.n = measures->n,
                           .magnitudes = measures->magnitudes,
                           .sum = ulp_exact_to_double(exact),
                           .elements = measures->elements,
                           .largest = measures->largest};
  UlpSumJudgement judgement = {ULP_SUM_RIGHT, ulp_exact_error(exact, plan->result, bits), 0};
  judgement.bound = measures->finite ? ulp_sum_certain_bound(plan, &data) : 0;
  if (result == rounded || (isnan(result) && isnan(rounded)))
    judgement.verdict = ULP_SUM_RIGHT;
  else if (isinf(judgement.bound))
    judgement.verdict = ULP_SUM_UNBOUNDED;
  else
    judgement.verdict = fabs(judgement.error) <= judgement.bound ? ULP_SUM_ROUNDED : ULP_SUM_WRONG;
  return judgement;
}

double ulp_sum_of_bound(const UlpSumJudgement *judgement) {
  const double error = fabs(judgement->error);
  return judgement->verdict == ULP_SUM_RIGHT && !(error > 0) ? 0 : error / judgement->bound;
}
