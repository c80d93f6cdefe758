/* Made-up tables in the shape that experiments give, for tests of the plot. */
#pragma once

#include "core/table/plot-spec.h"
#include "core/table/provenance.h"

#include <math.h>

/* A small counter-based sequence in [0, 1): the tests must not depend on the generators. */
static inline double sample_noise(guint64 i) {
  guint64 z = (i + 1) * 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return (double)((z ^ z >> 31) >> 11) * 0x1p-53;
}

static inline void sample_provenance(UlpTable *table) {
  ulp_provenance_add_program(table);
  ulp_table_set_provenance(table, "command", "ulp run sample --input uniform:n=1000000 --seed 7");
  ulp_table_set_provenance(table, "device_name", "Sample CPU");
  ulp_table_set_provenance(table, "note", "<a & b>\nsecond line");
}

/* Relative error against N for n_series algorithms; every fifth one is exact. */
static const UlpColumn sample_error_columns[] = {
    {"algorithm", ULP_COLUMN_TEXT, "Algorithm", "", "summation algorithm"},
    {"n", ULP_COLUMN_COUNT, "N", "elements", "number of elements"},
    {"relative_error", ULP_COLUMN_REAL, "Relative error", "1", "|result - exact| / |exact|"},
};
static const UlpPlotSpec sample_error_spec = {.id = "relative-error",
                                              .title = "Relative error against N",
                                              .x = "n",
                                              .y = "relative_error",
                                              .series = "algorithm",
                                              .x_scale = ULP_SCALE_LOG2,
                                              .y_scale = ULP_SCALE_LOG,
                                              .mark = ULP_MARK_LINE};

static inline UlpTable *sample_error_table(guint n_series) {
  static const char *const names[] = {
      "seq-fp32",  "kahan",      "tree-fp32", "pairwise",  "exact", "seq-fp64", "strided:grid=64:block=128",
      "tree-fp64", "kahan-tree", "fixed",     "unordered", "k",     "l",        "m",
      "n",         "o"};
  UlpTable *table = ulp_table_new("error-vs-n", "Error against N", sample_error_columns, 3);
  for (guint64 n = 16; n <= G_GUINT64_CONSTANT(1) << 24; n *= 2) {
    for (guint s = 0; s < n_series; s++) {
      const double slope = s == 0 ? 0.5 : s == 2 || s == 3 ? 0.05 : s * 0.02;
      double error = s % 5 == 4 ? 0 : pow((double)n, slope) * exp2(-25 - (double)s) * (0.2 + sample_noise(n + s));
      if (s == 1 && sample_noise(n * 31) < 0.3)
        error = 0;
      ulp_table_append(table, (UlpCell[]){ulp_cell_text(names[s % 16]), ulp_cell_count(n), ulp_cell_real(error)});
    }
  }
  sample_provenance(table);
  return table;
}

/* Results of repeated runs, fp32, one panel for each algorithm; the first is spread over a few ulps. */
static const UlpColumn sample_repeat_columns[] = {
    {"algorithm", ULP_COLUMN_TEXT, "Algorithm", "", "summation algorithm"},
    {"run", ULP_COLUMN_COUNT, "Run", "1", "number of the run"},
    {"result", ULP_COLUMN_VALUE, "Result", "1", "what the algorithm returned"},
    {"exact", ULP_COLUMN_VALUE, "Exact sum", "1", "correctly rounded sum"},
};
static const UlpPlotSpec sample_repeat_spec = {.id = "result",
                                               .title = "Result of each run",
                                               .x = "run",
                                               .y = "result",
                                               .series = "algorithm",
                                               .facet = "algorithm",
                                               .reference = "exact",
                                               .reference_title = "exact sum",
                                               .x_scale = ULP_SCALE_LINEAR,
                                               .y_scale = ULP_SCALE_LINEAR};

static inline guint64 sample_fp32_bits(float value) {
  union {
    float f;
    guint32 u;
  } bits = {.f = value};
  return bits.u;
}

static inline guint64 sample_fp64_bits(double value) {
  union {
    double d;
    guint64 u;
  } bits = {.d = value};
  return bits.u;
}

