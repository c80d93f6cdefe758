/* The experiments on statistics (core/statistic): every method in every arithmetic against the exact value. Each is a file with its
 * inputs and the statistic's methods; the rest is here. */
#pragma once

#include "core/experiment/params.h"
#include "core/experiment/work.h"
#include "core/statistic/statistic.h"

#define ULP_STATISTIC_N_COLUMNS 11
#define ULP_STATISTIC_N_PLOTS 4

extern const UlpColumn ulp_statistic_columns[ULP_STATISTIC_N_COLUMNS];
extern const UlpPlotSpec ulp_statistic_plots[ULP_STATISTIC_N_PLOTS];

#define ULP_STATISTIC_METHODS(statistic)                                                                               \
  .id = "methods", .type = ULP_PARAM_CHOICES, .label = N_("Methods"), .help = N_("how it is computed"), .unit = "",    \
  .choices = ulp_statistic_##statistic##_ids, .titles = ulp_statistic_##statistic##_titles

#define ULP_STATISTIC_ARITHMETIC                                                                                       \
  {                                                                                                                    \
    .id = "arithmetic", .type = ULP_PARAM_CHOICES, .label = N_("Arithmetic"),                                          \
    .help = N_("formats to compute in; elements that the format does not hold are rounded as they are taken"),         \
    .default_text = "fp32,fp64", .unit = "", .choices = ulp_statistic_format_ids                                       \
  }

/* The parts of a descriptor that are the same for all; `needs` for inputs that are held as doubles. */
#define ULP_STATISTIC_COMMON                                                                                           \
  .params = params, .n_params = G_N_ELEMENTS(params), .plots = ulp_statistic_plots, .n_plots = ULP_STATISTIC_N_PLOTS,  \
  .columns = ulp_statistic_columns, .n_columns = ULP_STATISTIC_N_COLUMNS, .needs = ulp_statistic_needs

void ulp_statistic_needs(const UlpValues *values, const UlpInputSize *inputs, UlpNeeds *needs);

/* Of the run's input, and its second one where there are two; `ddof` as in UlpVectors. `title`: N_(). */
gboolean ulp_statistic_run(const UlpRun *run, const UlpStatistic *statistic, const char *title, guint64 ddof,
                           UlpResult *result, GError **error);
