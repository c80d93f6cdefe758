/* The files of tests/input/recorded, as other programs wrote them (recorded.py). */
#pragma once

#include "read-file.h"

static inline GByteArray *recorded(const char *name) {
  g_autofree char *path = g_build_filename(g_getenv("ULP_TEST_DATA"), "input", "recorded", name, NULL);
  char *bytes;
  gsize size;
  g_assert_true(g_file_get_contents(path, &bytes, &size, NULL));
  return g_byte_array_new_take((guint8 *)bytes, size);
}

/* "1 -2 0.1": each element as the shortest text that is read back as it. */
static inline char *values_text(const ReadArray *array) {
  GString *text = g_string_new(NULL);
  for (guint64 i = 0; i < array->count; i++) {
    g_autofree char *value = ulp_bits_to_text(array->info.format, ulp_packed_load(array->info.format, array->data, i));
    g_string_append_printf(text, "%s%s", i > 0 ? " " : "", value);
  }
  return g_string_free(text, FALSE);
}

/* `spec`: the name with its member and options; `bits`: what is expected at each place of the file, packed. */
static inline void assert_recorded_bits(const char *spec, const char *shape, gconstpointer bits, gsize size) {
  g_autofree char *name = g_strndup(spec, strcspn(spec, "#:"));
  g_autoptr(GByteArray) file = recorded(name);
  ReadArray array = read_ok(spec, file->data, file->len);
  g_autofree char *found = ulp_array_info_text(&array.info);
  g_assert_cmpstr(found, ==, shape);
  g_assert_cmpmem(array.data, ulp_packed_bytes(array.info.format, array.count), bits, size);
  read_array_clear(&array);
}

static inline void assert_recorded_values(const char *spec, const char *values) {
  g_autofree char *name = g_strndup(spec, strcspn(spec, "#:"));
  g_autoptr(GByteArray) file = recorded(name);
  ReadArray array = read_ok(spec, file->data, file->len);
  g_autofree char *found = values_text(&array);
  g_assert_cmpstr(found, ==, values);
  read_array_clear(&array);
}

/* A file that is the recorded one but for what `change` does. */
static inline void assert_recorded_refused(const char *spec, void (*change)(GByteArray *file, guint which), guint which,
                                           int code, const char *words) {
  g_autofree char *name = g_strndup(spec, strcspn(spec, "#:"));
  g_autoptr(GByteArray) file = recorded(name);
  change(file, which);
  assert_bytes_refused(spec, file->data, file->len, code, words);
}
