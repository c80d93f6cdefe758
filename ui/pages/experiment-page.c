#include "core/base/error.h"
#include "core/base/i18n.h"
#include "core/base/name.h"
#include "ui/pages/experiment-private.h"
#include "ui/widgets/file-dialog.h"
#include "ui/widgets/picture-dialog.h"
#include "ui/widgets/plot-canvas.h"

#include <string.h>

G_DEFINE_TYPE(UlpExperimentPage, ulp_experiment_page, GTK_TYPE_WIDGET)

static const char *const export_formats[] = {"csv", "json", "svg", "pdf", "png"};

static UlpShown shown_of(UlpExperimentPage *page) { return ulp_result_view_shown(ULP_RESULT_VIEW(page->results)); }

static void enable(UlpExperimentPage *page, const char *action, gboolean enabled) {
  GAction *found = g_action_map_lookup_action(G_ACTION_MAP(page->actions), action);
  g_simple_action_set_enabled(G_SIMPLE_ACTION(found), enabled);
}

static void update(UlpExperimentPage *page) {
  const UlpShown shown = shown_of(page);
  const gboolean running = ulp_runner_running(page->runner), seen = running && !page->live;
  const gboolean rows = shown.data && ulp_table_n_rows(shown.data) > 0;
  enable(page, "run", !seen && ulp_param_panel_valid(ULP_PARAM_PANEL(page->panel)));
  enable(page, "cancel", running);
  enable(page, "reset-zoom", rows && shown.plot);
  enable(page, "copy-picture", rows && shown.plot);
  enable(page, "copy-values", rows && shown.plot);
  enable(page, "export-picture", rows && shown.plot);
  enable(page, "pin", rows && shown.plot);
  g_simple_action_set_state(G_SIMPLE_ACTION(g_action_map_lookup_action(G_ACTION_MAP(page->actions), "pin")),
                            g_variant_new_boolean(ulp_result_view_pinned(ULP_RESULT_VIEW(page->results))));
  enable(page, "undo", ulp_param_history_can_undo(page->history));
  enable(page, "redo", ulp_param_history_can_redo(page->history));
  for (guint i = 0; i < G_N_ELEMENTS(export_formats); i++) {
    g_autofree char *name = g_strconcat("export-", export_formats[i], NULL);
    enable(page, name, rows && (i < 2 || shown.spec));
  }
  gtk_widget_set_visible(page->progress, seen);
  gtk_widget_set_visible(page->phase_label, seen);
}

/* Actions. */

static void on_run(GSimpleAction *action, GVariant *parameter, gpointer data) {
  ulp_experiment_page_start(data, ULP_EXPERIMENT_PAGE(data)->device_id);
}

static void run_on_cpu(UlpExperimentPage *page) { ulp_experiment_page_start(page, "cpu"); }

static void on_cancel(GSimpleAction *action, GVariant *parameter, gpointer data) { ulp_experiment_page_cancel(data); }

static void on_reset_zoom(GSimpleAction *action, GVariant *parameter, gpointer data) {
  ulp_result_view_reset_view(ULP_RESULT_VIEW(ULP_EXPERIMENT_PAGE(data)->results));
}

static void on_copy(GSimpleAction *action, GVariant *parameter, gpointer data) {
  UlpPlotPane *pane = ulp_result_view_visible_plot(ULP_RESULT_VIEW(ULP_EXPERIMENT_PAGE(data)->results));
  UlpPlotCanvas *canvas = ULP_PLOT_CANVAS(ulp_plot_pane_canvas(pane));
  if (g_str_equal(g_action_get_name(G_ACTION(action)), "copy-values"))
    ulp_plot_canvas_copy_values(canvas);
  else
    ulp_plot_canvas_copy_picture(canvas);
}

static void on_pin(GSimpleAction *action, GVariant *state, gpointer data) {
  UlpExperimentPage *page = data;
  ulp_result_view_set_pinned(ULP_RESULT_VIEW(page->results), g_variant_get_boolean(state));
  page->update(page);
}

static void on_panel(GSimpleAction *action, GVariant *state, gpointer data) {
  UlpExperimentPage *page = data;
  g_simple_action_set_state(action, state);
  gtk_widget_set_visible(gtk_paned_get_start_child(GTK_PANED(page->paned)), g_variant_get_boolean(state));
}

static void on_plot_only(GSimpleAction *action, GVariant *state, gpointer data) {
  UlpExperimentPage *page = data;
  const gboolean only = g_variant_get_boolean(state);
  g_simple_action_set_state(action, state);
  ulp_result_view_set_plot_only(ULP_RESULT_VIEW(page->results), only);
  gtk_widget_set_visible(gtk_widget_get_parent(page->status), !only);
  g_action_group_change_action_state(G_ACTION_GROUP(page->actions), "panel", g_variant_new_boolean(!only));
}

