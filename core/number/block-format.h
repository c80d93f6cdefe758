/* Formats of blocks by their names. A format of blocks is a UlpFormat (layout.h); which places take one says so. */
#pragma once

#include "core/number/block.h"
#include "core/number/format.h"

enum {
#define ULP_BLOCK_FORMAT(id, ID, title, element, log2_length, scale, tensor, source) ULP_BLOCK_INDEX_##ID,
#include "core/number/blocks.def"
#undef ULP_BLOCK_FORMAT
  ULP_N_BLOCK_FORMATS
};

#define ULP_BLOCK_LONGEST 32 /* elements to a scale, of all of them */

extern const UlpFormat ulp_block_formats[]; /* ULP_N_BLOCK_FORMATS, in the order of blocks.def */
/* NULL-terminated, in the same order, and in that of UlpBlockRule; titles are N_(). */
extern const char *const ulp_block_ids[], *const ulp_block_titles[];
extern const char *const ulp_block_rule_ids[], *const ulp_block_rule_titles[];

const UlpFormatInfo *ulp_block_info(UlpFormat blocks); /* what ulp_format_info gives for one */

/* The format of an id, in any case, with - or _, or another name such as mxfp8; FALSE: there is none. */
gboolean ulp_block_find(const char *id, UlpFormat *blocks);
gboolean ulp_block_from_id(const char *id, UlpFormat *blocks, GError **error); /* ULP_ERROR_USAGE lists the ids */

/* What an array may be converted to: ids of blocks and whatever ulp_formats_parse takes, comma-separated, in their order and
 * without repeats: UlpFormat elements. ULP_ERROR_USAGE. */
GArray *ulp_targets_parse(const char *list, GError **error);
