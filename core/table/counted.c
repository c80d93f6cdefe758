#include "core/table/counted.h"

#include "core/base/i18n.h"

#include <math.h>

#define LOWEST (-1074) /* exponents of fp64 */
#define HIGHEST 1023
#define N_BINS (HIGHEST - LOWEST + 1)
#define STRETCH 4096

typedef struct {
  guint64 rows, zeros;
  guint64 bins[N_BINS];
} Counts;

/* Counts by number of the series' text; NULL where no row has it. */
static GPtrArray *count_rows(const UlpTable *table, guint x, int series, GCancellable *cancellable) {
  GPtrArray *all = g_ptr_array_new_with_free_func(g_free);
  const guint64 n_rows = ulp_table_n_rows(table);
  g_autofree double *values = g_new(double, STRETCH);
  g_autofree guint32 *texts = g_new0(guint32, STRETCH);
  g_ptr_array_set_size(all, (gint)MAX(ulp_table_n_texts(table), 1));
  for (guint64 first = 0; first < n_rows && !g_cancellable_is_cancelled(cancellable); first += STRETCH) {
    const gsize n = (gsize)MIN(STRETCH, n_rows - first);
    ulp_table_numbers(table, x, first, n, values);
    if (series >= 0)
      ulp_table_text_numbers(table, (guint)series, first, n, texts);
    for (gsize i = 0; i < n; i++) {
      Counts **counts = (Counts **)&g_ptr_array_index(all, texts[i]);
      if (!*counts)
        *counts = g_new0(Counts, 1);
      (*counts)->rows++;
      if (values[i] == 0)
        (*counts)->zeros++;
      else if (isfinite(values[i]))
        (*counts)->bins[ilogb(values[i]) - LOWEST]++;
    }
  }
  return all;
}

static void append_bin(UlpTable *counted, double x, guint64 n, const Counts *counts, const char *series) {
  const UlpCell cells[] = {ulp_cell_real(x), ulp_cell_real((double)n / (double)counts->rows), ulp_cell_text(series)};
  ulp_table_append(counted, cells);
}

/* From the first bin with a row to the last one, empty ones between them, too. */
static void append_series(UlpTable *counted, const Counts *counts, const char *series) {
  int first = 0, last = N_BINS - 1;
  while (first < N_BINS && counts->bins[first] == 0)
    first++;
  while (last >= 0 && counts->bins[last] == 0)
    last--;
  if (counts->zeros)
    append_bin(counted, 0, counts->zeros, counts, series);
  for (int bin = first; bin <= last; bin++)
    append_bin(counted, ldexp(G_SQRT2, bin + LOWEST), counts->bins[bin], counts, series);
}

UlpTable *ulp_table_counted(UlpTable *table, const UlpPlotSpec *spec, GCancellable *cancellable) {
  if (ulp_table_find(table, ULP_COUNTED_SHARE) >= 0)
    return ulp_table_ref(table);
  const int x = ulp_table_find(table, spec->x), series = spec->series ? ulp_table_find(table, spec->series) : -1;
  g_return_val_if_fail(x >= 0, NULL);
  const UlpColumn share = {ULP_COUNTED_SHARE, ULP_COLUMN_REAL, N_("share of the elements"), "1",
                           N_("rows whose x is within a factor of two, of all rows of the series")};
  const UlpColumn none = {"series", ULP_COLUMN_TEXT, "", "", ""};
  const UlpColumn columns[] = {*ulp_table_column(table, (guint)x), share,
                               series < 0 ? none : *ulp_table_column(table, (guint)series)};
  UlpTable *counted = ulp_table_new(ulp_table_id(table), spec->title, columns, G_N_ELEMENTS(columns));
  g_autoptr(GPtrArray) all = count_rows(table, (guint)x, series, cancellable);
  for (guint i = 0; i < all->len; i++)
    if (g_ptr_array_index(all, i))
      append_series(counted, g_ptr_array_index(all, i), series < 0 ? "" : ulp_table_shared_text(table, i));
  for (guint i = 0; i < ulp_table_n_provenance(table); i++) {
    const char *key, *value;
    ulp_table_get_provenance(table, i, &key, &value);
    ulp_table_set_provenance(counted, key, value);
  }
  return counted;
}
