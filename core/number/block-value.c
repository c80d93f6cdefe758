#include "core/number/block-value.h"

#include "core/number/overflow.h"

static UlpUnpacked step_of(const UlpBlock *block) {
  return ulp_block_step(block->blocks, block->scale, block->tensor_scale);
}

static UlpBits fp64_of(UlpUnpacked value) {
  return ulp_pack(ulp_layout(ULP_FORMAT_FP64), value, ULP_ROUND_RN, ULP_PROFILE_IEEE);
}

static UlpBlockElement element_of(const UlpBlock *block, UlpUnpacked value, UlpRound round) {
  const UlpLayout layout = ulp_layout(block->blocks);
  const UlpUnpacked step = step_of(block);
  if (ulp_unpacked_is_nan(step))
    return (UlpBlockElement){.value = fp64_of(step)};
  const gboolean finite = value.class_ < ULP_CLASS_INFINITE;
  const UlpUnpacked quotient = finite ? ulp_block_quotient(value, step) : value;
  const UlpBits bits = ulp_block_element(block->blocks, quotient, step, round);
  return (UlpBlockElement){
      .bits = bits,
      .value = fp64_of(ulp_block_value(block->blocks, bits, step)),
      .clipped = quotient.class_ == ULP_CLASS_INFINITE ||
                 (finite && quotient.significand && ulp_overflows(layout, quotient, round)),
      .flushed = finite && value.significand &&
                 ulp_bits_class(ulp_block_element_format(block->blocks), bits) == ULP_CLASS_ZERO,
  };
}

void ulp_block_rescale(UlpBlock *block, const UlpUnpacked *values, const UlpRound *rounds, UlpBits scale) {
  block->scale = scale;
  for (guint i = 0; i < block->n; i++)
    block->element[i] = element_of(block, values[i], rounds[i]);
}

void ulp_block_quantise(UlpFormat blocks, const UlpUnpacked *values, const UlpRound *rounds, guint n, UlpBlockRule rule,
                        guint32 tensor_scale, UlpBlock *block) {
  UlpUnpacked amax = {.class_ = ULP_CLASS_ZERO};
  *block = (UlpBlock){.blocks = blocks, .tensor_scale = tensor_scale, .n = n};
  for (guint i = 0; i < n; i++) {
    const UlpUnpacked more = ulp_block_amax(amax, values[i]);
    const gboolean same =
        more.class_ == amax.class_ && more.significand == amax.significand && more.exponent == amax.exponent;
    block->largest = same ? block->largest : i;
    amax = more;
  }
  ulp_block_rescale(block, values, rounds, ulp_block_scale(blocks, amax, tensor_scale, rule));
}

void ulp_block_revalue(UlpBlock *block, guint index, UlpBits bits) {
  block->element[index] =
      (UlpBlockElement){.bits = bits, .value = fp64_of(ulp_block_value(block->blocks, bits, step_of(block)))};
}

UlpBits ulp_block_step_fp64(const UlpBlock *block) { return fp64_of(step_of(block)); }

char *ulp_block_bytes_text(const UlpBlock *block) {
  const guint width = ulp_layout(block->blocks).container_bits;
  GString *text = g_string_new(NULL);
  g_string_append_printf(text, "%02x |", (guint)block->scale);
  guint64 waiting = 0; /* bits that no byte has yet, the first ones lowest */
  guint n_waiting = 0;
  for (guint i = 0; i < block->n; i++) {
    waiting |= (guint64)block->element[i].bits << n_waiting;
    n_waiting += width;
    for (; n_waiting >= 8 || (i + 1 == block->n && n_waiting); n_waiting -= MIN(n_waiting, 8)) {
      g_string_append_printf(text, " %02x", (guint)(waiting & 0xff));
      waiting >>= 8;
    }
  }
  return g_string_free(text, FALSE);
}

UlpUnpacked ulp_block_finite_amax(const UlpUnpacked *values, gsize n) {
  UlpUnpacked amax = {.class_ = ULP_CLASS_ZERO};
  for (gsize i = 0; i < n; i++)
    if (values[i].class_ < ULP_CLASS_INFINITE)
      amax = ulp_block_amax(amax, values[i]);
  return amax;
}
