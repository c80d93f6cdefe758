#include "core/input/gguf-cursor.h"

#include "core/base/i18n.h"
#include "core/input/reader.h"

#include <string.h>

#define MOST_NESTED 8 /* arrays of arrays */

/* Types of the metadata (the specification's gguf_metadata_value_type). */
enum { TYPE_STRING = 8, TYPE_ARRAY = 9, N_TYPES = 13 };
static const guint8 widths[N_TYPES] = {1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8};

static gboolean check_left(const UlpGgufCursor *cursor, const char *what, guint64 count, GError **error) {
  const guint64 left = ulp_source_size(cursor->source) - cursor->at;
  return count <= left || ulp_reader_fail(error,
                                          _("GGUF, offset %" G_GUINT64_FORMAT ": the file ends after %" G_GUINT64_FORMAT
                                            " bytes, expected %" G_GUINT64_FORMAT " of %s"),
                                          cursor->at, left, count, what);
}

static gboolean take(UlpGgufCursor *cursor, const char *what, gsize count, gpointer out, GError **error) {
  if (!check_left(cursor, what, count, error))
    return FALSE;
  if (cursor->at < cursor->begin || cursor->at + count > cursor->begin + cursor->length) {
    cursor->length = 0;
    const gsize length = (gsize)MIN(sizeof cursor->bytes, ulp_source_size(cursor->source) - cursor->at);
    if (!ulp_source_read(cursor->source, cursor->at, length, cursor->bytes, cursor->cancellable, error))
      return FALSE;
    cursor->begin = cursor->at;
    cursor->length = length;
  }
  memcpy(out, cursor->bytes + (cursor->at - cursor->begin), count);
  cursor->at += count;
  return TRUE;
}

gboolean ulp_gguf_u32(UlpGgufCursor *cursor, const char *what, guint32 *value, GError **error) {
  if (!take(cursor, what, sizeof *value, value, error))
    return FALSE;
  *value = GUINT32_FROM_LE(*value);
  return TRUE;
}

gboolean ulp_gguf_u64(UlpGgufCursor *cursor, const char *what, guint64 *value, GError **error) {
  if (!take(cursor, what, sizeof *value, value, error))
    return FALSE;
  *value = GUINT64_FROM_LE(*value);
  return TRUE;
}

gboolean ulp_gguf_skip(UlpGgufCursor *cursor, const char *what, guint64 count, GError **error) {
  if (!check_left(cursor, what, count, error))
    return FALSE;
  cursor->at += count;
  return TRUE;
}

char *ulp_gguf_string(UlpGgufCursor *cursor, const char *what, guint64 most, GError **error) {
  const guint64 place = cursor->at;
  guint64 length;
  if (!ulp_gguf_u64(cursor, what, &length, error))
    return NULL;
  if (length > most) {
    ulp_reader_fail(error,
                    _("GGUF, offset %" G_GUINT64_FORMAT ": found a length of %" G_GUINT64_FORMAT
                      " bytes, expected at most %" G_GUINT64_FORMAT " of %s"),
                    place, length, most, what);
    return NULL;
  }
  g_autofree char *text = g_malloc0(length + 1);
  if (!take(cursor, what, length, text, error))
    return NULL;
  if (memchr(text, '\0', length) == NULL && g_utf8_validate(text, (gssize)length, NULL))
    return g_steal_pointer(&text);
  ulp_reader_fail(error, _("GGUF, offset %" G_GUINT64_FORMAT ": %s is no UTF-8"), place + 8, what);
  return NULL;
}

static gboolean fail_type(const UlpGgufCursor *cursor, guint32 type, GError **error) {
  return ulp_reader_fail(error,
                         _("GGUF, before offset %" G_GUINT64_FORMAT ": found a value of type %u, expected 0 to 12"),
                         cursor->at, type);
}

/* The `n` values of an array, whose own arrays may be nested `depth` deep. */
static gboolean skip_values(UlpGgufCursor *cursor, guint32 type, guint64 n, guint depth, GError **error) {
  guint64 total, length;
  guint32 inner;
  if (type >= N_TYPES)
    return fail_type(cursor, type, error);
  if (widths[type] != 0)
    return ulp_gguf_skip(cursor, _("values"), g_uint64_checked_mul(&total, n, widths[type]) ? total : G_MAXUINT64,
                         error);
  if (type == TYPE_ARRAY && depth == 0)
    return ulp_reader_fail(error, _("GGUF, offset %" G_GUINT64_FORMAT ": arrays lie in each other more than %d deep"),
                           cursor->at, MOST_NESTED);
  for (guint64 i = 0; i < n; i++) {
    const gboolean ok = type == TYPE_STRING ? ulp_gguf_u64(cursor, _("a string"), &length, error) &&
                                                  ulp_gguf_skip(cursor, _("a string"), length, error)
                                            : ulp_gguf_u32(cursor, _("an array"), &inner, error) &&
                                                  ulp_gguf_u64(cursor, _("an array"), &length, error) &&
                                                  skip_values(cursor, inner, length, depth - 1, error);
    if (!ok)
      return FALSE;
  }
  return TRUE;
}

gboolean ulp_gguf_value(UlpGgufCursor *cursor, guint32 type, guint64 *value, GError **error) {
  *value = 0;
  if (type < N_TYPES && widths[type] != 0) {
    if (!take(cursor, _("a value"), widths[type], value, error))
      return FALSE;
    *value = GUINT64_FROM_LE(*value);
    return TRUE;
  }
  return skip_values(cursor, type, 1, MOST_NESTED, error);
}
