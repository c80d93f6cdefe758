#include "core/input/zip-entries.h"

#include "core/base/error.h"
#include "core/base/i18n.h"
#include "core/input/reader.h"

#include <string.h>
#include <zip.h>

#define MAX_ENTRIES 65535
#define MAX_RATIO 1032   /* of deflate: 258 bytes for two bits (zlib's technical notes, "Maximum compression factor") */
#define MIN_UNPACKED 256 /* bytes that nobody counts */

struct _UlpZip {
  UlpSource *source;
  GCancellable *cancellable; /* borrowed, of the call that is under way */
  guint64 at;
  zip_error_t error; /* of the source, as libzip asks for it */
  GError *failed;    /* the same as it was found */
  zip_t *archive;
};

/* -- the archive's bytes, as libzip asks for them ----------------------------------------------------------------------- */

static zip_int64_t read_source(UlpZip *zip, void *data, zip_uint64_t length) {
  const guint64 count = MIN(length, ulp_source_size(zip->source) - zip->at);
  g_clear_error(&zip->failed);
  if (!ulp_source_read(zip->source, zip->at, count, data, zip->cancellable, &zip->failed)) {
    zip_error_set(&zip->error, ZIP_ER_READ, 0);
    return -1;
  }
  zip->at += count;
  return (zip_int64_t)count;
}

static zip_int64_t seek_source(UlpZip *zip, void *data, zip_uint64_t length) {
  const zip_int64_t offset =
      zip_source_seek_compute_offset(zip->at, ulp_source_size(zip->source), data, length, &zip->error);
  if (offset < 0)
    return -1;
  zip->at = (guint64)offset;
  return 0;
}

static zip_int64_t stat_source(UlpZip *zip, zip_stat_t *status) {
  zip_stat_init(status);
  status->size = ulp_source_size(zip->source);
  status->valid = ZIP_STAT_SIZE;
  return sizeof *status;
}

static zip_int64_t call_source(void *state, void *data, zip_uint64_t length, zip_source_cmd_t command) {
  UlpZip *zip = state;
  switch (command) {
  case ZIP_SOURCE_OPEN:
    zip->at = 0;
    return 0;
  case ZIP_SOURCE_READ:
    return read_source(zip, data, length);
  case ZIP_SOURCE_SEEK:
    return seek_source(zip, data, length);
  case ZIP_SOURCE_TELL:
    return (zip_int64_t)zip->at;
  case ZIP_SOURCE_STAT:
    return stat_source(zip, data);
  case ZIP_SOURCE_ERROR:
    return zip_error_to_data(&zip->error, data, length);
  case ZIP_SOURCE_CLOSE:
  case ZIP_SOURCE_FREE:
    return 0;
  case ZIP_SOURCE_SUPPORTS:
    return ZIP_SOURCE_SUPPORTS_SEEKABLE;
  default:
    zip_error_set(&zip->error, ZIP_ER_OPNOTSUPP, 0);
    return -1;
  }
}

/* What the source said, or else libzip. */
static void fail(UlpZip *zip, const char *message, GError **error) {
  if (zip->failed != NULL)
    g_propagate_error(error, g_steal_pointer(&zip->failed));
  else
    ulp_reader_fail(error, "zip: %s", message);
}

static gboolean open_archive(UlpZip *zip, GError **error) {
  zip_error_t refused;
  zip_error_init(&refused);
  zip_source_t *source = zip_source_function_create(call_source, zip, &refused);
  zip->archive = source != NULL ? zip_open_from_source(source, ZIP_RDONLY, &refused) : NULL;
  if (zip->archive == NULL) {
    fail(zip, zip_error_strerror(&refused), error);
    zip_source_free(source);
  }
  zip_error_fini(&refused);
  if (zip->archive == NULL)
    return FALSE;
  const zip_int64_t entries = zip_get_num_entries(zip->archive, 0);
  return entries <= MAX_ENTRIES ||
         ulp_reader_fail(error, _("zip: found %" G_GINT64_FORMAT " entries, expected at most %d"), (gint64)entries,
                         MAX_ENTRIES);
}

UlpZip *ulp_zip_open(UlpSource *source, GCancellable *cancellable, GError **error) {
  g_autoptr(UlpZip) zip = g_new0(UlpZip, 1);
  zip->source = source;
  zip->cancellable = cancellable;
  zip_error_init(&zip->error);
  return open_archive(zip, error) ? g_steal_pointer(&zip) : NULL;
}

