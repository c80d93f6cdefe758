/* A line of options, then a file: listed, one array chosen and read whole, and again in two slices. */
#pragma once

#include "fuzz.h"

#include "core/input/file.h"

#define FUZZ_MOST_BYTES (1u << 24) /* an array that is read; a header may claim any */

static inline gboolean fuzz_read(UlpFile *file, GError **error) {
  const UlpArrayInfo info = ulp_file_info(file);
  guint64 count, bytes;
  g_assert_true(ulp_array_info_count(&info, &count) && ulp_array_info_bytes(&info, &bytes) && count > 0);
  if (bytes > FUZZ_MOST_BYTES)
    return TRUE;
  g_autofree guint8 *whole = g_malloc(bytes), *parts = g_malloc(bytes);
  if (!ulp_file_read(file, 0, count, whole, NULL, error))
    return FALSE;
  const guint64 half = count / 2, offset = ulp_packed_bytes(info.format, 1) * half;
  if (half == 0 || ulp_layout(info.format).container_bits < 8)
    return TRUE;
  g_assert_true(ulp_file_read(file, half, count - half, parts + offset, NULL, NULL));
  g_assert_true(ulp_file_read(file, 0, half, parts, NULL, NULL));
  g_assert_true(memcmp(whole, parts, bytes) == 0);
  return TRUE;
}

static inline void fuzz_reader(const char *name, const uint8_t *data, size_t size) {
  const uint8_t *end = size > 0 ? memchr(data, '\n', MIN(size, 100)) : NULL;
  if (end == NULL)
    return;
  g_autofree char *options = fuzz_text(data, end - data), *text = g_strconcat(name, options, NULL);
  g_autoptr(GError) error = NULL;
  g_autoptr(UlpFileSpec) spec = ulp_file_spec_parse(text, &error);
  fuzz_check(spec != NULL, error);
  if (spec == NULL)
    return;
  const gsize length = data + size - (end + 1);
  g_autofree uint8_t *copy = g_memdup2(end + 1, length); /* so that a sanitizer sees both ends */
  g_autoptr(UlpFile) file = ulp_file_open_memory(spec, copy, length, NULL, &error);
  fuzz_check(file != NULL, error);
  if (file == NULL)
    return;
  g_autoptr(GPtrArray) members = ulp_file_list(file);
  g_assert_nonnull(members);
  const gboolean read = ulp_file_choose(file, NULL, &error) != NULL && fuzz_read(file, &error);
  fuzz_check(read, error);
}
