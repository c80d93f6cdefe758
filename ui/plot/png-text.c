#include "ui/plot/png-text.h"

#include <string.h>

#define HEADER_SIZE (8 + 12 + 13) /* signature and the chunk IHDR */

/* PNG Specification, 3rd edition, annex D. */
static guint32 crc(const guint8 *data, gsize length) {
  guint32 rest = 0xffffffff;
  for (gsize i = 0; i < length; i++) {
    rest ^= data[i];
    for (int bit = 0; bit < 8; bit++)
      rest = rest >> 1 ^ (rest & 1 ? 0xedb88320 : 0);
  }
  return ~rest;
}

static void append_number(GByteArray *bytes, guint32 number) {
  const guint32 big = GUINT32_TO_BE(number);
  g_byte_array_append(bytes, (const guint8 *)&big, sizeof big);
}

static void append_string(GByteArray *bytes, const char *text, gsize length) {
  g_byte_array_append(bytes, (const guint8 *)text, (guint)length);
}

void ulp_png_append_text(GByteArray *chunks, const char *key, const char *value) {
  g_autofree char *valid = g_utf8_make_valid(value, -1);
  const gboolean ascii = g_str_is_ascii(valid);
  const guint start = chunks->len;
  append_number(chunks, 0); /* the length, known below */
  append_string(chunks, ascii ? "tEXt" : "iTXt", 4);
  append_string(chunks, key, MIN(strlen(key), 79));
  if (ascii)
    append_string(chunks, "", 1);
  else
    append_string(chunks, "\0\0\0\0\0", 5); /* end of key, uncompressed, method, no language, no translated key */
  append_string(chunks, valid, strlen(valid));

  const guint32 length = GUINT32_TO_BE(chunks->len - start - 8);
  memcpy(chunks->data + start, &length, sizeof length);
  append_number(chunks, crc(chunks->data + start + 4, chunks->len - start - 4));
}

void ulp_png_insert(GByteArray *png, const GByteArray *chunks) {
  const guint tail = png->len - HEADER_SIZE;
  g_byte_array_set_size(png, png->len + chunks->len);
  memmove(png->data + HEADER_SIZE + chunks->len, png->data + HEADER_SIZE, tail);
  memcpy(png->data + HEADER_SIZE, chunks->data, chunks->len);
}
