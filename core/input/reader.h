/* Readers: the bytes of a file become an array of fp32 or fp64.
 *
 * A reader is one file core/input/reader-ID.c, which defines ulp_read_ID, and one line in readers.def. */
#pragma once

#include "core/number/codec.h"

#include <gio/gio.h>

typedef struct {
  UlpFormat format; /* ULP_FORMAT_FP32 or ULP_FORMAT_FP64 */
  guint64 count;    /* at least 1 */
  gpointer data;    /* containers of `format`; free with g_free */
  const char *note; /* N_(): what a person should know about the order of the elements, or NULL */
} UlpFileArray;

/* The `size` bytes at `bytes` are followed by a NUL. Each element is rounded once (ties to even) to `wanted`, or has
 * the file's own format where `wanted` is NULL. FALSE with ULP_ERROR_INPUT that names the place, what was found and
 * what was expected, but not the file, or with ULP_ERROR_CANCELLED within 100 ms; `array` is then untouched. */
typedef gboolean (*UlpReader)(const char *bytes, gsize size, const UlpFormat *wanted, GCancellable *cancellable,
                              UlpFileArray *array, GError **error);

#define ULP_READER(id, ending)                                                                                         \
  gboolean ulp_read_##id(const char *bytes, gsize size, const UlpFormat *wanted, GCancellable *cancellable,            \
                         UlpFileArray *array, GError **error);
#include "core/input/readers.def"
#undef ULP_READER

/* By the ending of `name`, in either case; NULL for another ending. */
UlpReader ulp_reader_find(const char *name);

/* " .csv .npy": what messages list. */
const char *ulp_reader_endings(void);

/* A whole regular file through the reader of its ending. The error names the file. */
gboolean ulp_read_file(const char *path, const UlpFormat *wanted, GCancellable *cancellable, UlpFileArray *array,
                       GError **error);

/* Room for `count` elements of `format`; NULL with ULP_ERROR_INPUT when memory is short. Free with g_free. */
gpointer ulp_reader_allocate(UlpFormat format, guint64 count, GError **error);

/* Text of a file as an error may show it: one line of valid UTF-8 in quotes, cut to 40 bytes. Free with g_free. */
char *ulp_reader_quote(const char *text, gsize length);
