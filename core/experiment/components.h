/* Elements that are points, x y z x y z ...: each coordinate is an array of its own, and summed for itself. */
#pragma once

#include "core/experiment/sum-verdict.h"

#define ULP_COMPONENTS_MAX 4

/* clang-format off */
#define ULP_EXPERIMENT_COMPONENTS                                                                                      \
  {.id = "components",                                                                                                 \
   .type = ULP_PARAM_COUNT,                                                                                            \
   .label = N_("Coordinates"),                                                                                         \
   .help = N_("how many values a point has that lie one behind the other, 3 for x y z x y z ...: each is summed for itself"),  \
   .default_text = "1",                                                                                                \
   .min = 1,                                                                                                           \
   .max = ULP_COMPONENTS_MAX,                                                                                          \
   .unit = ""}
/* clang-format on */

typedef struct {
  const char *name; /* "x"; NULL where there is one, the whole array */
  UlpArray *array;
  guint64 n;
  UlpSumMeasures measures;
} UlpComponent;

/* UlpComponent elements, by the parameter `components` of the run; on the run's device. NULL with an error, ULP_ERROR_USAGE where
 * the array has no whole number of points. Free with g_array_unref. */
GArray *ulp_run_components(const UlpRun *run, UlpArray *array, GError **error);
/* "fixed, x", or the label alone; new string. */
char *ulp_component_label(const UlpComponent *component, const char *label);
/* Memory for them. */
void ulp_needs_add_components(const UlpValues *values, const UlpInputSize *input, UlpNeeds *needs);
