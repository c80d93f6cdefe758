/* ARRIVAL: a real race. Threads start together, take blocks as they come, and add each partial to one fp32 word with
 * compare-and-swap as soon as they have it. Nothing orders them: the result may differ from run to run. */
#include "core/backend/cpu-sum.h"

#include "core/base/i18n.h"

#include <string.h>

#define FEWEST_RACERS 2

typedef struct {
  const UlpCpuSlice *slice;
  _Atomic guint32 word;
} Race;

static float float_of(guint32 bits) {
  float value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

static guint32 bits_of(float value) {
  guint32 bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

static void add_to_word(_Atomic guint32 *word, double value) {
  guint32 seen = atomic_load_explicit(word, memory_order_relaxed);
  UlpSum sum = ulp_sum_zero();
  do {
    sum.s = float_of(seen);
    ulp_sum_add(ULP_STEP_ADD_FP32, &sum, value);
  } while (!atomic_compare_exchange_weak_explicit(word, &seen, bits_of(sum.s), memory_order_relaxed,
                                                  memory_order_relaxed));
}

static void run_block(guint64 block, guint thread, gpointer data) {
  Race *race = data;
  UlpSum partial;
  if (!ulp_cpu_partial(race->slice, block, &partial))
    return;
  add_to_word(&race->word, race->slice->kernels->value(partial));
  ulp_cpu_partials_tick(race->slice, 1);
}

gboolean ulp_cpu_sum_race(const UlpCpuSlice *slice, double *value, UlpFault *fault) {
  Race race = {.slice = slice};
  const guint threads = MAX(g_get_num_processors(), FEWEST_RACERS);
  if (!ulp_cpu_job_run(slice->job, threads, ulp_cpu_n_partials(slice), run_block, &race))
    return ulp_cpu_fault_cancelled(fault);
  *value = float_of(atomic_load(&race.word));
  return TRUE;
}