static inline UlpTable *sample_repeat_table(guint n_panels, guint n_runs) {
  static const char *const names[] = {"unordered (simulated schedule)", "fixed",     "exact",
                                      "strided:grid=64:block=128",      "tree-fp32", "kahan"};
  UlpTable *table = ulp_table_new("repeat", "Repeated runs", sample_repeat_columns, 4);
  for (guint run = 0; run < n_runs; run++) {
    for (guint a = 0; a < n_panels; a++) {
      const guint64 bits = sample_fp32_bits(500123.4f) + (a == 0 ? (guint64)(sample_noise(run) * 6) : a == 1 ? 2 : 0);
      ulp_table_append(table, (UlpCell[]){ulp_cell_text(names[a % 6]), ulp_cell_count(run),
                                          ulp_cell_value(ULP_FORMAT_FP32, bits),
                                          ulp_cell_value(ULP_FORMAT_FP64, sample_fp64_bits(500123.4109375))});
    }
  }
  sample_provenance(table);
  return table;
}

/* One error for each algorithm, grouped by determinism. */
static const UlpColumn sample_sum_columns[] = {
    {"algorithm", ULP_COLUMN_TEXT, "Algorithm", "", "summation algorithm"},
    {"error_ulps", ULP_COLUMN_REAL, "|Error|", "ulp", "distance from the exact sum"},
    {"determinism", ULP_COLUMN_TEXT, "Determinism", "", "what may change the bits"},
};
static const UlpPlotSpec sample_sum_spec = {.id = "error",
                                            .title = "Error of each algorithm",
                                            .x = "algorithm",
                                            .y = "error_ulps",
                                            .series = "determinism",
                                            .x_scale = ULP_SCALE_CATEGORY,
                                            .y_scale = ULP_SCALE_LOG};

static inline UlpTable *sample_sum_table(void) {
  static const struct {
    const char *algorithm, *determinism;
    double error;
  } rows[] = {{"seq-fp32", "same bits everywhere", 3.1e4}, {"seq-fp64", "same bits everywhere", 0},
              {"tree-fp32", "same bits everywhere", 0.4},  {"tree-fp64", "same bits everywhere", 0.1},
              {"pairwise", "same bits everywhere", 1.5},   {"strided", "same bits for the same launch", 22.0},
              {"kahan", "same bits everywhere", 0.5},      {"kahan-tree", "same bits for the same launch", 0},
              {"unordered", "changes from run to run", 6}, {"fixed", "same bits for the same launch", 2},
              {"exact", "same bits everywhere", 0},        {"overflowed", "changes from run to run", INFINITY}};
  UlpTable *table = ulp_table_new("sum", "Sums", sample_sum_columns, 3);
  for (guint i = 0; i < G_N_ELEMENTS(rows); i++)
    ulp_table_append(table, (UlpCell[]){ulp_cell_text(rows[i].algorithm), ulp_cell_real(rows[i].error),
                                        ulp_cell_text(rows[i].determinism)});
  sample_provenance(table);
  return table;
}

/* Error of a conversion to half precision against the value. */
static const UlpColumn sample_convert_columns[] = {
    {"value", ULP_COLUMN_REAL, "Value", "1", "before the conversion"},
    {"error", ULP_COLUMN_REAL, "Error", "1", "after minus before"},
    {"class", ULP_COLUMN_TEXT, "Class", "", "class of the converted value"},
};
static const UlpPlotSpec sample_convert_spec = {.id = "error",
                                                .title = "Error of the conversion against the value",
                                                .x = "value",
                                                .y = "error",
                                                .series = "class",
                                                .x_scale = ULP_SCALE_LINEAR,
                                                .y_scale = ULP_SCALE_LINEAR};

static inline UlpTable *sample_convert_table(guint n) {
  UlpTable *table = ulp_table_new("convert", "Conversion", sample_convert_columns, 3);
  for (guint i = 0; i < n; i++) {
    const double value = (sample_noise(2 * i) + sample_noise(2 * i + 1) + sample_noise(3 * i) - 1.5) * 4;
    const double unit = exp2(floor(log2(fabs(value) + 1e-9)) - 10);
    const double error = rint(value / unit) * unit - value;
    ulp_table_append(table, (UlpCell[]){ulp_cell_real(value), ulp_cell_real(error),
                                        ulp_cell_text(fabs(value) < 0.5 ? "subnormal" : "normal")});
  }
  sample_provenance(table);
  return table;
}
