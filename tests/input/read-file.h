/* Reads bytes in memory as a file of the name and options that a specification gives. */
#pragma once

#include "core/base/error.h"
#include "core/input/file.h"
#include "core/number/format.h"

#include <string.h>

typedef struct {
  UlpArrayInfo info;
  guint64 count;
  gpointer data;
  char *note;
} ReadArray;

static inline void read_array_clear(ReadArray *array) {
  g_free(array->data);
  g_free(array->note);
}

/* Slices of any length, from any element, in any order, give what the whole does. */
static inline void assert_slices(UlpFile *file, const ReadArray *array) {
  const UlpFormat format = array->info.format;
  static const guint64 starts[] = {1, 0, 3, 2, 5}, lengths[] = {1, 2, 3, 7, 100};
  g_autofree guint8 *slice = g_malloc(ulp_packed_bytes(format, 100));
  for (guint i = 0; i < G_N_ELEMENTS(starts); i++) {
    if (starts[i] >= array->count)
      continue;
    const guint64 count = MIN(lengths[i], array->count - starts[i]);
    g_assert_true(ulp_file_read(file, starts[i], count, slice, NULL, NULL));
    for (guint64 k = 0; k < count; k++)
      g_assert_true(ulp_packed_load(format, slice, k) == ulp_packed_load(format, array->data, starts[i] + k));
  }
}

/* FALSE leaves `array` as it is. The bytes are copied into a block of their own, so that a sanitizer sees its ends. */
static inline gboolean read_bytes(const char *text, gconstpointer bytes, gsize size, GCancellable *cancellable,
                                  ReadArray *array, GError **error) {
  g_autofree char *copy = g_memdup2(bytes, size);
  g_autoptr(UlpFileSpec) spec = ulp_file_spec_parse(text, NULL);
  g_assert_nonnull(spec);
  g_autoptr(UlpFile) file = ulp_file_open_memory(spec, copy, size, cancellable, error);
  const UlpMember *member = file != NULL ? ulp_file_choose(file, cancellable, error) : NULL;
  if (member == NULL)
    return FALSE;
  ReadArray read = {.info = ulp_file_info(file)};
  guint64 room;
  g_assert_true(ulp_array_info_count(&read.info, &read.count) && ulp_array_info_bytes(&read.info, &room));
  g_assert_cmpuint(read.count, >=, 1);
  read.data = g_malloc(room);
  if (!ulp_file_read(file, 0, read.count, read.data, cancellable, error)) {
    g_free(read.data);
    return FALSE;
  }
  assert_slices(file, &read);
  read.note = g_strdup(member->note);
  g_assert_true(read.note == NULL || g_utf8_validate(read.note, -1, NULL));
  *array = read;
  return TRUE;
}

static inline ReadArray read_ok(const char *text, gconstpointer bytes, gsize size) {
  ReadArray array = {.count = 0};
  g_autoptr(GError) error = NULL;
  read_bytes(text, bytes, size, NULL, &array, &error);
  g_assert_no_error(error);
  return array;
}

/* One line of UTF-8 with every word of `words`, separated by '|'. */
static inline void assert_bytes_refused(const char *text, gconstpointer bytes, gsize size, int code,
                                        const char *words) {
  ReadArray array = {.count = 77};
  g_autoptr(GError) error = NULL;
  g_assert_false(read_bytes(text, bytes, size, NULL, &array, &error));
  g_test_message("%s", error->message);
  g_assert_error(error, ULP_ERROR, code);
  g_assert_cmpuint(array.count, ==, 77);
  g_assert_null(strchr(error->message, '\n'));
  g_assert_true(g_utf8_validate(error->message, -1, NULL));
  g_auto(GStrv) parts = g_strsplit(words, "|", -1);
  for (guint i = 0; parts[i] != NULL; i++)
    if (strstr(error->message, parts[i]) == NULL)
      g_error("%s: no %s", error->message, parts[i]);
}
