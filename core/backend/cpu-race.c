/* ARRIVAL: a real race. Threads start together, each with a share of the blocks, and add each partial to one fp32 word with
 * compare-and-swap as soon as they have it. Nothing orders them: the result may differ from run to run. More threads than
 * processors, each giving its turn away after a block, leave the order to the system's scheduler. */
#include "core/backend/cpu-sum.h"

#include <string.h>

#define FEWEST_RACERS 2
/* Turns that a thread gives away until all have begun, so that no early one runs the race alone. */
#define PATIENCE 1000

typedef struct {
  const UlpCpuSlice *slice;
  guint64 chunk, n_partials;
  guint n_shares;
  atomic_uint begun;
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
  } while (
      !atomic_compare_exchange_weak_explicit(word, &seen, bits_of(sum.s), memory_order_relaxed, memory_order_relaxed));
}

/* Blocks [first, first + chunk); FALSE when stopped. */
static gboolean run_chunk(Race *race, guint64 first) {
  const guint64 end = MIN(first + race->chunk, race->n_partials);
  UlpSum partial;
  for (guint64 block = first; block < end; block++) {
    if (!ulp_cpu_partial(race->slice, block, &partial))
      return FALSE;
    add_to_word(&race->word, race->slice->kernels->value(partial));
    g_thread_yield();
  }
  return ulp_cpu_partials_tick(race->slice, end - first);
}

/* Every n_shares-th chunk. */
static void run_share(guint64 share, guint thread, gpointer data) {
  Race *race = data;
  atomic_fetch_add(&race->begun, 1);
  for (guint turn = 0; turn < PATIENCE && atomic_load(&race->begun) < race->n_shares; turn++)
    g_thread_yield();
  for (guint64 first = share * race->chunk; first < race->n_partials; first += race->n_shares * race->chunk)
    if (!run_chunk(race, first))
      return;
}

gboolean ulp_cpu_sum_race(const UlpCpuSlice *slice, double *value, UlpFault *fault) {
  const UlpSumPlan *plan = slice->plan;
  const guint threads = plan->threads ? plan->threads : MAX(g_get_num_processors(), FEWEST_RACERS);
  const guint64 filled = (slice->n - 1) / plan->block + 1; /* the other blocks would add +0, which changes nothing */
  Race race = {.slice = slice, .chunk = MAX(plan->chunk, 1), .n_partials = MIN(ulp_cpu_n_partials(slice), filled)};
  race.n_shares = (guint)MIN(threads, (race.n_partials - 1) / race.chunk + 1);
  if (!ulp_cpu_job_run(slice->job, race.n_shares, race.n_shares, run_share, &race))
    return ulp_cpu_fault_cancelled(fault);
  *value = float_of(atomic_load(&race.word));
  return TRUE;
}
