/* Files through the reader of their kind. */
#include "core/input/file.h"

#include "core/base/error.h"
#include "core/base/i18n.h"
#include "core/base/name.h"
#include "core/number/codec.h"

struct _UlpFile {
  UlpFileSpec *spec;
  UlpSource *source;
  gpointer state; /* the reader's own */
  UlpDecimalSum *decimals;
  UlpMember *member;
};

static void prefix_name(const UlpFile *file, GError **error) {
  g_autofree char *name = ulp_name_shown(file->spec->path);
  ulp_error_prefix(error, name);
}

static gboolean open_source(UlpFile *file, GCancellable *cancellable, GError **error) {
  const UlpReader *reader = file->spec->reader;
  if (file->source == NULL)
    return FALSE;
  if (reader == NULL) {
    g_autofree char *endings = ulp_reader_endings();
    return ulp_reader_fail(error, _("no reader for this kind of file; the name must end in one of:%s"), endings);
  }
  if (ulp_source_size(file->source) == 0)
    return ulp_reader_fail(error, _("the file is empty"));
  const UlpReading reading = {file->source, file->spec->options, file->spec->format, file->decimals};
  file->state = reader->open(&reading, cancellable, error);
  return file->state != NULL;
}

static UlpFile *open_with(const UlpFileSpec *spec, UlpSource *source, GCancellable *cancellable, GError **error) {
  g_autoptr(UlpFile) file = g_new0(UlpFile, 1);
  file->spec = ulp_file_spec_copy(spec);
  file->source = source;
  file->decimals = ulp_decimal_sum_new();
  if (open_source(file, cancellable, error))
    return g_steal_pointer(&file);
  prefix_name(file, error);
  return NULL;
}

UlpFile *ulp_file_open(const UlpFileSpec *spec, GCancellable *cancellable, GError **error) {
  return open_with(spec, ulp_source_open(spec->path, error), cancellable, error);
}

UlpFile *ulp_file_open_memory(const UlpFileSpec *spec, gconstpointer bytes, guint64 size, GCancellable *cancellable,
                              GError **error) {
  return open_with(spec, ulp_source_new_memory(bytes, size), cancellable, error);
}

void ulp_file_free(UlpFile *file) {
  if (file->state != NULL)
    file->spec->reader->close(file->state);
  ulp_source_free(file->source);
  ulp_member_free(file->member);
  g_clear_pointer(&file->decimals, ulp_decimal_sum_free);
  ulp_file_spec_free(file->spec);
  g_free(file);
}

GPtrArray *ulp_file_list(UlpFile *file) { return file->spec->reader->list(file->state); }

const UlpMember *ulp_file_choose(UlpFile *file, GCancellable *cancellable, GError **error) {
  g_clear_pointer(&file->member, ulp_member_free);
  file->member = file->spec->reader->choose(file->state, file->spec->member, cancellable, error);
  if (file->member == NULL)
    prefix_name(file, error);
  return file->member;
}

UlpDecimalSum *ulp_file_take_decimals(UlpFile *file) {
  const guint64 count = ulp_decimal_sum_count(file->decimals);
  UlpDecimalSum *taken = g_steal_pointer(&file->decimals);
  if (count > 0)
    return taken;
  ulp_decimal_sum_free(taken);
  return NULL;
}

gboolean ulp_file_is_stored(const UlpFile *file) { return file->spec->reader->read == NULL; }

UlpArrayInfo ulp_file_info(const UlpFile *file) {
  UlpArrayInfo info = file->member->info;
  info.big_endian = FALSE;
  info.format = file->spec->format != 0 ? file->spec->format : info.format;
  return info;
}

/* How the elements of the chosen member lie in the file, and what becomes of them. */
typedef struct {
  UlpArrayInfo from; /* format, order of bytes */
  UlpFormat stored;  /* as wide as from one element to the next */
  UlpFormat to;
} Storage;

static Storage storage_of(const UlpFile *file) {
  const UlpMember *member = file->member;
  Storage storage = {.from = member->info, .stored = member->info.format, .to = ulp_file_info(file).format};
  if (member->stored_bits != 0)
    storage.stored = (UlpFormat)member->stored_bits; /* what a load reads of a format is its width */
  return storage;
}

/* Element `from_first` on of `bytes`, `count` of them, to `out`. */
static void convert(const Storage *storage, gconstpointer bytes, guint64 from_first, guint64 count, gpointer out) {
  const UlpLayout from = ulp_layout(storage->from.format), to = ulp_layout(storage->to);
  const UlpConversion how = ulp_conversion(from, to);
  for (guint64 i = 0; i < count; i++) {
    UlpBits bits = ulp_packed_load(storage->stored, bytes, from_first + i);
    if (storage->from.big_endian)
      bits = ulp_array_swap(storage->stored, bits);
    bits &= ulp_low_bits(from.container_bits);
    if (storage->to != storage->from.format)
      bits = ulp_convert(&how, bits, ULP_ROUND_RN, ULP_PROFILE_IEEE);
    ulp_packed_store(storage->to, out, i, bits);
  }
}

#define SLICE_ELEMENTS 0x20000 /* converted between two looks at the cancellable; a multiple of ULP_PACKED_GROUP */

/* Elements that lie in the file as the member says, in slices through memory of their own. */
static gboolean read_stored(UlpFile *file, guint64 first, guint64 count, gpointer out, GCancellable *cancellable,
                            GError **error) {
  const Storage storage = storage_of(file);
  UlpSource *source = file->member->source != NULL ? file->member->source : file->source;
  const guint64 offset = file->member->offset;
  const guint width = ulp_layout(storage.stored).container_bits;
  if (width % 8 == 0 && storage.stored == storage.to && !storage.from.big_endian)
    return ulp_source_read(source, offset + first * (width / 8), count * (width / 8), out, cancellable, error);

  g_autofree guint8 *slice = g_malloc(ulp_packed_bytes(storage.stored, MIN(count, SLICE_ELEMENTS) + ULP_PACKED_GROUP));
  for (guint64 done = 0; done < count; done += SLICE_ELEMENTS) {
    const guint64 n = MIN(SLICE_ELEMENTS, count - done);
    const guint64 before = (first + done) % ULP_PACKED_GROUP; /* elements of the same group, which begins on a byte */
    const guint64 start = ulp_packed_bytes(storage.stored, first + done - before);
    if (!ulp_source_read(source, offset + start, ulp_packed_bytes(storage.stored, before + n), slice, cancellable,
                         error))
      return FALSE;
    convert(&storage, slice, before, n, (guint8 *)out + ulp_packed_bytes(storage.to, done));
  }
  return TRUE;
}

gboolean ulp_file_read(UlpFile *file, guint64 first, guint64 count, gpointer out, GCancellable *cancellable,
                       GError **error) {
  const UlpReader *reader = file->spec->reader;
  const gboolean ok = reader->read != NULL ? reader->read(file->state, first, count, out, cancellable, error)
                                           : read_stored(file, first, count, out, cancellable, error);
  if (!ok)
    prefix_name(file, error);
  return ok;
}
