/* The page of an experiment, built from its descriptor alone: parameters on the left, plots and tables on the right,
 * and below them the device that executed it and the same run as a command. */
#pragma once

#include "core/experiment/recording.h"
#include "ui/pages/page.h"
#include "ui/widgets/param-panel.h"
#include "ui/widgets/result-view.h"

#include <gtk/gtk.h>

extern const UlpPageKind ulp_page_kind_experiment; /* its values are UlpRunDocument: what the controls say at first */

GtkWidget *ulp_experiment_page_new(const UlpRunDocument *document);

/* The device of the next run, "cpu" at first. */
void ulp_experiment_page_set_device(GtkWidget *page, const char *device_id);
/* The run that the page's controls describe: a new document. To set one, of the same experiment, sets the controls. */
UlpRunDocument *ulp_experiment_page_document(GtkWidget *page);
void ulp_experiment_page_set_document(GtkWidget *page, const UlpRunDocument *document);

/* The actions of the page, which it holds under the prefix "page" for its own widgets; the window holds the visible
 * page's under the same prefix for its menu and keys: run, cancel, undo, redo, reset-zoom, copy-picture, copy-values, pin, panel, plot-only, export-csv, export-json, export-svg,
 * export-pdf, export-png, export-picture. */
GActionGroup *ulp_experiment_page_actions(GtkWidget *page);

/* Shows a recording of the page's experiment in place of a run, and sets the controls to it; pinned, later runs are drawn over it.
 * ULP_ERROR_INPUT where the recording lacks columns that the plots name, ULP_ERROR_USAGE while something runs. */
gboolean ulp_experiment_page_show_recording(GtkWidget *page, const UlpRecording *recording, GError **error);

UlpParamPanel *ulp_experiment_page_panel(GtkWidget *page);
UlpResultView *ulp_experiment_page_results(GtkWidget *page);

/* Writes what the page shows, as ulp_result_export has it. */
gboolean ulp_experiment_page_export(GtkWidget *page, const char *format, const char *path, GError **error);
/* The same on a thread: the page says which file was written, or why none was. */
void ulp_experiment_page_export_async(GtkWidget *page, const char *format, const char *path);
