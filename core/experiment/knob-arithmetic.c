/* Knobs of the arithmetic that elements come from: what flags of a compiler change. */
#include "core/experiment/knobs.h"

static const UlpTransform fma_transforms[] = {ULP_TRANSFORM_SEPARATE, ULP_TRANSFORM_FUSED};
static const char *const fma_names[] = {"-fmad=false", "-fmad=true"};
static const UlpTransform division_transforms[] = {ULP_TRANSFORM_DIVIDE, ULP_TRANSFORM_RECIPROCAL,
                                                   ULP_TRANSFORM_DIVIDE_FULL, ULP_TRANSFORM_DIVIDE_FAST};
static const char *const division_names[] = {"x / 3", "x (1/3)", "-prec-div=false", "__fdividef"};

static const char *fma_name(const UlpKnobWork *work, guint setting) { return fma_names[setting]; }
static const char *division_name(const UlpKnobWork *work, guint setting) { return division_names[setting]; }

static UlpArray *fma_elements(const UlpKnobWork *work, guint setting, GError **error) {
  return ulp_knob_transform(work, fma_transforms[setting], error);
}

static UlpArray *division_elements(const UlpKnobWork *work, guint setting, GError **error) {
  return ulp_knob_transform(work, division_transforms[setting], error);
}

const UlpKnob ulp_knob_fma = {G_N_ELEMENTS(fma_names), fma_name, NULL, fma_elements, 1};
const UlpKnob ulp_knob_division = {G_N_ELEMENTS(division_names), division_name, NULL, division_elements, 1};
