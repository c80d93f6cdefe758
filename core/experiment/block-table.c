#include "core/experiment/block-table.h"

#include "core/base/i18n.h"
#include "core/experiment/bits-table.h"
#include "core/job/job.h"
#include "core/table/provenance.h"

static const UlpColumn block_columns[] = {
    {"block", ULP_COLUMN_COUNT, N_("block"), "1", N_("position of the block, from 0")},
    {"scale", ULP_COLUMN_VALUE, N_("scale"), "1", N_("scale of the block, in the scale's format")},
    {"scale_bits", ULP_COLUMN_TEXT, N_("scale bits"), "", N_("bits of the scale")},
    {"tensor_scale", ULP_COLUMN_VALUE, N_("tensor scale"), "1",
     N_("fp32 scale of all blocks; 1 where the format has none")},
    {"largest", ULP_COLUMN_TEXT, N_("scale from"), "",
     N_("number with the largest magnitude, which the scale is made from")},
    {"clipped", ULP_COLUMN_COUNT, N_("clipped"), "1", N_("numbers beyond the largest element under the scale")},
    {"flushed", ULP_COLUMN_COUNT, N_("flushed"), "1", N_("numbers that are not zero and whose element is")},
    {"bytes", ULP_COLUMN_TEXT, N_("bytes"), "", N_("scale, then the elements packed, the first in the lowest bits")},
};

static const UlpColumn element_columns[] = {
    {"block", ULP_COLUMN_COUNT, N_("block"), "1", N_("position of the block, from 0")},
    {"index", ULP_COLUMN_COUNT, N_("index"), "1", N_("position of the number, from 0")},
    {"number", ULP_COLUMN_TEXT, N_("number"), "", N_("number as typed, or element of the input")},
    {"fields", ULP_COLUMN_TEXT, N_("bits"), "", N_("sign, exponent and significand bits of the element")},
    {"element", ULP_COLUMN_VALUE, N_("element"), "1", N_("element before it is scaled")},
    {"value", ULP_COLUMN_VALUE, N_("value"), "1", N_("element times scale, exactly")},
    {"error", ULP_COLUMN_REAL, N_("error"), "1", N_("value minus number")},
    {"relative_error", ULP_COLUMN_REAL, N_("relative error"), "1", N_("error over the magnitude of the number")},
    {"mark", ULP_COLUMN_TEXT, N_("mark"), "",
     N_("clipped: beyond the largest element; flushed: not zero, and became zero"), ulp_words_translated},
};

UlpBlockNumber *ulp_block_number_new(char *text, UlpReal *real) {
  UlpBlockNumber *number = g_new(UlpBlockNumber, 1);
  /* rounded to odd in a format with more than two bits beyond every target, which then rounds as from the number itself
   * (Boldo and Melquiond, IEEE Trans. Computers 57(4), 2008) */
  const UlpBits bits = ulp_real_round(real, ULP_FORMAT_FP128, ULP_ROUND_RO, ULP_PROFILE_IEEE);
  *number = (UlpBlockNumber){text, real, ulp_unpack(ulp_layout(ULP_FORMAT_FP128), bits)};
  return number;
}

void ulp_block_number_free(UlpBlockNumber *number) {
  ulp_real_free(number->real);
  g_free(number->text);
  g_free(number);
}

static const UlpBlockNumber *number_at(const GPtrArray *numbers, guint index) {
  return g_ptr_array_index(numbers, index);
}

guint32 ulp_block_how_tensor_scale(const UlpBlockHow *how, const GPtrArray *numbers) {
  UlpUnpacked amax = {.class_ = ULP_CLASS_ZERO};
  if (how->tensor_scale)
    return how->tensor_scale;
  for (guint i = 0; i < numbers->len; i++)
    if (number_at(numbers, i)->value.class_ < ULP_CLASS_INFINITE)
      amax = ulp_block_amax(amax, number_at(numbers, i)->value);
  return ulp_block_tensor_scale(how->blocks, amax);
}

guint ulp_block_how_count(const UlpBlockHow *how, const GPtrArray *numbers) {
  const guint length = ulp_block_length(how->blocks);
  return (numbers->len + length - 1) / length;
}

