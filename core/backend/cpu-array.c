#include "core/backend/cpu-array.h"

#include "core/base/i18n.h"
#include "core/base/memory.h"
#include "core/number/format.h"

#include <string.h>

static void free_array(gpointer data) {
  UlpCpuArray *array = data;
  g_free(array->data);
  g_free(array);
}

void ulp_cpu_arrays_init(UlpCpuArrays *arrays) {
  arrays->table = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, free_array);
  arrays->last = 0;
}

void ulp_cpu_arrays_clear(UlpCpuArrays *arrays) { g_hash_table_unref(arrays->table); }

void *ulp_cpu_allocate(UlpFormat format, guint64 count, UlpFault *fault) {
  /* Groups of eight elements end on a byte; so many bytes may well be more than a count of bytes holds. */
  void *data = ulp_block_length(format) && count < G_GUINT64_CONSTANT(1) << 56
                   ? ulp_try_allocate(ulp_packed_bytes(format, count) + 1, 1)
                   : ulp_try_allocate(count / ULP_PACKED_GROUP + (count % ULP_PACKED_GROUP != 0),
                                      ulp_packed_element_bytes(format, ULP_PACKED_GROUP));
  if (data == NULL)
    ulp_cpu_fault(fault, ULP_FAULT_MEMORY, _("no memory for %" G_GUINT64_FORMAT " elements of %s on the host"), count,
                  ulp_format_info(format)->id);
  return data;
}

UlpHandle ulp_cpu_arrays_keep(UlpCpuArrays *arrays, const UlpCpuArray *array, gboolean finished, UlpFault *fault) {
  if (!finished) {
    g_free(array->data);
    ulp_cpu_fault_cancelled(fault);
    return 0;
  }
  arrays->last++;
  g_hash_table_insert(arrays->table, g_memdup2(&arrays->last, sizeof arrays->last), g_memdup2(array, sizeof *array));
  return arrays->last;
}

void ulp_cpu_arrays_release(UlpCpuArrays *arrays, UlpHandle handle) { g_hash_table_remove(arrays->table, &handle); }

const UlpCpuArray *ulp_cpu_arrays_find(UlpCpuArrays *arrays, const UlpSlice *slice, UlpFault *fault) {
  const UlpCpuArray *array = g_hash_table_lookup(arrays->table, &slice->array);
  if (array == NULL) {
    ulp_cpu_fault(fault, ULP_FAULT_INVALID, _("there is no array with handle %" G_GUINT64_FORMAT), slice->array);
    return NULL;
  }
  const guint length = ulp_block_length(array->format);
  if (length && slice->offset % length) {
    ulp_cpu_fault(fault, ULP_FAULT_INVALID,
                  _("a slice from element %" G_GUINT64_FORMAT " on, expected one from the beginning of a block of %u"),
                  slice->offset, length);
    return NULL;
  }
  if (slice->offset <= array->count && slice->count <= array->count - slice->offset)
    return array;
  ulp_cpu_fault(fault, ULP_FAULT_INVALID,
                _("a slice of %" G_GUINT64_FORMAT " elements from %" G_GUINT64_FORMAT
                  " on, expected one within the array's %" G_GUINT64_FORMAT),
                slice->count, slice->offset, array->count);
  return NULL;
}

/* -- copies ------------------------------------------------------------------------------------------------------- */

typedef struct {
  const UlpCpuArray *from;
  guint64 offset, count;
  char *to;
} Copy;

/* `first` is a multiple of ULP_PACKED_GROUP. Elements that begin within a byte move one by one. */
static void copy_part(guint64 first, guint64 count, guint thread, gpointer data) {
  const Copy *copy = data;
  const UlpFormat format = copy->from->format;
  const guint64 index = copy->offset + first, bytes = ulp_packed_element_bytes(format, count);
  char *to = copy->to + ulp_packed_element_bytes(format, first);
  const guint64 bits = (index % ULP_PACKED_GROUP) * ulp_layout(format).container_bits;
  if (bits % 8 == 0) {
    memcpy(to, (const char *)copy->from->data + ulp_packed_element_bytes(format, index), bytes);
  } else {
    for (guint64 i = 0; i < count; i++)
      ulp_packed_store(format, to, i, ulp_packed_load(format, copy->from->data, index + i));
  }
  const guint used = (guint)(count % ULP_PACKED_GROUP * ulp_layout(format).container_bits % 8);
  if (used && first + count == copy->count) /* what follows the last element is zero */
    to[bytes - 1] = (char)((guint8)to[bytes - 1] & ((1u << used) - 1));
}

/* Of blocks: what lies behind the elements. `offset` is the first element of a block. */
static void copy_scales(const UlpCpuArray *from, guint64 offset, guint64 count, char *to) {
  const UlpFormat format = from->format;
  const char *scales = (const char *)from->data + ulp_packed_scales_at(format, from->count);
  memcpy(to + ulp_packed_scales_at(format, count), scales + offset / ulp_block_length(format),
         ulp_packed_blocks(format, count));
  if (ulp_block_has_tensor_scale(format))
    memcpy(to + ulp_packed_tensor_scale_at(format, count),
           (const char *)from->data + ulp_packed_tensor_scale_at(format, from->count), sizeof(guint32));
}

gboolean ulp_cpu_copy(const UlpCpuArray *from, guint64 offset, guint64 count, void *to, const UlpWatch *watch) {
  const Copy copy = {from, offset, count, to};
  UlpCpuJob work;
  if (ulp_block_length(from->format))
    copy_scales(from, offset, count, to);
  ulp_cpu_job_begin(&work, watch, (double)count);
  return ulp_cpu_job_run_parts(&work, count, ULP_CPU_PART, copy_part, (gpointer)&copy);
}
