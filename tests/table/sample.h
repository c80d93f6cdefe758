/* A table with every type of column and every awkward value. */
#pragma once

#include "core/table/provenance.h"
#include "core/table/table.h"

static const UlpColumn sample_columns[] = {
    {"name", ULP_COLUMN_TEXT, "Name", "", "any text"},
    {"count", ULP_COLUMN_COUNT, "Count", "elements", "whole number"},
    {"real", ULP_COLUMN_REAL, "Real", "1", "double"},
    {"value", ULP_COLUMN_VALUE, "Value", "1", "bits of a format"},
    {"seconds", ULP_COLUMN_REAL, "Time", "s", "duration", .flags = ULP_COLUMN_IS_MEASURED},
};

typedef struct {
  const char *name;
  guint64 count;
  guint64 real; /* bits */
  UlpFormat format;
  guint64 value; /* bits */
} SampleRow;

static const SampleRow sample_rows[] = {
    {"plain", 0, 0x3fb999999999999a, ULP_FORMAT_FP32, 0x3dcccccd},                        /* 0.1, 0.1f */
    {"comma, quote \" and\r\nline", G_MAXUINT64, 0x0000000000000001, ULP_FORMAT_FP64, 1}, /* smallest subnormal */
    {"", G_MAXINT64, 0x7fefffffffffffff, ULP_FORMAT_FP16, 0x7bff},                        /* largest */
    {"ulp \xc2\xb5", 1ull << 53 | 1, 0x8000000000000000, ULP_FORMAT_FP32, 0x80000000},    /* -0 */
    {"inf", 1, 0x7ff0000000000000, ULP_FORMAT_BF16, 0xff80},                              /* inf, -inf */
    {"nan", 2, 0x7ff8000000000000, ULP_FORMAT_E4M3, 0x7f},
    {"third", 3, 0x3fd5555555555555, ULP_FORMAT_TF32, 0x3eaaa000}, /* 1/3 */
    {"signalling", 4, 0xbff0000000000000, ULP_FORMAT_FP32, 0x7fa00001},
};

static inline UlpTable *sample_table(void) {
  UlpTable *table = ulp_table_new("sample", "Sample", sample_columns, G_N_ELEMENTS(sample_columns));
  for (guint i = 0; i < G_N_ELEMENTS(sample_rows); i++) {
    const SampleRow *row = &sample_rows[i];
    UlpCell cells[] = {ulp_cell_text(row->name), ulp_cell_count(row->count), ulp_cell_real(0),
                       ulp_cell_value(row->format, row->value), ulp_cell_real(i * 0.25)};
    cells[2].bits = row->real;
    ulp_table_append(table, cells);
  }
  ulp_table_set_provenance(table, "command", "ulp run sample --input \"a\nb\\c\r\"");
  ulp_table_set_provenance(table, "seed", "1");
  ulp_table_set_provenance(table, "time", "2024-01-01T00:00:00Z");
  return table;
}

static inline double sample_double(guint64 bits) {
  const UlpCell cell = {.bits = bits};
  return cell.real;
}
