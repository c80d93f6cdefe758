/* Builds .npy files, right and wrong ones, for the reader's tests. */
#pragma once

#include <glib.h>
#include <string.h>

/* Magic, version, header length and header as given; `length` of the header may lie. */
static inline GByteArray *npy_raw(guint8 major, const char *header, guint32 length) {
  GByteArray *file = g_byte_array_new();
  const guint8 prefix[] = {0x93, 'N', 'U', 'M', 'P', 'Y', major, 0};
  const guint32 little = GUINT32_TO_LE(length);
  g_byte_array_append(file, prefix, sizeof prefix);
  g_byte_array_append(file, (const guint8 *)&little, major == 1 ? 2 : 4);
  g_byte_array_append(file, (const guint8 *)header, (guint)strlen(header));
  return file;
}

/* As numpy.save writes it: padded with spaces to a multiple of 64 and a newline. */
static inline GByteArray *npy_file(guint8 major, const char *dictionary, gconstpointer data, guint bytes) {
  g_autoptr(GString) header = g_string_new(dictionary);
  while ((header->len + 1 + (major == 1 ? 10 : 12)) % 64 != 0)
    g_string_append_c(header, ' ');
  g_string_append_c(header, '\n');
  GByteArray *file = npy_raw(major, header->str, (guint32)header->len);
  g_byte_array_append(file, data, bytes);
  return file;
}

#define NPY_DICTIONARY(descr, order, shape) "{'descr': '" descr "', 'fortran_order': " order ", 'shape': " shape ", }"
