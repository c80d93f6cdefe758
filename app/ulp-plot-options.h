/* How plots are drawn into files: the options of `ulp run` that say it. */
#pragma once

#include "app/ulp-arguments.h"
#include "ui/plot/plot-export.h"

void ulp_plot_options_add(GArray *options);
/* ULP_ERROR_USAGE. */
gboolean ulp_plot_options_read(const UlpArguments *arguments, UlpPlotExportOptions *options, GError **error);
