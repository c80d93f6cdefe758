/* The export actions of a page that shows a table and a picture. */
#pragma once

#include "ui/widgets/result-export.h"

typedef struct {
  const char *name; /* of suggested files, before the ending */
  /* Calls `use` with what `page` shows now. */
  void (*with_shown)(GtkWidget *page, void (*use)(const UlpShown *shown, gpointer data), gpointer data);
} UlpShownExport;

/* Adds export-csv, export-json, export-svg, export-pdf and export-png, which ask for a file; `export` outlives the page. */
void ulp_shown_export_add_actions(GActionMap *actions, GtkWidget *page, const UlpShownExport *export);

/* At once: as ulp_result_export(). */
gboolean ulp_shown_export(GtkWidget *page, const UlpShownExport *export, const char *format, const char *path,
                          GError **error);
