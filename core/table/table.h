/* A table: named columns with unit and meaning, and the provenance of all of it. Bits are kept beside values. */
#pragma once

#include "core/number/format.h"

typedef enum {
  ULP_COLUMN_TEXT,
  ULP_COLUMN_COUNT, /* guint64 */
  ULP_COLUMN_REAL,  /* double */
  ULP_COLUMN_VALUE, /* bits of a format: exported as value, hex float and bits */
} UlpColumnType;

typedef struct {
  const char *id;      /* C identifier: the CSV header and what plots name */
  UlpColumnType type;
  const char *title;   /* N_() */
  const char *unit;    /* N_(); "1" for a pure number, "" for text */
  const char *meaning; /* N_(): one line */
  /* TEXT: what people read for a cell, new string; NULL for the text itself, which exports keep. */
  char *(*words)(const char *text);
} UlpColumn;

/* One cell; which member counts is the column's type. Made by the functions below. */
typedef struct {
  UlpColumnType type;
  UlpFormat format;
  union {
    const char *text; /* copied by the table */
    guint64 count;
    double real;
    guint64 bits;
  };
} UlpCell;

static inline UlpCell ulp_cell_text(const char *text) { return (UlpCell){.type = ULP_COLUMN_TEXT, .text = text}; }
static inline UlpCell ulp_cell_count(guint64 count) { return (UlpCell){.type = ULP_COLUMN_COUNT, .count = count}; }
static inline UlpCell ulp_cell_real(double real) { return (UlpCell){.type = ULP_COLUMN_REAL, .real = real}; }
static inline UlpCell ulp_cell_value(UlpFormat format, guint64 bits) {
  return (UlpCell){.type = ULP_COLUMN_VALUE, .format = format, .bits = bits};
}

typedef struct _UlpTable UlpTable; /* reference-counted; written by one thread, then only read */

/* `columns` is borrowed: descriptors are constants. */
UlpTable *ulp_table_new(const char *id, const char *title, const UlpColumn *columns, guint n_columns);
UlpTable *ulp_table_copy(const UlpTable *table); /* rows and provenance: what a worker hands to the window */
UlpTable *ulp_table_ref(UlpTable *table);
void ulp_table_unref(UlpTable *table);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(UlpTable, ulp_table_unref)

/* `cells` has one cell for each column, of the column's type (a programming error otherwise). */
void ulp_table_append(UlpTable *table, const UlpCell *cells);

const char *ulp_table_id(const UlpTable *table);
const char *ulp_table_title(const UlpTable *table);
guint ulp_table_n_rows(const UlpTable *table);
guint ulp_table_n_columns(const UlpTable *table);
const UlpColumn *ulp_table_column(const UlpTable *table, guint column);
int ulp_table_find(const UlpTable *table, const char *id); /* -1 when there is none */
UlpCell ulp_table_cell(const UlpTable *table, guint row, guint column); /* text is borrowed */
double ulp_table_number(const UlpTable *table, guint row, guint column); /* of a text cell: NaN */
/* As a person reads it: the column's words for a text; else ulp_bits_to_text, "inf", "nan"; new string. */
char *ulp_table_text(const UlpTable *table, guint row, guint column);

/* Provenance: ordered, one value a key; a second one replaces the first. */
void ulp_table_set_provenance(UlpTable *table, const char *key, const char *value);
guint ulp_table_n_provenance(const UlpTable *table);
void ulp_table_get_provenance(const UlpTable *table, guint index, const char **key, const char **value);
