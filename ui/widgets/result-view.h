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
void ulp_result_view_reset_view(UlpResultView *view);

UlpShown ulp_result_view_shown(UlpResultView *view);            /* everything in it is borrowed */
UlpPlotPane *ulp_result_view_visible_plot(UlpResultView *view); /* NULL for an experiment without plots */
void ulp_result_view_show_plot(UlpResultView *view, const char *plot_id);
