/* The values of a GGUF header, one after another, little-endian: every count and length in it may be a lie. */
#pragma once

#include "core/input/source.h"

typedef struct {
  UlpSource *source;
  GCancellable *cancellable;
  guint64 at; /* where the next value begins */
  guint8 bytes[1 << 15];
  guint64 begin; /* of `bytes` in the file */
  gsize length;
} UlpGgufCursor;

/* ULP_ERROR_INPUT with the offset where the file ends within what is expected, which is `what`. */
gboolean ulp_gguf_u32(UlpGgufCursor *cursor, const char *what, guint32 *value, GError **error);
gboolean ulp_gguf_u64(UlpGgufCursor *cursor, const char *what, guint64 *value, GError **error);
gboolean ulp_gguf_skip(UlpGgufCursor *cursor, const char *what, guint64 count, GError **error);
/* A length and as many bytes, at most `most`. New string. */
char *ulp_gguf_string(UlpGgufCursor *cursor, const char *what, guint64 most, GError **error);

/* Passes over a value of a type of the metadata; the number in it goes to `value`, where it is a whole one. */
gboolean ulp_gguf_value(UlpGgufCursor *cursor, guint32 type, guint64 *value, GError **error);
