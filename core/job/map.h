/* Maps: a pure function of the elements at one place of up to three arrays, for C and nvcc. A reduction (job.h) then says
 * what is known of all places.
 *
 * A map is one header core/job/map-ID.h, which defines
 *     ULP_HD UlpMapped ulp_map_ID(const UlpMapJob *job, const UlpFormat *formats, const UlpBits *bits)
 * over the formats of the inputs and an element of each, and one line in maps.def. map-element.h calls them. */
#pragma once

#include "core/number/codec.h"

#define ULP_MAP_CLASSES 8
#define ULP_MAP_VALUES 2

typedef enum {
#define ULP_MAP(id, ID, inputs) ULP_MAP_##ID,
#include "core/job/maps.def"
#undef ULP_MAP
  ULP_N_MAPS
} UlpMap;

/* Which map, and what it may depend on. */
typedef struct {
  UlpMap map;
  UlpRound round;
} UlpMapJob;

typedef struct {
  uint32_t class_;              /* below ULP_MAP_CLASSES; what it means is the map's */
  double value[ULP_MAP_VALUES]; /* NaN: not measured here */
} UlpMapped;
