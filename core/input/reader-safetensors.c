/* safetensors: 8 bytes with the length of a JSON header, the header, and the bytes of all tensors without a gap.
 * https://huggingface.co/docs/safetensors and its reference reader (safetensors/src/tensor.rs), whose rules are kept: at most
 * 100,000,000 characters, which begin with '{'; no key twice; shape times width is the length; ranges begin at 0, follow each other
 * and end with the file. */
#include "core/base/error.h"
#include "core/base/i18n.h"
#include "core/base/memory.h"
#include "core/input/reader.h"

#include <jansson.h>
#include <string.h>

#define MAX_HEADER 100000000
#define JSON_BYTES 32 /* of memory for a byte of JSON, at most about */

static const struct {
  const char *dtype, *format; /* format NULL: listed, not read */
  guint bits;
} types[] = {
    {"F64", "fp64", 64},
    {"F32", "fp32", 32},
    {"F16", "fp16", 16},
    {"BF16", "bf16", 16},
    {"F8_E5M2", "e5m2", 8},
    {"F8_E4M3", "e4m3", 8},
    {"F8_E5M2FNUZ", "e5m2fnuz", 8},
    {"F8_E4M3FNUZ", "e4m3fnuz", 8},
    {"F8_E8M0", "e8m0", 8},
    {"F6_E3M2", "e3m2", 6},
    {"F6_E2M3", "e2m3", 6},
    {"F4", "e2m1", 4},
    {"I64", "int64", 64},
    {"I32", "int32", 32},
    {"I16", "int16", 16},
    {"I8", "int8", 8},
    {"U64", "uint64", 64},
    {"U32", "uint32", 32},
    {"U16", "uint16", 16},
    {"U8", "uint8", 8},
    {"BOOL", "uint8", 8},
    {"C64", NULL, 64},
};

/* The place in the file that errors name is that of the header, which is one text. */
static gboolean fail_at(const char *name, const char *key, const char *expected, GError **error) {
  g_autofree char *tensor = ulp_reader_quote(name, strlen(name));
  return ulp_reader_fail(error, _("safetensors header, tensor %s: found another %s, expected %s"), tensor, key,
                         expected);
}

static gboolean read_dtype(UlpMember *member, const json_t *value, guint *bits, GError **error) {
  const char *dtype = json_string_value(value);
  if (dtype == NULL)
    return fail_at(member->name, "dtype", _("a string"), error);
  for (guint i = 0; i < G_N_ELEMENTS(types); i++) {
    if (!g_str_equal(types[i].dtype, dtype))
      continue;
    *bits = types[i].bits;
    member->info.format = types[i].format != NULL ? ulp_reader_type(types[i].format) : ULP_FORMAT_UINT(64);
    member->refused = types[i].format == NULL ? g_strdup_printf("dtype %s", dtype) : NULL;
    member->note = g_str_equal(dtype, "BOOL") ? g_strdup("bool") : NULL;
    return TRUE;
  }
  g_autofree char *found = ulp_reader_quote(dtype, strlen(dtype)),
                  *tensor = ulp_reader_quote(member->name, strlen(member->name));
  return ulp_reader_fail(error,
                         _("safetensors header, tensor %s: found dtype %s, expected one such as F32, BF16 or F8_E4M3"),
                         tensor, found);
}

static gboolean read_length(const json_t *value, guint64 *length) {
  if (!json_is_integer(value) || json_integer_value(value) < 0)
    return FALSE;
  *length = (guint64)json_integer_value(value);
  return TRUE;
}

static gboolean read_shape(UlpMember *member, const json_t *value, GError **error) {
  const size_t n = json_array_size(value); /* 0 of what is none */
  if (!json_is_array(value) || n > ULP_ARRAY_MAX_DIMENSIONS)
    return fail_at(member->name, "shape", _("a list of at most 32 lengths"), error);
  for (size_t i = 0; i < n; i++)
    if (!read_length(json_array_get(value, i), &member->info.shape[i]))
      return fail_at(member->name, "shape", _("whole numbers"), error);
  member->info.n_dimensions = (guint)n;
  return TRUE;
}

