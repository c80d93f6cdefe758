/* What the files of an experiment's page share. */
#pragma once

#include "ui/pages/experiment-page.h"
#include "ui/pages/param-history.h"
#include "ui/widgets/experiment-runner.h"

#define ULP_TYPE_EXPERIMENT_PAGE (ulp_experiment_page_get_type())
G_DECLARE_FINAL_TYPE(UlpExperimentPage, ulp_experiment_page, ULP, EXPERIMENT_PAGE, GtkWidget)

struct _UlpExperimentPage {
  GtkWidget parent;
  const UlpExperiment *experiment;
  char *device_id;
  UlpRunner *runner;
  GSimpleActionGroup *actions;
  UlpParamHistory *history;
  gboolean restoring;                      /* a state of it, or another document */
  void (*update)(UlpExperimentPage *page); /* the one place that says what can be done now */
  const char *exporting;                   /* the format that the file dialog asks a name for */
  UlpPlotExportOptions options;            /* and how its picture is drawn */

  UlpRunDocument *running, *shown; /* what runs, and what made the rows that are shown; NULL for none */
  gint64 started;                  /* monotonic */
  gboolean live;                   /* what runs was started by a change of the controls */
  gboolean fast;                   /* the last run took little enough for that */
  guint live_start, live_end;      /* sources, 0 for none */

  GtkWidget *box, *device_bar, *device_message, *device_cpu;
  GtkWidget *paned, *panel, *progress, *phase_label;
  GtkWidget *right, *results, *status, *exported, *command;
};

/* experiment-build.c */
void ulp_experiment_page_build(UlpExperimentPage *page);
/* What a line below the results says. */
void ulp_experiment_page_say(GtkWidget *label, const char *text, gboolean is_error);

/* experiment-run.c: runs and what is said of them; page->update follows. */
void ulp_experiment_page_start(UlpExperimentPage *page, const char *device_id);
void ulp_experiment_page_cancel(UlpExperimentPage *page);
/* A control changed: marks what is shown as stale, and runs fast experiments again after a moment. */
void ulp_experiment_page_changed(UlpExperimentPage *page);
void ulp_experiment_page_show_stale(UlpExperimentPage *page);
UlpRunDocument *ulp_experiment_page_document_on(UlpExperimentPage *page, const char *device_id);
extern const UlpRunnerEvents ulp_experiment_page_events;