static void set_values(UlpExperimentPage *page, const UlpRunDocument *document) {
  const UlpValues *values = ulp_run_document_values(document);
  for (guint i = 0; i < page->experiment->n_params; i++) {
    const char *id = page->experiment->params[i].id;
    ulp_param_field_set_text(ulp_param_panel_field(ULP_PARAM_PANEL(page->panel), id), ulp_values_text(values, id));
  }
}

/* What the controls say becomes a state to come back to. */
static void keep_state(UlpExperimentPage *page) {
  g_autoptr(UlpRunDocument) document = ulp_run_document_new(page->experiment);
  ulp_run_document_set_values(document, ulp_param_panel_values(ULP_PARAM_PANEL(page->panel)));
  if (!page->restoring)
    ulp_param_history_add(page->history, document);
}

static void on_panel_changed(UlpExperimentPage *page) {
  keep_state(page);
  ulp_experiment_page_changed(page);
}

static void restore(UlpExperimentPage *page, const UlpRunDocument *state) {
  if (!state)
    return;
  page->restoring = TRUE;
  set_values(page, state);
  page->restoring = FALSE;
  ulp_experiment_page_changed(page);
}

static void on_undo(GSimpleAction *action, GVariant *parameter, gpointer data) {
  restore(data, ulp_param_history_undo(ULP_EXPERIMENT_PAGE(data)->history));
}

static void on_redo(GSimpleAction *action, GVariant *parameter, gpointer data) {
  restore(data, ulp_param_history_redo(ULP_EXPERIMENT_PAGE(data)->history));
}

/* Said on the page: it goes with it, and moves nothing. */
static void on_exported(GtkWidget *widget, const char *path, const GError *error) {
  g_autofree char *shown = ulp_name_shown(path), *wrote = g_strdup_printf(_("Wrote %s"), shown);
  g_autofree char *text = error ? g_utf8_make_valid(error->message, -1) : g_steal_pointer(&wrote);
  ulp_experiment_page_say(ULP_EXPERIMENT_PAGE(widget)->exported, text, error != NULL);
}

void ulp_experiment_page_export_async(GtkWidget *widget, const char *format, const char *path) {
  UlpShown shown = shown_of(ULP_EXPERIMENT_PAGE(widget));
  shown.options = ULP_EXPERIMENT_PAGE(widget)->options;
  ulp_result_export_async(&shown, format, path, widget, on_exported);
}

static void on_export_path(GtkWidget *widget, const char *path) {
  ulp_experiment_page_export_async(widget, ULP_EXPERIMENT_PAGE(widget)->exporting, path);
}

static void ask_path(UlpExperimentPage *page, const char *format, const UlpPlotExportOptions *options) {
  const UlpShown shown = shown_of(page);
  const gboolean picture = !g_str_equal(format, "csv") && !g_str_equal(format, "json");
  g_autofree char *name = picture ? g_strdup_printf("%s-%s.%s", page->experiment->id, shown.spec->id, format)
                                  : g_strdup_printf("%s.%s", page->experiment->id, format);
  page->exporting = format;
  page->options = *options;
  ulp_file_dialog(GTK_WIDGET(page), _("Export"), name, on_export_path);
}

static void on_export(GSimpleAction *action, GVariant *parameter, gpointer data) {
  ask_path(data, g_action_get_name(G_ACTION(action)) + strlen("export-"), &(UlpPlotExportOptions){0});
}

static void on_picture_chosen(GtkWidget *widget, const char *format, const UlpPlotExportOptions *options) {
  ask_path(ULP_EXPERIMENT_PAGE(widget), format, options);
}

static void on_export_picture(GSimpleAction *action, GVariant *parameter, gpointer data) {
  const UlpShown shown = shown_of(data);
  gtk_window_present(GTK_WINDOW(ulp_picture_dialog_new(GTK_WIDGET(data), ulp_shown_plot(&shown), on_picture_chosen)));
}

static void build_actions(UlpExperimentPage *page) {
  static const GActionEntry entries[] = {
      {.name = "run", .activate = on_run},
      {.name = "cancel", .activate = on_cancel},
      {.name = "undo", .activate = on_undo},
      {.name = "redo", .activate = on_redo},
      {.name = "reset-zoom", .activate = on_reset_zoom},
      {.name = "copy-picture", .activate = on_copy},
      {.name = "copy-values", .activate = on_copy},
      {.name = "pin", .state = "false", .change_state = on_pin},
      {.name = "panel", .state = "true", .change_state = on_panel},
      {.name = "plot-only", .state = "false", .change_state = on_plot_only},
      {.name = "export-csv", .activate = on_export},
      {.name = "export-json", .activate = on_export},
      {.name = "export-svg", .activate = on_export},
      {.name = "export-pdf", .activate = on_export},
      {.name = "export-png", .activate = on_export},
      {.name = "export-picture", .activate = on_export_picture},
  };
  page->actions = g_simple_action_group_new();
  g_action_map_add_action_entries(G_ACTION_MAP(page->actions), entries, G_N_ELEMENTS(entries), page);
  gtk_widget_insert_action_group(GTK_WIDGET(page), "page", G_ACTION_GROUP(page->actions));
}

