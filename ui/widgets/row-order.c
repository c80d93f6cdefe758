#include "ui/widgets/row-order.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define DIGIT_BITS 16
#define N_DIGITS (64 / DIGIT_BITS)
#define N_BUCKETS (1u << DIGIT_BITS)
#define PIECE 4096 /* rows that are read at once */

typedef struct {
  guint64 key;
  guint32 row;
} Keyed;

/* --- keys that sort as numbers do --- */

static guint64 key_of(double value, gboolean falling) {
  guint64 bits;
  value += 0.0; /* -0 is 0 */
  memcpy(&bits, &value, sizeof bits);
  if (isnan(value))
    return G_MAXUINT64;
  bits = bits >> 63 ? ~bits : bits | G_GUINT64_CONSTANT(1) << 63;
  return falling ? ~bits : bits;
}

/* --- texts: the rank of each is its number --- */

typedef struct {
  guint32 number; /* among the table's texts */
  gboolean is_real;
  double real;
  char *collated;
} Text;

static void text_clear(gpointer text) { g_free(((Text *)text)->collated); }

static Text text_new(const UlpTable *table, guint32 number) {
  const char *shared = ulp_table_shared_text(table, number);
  char *end;
  const double real = g_ascii_strtod(shared, &end);
  if (*shared && *end == '\0' && !isnan(real))
    return (Text){number, TRUE, real, NULL};
  return (Text){number, FALSE, 0, g_utf8_collate_key_for_filename(shared, -1)};
}

static int compare_texts(gconstpointer a, gconstpointer b) {
  const Text *x = a, *y = b;
  if (x->is_real != y->is_real)
    return x->is_real ? -1 : 1;
  return x->is_real ? (x->real > y->real) - (x->real < y->real) : strcmp(x->collated, y->collated);
}

/* ranks[number], of the texts that the column has. */
static double *ranks_of(const UlpTable *table, guint column) {
  const guint64 n_rows = ulp_table_n_rows(table);
  const guint32 n_texts = ulp_table_n_texts(table);
  g_autofree guint8 *used = g_new0(guint8, n_texts + 1);
  guint32 numbers[PIECE];
  for (guint64 first = 0; first < n_rows; first += PIECE) {
    const gsize n = (gsize)MIN(PIECE, n_rows - first);
    ulp_table_text_numbers(table, column, first, n, numbers);
    for (gsize i = 0; i < n; i++)
      used[numbers[i]] = 1;
  }
  g_autoptr(GArray) texts = g_array_new(FALSE, FALSE, sizeof(Text));
  g_array_set_clear_func(texts, text_clear);
  for (guint32 number = 0; number < n_texts; number++)
    if (used[number]) {
      const Text text = text_new(table, number);
      g_array_append_val(texts, text);
    }
  g_array_sort(texts, compare_texts);
  double *ranks = g_new0(double, n_texts + 1), rank = 0;
  for (guint i = 0; i < texts->len; i++) {
    const Text *text = &g_array_index(texts, Text, i);
    if (i > 0 && compare_texts(text - 1, text) != 0)
      rank++;
    ranks[text->number] = rank;
  }
  return ranks;
}

/* --- the rows --- */

static void fill(const UlpTable *table, guint column, gboolean falling, Keyed *rows) {
  const guint64 n_rows = ulp_table_n_rows(table);
  const gboolean is_text = ulp_table_column(table, column)->type == ULP_COLUMN_TEXT;
  g_autofree double *ranks = is_text ? ranks_of(table, column) : NULL;
  guint32 numbers[PIECE];
  double values[PIECE];
  for (guint64 first = 0; first < n_rows; first += PIECE) {
    const gsize n = (gsize)MIN(PIECE, n_rows - first);
    if (is_text)
      ulp_table_text_numbers(table, column, first, n, numbers);
    else
      ulp_table_numbers(table, column, first, n, values);
    for (gsize i = 0; i < n; i++)
      rows[first + i] = (Keyed){key_of(is_text ? ranks[numbers[i]] : values[i], falling), (guint32)(first + i)};
  }
}

/* One pass of a radix sort: by one digit, keeping the order of those that are equal in it. */
static void sort_by_digit(const Keyed *from, Keyed *to, gsize n, guint shift, guint32 *starts) {
  memset(starts, 0, N_BUCKETS * sizeof *starts);
  for (gsize i = 0; i < n; i++)
    starts[from[i].key >> shift & (N_BUCKETS - 1)]++;
  for (guint32 bucket = 0, start = 0; bucket < N_BUCKETS; bucket++) {
    const guint32 count = starts[bucket];
    starts[bucket] = start;
    start += count;
  }
  for (gsize i = 0; i < n; i++)
    to[starts[from[i].key >> shift & (N_BUCKETS - 1)]++] = from[i];
}

guint32 *ulp_row_order(const UlpTable *table, guint column, gboolean falling) {
  const gsize n = (gsize)MIN(ulp_table_n_rows(table), G_MAXUINT);
  g_autofree Keyed *rows = g_new(Keyed, n + 1), *other = g_new(Keyed, n + 1);
  g_autofree guint32 *starts = g_new(guint32, N_BUCKETS);
  guint32 *order = g_new(guint32, n + 1);
  fill(table, column, falling, rows);
  for (guint digit = 0; digit < N_DIGITS; digit++) {
    sort_by_digit(rows, other, n, digit * DIGIT_BITS, starts);
    Keyed *sorted = other;
    other = rows;
    rows = sorted;
  }
  for (gsize i = 0; i < n; i++)
    order[i] = rows[i].row;
  return order;
}
