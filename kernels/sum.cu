/* The sum of the ABI: checks the plan, runs the shape, rounds the value. */
#include "kernels/sum.cuh"

static void check_plan(const UlpSumPlan &plan, UlpFormat format) {
  if (format != ULP_FORMAT_FP32 && format != ULP_FORMAT_FP64)
    raise_fault(ULP_FAULT_INVALID, "%s", _("sums take arrays of fp32 or fp64"));
  if (plan.result != ULP_FORMAT_FP32 && plan.result != ULP_FORMAT_FP64)
    raise_fault(ULP_FAULT_INVALID, "%s", _("a sum's result is fp32 or fp64"));
  if (plan.step < 0 || plan.step >= ULP_N_STEPS || plan.shape < 0 || plan.shape >= ULP_N_SHAPES || plan.merge < 0 ||
      plan.merge >= ULP_N_MERGES)
    raise_fault(ULP_FAULT_INVALID, _("there is no schedule of step %d, shape %d and merge %d"),
                static_cast<int>(plan.step), static_cast<int>(plan.shape), static_cast<int>(plan.merge));
  if ((plan.step == ULP_STEP_EXACT) != (plan.shape == ULP_SHAPE_UNORDERED))
    raise_fault(ULP_FAULT_INVALID, "%s", _("the exact accumulator and the unordered shape belong together"));

  const bool blocks = plan.shape == ULP_SHAPE_BLOCKS, strided = plan.shape == ULP_SHAPE_STRIDED;
  if ((blocks || strided) && (plan.block < 1 || plan.block > ULP_PLAN_MAX_BLOCK || (plan.block & (plan.block - 1))))
    raise_fault(ULP_FAULT_INVALID, _("block of %u: expected a power of two up to %u"), plan.block, ULP_PLAN_MAX_BLOCK);
  if (strided && (plan.grid < 1 || plan.grid > ULP_PLAN_MAX_GRID))
    raise_fault(ULP_FAULT_INVALID, _("grid of %u: expected 1 to %u"), plan.grid, ULP_PLAN_MAX_GRID);
  if (plan.shape == ULP_SHAPE_PAIRWISE && (plan.leaf < 1 || plan.leaf > ULP_PLAN_MAX_LEAF))
    raise_fault(ULP_FAULT_INVALID, _("leaf of %u: expected 1 to %u"), plan.leaf, ULP_PLAN_MAX_LEAF);
  if (!blocks && !strided && plan.merge != ULP_MERGE_NONE)
    raise_fault(ULP_FAULT_INVALID, _("shape %d has one partial and no merge"), static_cast<int>(plan.shape));
  if (plan.merge == ULP_MERGE_SHUFFLED)
    raise_fault(ULP_FAULT_UNSUPPORTED, "%s", _("a simulated schedule runs on the CPU only"));
}

/* One rounding, to nearest; NaN is the canonical one. */
static uint64_t result_bits(UlpFormat result, double value) {
  const UlpLayout layout = ulp_layout(result);
  UlpUnpacked canonical = {ULP_CLASS_QUIET_NAN, false, false, 0, static_cast<UlpBits>(1) << 126};
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  const UlpUnpacked exact = value != value ? canonical : ulp_unpack(ulp_layout(ULP_FORMAT_FP64), bits);
  return static_cast<uint64_t>(ulp_pack(layout, exact, ULP_ROUND_RN, ULP_PROFILE_IEEE));
}

static uint64_t run_shape(SumRun &run) {
  switch (run.plan.shape) {
  case ULP_SHAPE_SEQUENTIAL:
    return result_bits(run.plan.result, sum_sequential(run));
  case ULP_SHAPE_BLOCKS:
    return result_bits(run.plan.result, sum_blocks(run));
  case ULP_SHAPE_PAIRWISE:
    return result_bits(run.plan.result, sum_pairwise(run));
  case ULP_SHAPE_STRIDED:
    return result_bits(run.plan.result, sum_strided(run));
  default:
    return sum_exact(run);
  }
}

static bool run_case(UlpSession *session, UlpHandle handle, const UlpSumCase &job, UlpSumRow *row, Progress &progress,
                     UlpFault *fault) {
  *row = {};
  const bool done = guard(session, fault, false, [&] {
    const Array &array = find_array(session, handle);
    check_plan(job.plan, array.format);
    check_slice(array, job.offset, job.count);
    const char *elements = static_cast<const char *>(array.data) + job.offset * element_bytes(array.format);
    SumRun run = {session, job.plan, elements, array.format, job.count, progress, 0};
    row->bits = job.count ? run_shape(run) : 0;
    row->seconds = run.seconds;
    row->device = session->info.name;
    return true;
  });
  row->fault = fault->code;
  return done;
}

bool cuda_sum(UlpSession *session, UlpHandle array, const UlpSumCase *cases, uint64_t n_cases, UlpSumRow *rows,
              const UlpWatch *watch, UlpFault *fault) {
  double total = 0;
  for (uint64_t i = 0; i < n_cases; i++)
    total += static_cast<double>(cases[i].count);
  Progress progress(watch, total);
  *fault = {ULP_FAULT_NONE, ""};
  for (uint64_t i = 0; i < n_cases; i++) {
    if (fault->code == ULP_FAULT_CANCELLED) {
      rows[i] = {};
      rows[i].fault = ULP_FAULT_CANCELLED;
      continue;
    }
    UlpFault found;
    if (!run_case(session, array, cases[i], &rows[i], progress, &found) &&
        (fault->code == ULP_FAULT_NONE || found.code == ULP_FAULT_CANCELLED))
      *fault = found;
  }
  return fault->code == ULP_FAULT_NONE;
}
