/* Where the results of a run go: CSV, JSON and plots. */
#pragma once

#include "app/ulp-arguments.h"
#include "core/experiment/document.h"

void ulp_exports_add_options(GArray *options, const UlpExperiment *experiment);

/* Refuses what would only fail after the run, or lose something then: a plot that does not exist or, under
 * --reproducible, shows what is measured, an unknown ending, one target for two exports, a target that is an input of the run. */
gboolean ulp_exports_check(const UlpArguments *arguments, const UlpRunDocument *document, GError **error);

/* The same for tables that are there already: ULP_ERROR_INPUT when one lacks columns of a plot. */
gboolean ulp_exports_check_result(const UlpArguments *arguments, const UlpRunDocument *document,
                                  const UlpResult *result, GError **error);

gboolean ulp_exports_use_stdout(const UlpArguments *arguments, const UlpExperiment *experiment);

/* The memory that they will take. */
void ulp_exports_add_needs(const UlpArguments *arguments, UlpRun *run);

/* Writes every export that was asked for; goes on after a failure and gives the first one. `cancellable` may be
 * NULL. */
gboolean ulp_exports_write(const UlpArguments *arguments, const UlpRunDocument *document, const UlpResult *result,
                           GCancellable *cancellable, GError **error);
