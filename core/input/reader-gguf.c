/* GGUF, versions 2 and 3, little-endian: https://github.com/ggml-org/ggml/blob/master/docs/gguf.md
 *
 * F64, F32, F16, BF16 and whole numbers are read; blocks of other types are listed. ggml's first dimension is the one that runs
 * fastest: shapes are turned into the order that all other arrays have here. */
#include "core/base/error.h"
#include "core/base/i18n.h"
#include "core/input/gguf-cursor.h"
#include "core/input/reader.h"

#include <string.h>

#define MAX_NAME 65535       /* bytes of a key, which is the specification's limit, and here of a tensor's name */
#define DEFAULT_ALIGNMENT 32 /* of tensors, without general.alignment */
#define TYPE_U32 4           /* of general.alignment */

/* ggml_type: its number and name; the format of those that are read. */
static const struct {
  guint32 type;
  const char *name, *format;
} types[] = {
    {0, "F32", "fp32"},   {1, "F16", "fp16"},    {2, "Q4_0", NULL},   {3, "Q4_1", NULL},    {6, "Q5_0", NULL},
    {7, "Q5_1", NULL},    {8, "Q8_0", NULL},     {9, "Q8_1", NULL},   {10, "Q2_K", NULL},   {11, "Q3_K", NULL},
    {12, "Q4_K", NULL},   {13, "Q5_K", NULL},    {14, "Q6_K", NULL},  {15, "Q8_K", NULL},   {16, "IQ2_XXS", NULL},
    {17, "IQ2_XS", NULL}, {18, "IQ3_XXS", NULL}, {19, "IQ1_S", NULL}, {20, "IQ4_NL", NULL}, {21, "IQ3_S", NULL},
    {22, "IQ2_S", NULL},  {23, "IQ4_XS", NULL},  {24, "I8", "int8"},  {25, "I16", "int16"}, {26, "I32", "int32"},
    {27, "I64", "int64"}, {28, "F64", "fp64"},   {29, "IQ1_M", NULL}, {30, "BF16", "bf16"}, {34, "TQ1_0", NULL},
    {35, "TQ2_0", NULL},  {39, "MXFP4", NULL},
};

static gboolean read_alignment(UlpGgufCursor *cursor, guint32 type, guint64 value, guint64 *alignment, GError **error) {
  if (type == TYPE_U32 && value > 0 && (value & (value - 1)) == 0) {
    *alignment = value;
    return TRUE;
  }
  return ulp_reader_fail(error,
                         _("GGUF, before offset %" G_GUINT64_FORMAT ": found general.alignment %" G_GUINT64_FORMAT
                           " of type %u, expected a power of two of type 4"),
                         cursor->at, value, type);
}

static gboolean read_metadata(UlpGgufCursor *cursor, guint64 n, guint64 *alignment, GError **error) {
  for (guint64 i = 0; i < n; i++) {
    guint32 type;
    guint64 value;
    g_autofree char *key = ulp_gguf_string(cursor, _("a key"), MAX_NAME, error);
    if (key == NULL || !ulp_gguf_u32(cursor, _("a type"), &type, error) || !ulp_gguf_value(cursor, type, &value, error))
      return FALSE;
    if (g_str_equal(key, "general.alignment") && !read_alignment(cursor, type, value, alignment, error))
      return FALSE;
  }
  return TRUE;
}

static void set_type(UlpMember *member, guint32 type) {
  member->info.format = ULP_FORMAT_UINT(8);
  for (guint i = 0; i < G_N_ELEMENTS(types); i++) {
    if (types[i].type != type)
      continue;
    if (types[i].format != NULL)
      member->info.format = ulp_reader_type(types[i].format);
    else
      member->refused = g_strdup_printf("type %s", types[i].name);
    return;
  }
  member->refused = g_strdup_printf("type %u", type);
}

static gboolean read_shape(UlpGgufCursor *cursor, UlpMember *member, GError **error) {
  const guint64 place = cursor->at;
  guint32 n;
  if (!ulp_gguf_u32(cursor, _("a shape"), &n, error))
    return FALSE;
  if (n > ULP_ARRAY_MAX_DIMENSIONS)
    return ulp_reader_fail(error, _("GGUF, offset %" G_GUINT64_FORMAT ": found %u dimensions, expected at most %d"),
                           place, n, ULP_ARRAY_MAX_DIMENSIONS);
  member->info.n_dimensions = n;
  for (guint32 i = 0; i < n; i++)
    if (!ulp_gguf_u64(cursor, _("a shape"), &member->info.shape[n - 1 - i], error))
      return FALSE;
  return TRUE;
}

/* Its place is one among the tensors' bytes. */
static UlpMember *read_tensor(UlpGgufCursor *cursor, GError **error) {
  g_autoptr(UlpMember) member = ulp_member_new();
  guint32 type;
  member->name = ulp_gguf_string(cursor, _("a tensor's name"), MAX_NAME, error);
  if (member->name == NULL || !read_shape(cursor, member, error) || !ulp_gguf_u32(cursor, _("a type"), &type, error) ||
      !ulp_gguf_u64(cursor, _("an offset"), &member->offset, error))
    return NULL;
  set_type(member, type);
  guint64 count;
  if (ulp_array_info_count(&member->info, &count) && ulp_array_info_bytes(&member->info, &member->bytes)) {
    member->bytes = member->refused == NULL ? member->bytes : 0;
    return g_steal_pointer(&member);
  }
  g_autofree char *tensor = ulp_reader_quote(member->name, strlen(member->name));
  ulp_reader_fail(error, _("GGUF, before offset %" G_GUINT64_FORMAT ": the shape of %s holds more than 2^64 bytes"),
                  cursor->at, tensor);
  return NULL;
}

