#include "core/table/writer.h"

#include <errno.h>
#include <unistd.h>

void ulp_writer_init_file(UlpWriter *writer, int file, GCancellable *cancellable) {
  *writer = (UlpWriter){.block = g_malloc(ULP_WRITER_BLOCK), .file = file, .cancellable = cancellable};
}

void ulp_writer_init_memory(UlpWriter *writer) {
  *writer = (UlpWriter){.block = g_malloc(ULP_WRITER_BLOCK), .file = -1, .memory = g_string_new(NULL)};
}

/* 0 or errno. */
static int write_all(int file, const char *data, gsize left) {
  while (left > 0) {
    const ssize_t written = write(file, data, left);
    if (written < 0 && errno == EINTR)
      continue;
    if (written < 0)
      return errno;
    data += written;
    left -= (gsize)written;
  }
  return 0;
}

static void send(UlpWriter *writer, const char *data, gsize size) {
  writer->cancelled = writer->cancelled || g_cancellable_is_cancelled(writer->cancellable);
  if (!ulp_writer_goes_on(writer))
    return;
  if (writer->memory)
    g_string_append_len(writer->memory, data, (gssize)size);
  else
    writer->failed = write_all(writer->file, data, size);
}

gboolean ulp_writer_flush(UlpWriter *writer) {
  if (writer->used > 0)
    send(writer, writer->block, writer->used);
  writer->used = 0;
  return ulp_writer_goes_on(writer);
}

void ulp_writer_put(UlpWriter *writer, gconstpointer data, gsize size) {
  if (size > ULP_WRITER_BLOCK - writer->used)
    ulp_writer_flush(writer);
  if (size > ULP_WRITER_BLOCK) {
    send(writer, data, size);
    return;
  }
  memcpy(writer->block + writer->used, data, size);
  writer->used += size;
}

int ulp_writer_finish_file(UlpWriter *writer) {
  ulp_writer_flush(writer);
  g_clear_pointer(&writer->block, g_free);
  return writer->failed;
}

GBytes *ulp_writer_finish_memory(UlpWriter *writer) {
  ulp_writer_flush(writer);
  g_clear_pointer(&writer->block, g_free);
  return g_string_free_to_bytes(g_steal_pointer(&writer->memory));
}
