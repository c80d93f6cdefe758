/* Knobs of how a sum's parts come together: atomic additions, and whether kernels are waited for. */
#include "core/experiment/knobs.h"

#include "core/base/error.h"

static const UlpAtomics atomics[] = {ULP_ATOMICS_RELAXED, ULP_ATOMICS_ACQ_REL, ULP_ATOMICS_SEQ_CST, ULP_ATOMICS_SYSTEM,
                                     ULP_ATOMICS_BLOCK};
static const char *const atomics_names[] = {"relaxed", "acquire-release", "sequential", "system-wide", "one block"};
static const UlpAtomics subnormals[] = {ULP_ATOMICS_RELAXED, ULP_ATOMICS_SWAP, ULP_ATOMICS_SHARED};
static const char *const subnormals_names[] = {"global memory", "compare and swap", "shared memory"};
static const char *const sync_names[] = {"waited for", "queued"};

static const char *atomics_name(const UlpKnobWork *work, guint setting) { return atomics_names[setting]; }
static const char *subnormals_name(const UlpKnobWork *work, guint setting) { return subnormals_names[setting]; }
static const char *sync_name(const UlpKnobWork *work, guint setting) { return sync_names[setting]; }

/* Other algorithms have no atomics to be set. */
static gboolean sum_by(const UlpKnobWork *work, UlpAtomics by, UlpSumRow *row, GError **error) {
  const UlpSumJob job = {.plan = *work->plan, .atomics = work->plan->merge == ULP_MERGE_ARRIVAL ? by : 0};
  return ulp_knob_run_sum(work, &job, row, error);
}

static gboolean atomics_sum(const UlpKnobWork *work, guint setting, UlpSumRow *row, GError **error) {
  return sum_by(work, atomics[setting], row, error);
}

static gboolean subnormals_sum(const UlpKnobWork *work, guint setting, UlpSumRow *row, GError **error) {
  return sum_by(work, subnormals[setting], row, error);
}

static gboolean sync_sum(const UlpKnobWork *work, guint setting, UlpSumRow *row, GError **error) {
  const UlpSumJob job = {.plan = *work->plan, .queued = setting == 1};
  if (job.queued && ulp_device_is_cpu(work->run->device)) {
    ulp_set_error(error, ULP_ERROR_USAGE, "%s", _("needs a GPU: a CPU has no kernels that could be queued"));
    return FALSE;
  }
  return ulp_knob_run_sum(work, &job, row, error);
}

const UlpKnob ulp_knob_atomics = {G_N_ELEMENTS(atomics_names), atomics_name, atomics_sum};
const UlpKnob ulp_knob_subnormals = {G_N_ELEMENTS(subnormals_names), subnormals_name, subnormals_sum};
const UlpKnob ulp_knob_sync = {G_N_ELEMENTS(sync_names), sync_name, sync_sum};
