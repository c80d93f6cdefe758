/* The CPU backend's arrays: packed elements of any format, by handle. */
#pragma once

#include "core/array/packing.h"
#include "core/backend/cpu-job.h"

typedef struct {
  UlpFormat format;
  guint64 count;
  void *data; /* packed; aligned for every type */
} UlpCpuArray;

typedef struct {
  GHashTable *table; /* UlpHandle -> UlpCpuArray */
  UlpHandle last;    /* handles are never used again */
} UlpCpuArrays;

void ulp_cpu_arrays_init(UlpCpuArrays *arrays);
void ulp_cpu_arrays_clear(UlpCpuArrays *arrays);

/* Memory for `count` elements; NULL with a fault. */
void *ulp_cpu_allocate(UlpFormat format, guint64 count, UlpFault *fault);

/* Keeps `data` when the work was finished, frees it otherwise: 0 with ULP_FAULT_CANCELLED. */
UlpHandle ulp_cpu_arrays_keep(UlpCpuArrays *arrays, const UlpCpuArray *array, gboolean finished, UlpFault *fault);
void ulp_cpu_arrays_release(UlpCpuArrays *arrays, UlpHandle handle);

/* The array of a slice that lies within it; NULL with ULP_FAULT_INVALID. */
const UlpCpuArray *ulp_cpu_arrays_find(UlpCpuArrays *arrays, const UlpSlice *slice, UlpFault *fault);

/* Copies elements [offset, offset + count) of `from`, packed, to the beginning of `to`. FALSE when stopped. Ticks. */
gboolean ulp_cpu_copy(const UlpCpuArray *from, guint64 offset, guint64 count, void *to, const UlpWatch *watch);
