/* A run as a value: experiment, parameters, device and view. It is read from a command or from JSON and written as
 * both; what the command line runs, the window's page holds and exports have as their provenance is one.
 *
 * A document is changed by the holder who made it, until it is shared; from then on it is only read, by any thread. */
#pragma once

#include "core/base/arguments.h"
#include "core/experiment/experiment.h"

/* Defaults on the CPU. `experiment` is borrowed (a descriptor's constant). */
UlpRunDocument *ulp_run_document_new(const UlpExperiment *experiment);
UlpRunDocument *ulp_run_document_copy(const UlpRunDocument *document);
UlpRunDocument *ulp_run_document_ref(UlpRunDocument *document);
void ulp_run_document_unref(UlpRunDocument *document);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(UlpRunDocument, ulp_run_document_unref)
gboolean ulp_run_document_equal(const UlpRunDocument *a, const UlpRunDocument *b); /* parameters by their texts */

/* Borrowed. */
const UlpExperiment *ulp_run_document_experiment(const UlpRunDocument *document);
const UlpValues *ulp_run_document_values(const UlpRunDocument *document);
const char *ulp_run_document_device(const UlpRunDocument *document); /* "cpu", "cuda:0" */
gboolean ulp_run_document_hash(const UlpRunDocument *document);      /* of generated inputs, too */
guint ulp_run_document_n_plots(const UlpRunDocument *document);      /* in view: none stands for the first one */
const UlpPlotSpec *ulp_run_document_plot(const UlpRunDocument *document, guint index);

/* ULP_ERROR_USAGE for what the experiment does not have. */
gboolean ulp_run_document_set(UlpRunDocument *document, const char *param, const char *text, GError **error);
gboolean ulp_run_document_set_plots(UlpRunDocument *document, const char *ids, GError **error); /* "time,result"; "" */
void ulp_run_document_set_values(UlpRunDocument *document, const UlpValues *values); /* of the same experiment */
void ulp_run_document_set_device(UlpRunDocument *document, const char *device);      /* checked when it is opened */
void ulp_run_document_set_hash(UlpRunDocument *document, gboolean hash);

/* The experiment's plot of that id; ULP_ERROR_USAGE lists them. */
const UlpPlotSpec *ulp_experiment_plot(const UlpExperiment *experiment, const char *id, GError **error);

/* --- as a command (document-text.c) --- */

/* "ulp run sum --input uniform:n=10 --device cuda:0", in words as a shell takes them, without what is default. New
 * string, in the bytes of the names of files. */
char *ulp_run_document_to_text(const UlpRunDocument *document);
/* ULP_ERROR_USAGE: no such command, experiment or option, or a value that it does not take. */
UlpRunDocument *ulp_run_document_from_text(const char *text, GError **error);

/* The options of such a command, and what they set; others that `arguments` holds are left alone. */
void ulp_run_document_add_options(const UlpExperiment *experiment, GArray *options);
gboolean ulp_run_document_apply(UlpRunDocument *document, const UlpArguments *arguments, GError **error);

/* --- as JSON (document-json.c) --- */

/* {"ulp-run": 1, "experiment": ID, "parameters": {ID: TEXT}, "device": ID, "view": {"plots": [ID]}, "hash": BOOLEAN},
 * every parameter named; a text that is not UTF-8 is {"escaped": TEXT} with C's escapes. New string. */
char *ulp_run_document_to_json(const UlpRunDocument *document);
/* What is not named is default; a parameter may be a number, too. An export of tables in JSON is read as the run that
 * made it. ULP_ERROR_INPUT: no JSON, another version, unknown keys, bad values. */
UlpRunDocument *ulp_run_document_from_json(const char *json, gssize length, GError **error);
/* The same of a file; ULP_ERROR_MEMORY where it is too large to be read. */
UlpRunDocument *ulp_run_document_load(const char *path, GError **error);
