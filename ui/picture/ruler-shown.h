/* What a picture of a ruler shows. */
#pragma once

#include "core/experiment/bits-table.h"
#include "core/number/ruler.h"

typedef struct {
  const UlpRuler *ruler; /* of typed.real */
  UlpTyped typed;
  const UlpTable *table; /* whose provenance the footer shows; NULL without one */
  int chosen;            /* a format of the ruler, -1 for none, whose value `chosen_bits` is pointed at */
  UlpBits chosen_bits;
} UlpRulerPicture;
