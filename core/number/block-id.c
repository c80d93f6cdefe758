/* Formats of blocks by their names. */
#include "core/number/block-format.h"

#include "core/base/error.h"
#include "core/base/i18n.h"

const UlpFormat ulp_block_formats[] = {
#define ULP_BLOCK_FORMAT(id, ID, title, element, log2_length, scale, tensor, source) ULP_BLOCKS_##ID,
#include "core/number/blocks.def"
#undef ULP_BLOCK_FORMAT
};

static const UlpFormatInfo infos[] = {
#define ULP_BLOCK_FORMAT(id, ID, title, element, log2_length, scale, tensor, source) {#id, title, source},
#include "core/number/blocks.def"
#undef ULP_BLOCK_FORMAT
};
G_STATIC_ASSERT(G_N_ELEMENTS(infos) == ULP_N_BLOCK_FORMATS);

const char *const ulp_block_ids[] = {
#define ULP_BLOCK_FORMAT(id, ID, title, element, log2_length, scale, tensor, source) #id,
#include "core/number/blocks.def"
#undef ULP_BLOCK_FORMAT
    NULL};

const char *const ulp_block_titles[] = {
#define ULP_BLOCK_FORMAT(id, ID, title, element, log2_length, scale, tensor, source) title,
#include "core/number/blocks.def"
#undef ULP_BLOCK_FORMAT
    NULL};

const char *const ulp_block_rule_ids[] = {
#define ULP_BLOCK_RULE(id, ID, title, source) #id,
#include "core/number/block-rules.def"
#undef ULP_BLOCK_RULE
    NULL};

const char *const ulp_block_rule_titles[] = {
#define ULP_BLOCK_RULE(id, ID, title, source) title,
#include "core/number/block-rules.def"
#undef ULP_BLOCK_RULE
    NULL};

static const struct {
  const char *alias, *id;
} aliases[] = {{"mxfp8", "mxfp8-e4m3"}, {"mxfp4-e2m1", "mxfp4"}, {"mx-int8", "mxint8"}};

const UlpFormatInfo *ulp_block_info(UlpFormat blocks) {
  for (guint i = 0; i < ULP_N_BLOCK_FORMATS; i++)
    if (ulp_block_formats[i] == blocks)
      return &infos[i];
  static const UlpFormatInfo other = {"blocks", N_("blocks of a layout"), ""}; /* of elements that are scaled */
  return &other;
}

gboolean ulp_block_find(const char *id, UlpFormat *blocks) {
  g_autofree char *plain = g_strdelimit(g_ascii_strdown(id, -1), "_", '-');
  const char *name = plain;
  for (guint i = 0; i < G_N_ELEMENTS(aliases); i++)
    if (g_str_equal(aliases[i].alias, name))
      name = aliases[i].id;
  for (guint i = 0; i < ULP_N_BLOCK_FORMATS; i++)
    if (g_str_equal(infos[i].id, name)) {
      *blocks = ulp_block_formats[i];
      return TRUE;
    }
  return FALSE;
}

gboolean ulp_block_from_id(const char *id, UlpFormat *blocks, GError **error) {
  if (ulp_block_find(id, blocks))
    return TRUE;
  g_autofree char *ids = g_strjoinv(", ", (char **)ulp_block_ids);
  ulp_set_error(error, ULP_ERROR_USAGE, _("unknown block format “%s”, expected one of %s"), id, ids);
  return FALSE;
}
