/* Formats that a number goes through on its way to another, each with a rounding. */
#pragma once

#include "core/number/format.h"

#define ULP_VIA_MOST 4

typedef struct {
  UlpFormat format;
  UlpRound round; /* of the list */
} UlpViaStep;

typedef struct {
  guint n;
  UlpViaStep step[ULP_VIA_MOST];
} UlpVia;

/* "fp16:rz,bf16": formats in their order, each with the id of a rounding, else to nearest, ties to even; "" is none. FALSE and
 * ULP_ERROR_USAGE say what is wrong. */
gboolean ulp_via_parse(const char *text, UlpVia *via, GError **error);
