/* Knobs that turn a parameter of the plan, and slices and batches. */
#include "core/experiment/knobs.h"

#include "core/number/format.h"

#define MOST_ROWS 8

static const guint64 grids[] = {1, 16, 64, 256, 1024, 4096}, blocks[] = {32, 64, 128, 256, 512, 1024};
static const guint64 n_slices[] = {1, 2, 3, 8, 64}, batches[] = {1, 2, 3, MOST_ROWS};

static const char *number(const char *what, guint64 value) {
  static char text[48]; /* of the one worker that runs a knob */
  g_snprintf(text, sizeof text, "%" G_GUINT64_FORMAT " %s", value, what);
  return text;
}

static const char *grid_name(const UlpKnobWork *work, guint setting) { return number("blocks", grids[setting]); }
static const char *block_name(const UlpKnobWork *work, guint setting) { return number("lanes", blocks[setting]); }
static const char *slices_name(const UlpKnobWork *work, guint setting) {
  return setting ? number("slices", n_slices[setting]) : "the whole";
}
static const char *batch_name(const UlpKnobWork *work, guint setting) {
  return setting ? number("rows", batches[setting]) : "alone";
}

static gboolean grid_sum(const UlpKnobWork *work, guint setting, UlpSumRow *row, GError **error) {
  UlpSumPlan plan = *work->plan;
  plan.grid = plan.grid ? grids[setting] : 0;
  return ulp_knob_sum(work, &plan, work->array, 0, work->n, row, error);
}

static gboolean block_sum(const UlpKnobWork *work, guint setting, UlpSumRow *row, GError **error) {
  UlpSumPlan plan = *work->plan;
  plan.block = plan.block ? blocks[setting] : 0;
  return ulp_knob_sum(work, &plan, work->array, 0, work->n, row, error);
}

/* Sums of slices are added from zero, in order, each addition rounded to the result's format. */
static gboolean slices_sum(const UlpKnobWork *work, guint setting, UlpSumRow *row, GError **error) {
  const UlpFormat format = work->plan->result;
  const guint64 k = MIN(n_slices[setting], work->n);
  double sum = 0, seconds = 0;
  for (guint64 i = 0; i < k; i++) {
    const guint64 first = work->n / k * i, end = i + 1 == k ? work->n : work->n / k * (i + 1);
    if (!ulp_knob_sum(work, work->plan, work->array, first, end - first, row, error))
      return FALSE;
    const double added =
        sum + ulp_bits_to_double(format, row->bits); /* exact, or rounded in fp64, which fp32 survives */
    sum = ulp_bits_to_double(format, ulp_bits_from_double(format, added, ULP_ROUND_RN, ULP_PROFILE_IEEE));
    seconds += row->seconds;
  }
  row->bits = ulp_bits_from_double(format, sum, ULP_ROUND_RN, ULP_PROFILE_IEEE);
  row->seconds = seconds;
  return TRUE;
}

/* The last row of a batch, whose rows lie one behind the other and share the blocks, as kernels do that are given all of them. */
static gboolean batch_sum(const UlpKnobWork *work, guint setting, UlpSumRow *row, GError **error) {
  UlpSumPlan plan = *work->plan;
  UlpKnobWork in_batch = *work;
  plan.grid = plan.grid ? MAX(plan.grid / batches[setting], 1) : 0;
  in_batch.plan = &plan;
  return ulp_knob_sum_elements(&in_batch, work->host, (batches[setting] - 1) * work->n, row, error);
}

const UlpKnob ulp_knob_grid = {G_N_ELEMENTS(grids), grid_name, grid_sum};
const UlpKnob ulp_knob_block = {G_N_ELEMENTS(blocks), block_name, block_sum};
const UlpKnob ulp_knob_slices = {G_N_ELEMENTS(n_slices), slices_name, slices_sum};
const UlpKnob ulp_knob_batch = {G_N_ELEMENTS(batches), batch_name, batch_sum, NULL, MOST_ROWS};
