/* Bytes of a file or of memory. */
#include "core/input/source.h"

#include "core/base/error.h"
#include "core/base/i18n.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct _UlpSource {
  int file; /* -1: memory */
  const guint8 *bytes;
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

void ulp_source_free(UlpSource *source) {
  if (source == NULL)
    return;
  if (source->file >= 0)
    close(source->file);
  g_free(source);
}

guint64 ulp_source_size(const UlpSource *source) { return source->size; }

static gboolean fail_shorter(GError **error) {
  g_set_error_literal(error, ULP_ERROR, ULP_ERROR_INPUT, _("the file became shorter while it was read"));
  return FALSE;
}

gboolean ulp_source_read(UlpSource *source, guint64 offset, gsize count, gpointer out, GCancellable *cancellable,
                         GError **error) {
  if (offset > source->size || count > source->size - offset)
    return fail_shorter(error);
  for (gsize done = 0; done < count;) {
    const gsize slice = MIN(count - done, ULP_SOURCE_SLICE);
    gssize got = (gssize)slice;
    if (!ulp_go_on(cancellable, error))
      return FALSE;
    if (source->file < 0)
      memcpy((guint8 *)out + done, source->bytes + offset + done, slice);
    else
      got = pread(source->file, (guint8 *)out + done, slice, (off_t)(offset + done));
    if (got < 0 && errno == EINTR)
      continue;
    if (got < 0)
      return fail_errno(errno, error);
    if (got == 0)
      return fail_shorter(error);
    done += (gsize)got;
  }
  return TRUE;
}
