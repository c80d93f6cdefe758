/* What the readers share: the list, the file, memory and quoting. */
#include "core/input/reader.h"

#include "core/base/error.h"
#include "core/base/i18n.h"
#include "core/base/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const struct {
  const char *ending;
  UlpReader read;
} readers[] = {
#define ULP_READER(id, ending) {ending, ulp_read_##id},
#include "core/input/readers.def"
#undef ULP_READER
};

const char *ulp_reader_endings(void) {
#define ULP_READER(id, ending) " " ending
  return
#include "core/input/readers.def"
      ;
#undef ULP_READER
}

UlpReader ulp_reader_find(const char *name) {
  const gsize length = strlen(name);
  for (guint i = 0; i < G_N_ELEMENTS(readers); i++) {
    const gsize ending = strlen(readers[i].ending);
    if (length > ending && g_ascii_strcasecmp(name + length - ending, readers[i].ending) == 0)
      return readers[i].read;
  }
  return NULL;
}

static gboolean fail_errno(int code, GError **error) {
  g_set_error_literal(error, ULP_ERROR, ULP_ERROR_INPUT, g_strerror(code));
  return FALSE;
}

#define SLICE_BYTES (1u << 24) /* between two looks at the cancellable */

/* Exactly `size` bytes and a NUL. */
static char *read_bytes(int file, gsize size, GCancellable *cancellable, GError **error) {
  g_autofree char *bytes = size < G_MAXSIZE ? ulp_try_allocate(size + 1, 1) : NULL;
  if (bytes == NULL) {
    fail_errno(ENOMEM, error);
    return NULL;
  }
  for (gsize done = 0; done < size;) {
    if (!ulp_go_on(cancellable, error))
      return NULL;
    const gssize got = read(file, bytes + done, MIN(size - done, SLICE_BYTES));
    if (got < 0 && errno == EINTR)
      continue;
    if (got < 0) {
      fail_errno(errno, error);
      return NULL;
    }
    if (got == 0) {
      g_set_error_literal(error, ULP_ERROR, ULP_ERROR_INPUT, _("the file became shorter while it was read"));
      return NULL;
    }
    done += (gsize)got;
  }
  bytes[size] = '\0';
  return g_steal_pointer(&bytes);
}

static gboolean read_opened(int file, UlpReader read_array, const UlpFormat *wanted, GCancellable *cancellable,
                            UlpFileArray *array, GError **error) {
  struct stat status;
  if (fstat(file, &status) != 0)
    return fail_errno(errno, error);
  if (S_ISDIR(status.st_mode))
    return fail_errno(EISDIR, error);
  if (!S_ISREG(status.st_mode)) {
    g_set_error_literal(error, ULP_ERROR, ULP_ERROR_INPUT, _("not a regular file"));
    return FALSE;
  }
  if (read_array == NULL) {
    g_set_error(error, ULP_ERROR, ULP_ERROR_INPUT, _("no reader for this kind of file; the name must end in one of:%s"),
                ulp_reader_endings());
    return FALSE;
  }
  if (status.st_size == 0) {
    g_set_error_literal(error, ULP_ERROR, ULP_ERROR_INPUT, _("the file is empty"));
    return FALSE;
  }
  g_autofree char *bytes = read_bytes(file, (gsize)status.st_size, cancellable, error);
  return bytes != NULL && read_array(bytes, (gsize)status.st_size, wanted, cancellable, array, error);
}

gboolean ulp_read_file(const char *path, const UlpFormat *wanted, GCancellable *cancellable, UlpFileArray *array,
                       GError **error) {
  const int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* a pipe without a writer must not block */
  const gboolean ok = file < 0 ? fail_errno(errno, error)
                               : read_opened(file, ulp_reader_find(path), wanted, cancellable, array, error);
  if (file >= 0)
    close(file);
  if (!ok) {
    g_autofree char *name = g_filename_display_name(path);
    g_prefix_error(error, "%s: ", name);
  }
  return ok;
}

gpointer ulp_reader_allocate(UlpFormat format, guint64 count, GError **error) {
  const gsize bytes = format == ULP_FORMAT_FP32 ? 4 : 8;
  gpointer data = ulp_try_allocate(count, bytes);
  if (data == NULL)
    g_set_error(error, ULP_ERROR, ULP_ERROR_INPUT,
                _("not enough memory for %" G_GUINT64_FORMAT " elements of %" G_GSIZE_FORMAT " bytes"), count, bytes);
  return data;
}

char *ulp_reader_quote(const char *text, gsize length) {
  const gsize shown = MIN(length, 40);
  g_autofree char *valid = g_utf8_make_valid(text, (gssize)shown);
  GString *quoted = g_string_new("“");
  for (const char *p = valid; *p != '\0'; p = g_utf8_next_char(p)) {
    const gunichar c = g_utf8_get_char(p);
    g_string_append_unichar(quoted, g_unichar_isprint(c) ? c : 0xfffd);
  }
  g_string_append(quoted, shown < length ? "…”" : "”");
  return g_string_free(quoted, FALSE);
}
