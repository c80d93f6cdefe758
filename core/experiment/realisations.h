/* Several realisations of a run's input: what one prefix of one seed gives is a single draw of the errors there can be. */
#pragma once

#include "core/experiment/work.h"

#define ULP_EXPERIMENT_SEEDS(default_count)                                                                            \
  {                                                                                                                    \
    .id = "seeds", .type = ULP_PARAM_COUNT, .label = N_("Realisations"),                                               \
    .help =                                                                                                            \
        N_("how many: a generated input is made again with the next seeds, a file is taken in other random orders"),   \
    .default_text = default_count, .min = 1, .max = 1000, .unit = ""                                                   \
  }

/* Number 0 is the run's own input, a reference to it. ULP_ERROR_CANCELLED, or what opening the input gives. */
UlpInput *ulp_realisation_open(const UlpRun *run, guint number, GError **error);

/* On the run's device, in the format that sums take; the last one there gives its memory back. */
UlpArray *ulp_realisation_place(UlpRunPart *part, UlpInput *input, GError **error);

/* "one realisation: a prefix of one seed is a single draw" or "16 realisations: seeds 1 to 16". New string, not translated:
 * tables hold it. */
char *ulp_realisations_words(const UlpRun *run, guint count);