/* From the begin of the tensors' bytes on. */
static gboolean read_offsets(UlpMember *member, const json_t *value, GError **error) {
  guint64 end;
  if (json_array_size(value) != 2 || !read_length(json_array_get(value, 0), &member->offset) ||
      !read_length(json_array_get(value, 1), &end) || end < member->offset)
    return fail_at(member->name, "data_offsets", _("two rising whole numbers"), error);
  member->bytes = end - member->offset;
  return TRUE;
}

static gboolean check_bytes(const UlpMember *member, guint bits, GError **error) {
  g_autofree char *tensor = ulp_reader_quote(member->name, strlen(member->name));
  guint64 count, width;
  if (!ulp_array_info_count(&member->info, &count) || !g_uint64_checked_mul(&width, count, bits))
    return ulp_reader_fail(error, _("safetensors header, tensor %s: its shape holds more than 2^64 bits"), tensor);
  if (width % 8 != 0)
    return ulp_reader_fail(error, _("safetensors header, tensor %s: its elements end within a byte"), tensor);
  if (width / 8 == member->bytes)
    return TRUE;
  return ulp_reader_fail(error,
                         _("safetensors header, tensor %s: found data_offsets of %" G_GUINT64_FORMAT
                           " bytes, expected the %" G_GUINT64_FORMAT " of its shape"),
                         tensor, member->bytes, width / 8);
}

static UlpMember *read_tensor(const char *name, const json_t *tensor, GError **error) {
  g_autoptr(UlpMember) member = ulp_member_new();
  guint bits = 0;
  member->name = g_strdup(name);
  if (!json_is_object(tensor) || json_object_size(tensor) != 3) {
    fail_at(name, "value", _("an object of dtype, shape and data_offsets"), error);
    return NULL;
  }
  const gboolean valid = read_dtype(member, json_object_get(tensor, "dtype"), &bits, error) &&
                         read_shape(member, json_object_get(tensor, "shape"), error) &&
                         read_offsets(member, json_object_get(tensor, "data_offsets"), error) &&
                         check_bytes(member, bits, error);
  return valid ? g_steal_pointer(&member) : NULL;
}

static int compare_offsets(gconstpointer a, gconstpointer b) {
  const UlpMember *first = *(UlpMember *const *)a, *second = *(UlpMember *const *)b;
  if (first->offset != second->offset)
    return first->offset < second->offset ? -1 : 1;
  return (first->bytes > second->bytes) - (first->bytes < second->bytes); /* empty ones begin where the next does */
}

/* Sorted by where they lie, they fill the bytes behind the header, which begin at `start`. */
static gboolean place_tensors(GPtrArray *members, guint64 start, guint64 size, GError **error) {
  guint64 end = 0;
  g_ptr_array_sort(members, compare_offsets);
  for (guint i = 0; i < members->len; i++) {
    UlpMember *member = g_ptr_array_index(members, i);
    if (member->offset != end) {
      g_autofree char *tensor = ulp_reader_quote(member->name, strlen(member->name));
      return ulp_reader_fail(error,
                             _("safetensors header, tensor %s: found data_offsets from %" G_GUINT64_FORMAT
                               " on, expected from %" G_GUINT64_FORMAT ", where the one before ends"),
                             tensor, member->offset, end);
    }
    end += member->bytes; /* of 63 bits each, and the sum is the next offset */
    member->offset += start;
    member->number = i + 1;
  }
  return end == size - start ||
         ulp_reader_fail(error,
                         _("the safetensors file has %" G_GUINT64_FORMAT
                           " bytes of tensors, expected the %" G_GUINT64_FORMAT " of its header"),
                         size - start, end);
}

static gboolean check_metadata(json_t *metadata, GError **error) {
  const char *key;
  json_t *value;
  gboolean valid = json_is_object(metadata);
  json_object_foreach(metadata, key, value) valid = valid && json_is_string(value);
  return valid ||
         ulp_reader_fail(error, _("safetensors header: found another __metadata__, expected an object of strings"));
}

