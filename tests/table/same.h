/* Tables for the way to a file and back, and what makes two the same. */
#pragma once

#include "core/base/error.h"
#include "core/table/export.h"
#include "core/table/read.h"
#include "tests/table/sample.h"

#include <string.h>

static const UlpColumn nasty_columns[] = {
    {"name", ULP_COLUMN_TEXT, "a; title=\\; with, \"all\"", "", "first line\nsecond; line\r\\n", .group = 3},
    {"count", ULP_COLUMN_COUNT, "", "elements; many", ""},
    {"count_hex", ULP_COLUMN_TEXT, "no hex of count", "", ""},
    {"real", ULP_COLUMN_REAL, "Real", "1", "double",
     .flags = ULP_COLUMN_IS_MEASURED | ULP_COLUMN_IS_HIDDEN | ULP_COLUMN_IS_ALARM},
    {"one", ULP_COLUMN_VALUE, "One format", "1", "bits of fp16", .flags = ULP_COLUMN_IS_HIDDEN, .group = 255},
    {"mixed", ULP_COLUMN_VALUE, "Several", "1", "bits of several formats", .flags = ULP_COLUMN_IS_ALARM},
};

/* Values of typed formats: of 128 bits, of more digits or range than a double, of 4 bits, without a sign. */
static inline UlpCell wide_cell(guint i) {
  static const char *const ids[] = {"e15m112", "e8m60", "e12m30", "e2m1-noinf-nonan",
                                    "e8m0-unsigned-noinf-onenan-nosubnormals-nozero"};
  UlpFormat format;
  g_autoptr(GError) error = NULL;
  ulp_format_from_id(ids[i / 5 % G_N_ELEMENTS(ids)], &format, &error);
  g_assert_no_error(error);
  const UlpBits bits = (UlpBits)0x123456789abcdef1 << 64 | (UlpBits)i * 0x9e3779b97f4a7c15;
  return ulp_cell_value(format, bits & ulp_low_bits(ulp_layout_width(ulp_layout(format))));
}

/* `utf8`: without the texts that JSON cannot have. */
static inline UlpTable *nasty_table(gboolean utf8) {
  static const char *const texts[] = {"",
                                      "#first",
                                      "a,b",
                                      "\"",
                                      "\"\"quoted\"\"",
                                      "line\nend",
                                      "cr\rlf\r\n",
                                      "\xc2\xb5 ulp",
                                      "caf\xe9.npy",
                                      "0x1p+0",
                                      " space ",
                                      "\x01\x1f\x7f",
                                      "'=1+1",
                                      "inf",
                                      "\\n",
                                      "\t",
                                      "12"};
  static const guint64 reals[] = {0,
                                  G_GUINT64_CONSTANT(0x8000000000000000),
                                  1,
                                  G_GUINT64_CONSTANT(0x7ff0000000000000),
                                  G_GUINT64_CONSTANT(0xfff0000000000000),
                                  G_GUINT64_CONSTANT(0x7ff8000000000000),
                                  G_GUINT64_CONSTANT(0x7fefffffffffffff),
                                  G_GUINT64_CONSTANT(0x3fb999999999999a),
                                  G_GUINT64_CONSTANT(0x4340000000000000),
                                  G_GUINT64_CONSTANT(0xfff8000000000123)}; /* kept as the one NaN */
  static const guint64 counts[] = {0, 1, G_MAXINT64, (guint64)G_MAXINT64 + 1, G_MAXUINT64};
  UlpTable *table = ulp_table_new("nasty", "", nasty_columns, G_N_ELEMENTS(nasty_columns));
  for (guint i = 0; i < 4 * G_N_ELEMENTS(texts); i++) {
    const char *text = texts[i % G_N_ELEMENTS(texts)];
    const SampleRow *sample = &sample_rows[i % G_N_ELEMENTS(sample_rows)];
    if (utf8 && !g_utf8_validate(text, -1, NULL))
      continue;
    UlpCell real = ulp_cell_real(0);
    real.bits = reals[i % G_N_ELEMENTS(reals)];
    const UlpCell cells[] = {ulp_cell_text(text),
                             ulp_cell_count(counts[i % G_N_ELEMENTS(counts)]),
                             ulp_cell_text(texts[(i + 1) % 3]),
                             real,
                             ulp_cell_value(ULP_FORMAT_FP16, (guint16)(i * 1021)),
                             i % 5 == 4 ? wide_cell(i) : ulp_cell_value(sample->format, sample->value)};
    g_assert_true(ulp_table_append(table, cells));
  }
  ulp_table_set_provenance(table, "command", "ulp run --input \"a\nb\\c\r\"");
  ulp_table_set_provenance(table, "column", "a key that column lines have");
  ulp_table_set_provenance(table, "table", "and one of the table line");
  ulp_table_set_provenance(table, "a: key\\with\n: all", "");
  ulp_table_set_provenance(table, "n", " value ");
  ulp_table_set_provenance(table, "terminal\x1b", "\x1b[31m\t\x7f\xc2\x9b \\x41 \xc3\x9b\x01");
  ulp_table_set_provenance(table, "#", "#");
  if (!utf8)
    ulp_table_set_provenance(table, "file", "caf\xe9.npy");
  return table;
}

