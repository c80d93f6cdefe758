/* A recording: what a run exported, opened again. The tables are those of the export; which experiment's they are, and so which
 * plots they have, is said by the command in their provenance. */
#pragma once

#include "core/experiment/document.h"

typedef struct {
  UlpRunDocument *document; /* the run that made them; NULL where this program does not know it */
  UlpTable *data, *summary; /* summary may be NULL */
  char *label;              /* "recorded on NVIDIA H200, 2026-12-01T05:47:12Z", in the user's language */
} UlpRecording;

void ulp_recording_free(UlpRecording *recording);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(UlpRecording, ulp_recording_free)

/* A JSON or CSV export with its provenance. Tables get "recorded" in theirs, so that nobody takes them for measured here.
 * ULP_ERROR_INPUT: no export, or one without a table. */
UlpRecording *ulp_recording_open(const char *path, GError **error);
/* Whether the file begins as an export of a table does; FALSE for one that cannot be read. */
gboolean ulp_recording_is_one(const char *path);

/* Whether the table has the columns that the plot names: a recording may be of another version, or without what was measured. */
gboolean ulp_plot_fits(const UlpPlotSpec *plot, const UlpTable *table);
