/* Bytes read in ranges, of a file, of memory, or as they are unpacked. Not mapped: a mapping of a file that becomes shorter would
 * end the program, a read does not. */
#pragma once

#include <gio/gio.h>

#define ULP_SOURCE_SLICE (1u << 24) /* bytes at most between two looks at a cancellable: some milliseconds */

typedef struct _UlpSource UlpSource;

/* A regular file. ULP_ERROR_INPUT says why not, but not the file's name. */
UlpSource *ulp_source_open(const char *path, GError **error);
/* `size` bytes in memory, which must outlive the source. */
UlpSource *ulp_source_new_memory(gconstpointer bytes, guint64 size);
/* Bytes that can only be had one after another: what is behind is had by beginning again. */
typedef struct {
  gboolean (*rewind)(gpointer state, GError **error);
  gssize (*read)(gpointer state, gpointer out, gsize count, GError **error); /* 1 to `count`; 0 at the end; -1: error */
  void (*free)(gpointer state);
} UlpStream;
/* `size` is what is read at most. */
UlpSource *ulp_source_new_stream(const UlpStream *stream, gpointer state, guint64 size);
void ulp_source_free(UlpSource *source);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(UlpSource, ulp_source_free)

guint64 ulp_source_size(const UlpSource *source); /* when it was opened */

/* Exactly `count` bytes from `offset` on. ULP_ERROR_INPUT, also where the file has become shorter, or
 * ULP_ERROR_CANCELLED. */
gboolean ulp_source_read(UlpSource *source, guint64 offset, gsize count, gpointer out, GCancellable *cancellable,
                         GError **error);
