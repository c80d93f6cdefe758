/* Bare elements: type, byte order, where they begin and how many there are, as the user says, checked against the size. */
#include "core/base/error.h"
#include "core/base/i18n.h"
#include "core/input/reader.h"
#include "core/number/number-params.h"

#include <string.h>

static const char *const endians[] = {"little", "big", NULL};

static const UlpParam params[] = {
    {.id = "type",
     .type = ULP_PARAM_FORMAT,
     .label = N_("Type"),
     .help = N_("format of the stored elements, packed one after another"),
     .default_text = "unknown",
     .unit = "",
     .choices = (const char *const[]){"unknown", NULL}},
    {.id = "endian",
     .type = ULP_PARAM_CHOICE,
     .label = N_("Byte order"),
     .help = N_("which byte of an element comes first"),
     .default_text = "little",
     .unit = "",
     .choices = endians},
    {.id = "offset",
     .type = ULP_PARAM_COUNT,
     .label = N_("Offset"),
     .help = N_("where the elements begin"),
     .default_text = "0",
     .min = 0,
     .max = 0x1p63L,
     .unit = N_("bytes")},
    {.id = "count",
     .type = ULP_PARAM_COUNT,
     .label = N_("Count"),
     .help = N_("how many elements there are; 0 stands for all to the end of the file"),
     .default_text = "0",
     .min = 0,
     .max = 0x1p63L,
     .unit = N_("elements")},
};

/* How many elements are in `bytes`. */
static gboolean count_all(UlpFormat format, guint64 bytes, guint64 *count, GError **error) {
  const guint width = ulp_layout(format).container_bits;
  const UlpBits bits = (UlpBits)bytes * 8;
  *count = (guint64)(bits / width);
  return bits % width == 0 ||
         ulp_reader_fail(error, _("found %" G_GUINT64_FORMAT " bytes, expected whole elements of %u bits each"), bytes,
                         width);
}

static gboolean measure(UlpMember *member, guint64 count, guint64 size, GError **error) {
  if (member->offset > size)
    return ulp_reader_fail(error,
                           _("the offset is %" G_GUINT64_FORMAT ", but the file has %" G_GUINT64_FORMAT " bytes"),
                           member->offset, size);
  const guint64 left = size - member->offset;
  if (count == 0 && !count_all(member->info.format, left, &count, error))
    return FALSE;
  if (count == 0)
    return ulp_reader_fail(error, _("no byte lies behind the offset, expected at least one element"));
  member->info = ulp_array_info(member->info.format, count);
  if (ulp_array_info_bytes(&member->info, &member->bytes) && member->bytes <= left)
    return TRUE;
  return ulp_reader_fail(error,
                         _("found %" G_GUINT64_FORMAT " bytes from offset %" G_GUINT64_FORMAT
                           " on, expected %" G_GUINT64_FORMAT " elements of %u bits"),
                         left, member->offset, count, ulp_layout(member->info.format).container_bits);
}

static gpointer raw_open(const UlpReading *reading, GCancellable *cancellable, GError **error) {
  const UlpValues *options = reading->options;
  g_autoptr(UlpMember) member = ulp_member_new();
  member->info.format = ulp_values_format(options, "type");
  member->offset = ulp_values_count(options, "offset");
  if (member->info.format == 0) {
    ulp_set_error(error, ULP_ERROR_USAGE,
                  _("a raw file does not say what its elements are, expected :type=FORMAT behind its name"));
    return NULL;
  }
  if (!measure(member, ulp_values_count(options, "count"), ulp_source_size(reading->source), error))
    return NULL;
  member->info.big_endian =
      ulp_values_choice(options, "endian") == 1 && ulp_layout(member->info.format).container_bits > 8;
  return g_steal_pointer(&member);
}

static void raw_close(gpointer member) { ulp_member_free(member); }

static GPtrArray *raw_list(gpointer member) {
  GPtrArray *members = g_ptr_array_new_with_free_func((GDestroyNotify)ulp_member_free);
  g_ptr_array_add(members, ulp_member_copy(member));
  return members;
}

static UlpMember *raw_choose(gpointer member, const char *name, GCancellable *cancellable, GError **error) {
  if (name == NULL)
    return ulp_member_copy(member);
  g_autofree char *found = ulp_reader_quote(name, strlen(name));
  ulp_set_error(error, ULP_ERROR_USAGE, _("found #%s, but a raw file holds one array, which has no name"), found);
  return NULL;
}

static const char *const endings[] = {".raw", ".bin", NULL};

const UlpReader ulp_reader_raw = {.endings = endings,
                                  .params = params,
                                  .n_params = G_N_ELEMENTS(params),
                                  .open = raw_open,
                                  .close = raw_close,
                                  .list = raw_list,
                                  .choose = raw_choose};
