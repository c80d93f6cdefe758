/* Each value through the codec, unpacked; the lines of core/number/block.h. */
#include "core/backend/cpu-blocks.h"

#include "core/array/blocks.h"
#include "core/number/block-format.h"

typedef struct {
  const UlpConvertJob *job;
  const UlpCpuArray *from, *to;
  guint64 offset;
} Conversion;

static UlpUnpacked value_at(const Conversion *c, guint64 index) {
  const UlpFormat from = c->from->format;
  return ulp_any_unpack(from, ulp_any_load(from, c->from->data, c->from->count, c->offset + index));
}

/* A block of the result, whose first element is `first`. */
static void convert_block(const Conversion *c, guint64 first, guint n) {
  const UlpFormat to = c->to->format;
  UlpUnpacked values[ULP_BLOCK_LONGEST], amax = {.class_ = ULP_CLASS_ZERO};
  for (guint i = 0; i < n; i++) {
    values[i] = value_at(c, first + i);
    amax = ulp_block_amax(amax, values[i]);
  }
  const UlpBits scale = ulp_block_scale(to, amax, c->job->tensor_scale, c->job->rule);
  const UlpUnpacked step = ulp_block_step(to, scale, c->job->tensor_scale);
  guint8 *scales = (guint8 *)c->to->data + ulp_packed_scales_at(to, c->to->count);
  scales[first / ulp_block_length(to)] = (guint8)scale;
  for (guint i = 0; i < n; i++) {
    const UlpUnpacked quotient = ulp_unpacked_is_nan(step) ? step : ulp_block_quotient(values[i], step);
    const UlpBits bits = ulp_block_element(to, quotient, step, ulp_convert_job_round(c->job, first + i));
    ulp_packed_store(to, c->to->data, first + i, bits);
  }
}

static void to_blocks(guint64 first, guint64 count, guint thread, gpointer data) {
  const Conversion *c = data;
  const guint length = ulp_block_length(c->to->format);
  for (guint64 done = 0; done < count; done += length)
    convert_block(c, first + done, (guint)MIN(length, count - done));
}

static void to_elements(guint64 first, guint64 count, guint thread, gpointer data) {
  const Conversion *c = data;
  const UlpFormat to = c->to->format;
  const UlpLayout layout = ulp_layout(to);
  for (guint64 i = first; i < first + count; i++)
    ulp_packed_store(to, c->to->data, i,
                     ulp_pack(layout, value_at(c, i), ulp_convert_job_round(c->job, i), c->job->profile));
}

gboolean ulp_cpu_convert_blocks(UlpCpuJob *work, const UlpConvertJob *job, const UlpCpuArray *from, guint64 offset,
                                const UlpCpuArray *to) {
  Conversion conversion = {job, from, to, offset};
  if (ulp_block_has_tensor_scale(to->format))
    memcpy((guint8 *)to->data + ulp_packed_tensor_scale_at(to->format, to->count), &job->tensor_scale,
           sizeof job->tensor_scale);
  return ulp_cpu_job_run_parts(work, to->count, ULP_CPU_PART, ulp_block_length(to->format) ? to_blocks : to_elements,
                               &conversion);
}
