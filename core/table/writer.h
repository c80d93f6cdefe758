/* The way of an export's bytes to a file or into memory, in blocks: no export is held whole to be written. */
#pragma once

#include <gio/gio.h>
#include <string.h>

#define ULP_WRITER_BLOCK (1 << 16)

typedef struct {
  char *block; /* ULP_WRITER_BLOCK bytes, `used` of which wait */
  gsize used;
  int file;        /* -1: into `memory` */
  gboolean waits;  /* for a pipe's reader, or a device */
  GString *memory; /* NULL with a file */
  GCancellable *cancellable;
  int failed; /* errno of the write that failed, 0 while all went well */
  gboolean cancelled;
} UlpWriter;

/* `cancellable` may be NULL. */
void ulp_writer_init_file(UlpWriter *writer, int file, GCancellable *cancellable);
void ulp_writer_init_memory(UlpWriter *writer);
/* Sends what waits. What ends the writer: errno, 0 when every byte arrived or it was cancelled. */
int ulp_writer_finish_file(UlpWriter *writer);
GBytes *ulp_writer_finish_memory(UlpWriter *writer);

/* Sends what waits; FALSE when the rest would not arrive, so that its producer stops early. */
gboolean ulp_writer_flush(UlpWriter *writer);

static inline gboolean ulp_writer_goes_on(const UlpWriter *writer) { return writer->failed == 0 && !writer->cancelled; }

/* Room for `size` bytes, at most a block; ulp_writer_wrote() says how many of them count. */
static inline char *ulp_writer_room(UlpWriter *writer, gsize size) {
  if (size > ULP_WRITER_BLOCK - writer->used)
    ulp_writer_flush(writer);
  return writer->block + writer->used;
}
static inline void ulp_writer_wrote(UlpWriter *writer, gsize size) { writer->used += size; }

void ulp_writer_put(UlpWriter *writer, gconstpointer data, gsize size); /* of any size */
static inline void ulp_writer_text(UlpWriter *writer, const char *text) { ulp_writer_put(writer, text, strlen(text)); }
static inline void ulp_writer_char(UlpWriter *writer, char c) {
  *ulp_writer_room(writer, 1) = c;
  ulp_writer_wrote(writer, 1);
}
