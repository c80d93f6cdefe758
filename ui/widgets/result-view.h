/* The tables of a run and the plots over them: one plot at a time above, the short table and the rows below. */
#pragma once

#include "core/experiment/experiment.h"
#include "ui/widgets/plot-pane.h"
#include "ui/widgets/result-export.h"

#define ULP_TYPE_RESULT_VIEW (ulp_result_view_get_type())
G_DECLARE_FINAL_TYPE(UlpResultView, ulp_result_view, ULP, RESULT_VIEW, GtkWidget)

/* The plots are those of `experiment`'s descriptor. */
GtkWidget *ulp_result_view_new(const UlpExperiment *experiment);

/* Later tables keep views, hidden series and scroll positions. */
void ulp_result_view_set_tables(UlpResultView *view, UlpTable *data, UlpTable *summary);
/* Dims what is shown and says why over it; NULL: it is what it seems to be. */
void ulp_result_view_set_stale(UlpResultView *view, const char *why);
void ulp_result_view_reset_view(UlpResultView *view);
/* Keeps what is shown as a baseline that later results are drawn over, its series named so; or lets it go. */
void ulp_result_view_set_pinned(UlpResultView *view, gboolean pinned);
gboolean ulp_result_view_pinned(UlpResultView *view);
/* Only the plot, without tables and titles. */
void ulp_result_view_set_plot_only(UlpResultView *view, gboolean only);

UlpShown ulp_result_view_shown(UlpResultView *view);            /* everything in it is borrowed */
UlpPlotPane *ulp_result_view_visible_plot(UlpResultView *view); /* NULL for an experiment without plots */
void ulp_result_view_show_plot(UlpResultView *view, const char *plot_id);
