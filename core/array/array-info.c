/* Shapes, sizes and names of arrays. */
#include "core/array/array-info.h"

#include "core/number/format.h"

UlpArrayInfo ulp_array_info(UlpFormat format, guint64 count) {
  return (UlpArrayInfo){.format = format, .n_dimensions = 1, .shape = {count}};
}

gboolean ulp_array_info_count(const UlpArrayInfo *info, guint64 *count) {
  *count = 1;
  gboolean empty = FALSE, fits = TRUE; /* a product that does not fit is refused even when a later factor is 0 */
  for (guint i = 0; i < info->n_dimensions; i++) {
    empty = empty || info->shape[i] == 0;
    fits = fits && (info->shape[i] == 0 || g_uint64_checked_mul(count, *count, info->shape[i]));
  }
  *count = empty ? 0 : *count;
  return fits;
}

gboolean ulp_array_info_bytes(const UlpArrayInfo *info, guint64 *bytes) {
  const guint bits = ulp_layout(info->format).container_bits;
  guint64 count;
  if (!ulp_array_info_count(info, &count) || !g_uint64_checked_mul(bytes, count / 8, bits))
    return FALSE;
  return g_uint64_checked_add(bytes, *bytes, (count % 8 * bits + 7) / 8);
}

gboolean ulp_array_info_equal(const UlpArrayInfo *a, const UlpArrayInfo *b) {
  if (a->format != b->format || !a->big_endian != !b->big_endian || !a->fortran != !b->fortran ||
      a->n_dimensions != b->n_dimensions)
    return FALSE;
  for (guint i = 0; i < a->n_dimensions; i++)
    if (a->shape[i] != b->shape[i])
      return FALSE;
  return TRUE;
}

char *ulp_array_info_text(const UlpArrayInfo *info) {
  GString *text = g_string_new(ulp_format_info(info->format)->id);
  g_string_append(text, " [");
  for (guint i = 0; i < info->n_dimensions; i++)
    g_string_append_printf(text, "%s%" G_GUINT64_FORMAT, i > 0 ? ", " : "", info->shape[i]);
  g_string_append(text, info->big_endian ? "], big-endian" : "]");
  return g_string_free(info->fortran ? g_string_append(text, ", Fortran order") : text, FALSE);
}
