/* BINS: blocks of elements are cut against the bins below their own largest one, each bin's counts into the totals of a thread,
 * which are added in the end; the order cannot matter (core/sum/bins.h). */
#include "core/backend/cpu-sum.h"

#include "core/base/vector-clones.h"
#include "core/sum/bins.h"

#define BLOCK 1024u /* in a core's first cache; fewer than the deposits that a count takes */
G_STATIC_ASSERT(BLOCK <= ULP_BINS_DEPOSITS_FP32 && BLOCK <= ULP_BINS_DEPOSITS_FP64);

typedef union {
  float f[BLOCK];
  double d[BLOCK];
} Block;

/* The same for both formats of an accumulator. */
#define LOOPS(REAL, COUNT, BITS, SIGN, INFINITE, member)                                                               \
  static inline BITS bits_of_##REAL(REAL x) {                                                                          \
    BITS bits;                                                                                                         \
    memcpy(&bits, &x, sizeof bits);                                                                                    \
    return bits;                                                                                                       \
  }                                                                                                                    \
                                                                                                                       \
  /* Bits of the largest magnitude; infinities and NaN come last. */                                                   \
  ULP_VECTOR_CLONES static BITS largest_##REAL(const REAL *x, guint count) {                                           \
    BITS largest = 0;                                                                                                  \
    for (guint i = 0; i < count; i++) {                                                                                \
      const BITS bits = bits_of_##REAL(x[i]) & ~(SIGN);                                                                \
      largest = bits > largest ? bits : largest;                                                                       \
    }                                                                                                                  \
    return largest;                                                                                                    \
  }                                                                                                                    \
                                                                                                                       \
  /* The count of one bin, which is taken off the elements. */                                                         \
  ULP_VECTOR_CLONES static gint64 cut_##REAL(REAL *x, guint count, REAL sigma) {                                       \
    const BITS zero = bits_of_##REAL(sigma);                                                                           \
    BITS sum = 0;                                                                                                      \
    for (guint i = 0; i < count; i++) {                                                                                \
      const REAL cut = x[i] + sigma;                                                                                   \
      sum += bits_of_##REAL(cut) - zero;                                                                               \
      x[i] -= cut - sigma;                                                                                             \
    }                                                                                                                  \
    return (COUNT)sum;                                                                                                 \
  }                                                                                                                    \
                                                                                                                       \
  /* Infinities and NaN become 0. */                                                                                   \
  static guint32 drop_special_##REAL(REAL *x, guint count) {                                                           \
    guint32 seen = 0;                                                                                                  \
    for (guint i = 0; i < count; i++)                                                                                  \
      if (x[i] - x[i] != 0) {                                                                                          \
        seen |= x[i] != x[i] ? ULP_SEEN_NAN : x[i] > 0 ? ULP_SEEN_POSITIVE_INFINITY : ULP_SEEN_NEGATIVE_INFINITY;      \
        x[i] = 0;                                                                                                      \
      }                                                                                                                \
    return seen;                                                                                                       \
  }                                                                                                                    \
                                                                                                                       \
  static void scale_##REAL(REAL *x, guint count, int exponent) {                                                       \
    const REAL factor = (REAL)ldexp(1, exponent);                                                                      \
    for (guint i = 0; i < count; i++)                                                                                  \
      x[i] *= factor;                                                                                                  \
  }                                                                                                                    \
                                                                                                                       \
  static void add_block_##REAL(Block *block, guint count, UlpBinGrid grid, int folds, UlpBinTotals *totals) {          \
    REAL *x = block->member;                                                                                           \
    BITS largest = largest_##REAL(x, count);                                                                           \
    if (largest >= INFINITE) {                                                                                         \
      totals->seen |= drop_special_##REAL(x, count);                                                                   \
      largest = largest_##REAL(x, count);                                                                              \
    }                                                                                                                  \
    if (largest == 0)                                                                                                  \
      return;                                                                                                          \
    REAL magnitude;                                                                                                    \
    memcpy(&magnitude, &largest, sizeof magnitude);                                                                    \
    const int top = ulp_bin_of(grid, ilogb((double)magnitude)), scale = ulp_bin_scale(grid, top);                      \
    totals->top = MAX(totals->top, top);                                                                               \
    if (scale)                                                                                                         \
      scale_##REAL(x, count, scale);                                                                                   \
    for (int bin = top; bin >= grid.lowest && bin > totals->top - folds; bin--)                                        \
      totals->sum[bin - grid.lowest] += cut_##REAL(x, count, (REAL)ulp_bin_sigma(grid, bin, scale));                   \
  }

LOOPS(float, gint32, guint32, 0x80000000u, 0x7f800000u, f)
LOOPS(double, gint64, guint64, G_GUINT64_CONSTANT(1) << 63, G_GUINT64_CONSTANT(0x7ff) << 52, d)

typedef struct {
  const UlpCpuSlice *slice;
  UlpBinGrid grid;
  UlpBinTotals *totals; /* one a thread */
} Bins;

/* Elements in the accumulator's format. */
static void fill(const UlpCpuSlice *slice, guint64 first, guint count, Block *block) {
  const gboolean from_fp32 = slice->format == ULP_FORMAT_FP32, to_fp64 = ulp_step_is_fp64(slice->plan->step);
  const float *singles = (const float *)slice->x + first;
  const double *doubles = (const double *)slice->x + first;
  if (from_fp32 && !to_fp64)
    memcpy(block->f, singles, count * sizeof *singles);
  else if (!from_fp32 && to_fp64)
    memcpy(block->d, doubles, count * sizeof *doubles);
  else
    for (guint i = 0; i < count; i++) {
      if (to_fp64)
        block->d[i] = singles[i];
      else
        block->f[i] = (float)doubles[i];
    }
}

static void add_part(guint64 first, guint64 count, guint thread, gpointer data) {
  const Bins *bins = data;
  const UlpSumPlan *plan = bins->slice->plan;
  const int folds = (int)plan->folds;
  Block block;
  for (guint64 i = 0; i < count; i += BLOCK) {
    const guint n = (guint)MIN(BLOCK, count - i);
    fill(bins->slice, first + i, n, &block);
    if (ulp_step_is_fp64(plan->step))
      add_block_double(&block, n, bins->grid, folds, &bins->totals[thread]);
    else
      add_block_float(&block, n, bins->grid, folds, &bins->totals[thread]);
  }
}

gboolean ulp_cpu_sum_bins(const UlpCpuSlice *slice, UlpExact *sum, UlpFault *fault) {
  const guint threads = ulp_cpu_threads(slice->n);
  g_autofree UlpBinTotals *totals = g_try_new(UlpBinTotals, threads);
  if (totals == NULL)
    return ulp_cpu_fault_memory(fault, threads * sizeof *totals);
  const UlpBinGrid grid = ulp_bin_grid(ulp_step_format(slice->plan->step));
  Bins bins = {slice, grid, totals};
  for (guint i = 0; i < threads; i++)
    ulp_bin_totals_clear(&totals[i], grid);
  if (!ulp_cpu_job_run_parts(slice->job, slice->n, ULP_CPU_PART, add_part, &bins))
    return ulp_cpu_fault_cancelled(fault);
  for (guint i = 1; i < threads; i++)
    ulp_bin_totals_add(&totals[0], &totals[i]);
  ulp_bin_totals_to_exact(&totals[0], grid, (int)slice->plan->folds, sum);
  return TRUE;
}