static GPtrArray *read_tensors(json_t *header, guint64 start, guint64 size, GError **error) {
  g_autoptr(GPtrArray) members = g_ptr_array_new_with_free_func((GDestroyNotify)ulp_member_free);
  const char *key;
  json_t *value;
  json_object_foreach(header, key, value) {
    if (g_str_equal(key, "__metadata__")) {
      if (!check_metadata(value, error))
        return NULL;
      continue;
    }
    UlpMember *member = read_tensor(key, value, error);
    if (member == NULL)
      return NULL;
    g_ptr_array_add(members, member);
  }
  return place_tensors(members, start, size, error) ? g_steal_pointer(&members) : NULL;
}

/* What JSON refuses, an object apart. */
static json_t *parse_header(const char *text, gsize length, GError **error) {
  json_error_t refused;
  if (*text != '{') {
    g_autofree char *found = ulp_reader_quote(text, MIN(length, 10));
    ulp_reader_fail(error, _("safetensors header, offset 8: found %s, expected '{'"), found);
    return NULL;
  }
  json_t *header = json_loadb(text, length, JSON_REJECT_DUPLICATES, &refused);
  if (header != NULL)
    return header;
  g_autofree char *found = ulp_reader_quote(refused.text, strlen(refused.text));
  ulp_reader_fail(error, _("safetensors header, offset %d: %s, expected JSON"), refused.position + 8, found);
  return NULL;
}

static gboolean read_length_of_header(UlpSource *source, guint64 *length, GCancellable *cancellable, GError **error) {
  const guint64 size = ulp_source_size(source);
  guint8 bytes[8];
  *length = 0;
  if (size < sizeof bytes)
    return ulp_reader_fail(
        error, _("the safetensors file has %" G_GUINT64_FORMAT " bytes, expected 8 with the length of its header"),
        size);
  if (!ulp_source_read(source, 0, sizeof bytes, bytes, cancellable, error))
    return FALSE;
  for (guint i = 8; i-- > 0;)
    *length = *length << 8 | bytes[i];
  if (*length > MAX_HEADER)
    return ulp_reader_fail(
        error, _("safetensors, offset 0: found a header of %" G_GUINT64_FORMAT " bytes, expected at most %d"), *length,
        MAX_HEADER);
  if (*length > size - sizeof bytes || *length < 2)
    return ulp_reader_fail(error,
                           _("safetensors, offset 0: found a header of %" G_GUINT64_FORMAT
                             " bytes, expected 2 to the %" G_GUINT64_FORMAT " that follow"),
                           *length, size - sizeof bytes);
  if (*length * JSON_BYTES < ULP_MEMORY_WORTH_ASKING || ulp_memory_is_left(*length * JSON_BYTES))
    return TRUE;
  ulp_set_error(error, ULP_ERROR_MEMORY, _("not enough memory for a header of %" G_GUINT64_FORMAT " bytes"), *length);
  return FALSE;
}

static gpointer safetensors_open(const UlpReading *reading, GCancellable *cancellable, GError **error) {
  guint64 length;
  if (!read_length_of_header(reading->source, &length, cancellable, error))
    return NULL;
  g_autofree char *text = g_malloc(length);
  if (!ulp_source_read(reading->source, 8, length, text, cancellable, error))
    return NULL;
  json_t *header = parse_header(text, length, error);
  if (header == NULL)
    return NULL;
  GPtrArray *members = read_tensors(header, 8 + length, ulp_source_size(reading->source), error);
  json_decref(header);
  return members;
}

static void safetensors_close(gpointer members) { g_ptr_array_unref(members); }

static GPtrArray *safetensors_list(gpointer members) { return ulp_members_copy(members); }

static UlpMember *safetensors_choose(gpointer members, const char *name, GCancellable *cancellable, GError **error) {
  return ulp_members_choose(members, name, error);
}

static const char *const endings[] = {".safetensors", NULL};

const UlpReader ulp_reader_safetensors = {.endings = endings,
                                          .open = safetensors_open,
                                          .close = safetensors_close,
                                          .list = safetensors_list,
                                          .choose = safetensors_choose};