/* Several chunks: cells that grow wider, a format that comes late, many texts. */
static inline UlpTable *long_table(guint n_rows) {
  UlpTable *table = ulp_table_new("long", "Long", nasty_columns, G_N_ELEMENTS(nasty_columns));
  for (guint i = 0; i < n_rows; i++) {
    g_autofree char *text = g_strdup_printf("text %u", i * 7 % 50021);
    const UlpCell cells[] = {ulp_cell_text(text),
                             ulp_cell_count((guint64)i * i),
                             ulp_cell_text(i % 2 ? "odd" : "even"),
                             ulp_cell_real(i / 7.0),
                             ulp_cell_value(ULP_FORMAT_FP16, i & 0xffff),
                             i < n_rows / 2 ? ulp_cell_value(ULP_FORMAT_E4M3, i & 0xff)
                                            : ulp_cell_value(i % 3 ? ULP_FORMAT_FP32 : ULP_FORMAT_FP64, i)};
    g_assert_true(ulp_table_append(table, cells));
  }
  return table;
}

static inline void assert_same_column(const UlpColumn *a, const UlpColumn *b) {
  g_assert_cmpstr(a->id, ==, b->id);
  g_assert_cmpint(a->type, ==, b->type);
  g_assert_cmpstr(a->title, ==, b->title);
  g_assert_cmpstr(a->unit, ==, b->unit);
  g_assert_cmpstr(a->meaning, ==, b->meaning);
  g_assert_cmphex(a->flags, ==, b->flags);
  g_assert_cmpuint(a->group, ==, b->group);
}

static inline void assert_same_cell(UlpCell a, UlpCell b) {
  g_assert_cmpint(a.type, ==, b.type);
  switch (a.type) {
  case ULP_COLUMN_TEXT:
    g_assert_cmpstr(a.text, ==, b.text);
    break;
  case ULP_COLUMN_VALUE:
    g_assert_true(a.format == b.format && a.bits == b.bits);
    break;
  case ULP_COLUMN_COUNT:
  case ULP_COLUMN_REAL:
    g_assert_cmphex((guint64)a.bits, ==, (guint64)b.bits);
    break;
  }
}

static inline void assert_same_provenance(const UlpTable *a, const UlpTable *b) {
  g_assert_cmpuint(ulp_table_n_provenance(a), ==, ulp_table_n_provenance(b));
  for (guint i = 0; i < ulp_table_n_provenance(a); i++) {
    const char *key_a, *value_a, *key_b, *value_b;
    ulp_table_get_provenance(a, i, &key_a, &value_a);
    ulp_table_get_provenance(b, i, &key_b, &value_b);
    g_assert_cmpstr(key_a, ==, key_b);
    g_assert_cmpstr(value_a, ==, value_b);
  }
}

static inline void assert_same(const UlpTable *a, const UlpTable *b) {
  g_assert_cmpstr(ulp_table_id(a), ==, ulp_table_id(b));
  g_assert_cmpstr(ulp_table_title(a), ==, ulp_table_title(b));
  assert_same_provenance(a, b);
  g_assert_cmpuint(ulp_table_n_columns(a), ==, ulp_table_n_columns(b));
  g_assert_cmpuint(ulp_table_n_rows(a), ==, ulp_table_n_rows(b));
  for (guint column = 0; column < ulp_table_n_columns(a); column++) {
    assert_same_column(ulp_table_column(a, column), ulp_table_column(b, column));
    for (guint64 row = 0; row < ulp_table_n_rows(a); row++)
      assert_same_cell(ulp_table_cell(a, row, column), ulp_table_cell(b, row, column));
  }
}
