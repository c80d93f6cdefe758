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

UlpArrayInfo ulp_file_info(const UlpFile *file) {
  UlpArrayInfo info = file->member->info;
  info.big_endian = FALSE;
  info.format = file->spec->format != 0 ? file->spec->format : info.format;
  return info;
}

/* Element `from_first` on of `bytes`, `count` of them, to `out`. */
static void convert(const UlpArrayInfo *from, gconstpointer bytes, guint64 from_first, guint64 count,
                    const UlpArrayInfo *to, gpointer out) {
  const UlpLayout from_layout = ulp_layout(from->format), to_layout = ulp_layout(to->format);
  for (guint64 i = 0; i < count; i++) {
    UlpBits bits = ulp_array_load(from, bytes, from_first + i);
    if (to->format != from->format)
      bits = ulp_convert_bits(from_layout, to_layout, bits, ULP_ROUND_RN, ULP_PROFILE_IEEE);
    ulp_packed_store(to->format, out, i, bits);
  }
}

#define SLICE_ELEMENTS 0x20000 /* converted between two looks at the cancellable; a multiple of ULP_PACKED_GROUP */

/* Elements that lie in the file as the member says, in slices through memory of their own. */
static gboolean read_stored(UlpFile *file, guint64 first, guint64 count, gpointer out, GCancellable *cancellable,
                            GError **error) {
  const UlpArrayInfo *from = &file->member->info, to = ulp_file_info(file);
  const guint64 offset = file->member->offset;
  const guint width = ulp_layout(from->format).container_bits;
  if (width % 8 == 0 && from->format == to.format && !from->big_endian)
    return ulp_source_read(file->source, offset + first * (width / 8), count * (width / 8), out, cancellable, error);

  g_autofree guint8 *slice = g_malloc(ulp_packed_bytes(from->format, MIN(count, SLICE_ELEMENTS) + ULP_PACKED_GROUP));
  for (guint64 done = 0; done < count; done += SLICE_ELEMENTS) {
    const guint64 n = MIN(SLICE_ELEMENTS, count - done);
    const guint64 before = (first + done) % ULP_PACKED_GROUP; /* elements of the same group, which begins on a byte */
    const guint64 start = ulp_packed_bytes(from->format, first + done - before);
    if (!ulp_source_read(file->source, offset + start, ulp_packed_bytes(from->format, before + n), slice, cancellable,
                         error))
      return FALSE;
    convert(from, slice, before, n, &to, (guint8 *)out + ulp_packed_bytes(to.format, done));
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
