#include "core/table/export.h"
#include "core/base/error.h"
#include "core/base/i18n.h"
#include "core/table/export-file-private.h"
#include "core/table/target.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <sys/stat.h>
#include <unistd.h>

gboolean ulp_export_keeps(const UlpColumn *column, const UlpExportOptions *options) {
  return !options->reproducible || !(column->flags & ULP_COLUMN_IS_MEASURED);
}

guint ulp_export_columns(const UlpTable *table, const UlpExportOptions *options, guint *columns) {
  guint n = 0;
  for (guint column = 0; column < ulp_table_n_columns(table); column++)
    if (ulp_export_keeps(ulp_table_column(table, column), options))
      columns[n++] = column;
  return n;
}

static gboolean fail(const char *target, int system_error, GError **error) {
  g_autofree char *shown = ulp_target_shown(target);
  g_set_error(error, ULP_ERROR, ULP_ERROR_OUTPUT, _("cannot write %s: %s"), shown, g_strerror(system_error));
  return FALSE;
}

/* An export under way. */
typedef struct {
  UlpProducer producer;
  gconstpointer data;
  GCancellable *cancellable;
  gboolean cancelled;
} Export;

/* 0 or errno, ECANCELED when the user stopped it. */
static int write_all(int file, Export *export) {
  UlpWriter writer;
  ulp_writer_init_file(&writer, file, export->cancellable);
  export->producer(&writer, export->data);
  const int failed = ulp_writer_finish_file(&writer);
  export->cancelled = writer.cancelled;
  return failed == 0 && writer.cancelled ? ECANCELED : failed;
}

static int write_file(int file, gpointer export) { return write_all(file, export); }

#define POLL_INTERVAL (G_USEC_PER_SEC / 50)

/* A pipe that nobody reads yet is waited for. 0 or errno. */
static int write_straight(const char *target, Export *export) {
  int file;
  while ((file = g_open(target, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0)) < 0) {
    if (errno != ENXIO && errno != EINTR)
      return errno;
    export->cancelled = g_cancellable_is_cancelled(export->cancellable);
    if (export->cancelled)
      return ECANCELED;
    g_usleep(POLL_INTERVAL);
  }
  const int failed = write_all(file, export);
  return close(file) != 0 && failed == 0 ? errno : failed;
}

/* The standard stream that is the very file `state`, -1 when none is: replacing the file behind "> out.csv" would lose
 * what else is written there. */
static int standard_stream(const struct stat *state) {
  for (int stream = STDOUT_FILENO; stream <= STDERR_FILENO; stream++) {
    struct stat open_file;
    if (fstat(stream, &open_file) == 0 && open_file.st_dev == state->st_dev && open_file.st_ino == state->st_ino)
      return stream;
  }
  return -1;
}

static int write_target(const char *target, Export *export) {
  if (g_str_equal(target, "-"))
    return write_all(STDOUT_FILENO, export);

  struct stat state;
  const gboolean exists = stat(target, &state) == 0;
  if (!exists && errno != ENOENT)
    return errno;
  if (exists) {
    const int stream = standard_stream(&state);
    if (stream >= 0)
      return write_all(stream, export);
    if (!S_ISREG(state.st_mode))
      return write_straight(target, export);
  }
  g_autofree char *path = ulp_target_file(target);
  return ulp_file_replace(path, write_file, export);
}

gboolean ulp_export_produce(const char *target, UlpProducer producer, gconstpointer data, GCancellable *cancellable,
                            GError **error) {
  Export export = {producer, data, cancellable, FALSE};
  const int failed = write_target(target, &export);
  if (failed == 0)
    return TRUE;
  return export.cancelled ? ulp_go_on(cancellable, error) : fail(target, failed, error);
}

static void produce_bytes(UlpWriter *writer, gconstpointer data) {
  gsize size;
  gconstpointer bytes = g_bytes_get_data((GBytes *)data, &size);
  ulp_writer_put(writer, bytes, size);
}

gboolean ulp_export_write(const char *target, GBytes *bytes, GCancellable *cancellable, GError **error) {
  return ulp_export_produce(target, produce_bytes, bytes, cancellable, error);
}
