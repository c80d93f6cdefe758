/* A table: named columns with unit and meaning, and the provenance of all of it. Cells lie in typed contiguous columns,
 * bits beside values, in the fewest bytes that hold them. */
#pragma once

#include "core/number/format.h"

typedef enum {
  ULP_COLUMN_TEXT,
  ULP_COLUMN_COUNT, /* guint64 */
  ULP_COLUMN_REAL,  /* double; every NaN is kept as the one quiet NaN */
  ULP_COLUMN_VALUE, /* bits of a format, of up to 128: exported as value, hex float and bits */
} UlpColumnType;

/* What a column is for. */
typedef enum {
  ULP_COLUMN_IS_MEASURED = 1 << 0, /* differs between identical runs: left out of reproducible exports */
  ULP_COLUMN_IS_HIDDEN = 1 << 1,   /* for plots or the curious: not shown until asked for; exported */
  ULP_COLUMN_IS_ALARM = 1 << 2,    /* its cells can be an alarm, see ulp_cell_is_alarm() */
  ULP_COLUMN_IS_CODE = 1 << 3,     /* text to be copied into a program */
  ULP_COLUMN_IS_SERIES = 1 << 4,   /* TEXT: tells the series of plots apart, in place of the column they name */
} UlpColumnFlags;

typedef struct {
  const char *id; /* C identifier: the CSV header and what plots name */
  UlpColumnType type;
  const char *title;   /* N_() */
  const char *unit;    /* N_(); "1" for a pure number, "" for text */
  const char *meaning; /* N_(): one line */
  /* TEXT: what people read for a cell, new string; NULL for the text itself, which exports keep. */
  char *(*words)(const char *text);
  UlpColumnFlags flags;
  guint8
      group; /* of a wide table's parts, the one that shows the column where there is no room for all; 0: every part */
} UlpColumn;

/* One cell; which member counts is the column's type. Made by the functions below. */
typedef struct {
  UlpColumnType type;
  UlpFormat format;
  union {
    const char *text; /* copied by the table */
    guint64 count;
    double real;
    UlpBits bits;
  };
} UlpCell;

static inline UlpCell ulp_cell_text(const char *text) { return (UlpCell){.type = ULP_COLUMN_TEXT, .text = text}; }
static inline UlpCell ulp_cell_count(guint64 count) { return (UlpCell){.type = ULP_COLUMN_COUNT, .count = count}; }
static inline UlpCell ulp_cell_real(double real) { return (UlpCell){.type = ULP_COLUMN_REAL, .real = real}; }
static inline UlpCell ulp_cell_value(UlpFormat format, UlpBits bits) {
  return (UlpCell){.type = ULP_COLUMN_VALUE, .format = format, .bits = bits};
}

/* Reference-counted. One thread appends and makes snapshots; those may be read, and appended to, on other threads. */
typedef struct _UlpTable UlpTable;

/* The descriptors are copied. Their ids differ; `title` is N_(), as a column's. */
UlpTable *ulp_table_new(const char *id, const char *title, const UlpColumn *columns, guint n_columns);
/* The rows and provenance of now, in some microseconds however many rows there are: cells are shared. */
UlpTable *ulp_table_snapshot(const UlpTable *table);
UlpTable *ulp_table_ref(UlpTable *table);
void ulp_table_unref(UlpTable *table);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(UlpTable, ulp_table_unref)

/* `cells` has one cell for each column, of the column's type (a programming error otherwise). FALSE when memory is short or
 * a table has more than 256 formats: the table keeps the rows it has and takes no more. */
gboolean ulp_table_append(UlpTable *table, const UlpCell *cells);
/* FALSE with ULP_ERROR_MEMORY or, for too many formats, ULP_ERROR_INPUT when a row could not be appended. */
gboolean ulp_table_check(const UlpTable *table, GError **error);

const char *ulp_table_id(const UlpTable *table);
const char *ulp_table_title(const UlpTable *table);
guint64 ulp_table_n_rows(const UlpTable *table);
guint ulp_table_n_columns(const UlpTable *table);
const UlpColumn *ulp_table_column(const UlpTable *table, guint column);
int ulp_table_find(const UlpTable *table, const char *id);                 /* -1 when there is none */
UlpCell ulp_table_cell(const UlpTable *table, guint64 row, guint column);  /* text is borrowed */
double ulp_table_number(const UlpTable *table, guint64 row, guint column); /* of a text cell: NaN */

/* The format of a VALUE column's cells; FALSE when they are of several or there are none. */
gboolean ulp_table_format(const UlpTable *table, guint column, UlpFormat *format);

/* A column's cells of rows [first, first + n) as ulp_table_number() has them, into `numbers`. */
void ulp_table_numbers(const UlpTable *table, guint column, guint64 first, gsize n, double *numbers);
/* The same of a TEXT column as numbers that equal texts share: below ulp_table_n_texts(), named by
 * ulp_table_shared_text(). */
void ulp_table_text_numbers(const UlpTable *table, guint column, guint64 first, gsize n, guint32 *numbers);
guint32 ulp_table_n_texts(const UlpTable *table);
const char *ulp_table_shared_text(const UlpTable *table, guint32 number);

/* Provenance: ordered, one value a key; a second one replaces the first. */
void ulp_table_set_provenance(UlpTable *table, const char *key, const char *value);
guint ulp_table_n_provenance(const UlpTable *table);
void ulp_table_get_provenance(const UlpTable *table, guint index, const char **key, const char **value);
const char *ulp_table_provenance(const UlpTable *table, const char *key); /* its value; NULL where there is none */

/* For people (table-text.c). */

/* The cell: the column's words for a text; else ulp_bits_to_text, "inf", "nan"; new string. */
char *ulp_table_text(const UlpTable *table, guint64 row, guint column);
/* The title of a column with its unit, pure numbers without one: "error [ulp]". New string. */
char *ulp_column_heading(const UlpColumn *column);
/* What a cell's text leaves out: hex float and bits of a value, NULL for another cell. New string. */
char *ulp_cell_detail(UlpCell cell);
/* Whether a cell of an alarm column is one: the texts FAIL, WRONG and BROKEN, a number that is not finite. */
gboolean ulp_cell_is_alarm(const UlpColumn *column, UlpCell cell);
const char *ulp_translated(const char *text); /* in the user's language; "" stays "" */
char *ulp_words_translated(const char *text); /* words of a column whose texts are N_() */
