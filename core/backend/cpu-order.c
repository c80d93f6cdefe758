/* Elements in the order of a plan: a copy, turned round or sorted by magnitude.
 *
 * The sort goes from the lowest digit of the magnitude's bits to the highest and keeps equal ones in their order each time
 * (D. E. Knuth, TAOCP 3, 5.2.5). It is single: its time is memory's, and a GPU is there for large arrays. */
#include "core/backend/cpu-sum.h"

#include "core/base/memory.h"

#include <string.h>

#define DIGIT_BITS 11
#define DIGITS (1u << DIGIT_BITS)

static guint64 magnitude_bits(UlpFormat format, const void *x, guint64 i) {
  return format == ULP_FORMAT_FP32 ? ((const guint32 *)x)[i] & ~(1u << 31)
                                   : ((const guint64 *)x)[i] & ~(G_GUINT64_CONSTANT(1) << 63);
}

static void move(UlpFormat format, void *to, guint64 at, const void *from, guint64 i) {
  if (format == ULP_FORMAT_FP32)
    ((guint32 *)to)[at] = ((const guint32 *)from)[i];
  else
    ((guint64 *)to)[at] = ((const guint64 *)from)[i];
}

/* Work that adds nothing to what is done: FALSE when it is to stop. */
static gboolean go_on(const UlpCpuSlice *slice, guint64 i) {
  return i % ULP_CPU_PART != 0 || ulp_cpu_job_tick(slice->job, 0);
}

static gboolean reverse(const UlpCpuSlice *slice, void *to) {
  for (guint64 i = 0; i < slice->n; i++) {
    if (!go_on(slice, i))
      return FALSE;
    move(slice->format, to, slice->n - 1 - i, slice->x, i);
  }
  return TRUE;
}

/* Where elements of each digit begin; FALSE when stopped. All of one digit: *same. */
static gboolean count_digits(const UlpCpuSlice *slice, const void *from, int shift, guint64 *begin, gboolean *same) {
  memset(begin, 0, DIGITS * sizeof *begin);
  for (guint64 i = 0; i < slice->n; i++) {
    if (!go_on(slice, i))
      return FALSE;
    begin[magnitude_bits(slice->format, from, i) >> shift & (DIGITS - 1)]++;
  }
  const gboolean descending = slice->plan->order == ULP_ORDER_DESCENDING;
  guint64 next = 0;
  *same = FALSE;
  for (guint k = 0; k < DIGITS; k++) {
    const guint digit = descending ? DIGITS - 1 - k : k;
    const guint64 count = begin[digit];
    *same = *same || count == slice->n;
    begin[digit] = next;
    next += count;
  }
  return TRUE;
}

/* `one` and `other` take turns; the result is in *sorted, which is one of them. */
static gboolean sort(const UlpCpuSlice *slice, void *one, void *other, void **sorted) {
  const int bits = slice->format == ULP_FORMAT_FP32 ? 31 : 63;
  guint64 begin[DIGITS];
  gboolean same;
  memcpy(one, slice->x, slice->n * (slice->format == ULP_FORMAT_FP32 ? sizeof(float) : sizeof(double)));
  *sorted = one;
  for (int shift = 0; shift < bits; shift += DIGIT_BITS) {
    void *from = *sorted, *to = from == one ? other : one;
    if (!count_digits(slice, from, shift, begin, &same))
      return FALSE;
    if (same)
      continue;
    for (guint64 i = 0; i < slice->n; i++) {
      if (!go_on(slice, i))
        return FALSE;
      move(slice->format, to, begin[magnitude_bits(slice->format, from, i) >> shift & (DIGITS - 1)]++, from, i);
    }
    *sorted = to;
  }
  return TRUE;
}

void *ulp_cpu_ordered(const UlpCpuSlice *slice, UlpFault *fault) {
  const gsize width = slice->format == ULP_FORMAT_FP32 ? sizeof(float) : sizeof(double);
  const gboolean sorted = slice->plan->order != ULP_ORDER_REVERSED;
  g_autofree void *one = ulp_try_allocate(slice->n, width);
  g_autofree void *other = sorted && one ? ulp_try_allocate(slice->n, width) : NULL;
  if (one == NULL || (sorted && other == NULL)) {
    ulp_cpu_fault_memory(fault, (sorted ? 2 : 1) * slice->n * width);
    return NULL;
  }
  void *result = one;
  if (!(sorted ? sort(slice, one, other, &result) : reverse(slice, one))) {
    ulp_cpu_fault_cancelled(fault);
    return NULL;
  }
  return result == one ? g_steal_pointer(&one) : g_steal_pointer(&other);
}