void ulp_block_how_apply(const UlpBlockHow *how, const GPtrArray *numbers, guint index, guint32 tensor_scale,
                         UlpBlock *block) {
  const UlpConvertJob job = {.round = how->round, .random_bits = how->random_bits, .seed = how->seed};
  const guint length = ulp_block_length(how->blocks), first = index * length, n = MIN(length, numbers->len - first);
  UlpUnpacked values[ULP_BLOCK_LONGEST];
  UlpRound rounds[ULP_BLOCK_LONGEST];
  for (guint i = 0; i < n; i++) {
    values[i] = number_at(numbers, first + i)->value;
    rounds[i] = ulp_convert_job_round(&job, first + i);
  }
  ulp_block_quantise(how->blocks, values, rounds, n, how->rule, tensor_scale, block);
}

static void append_block(UlpTable *table, guint index, const UlpBlock *block, const char *largest) {
  g_autofree char *bytes = ulp_block_bytes_text(block);
  const UlpFormat scale = ulp_block_scale_format(block->blocks);
  g_autofree char *fields = ulp_bits_fields_text(scale, block->scale);
  guint clipped = 0, flushed = 0;
  for (guint i = 0; i < block->n; i++) {
    clipped += !!block->element[i].clipped;
    flushed += !!block->element[i].flushed;
  }
  const UlpCell cells[] = {
      ulp_cell_count(index),   ulp_cell_value(scale, block->scale),
      ulp_cell_text(fields),   ulp_cell_value(ULP_FORMAT_FP32, block->tensor_scale),
      ulp_cell_text(largest),  ulp_cell_count(clipped),
      ulp_cell_count(flushed), ulp_cell_text(bytes),
  };
  G_STATIC_ASSERT(G_N_ELEMENTS(cells) == G_N_ELEMENTS(block_columns));
  ulp_table_append(table, cells);
}

static void append_element(UlpTable *table, guint index, guint number, const UlpBlock *block, guint i,
                           const UlpBlockNumber *typed) {
  const UlpBlockElement *element = &block->element[i];
  const UlpFormat format = ulp_block_element_format(block->blocks);
  g_autofree char *fields = ulp_bits_fields_text(format, element->bits);
  const UlpCell cells[] = {
      ulp_cell_count(index),
      ulp_cell_count(number),
      ulp_cell_text(typed->text),
      ulp_cell_text(fields),
      ulp_cell_value(format, element->bits),
      ulp_cell_value(ULP_FORMAT_FP64, element->value),
      ulp_cell_real(ulp_real_error(typed->real, ULP_FORMAT_FP64, element->value)),
      ulp_cell_real(ulp_real_relative_error(typed->real, ULP_FORMAT_FP64, element->value)),
      ulp_cell_text(element->clipped   ? N_("clipped")
                    : element->flushed ? N_("flushed")
                                       : ""),
  };
  G_STATIC_ASSERT(G_N_ELEMENTS(cells) == G_N_ELEMENTS(element_columns));
  ulp_table_append(table, cells);
}

static void add_provenance(UlpTable *table, const UlpBlockHow *how) {
  ulp_provenance_add_program(table);
  ulp_table_set_provenance(table, "format", ulp_format_info(how->blocks)->id);
  ulp_table_set_provenance(table, "scale_rule", ulp_block_rule_ids[ulp_block_rule_of(how->blocks, how->rule)]);
  ulp_table_set_provenance(table, "round", ulp_round_ids[how->round]);
}

void ulp_block_tables_new(const UlpBlockHow *how, const GPtrArray *numbers, UlpTable **blocks, UlpTable **elements) {
  const guint32 tensor_scale = ulp_block_how_tensor_scale(how, numbers);
  const guint length = ulp_block_length(how->blocks);
  *blocks = ulp_table_new("blocks", N_("Blocks and their scales"), block_columns, G_N_ELEMENTS(block_columns));
  *elements = ulp_table_new("block-elements", N_("Elements of blocks"), element_columns, G_N_ELEMENTS(element_columns));
  add_provenance(*blocks, how);
  add_provenance(*elements, how);
  for (guint index = 0; index < ulp_block_how_count(how, numbers); index++) {
    UlpBlock block;
    ulp_block_how_apply(how, numbers, index, tensor_scale, &block);
    append_block(*blocks, index, &block, number_at(numbers, index * length + block.largest)->text);
    for (guint i = 0; i < block.n; i++)
      append_element(*elements, index, index * length + i, &block, i, number_at(numbers, index * length + i));
  }
}
