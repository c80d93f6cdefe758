/* Sums: runs the shape, rounds the value. */
#include "kernels/library.cuh"

/* One rounding, to nearest; NaN is the canonical one. */
static uint64_t result_bits(UlpFormat result, double value) {
  const UlpLayout layout = ulp_layout(result);
  UlpUnpacked canonical = {ULP_CLASS_QUIET_NAN, false, false, 0, static_cast<UlpBits>(1) << 126};
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  const UlpUnpacked exact = value != value ? canonical : ulp_unpack(ulp_layout(ULP_FORMAT_FP64), bits);
  return static_cast<uint64_t>(ulp_pack(layout, exact, ULP_ROUND_RN, ULP_PROFILE_IEEE));
}

static double run_shape(SumRun &run) {
  switch (run.plan.shape) {
  case ULP_SHAPE_SEQUENTIAL:
    return sum_sequential(run);
  case ULP_SHAPE_BLOCKS:
    return sum_blocks(run);
  case ULP_SHAPE_PAIRWISE:
    return sum_pairwise(run);
  case ULP_SHAPE_NUMPY:
    return sum_numpy(run);
  case ULP_SHAPE_RUNS:
    return sum_runs(run);
  default:
    return sum_strided(run);
  }
}

static void sum_any_order(SumRun &run, UlpExact *exact) {
  switch (run.plan.shape) {
#define ULP_ANY_ORDER(ID, name, ...)                                                                                   \
  case ULP_SHAPE_##ID:                                                                                                 \
    return sum_##name(run, exact);
#include "core/sum/any-order.def"
#undef ULP_ANY_ORDER
  default:
    raise_fault(ULP_FAULT_INVALID, "%s", _("unknown shape"));
  }
}

/* Whether the session's kernels are waited for, as long as this lives. */
class Queued {
public:
  Queued(UlpSession *session, bool queued) : session_(session) { session->queued = queued; }
  ~Queued() { session_->queued = false; }

private:
  UlpSession *session_;
};

void run_sum(UlpSession *session, const UlpSumJob &job, const Input *in, UlpJobResult *result, const UlpWatch *watch) {
  if (in->count == 0)
    return; /* +0, and an accumulator of nothing */
  const uint64_t bytes = in->format == ULP_FORMAT_FP32 ? sizeof(float) : sizeof(double);
  Progress progress(watch, static_cast<double>(in->count));
  SumRun run = {session,    job.plan,       static_cast<const char *>(in->data) + in->offset * bytes,
                in->format, in->count,      progress,
                0,          job.magnitudes, job.atomics};
  const Queued queued(session, job.queued);
  if (job.plan.order != ULP_ORDER_GIVEN)
    run.elements = ordered_elements(run);
  if (ulp_shape_is_any_order(job.plan.shape))
    sum_any_order(run, &result->sum.exact);
  else if (job.plan.shape == ULP_SHAPE_LIBRARY)
    result->sum.bits = result_bits(job.plan.result, sum_library(run, job.guarded, &result->sum));
  else
    result->sum.bits = result_bits(job.plan.result, run_shape(run));
  result->seconds = run.seconds;
}
