/* Bytes of a file, of memory or of a stream. */
#include "core/input/source.h"

#include "core/base/error.h"
#include "core/base/i18n.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct _UlpSource {
  int file;                /* -1: not of a file */
  const guint8 *bytes;     /* of memory */
  const UlpStream *stream; /* NULL: neither */
  gpointer state;
  guint64 at; /* where the stream is; beyond the size: it is to begin again */
  guint64 size;
};

static gboolean fail_errno(int code, GError **error) {
  g_set_error_literal(error, ULP_ERROR, ULP_ERROR_INPUT, g_strerror(code));
  return FALSE;
}

static gboolean check_kind(int file, guint64 *size, GError **error) {
  struct stat status;
  if (fstat(file, &status) != 0)
    return fail_errno(errno, error);
  if (S_ISDIR(status.st_mode))
    return fail_errno(EISDIR, error);
  if (!S_ISREG(status.st_mode)) {
    g_set_error_literal(error, ULP_ERROR, ULP_ERROR_INPUT, _("not a regular file"));
    return FALSE;
  }
  *size = (guint64)status.st_size;
  return TRUE;
}

UlpSource *ulp_source_open(const char *path, GError **error) {
  guint64 size;
  const int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* a pipe without a writer must not block */
  if (file < 0) {
    fail_errno(errno, error);
    return NULL;
  }
  if (!check_kind(file, &size, error)) {
    close(file);
    return NULL;
  }
  UlpSource *source = g_new0(UlpSource, 1);
  *source = (UlpSource){.file = file, .size = size};
  return source;
}

UlpSource *ulp_source_new_memory(gconstpointer bytes, guint64 size) {
  UlpSource *source = g_new0(UlpSource, 1);
  *source = (UlpSource){.file = -1, .bytes = bytes, .size = size};
  return source;
}

UlpSource *ulp_source_new_stream(const UlpStream *stream, gpointer state, guint64 size) {
  UlpSource *source = g_new0(UlpSource, 1);
  *source = (UlpSource){.file = -1, .stream = stream, .state = state, .at = G_MAXUINT64, .size = size};
  return source;
}

void ulp_source_free(UlpSource *source) {
  if (source == NULL)
    return;
  if (source->stream != NULL)
    source->stream->free(source->state);
  if (source->file >= 0)
    close(source->file);
  g_free(source);
}

guint64 ulp_source_size(const UlpSource *source) { return source->size; }

static gboolean fail_shorter(GError **error) {
  g_set_error_literal(error, ULP_ERROR, ULP_ERROR_INPUT, _("the file became shorter while it was read"));
  return FALSE;
}

/* The stream at `offset`: what lies before is read and dropped. */
static gboolean go_to(UlpSource *source, guint64 offset, GCancellable *cancellable, GError **error) {
  guint8 dropped[1 << 14];
  if (source->at > offset) {
    source->at = G_MAXUINT64;
    if (!source->stream->rewind(source->state, error))
      return FALSE;
    source->at = 0;
  }
  while (source->at < offset) {
    if (!ulp_go_on(cancellable, error))
      return FALSE;
    const gssize got =
        source->stream->read(source->state, dropped, (gsize)MIN(sizeof dropped, offset - source->at), error);
    if (got <= 0)
      return got == 0 && fail_shorter(error);
    source->at += (guint64)got;
  }
  return TRUE;
}

/* The next of at most `count` bytes; as UlpStream.read. */
static gssize read_next(UlpSource *source, guint64 offset, gsize count, gpointer out, GError **error) {
  if (source->bytes != NULL) {
    memcpy(out, source->bytes + offset, count);
    return (gssize)count;
  }
  gssize got;
  if (source->stream != NULL) {
    got = source->stream->read(source->state, out, count, error);
    source->at = got > 0 ? source->at + (guint64)got : G_MAXUINT64;
    return got;
  }
  do
    got = pread(source->file, out, count, (off_t)offset);
  while (got < 0 && errno == EINTR);
  if (got < 0)
    fail_errno(errno, error);
  return got;
}

gboolean ulp_source_read(UlpSource *source, guint64 offset, gsize count, gpointer out, GCancellable *cancellable,
                         GError **error) {
  if (offset > source->size || count > source->size - offset)
    return fail_shorter(error);
  if (source->stream != NULL && count > 0 && !go_to(source, offset, cancellable, error))
    return FALSE;
  for (gsize done = 0; done < count;) {
    if (!ulp_go_on(cancellable, error))
      return FALSE;
    const gssize got =
        read_next(source, offset + done, MIN(count - done, ULP_SOURCE_SLICE), (guint8 *)out + done, error);
    if (got <= 0)
      return got == 0 && fail_shorter(error);
    done += (gsize)got;
  }
  return TRUE;
}