void ulp_zip_free(UlpZip *zip) {
  if (zip->archive != NULL)
    zip_discard(zip->archive);
  zip_error_fini(&zip->error);
  g_clear_error(&zip->failed);
  g_free(zip);
}

void ulp_zip_set_cancellable(UlpZip *zip, GCancellable *cancellable) { zip->cancellable = cancellable; }

guint ulp_zip_n_entries(const UlpZip *zip) { return (guint)zip_get_num_entries(zip->archive, 0); }

const char *ulp_zip_name(UlpZip *zip, guint entry) {
  const char *name = zip_get_name(zip->archive, entry, ZIP_FL_ENC_GUESS);
  return name != NULL ? name : "";
}

/* -- the bytes of an entry ---------------------------------------------------------------------------------------------- */

typedef struct {
  UlpZip *zip;
  guint entry;
  guint64 size, left; /* as declared, and what of that is not read yet */
  zip_file_t *file;
} Entry;

static gboolean rewind_entry(gpointer state, GError **error) {
  Entry *entry = state;
  g_clear_error(&entry->zip->failed);
  if (entry->file != NULL)
    zip_fclose(entry->file);
  entry->left = entry->size;
  entry->file = zip_fopen_index(entry->zip->archive, entry->entry, 0);
  if (entry->file == NULL)
    fail(entry->zip, zip_strerror(entry->zip->archive), error);
  return entry->file != NULL;
}

/* Behind the last byte there is no other, and libzip has compared the sum. */
static gboolean check_end(Entry *entry, GError **error) {
  guint8 byte;
  const zip_int64_t got = zip_fread(entry->file, &byte, 1);
  if (got == 0)
    return TRUE;
  fail(entry->zip, got < 0 ? zip_file_strerror(entry->file) : _("the entry is longer than the archive declares"),
       error);
  return FALSE;
}

static gssize read_entry(gpointer state, gpointer out, gsize count, GError **error) {
  Entry *entry = state;
  g_clear_error(&entry->zip->failed);
  const zip_int64_t got = zip_fread(entry->file, out, MIN(count, entry->left));
  if (got <= 0) {
    fail(entry->zip, got < 0 ? zip_file_strerror(entry->file) : _("the entry is shorter than the archive declares"),
         error);
    return -1;
  }
  entry->left -= (guint64)got;
  return entry->left > 0 || check_end(entry, error) ? (gssize)got : -1;
}

static void free_entry(gpointer state) {
  Entry *entry = state;
  if (entry->file != NULL)
    zip_fclose(entry->file);
  g_free(entry);
}

static gboolean check_entry(const UlpZip *zip, const zip_stat_t *status, GError **error) {
  const zip_uint64_t wanted = ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE | ZIP_STAT_COMP_METHOD | ZIP_STAT_ENCRYPTION_METHOD;
  if ((status->valid & wanted) != wanted)
    return ulp_reader_fail(error, _("zip: the entry does not declare its size and method"));
  if (status->encryption_method != ZIP_EM_NONE)
    return ulp_reader_fail(error, _("zip: the entry is encrypted"));
  if (status->comp_method != ZIP_CM_STORE && status->comp_method != ZIP_CM_DEFLATE)
    return ulp_reader_fail(error, _("zip: the entry is packed by method %u, expected 0 (stored) or 8 (deflated)"),
                           status->comp_method);
  if (status->comp_size > ulp_source_size(zip->source))
    return ulp_reader_fail(
        error, _("zip: the entry declares %" G_GUINT64_FORMAT " packed bytes, but the file has %" G_GUINT64_FORMAT),
        (guint64)status->comp_size, ulp_source_size(zip->source));
  const guint64 most =
      status->comp_method == ZIP_CM_STORE ? status->comp_size : status->comp_size * MAX_RATIO + MIN_UNPACKED;
  return status->size <= most ||
         ulp_reader_fail(error,
                         _("zip: the entry declares %" G_GUINT64_FORMAT
                           " bytes, expected at most the %" G_GUINT64_FORMAT " that its packed ones can give"),
                         (guint64)status->size, most);
}

UlpSource *ulp_zip_source(UlpZip *zip, guint entry, GError **error) {
  static const UlpStream stream = {rewind_entry, read_entry, free_entry};
  zip_stat_t status;
  if (zip_stat_index(zip->archive, entry, 0, &status) != 0) {
    fail(zip, zip_strerror(zip->archive), error);
    return NULL;
  }
  if (!check_entry(zip, &status, error))
    return NULL;
  Entry *state = g_new0(Entry, 1);
  *state = (Entry){zip, entry, status.size, 0, NULL};
  return ulp_source_new_stream(&stream, state, status.size);
}