static gboolean place_tensor(UlpMember *member, guint64 start, guint64 size, guint64 alignment, GError **error) {
  const guint64 room = size > start ? size - start : 0;
  const gboolean fits = member->offset <= room && member->bytes <= room - member->offset;
  if (fits && member->offset % alignment == 0) {
    member->offset += start;
    return TRUE;
  }
  g_autofree char *tensor = ulp_reader_quote(member->name, strlen(member->name));
  return ulp_reader_fail(error,
                         fits ? _("GGUF: the offset of %s is %" G_GUINT64_FORMAT " with %" G_GUINT64_FORMAT
                                  " bytes of elements, expected a multiple of %" G_GUINT64_FORMAT)
                              : _("GGUF: the offset of %s is %" G_GUINT64_FORMAT " with %" G_GUINT64_FORMAT
                                  " bytes of elements, but there are %" G_GUINT64_FORMAT " bytes of tensors"),
                         tensor, member->offset, member->bytes, fits ? alignment : room);
}

static int compare_offsets(gconstpointer a, gconstpointer b) {
  const UlpMember *first = *(UlpMember *const *)a, *second = *(UlpMember *const *)b;
  return (first->offset > second->offset) - (first->offset < second->offset);
}

/* No two tensors share bytes. */
static gboolean check_overlaps(GPtrArray *members, GError **error) {
  g_autoptr(GPtrArray) sorted = g_ptr_array_copy(members, NULL, NULL);
  g_ptr_array_set_free_func(sorted, NULL);
  g_ptr_array_sort(sorted, compare_offsets);
  guint64 end = 0;
  for (guint i = 0; i < sorted->len; i++) {
    const UlpMember *member = g_ptr_array_index(sorted, i);
    if (member->offset < end) {
      g_autofree char *tensor = ulp_reader_quote(member->name, strlen(member->name));
      return ulp_reader_fail(error,
                             _("GGUF: %s begins at offset %" G_GUINT64_FORMAT ", expected %" G_GUINT64_FORMAT
                               " or later, where the tensor before it ends"),
                             tensor, member->offset, end);
    }
    end = member->offset + member->bytes;
  }
  return TRUE;
}

static gboolean read_head(UlpGgufCursor *cursor, guint64 *n_tensors, guint64 *n_metadata, GError **error) {
  guint32 magic, version;
  if (!ulp_gguf_u32(cursor, "GGUF", &magic, error) || !ulp_gguf_u32(cursor, _("a version"), &version, error))
    return FALSE;
  if (magic != 0x46554747)
    return ulp_reader_fail(error, _("not a GGUF file: it does not begin with “GGUF”"));
  if (version == GUINT32_SWAP_LE_BE(2) || version == GUINT32_SWAP_LE_BE(3))
    return ulp_reader_fail(error, _("GGUF, offset 4: the file is big-endian, expected little-endian"));
  if (version < 2 || version > 3)
    return ulp_reader_fail(error, _("GGUF, offset 4: found version %u, expected 2 or 3"), version);
  return ulp_gguf_u64(cursor, _("a number of tensors"), n_tensors, error) &&
         ulp_gguf_u64(cursor, _("a number of keys"), n_metadata, error);
}

static GPtrArray *read_tensors(UlpGgufCursor *cursor, GError **error) {
  g_autoptr(GPtrArray) members = g_ptr_array_new_with_free_func((GDestroyNotify)ulp_member_free);
  guint64 n_tensors, n_metadata, alignment = DEFAULT_ALIGNMENT;
  if (!read_head(cursor, &n_tensors, &n_metadata, error) || !read_metadata(cursor, n_metadata, &alignment, error))
    return NULL;
  for (guint64 i = 0; i < n_tensors; i++) {
    UlpMember *member = read_tensor(cursor, error);
    if (member == NULL)
      return NULL;
    member->number = i + 1;
    g_ptr_array_add(members, member);
  }
  const guint64 start = cursor->at + (alignment - cursor->at % alignment) % alignment;
  for (guint i = 0; i < members->len; i++)
    if (!place_tensor(g_ptr_array_index(members, i), start, ulp_source_size(cursor->source), alignment, error))
      return NULL;
  return check_overlaps(members, error) ? g_steal_pointer(&members) : NULL;
}

static gpointer gguf_open(const UlpReading *reading, GCancellable *cancellable, GError **error) {
  g_autofree UlpGgufCursor *cursor = g_new0(UlpGgufCursor, 1);
  cursor->source = reading->source;
  cursor->cancellable = cancellable;
  return read_tensors(cursor, error);
}

static void gguf_close(gpointer members) { g_ptr_array_unref(members); }

static GPtrArray *gguf_list(gpointer members) { return ulp_members_copy(members); }

static UlpMember *gguf_choose(gpointer members, const char *name, GCancellable *cancellable, GError **error) {
  return ulp_members_choose(members, name, error);
}

static const char *const endings[] = {".gguf", NULL};

const UlpReader ulp_reader_gguf = {
    .endings = endings, .open = gguf_open, .close = gguf_close, .list = gguf_list, .choose = gguf_choose};