GtkWidget *ulp_experiment_page_new(const UlpRunDocument *document) {
  UlpExperimentPage *page = g_object_new(ULP_TYPE_EXPERIMENT_PAGE, NULL);
  page->experiment = ulp_run_document_experiment(document);
  page->device_id = g_strdup("cpu");
  page->runner = ulp_runner_new(&ulp_experiment_page_events, page);
  page->history = ulp_param_history_new();
  build_actions(page);
  ulp_experiment_page_build(page);
  page->update = update;
  g_signal_connect_swapped(page->panel, "changed", G_CALLBACK(on_panel_changed), page);
  g_signal_connect_swapped(page->device_cpu, "clicked", G_CALLBACK(run_on_cpu), page);
  ulp_experiment_page_set_document(GTK_WIDGET(page), document);
  return GTK_WIDGET(page);
}

void ulp_experiment_page_set_device(GtkWidget *widget, const char *device_id) {
  UlpExperimentPage *page = ULP_EXPERIMENT_PAGE(widget);
  g_free(page->device_id);
  page->device_id = g_strdup(device_id);
  ulp_experiment_page_changed(page);
}

UlpRunDocument *ulp_experiment_page_document(GtkWidget *widget) {
  UlpExperimentPage *page = ULP_EXPERIMENT_PAGE(widget);
  return ulp_experiment_page_document_on(page, page->device_id);
}

void ulp_experiment_page_set_document(GtkWidget *widget, const UlpRunDocument *document) {
  UlpExperimentPage *page = ULP_EXPERIMENT_PAGE(widget);
  page->restoring = TRUE; /* parameter after parameter is one change */
  set_values(page, document);
  page->restoring = FALSE;
  keep_state(page);
  ulp_experiment_page_set_device(widget, ulp_run_document_device(document));
  if (ulp_run_document_n_plots(document) > 0)
    ulp_result_view_show_plot(ULP_RESULT_VIEW(page->results), ulp_run_document_plot(document, 0)->id);
}

GActionGroup *ulp_experiment_page_actions(GtkWidget *widget) {
  return G_ACTION_GROUP(ULP_EXPERIMENT_PAGE(widget)->actions);
}

UlpParamPanel *ulp_experiment_page_panel(GtkWidget *widget) {
  return ULP_PARAM_PANEL(ULP_EXPERIMENT_PAGE(widget)->panel);
}

UlpResultView *ulp_experiment_page_results(GtkWidget *widget) {
  return ULP_RESULT_VIEW(ULP_EXPERIMENT_PAGE(widget)->results);
}

gboolean ulp_experiment_page_export(GtkWidget *widget, const char *format, const char *path, GError **error) {
  const UlpShown shown = shown_of(ULP_EXPERIMENT_PAGE(widget));
  return ulp_result_export(&shown, format, path, error);
}

static GtkWidget *create(gconstpointer value) { return ulp_experiment_page_new(value); }

static char *get_state(GtkWidget *widget) {
  g_autoptr(UlpRunDocument) document = ulp_experiment_page_document(widget);
  return ulp_run_document_to_json(document);
}

/* The device is the window's. */
static void set_state(GtkWidget *widget, const char *state) {
  g_autoptr(UlpRunDocument) document = ulp_run_document_from_json(state, -1, NULL);
  UlpExperimentPage *page = ULP_EXPERIMENT_PAGE(widget);
  if (!document || ulp_run_document_experiment(document) != page->experiment)
    return;
  ulp_run_document_set_device(document, page->device_id);
  ulp_experiment_page_set_document(widget, document);
}

const UlpPageKind ulp_page_kind_experiment = {.create = create,
                                              .actions = ulp_experiment_page_actions,
                                              .set_device = ulp_experiment_page_set_device,
                                              .state = get_state,
                                              .set_state = set_state};

static void ulp_experiment_page_init(UlpExperimentPage *page) {}

static void dispose(GObject *object) {
  UlpExperimentPage *page = ULP_EXPERIMENT_PAGE(object);
  g_clear_handle_id(&page->live_start, g_source_remove);
  g_clear_handle_id(&page->live_end, g_source_remove);
  g_clear_pointer(&page->runner, ulp_runner_free);
  g_clear_pointer(&page->history, ulp_param_history_free);
  g_clear_pointer(&page->running, ulp_run_document_unref);
  g_clear_pointer(&page->shown, ulp_run_document_unref);
  g_clear_pointer(&page->box, gtk_widget_unparent);
  g_clear_object(&page->actions);
  g_clear_pointer(&page->device_id, g_free);
  G_OBJECT_CLASS(ulp_experiment_page_parent_class)->dispose(object);
}

static void ulp_experiment_page_class_init(UlpExperimentPageClass *class) {
  G_OBJECT_CLASS(class)->dispose = dispose;
  gtk_widget_class_set_layout_manager_type(GTK_WIDGET_CLASS(class), GTK_TYPE_BIN_LAYOUT);
}
