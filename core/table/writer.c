#include "core/table/writer.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#define POLL_MILLISECONDS 50

void ulp_writer_init_file(UlpWriter *writer, int file, GCancellable *cancellable) {
  struct stat state;
  *writer = (UlpWriter){.block = g_malloc(ULP_WRITER_BLOCK), .file = file, .cancellable = cancellable};
  writer->waits = fstat(file, &state) == 0 && !S_ISREG(state.st_mode);
}

void ulp_writer_init_memory(UlpWriter *writer) {
  *writer = (UlpWriter){.block = g_malloc(ULP_WRITER_BLOCK), .file = -1, .memory = g_string_new(NULL)};
}

static gboolean is_cancelled(UlpWriter *writer) {
  return writer->cancelled = writer->cancelled || g_cancellable_is_cancelled(writer->cancellable);
}

/* Waits until a pipe takes something, so that a cancellation is seen while its reader sleeps: no signal ends the wait in
 * write(). */
static void wait_for_reader(UlpWriter *writer) {
  struct pollfd poll_file = {.fd = writer->file, .events = POLLOUT};
  while (!is_cancelled(writer) && poll(&poll_file, 1, POLL_MILLISECONDS) == 0)
    continue;
}

/* 0 or errno; stops early when it is cancelled. */
static int write_all(UlpWriter *writer, const char *data, gsize left) {
  while (left > 0) {
    if (writer->waits)
      wait_for_reader(writer);
    if (writer->cancelled)
      return 0;
    /* A pipe that is ready has room for PIPE_BUF bytes: pipe(7). */
    const ssize_t written = write(writer->file, data, writer->waits ? MIN(left, PIPE_BUF) : left);
    if (written < 0 && errno != EINTR && (errno != EAGAIN || !writer->waits))
      return errno;
    data += MAX(written, 0);
    left -= (gsize)MAX(written, 0);
  }
  return 0;
}

static void send(UlpWriter *writer, const char *data, gsize size) {
  if (is_cancelled(writer) || !ulp_writer_goes_on(writer))
    return;
  if (writer->memory)
    g_string_append_len(writer->memory, data, (gssize)size);
  else
    writer->failed = write_all(writer, data, size);
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
