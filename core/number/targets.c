/* What an array may be converted to: formats of blocks and all others. */
#include "core/number/block-format.h"

static void add_once(GArray *formats, UlpFormat format) {
  for (guint i = 0; i < formats->len; i++)
    if (g_array_index(formats, UlpFormat, i) == format)
      return;
  g_array_append_val(formats, format);
}

GArray *ulp_targets_parse(const char *list, GError **error) {
  g_autoptr(GArray) targets = g_array_new(FALSE, FALSE, sizeof(UlpFormat));
  g_auto(GStrv) ids = g_strsplit(*list ? list : " ", ",", -1);
  for (char **id = ids; *id; id++) {
    UlpFormat blocks;
    if (ulp_block_find(g_strstrip(*id), &blocks)) {
      add_once(targets, blocks);
      continue;
    }
    g_autoptr(GArray) formats = ulp_formats_parse(*id, error);
    if (!formats)
      return NULL;
    for (guint i = 0; i < formats->len; i++)
      add_once(targets, g_array_index(formats, UlpFormat, i));
  }
  return g_steal_pointer(&targets);
}
