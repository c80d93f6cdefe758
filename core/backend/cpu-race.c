/* ARRIVAL: a real race. Threads start together, each with a share of the blocks, and add each partial to one word with
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
  gboolean yields_often; /* after each partial, where it is more than an element or two */
  atomic_uint begun;
  UlpStep step; /* plain addition in fp32 or fp64 */
  memory_order order;
  _Atomic guint64 word; /* the sum's bits */
} Race;

static UlpSum sum_of_bits(guint64 bits) {
  UlpSum sum = ulp_sum_zero();
  memcpy(&sum, &bits, sizeof bits);
  return sum;
}

static guint64 bits_of(UlpStep step, UlpSum sum) {
  guint64 bits = 0;
  memcpy(&bits, &sum, ulp_step_is_fp64(step) ? sizeof sum.d[0] : sizeof sum.f[0]);
  return bits;
}

static void add_to_word(Race *race, double value) {
  guint64 seen = atomic_load_explicit(&race->word, memory_order_relaxed);
  UlpSum sum;
  do {
    sum = sum_of_bits(seen);
    ulp_sum_add(race->step, &sum, value);
  } while (!atomic_compare_exchange_weak_explicit(&race->word, &seen, bits_of(race->step, sum), race->order,
                                                  memory_order_relaxed));
}

/* Blocks [first, first + chunk); FALSE when stopped. */
static gboolean run_chunk(Race *race, guint64 first) {
  const guint64 end = MIN(first + race->chunk, race->n_partials);
  UlpSum partial;
  for (guint64 block = first; block < end; block++) {
    if (!ulp_cpu_partial(race->slice, block, &partial))
      return FALSE;
    add_to_word(race, race->slice->kernels->value(partial));
    if (race->yields_often || block + 1 == end)
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
  const guint threads = plan->threads ? (guint)plan->threads : MAX(g_get_num_processors(), FEWEST_RACERS);
  const guint64 run = plan->shape == ULP_SHAPE_RUNS ? plan->leaf : plan->block;
  const guint64 filled = (slice->n - 1) / run + 1; /* the other blocks would add +0, which changes nothing */
  Race race = {.slice = slice,
               .chunk = MAX(plan->chunk, 1),
               .n_partials = MIN(ulp_plan_partials(plan, slice->n), filled),
               .yields_often = ulp_cpu_partial_elements(slice) >= ULP_WARP_LANES,
               .step = ulp_step_plain(plan->step),
               .order = slice->atomics == ULP_ATOMICS_ACQ_REL   ? memory_order_acq_rel
                        : slice->atomics == ULP_ATOMICS_SEQ_CST ? memory_order_seq_cst
                                                                : memory_order_relaxed};
  race.n_shares = (guint)MIN(threads, (race.n_partials - 1) / race.chunk + 1);
  if (!ulp_cpu_job_run(slice->job, race.n_shares, race.n_shares, run_share, &race))
    return ulp_cpu_fault_cancelled(fault);
  *value = ulp_sum_value(race.step, sum_of_bits(atomic_load(&race.word)));
  return TRUE;
}
