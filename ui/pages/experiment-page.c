#include "ui/pages/experiment-page.h"

#include "core/base/error.h"
#include "core/base/i18n.h"
#include "core/base/name.h"
#include "ui/widgets/experiment-runner.h"
#include "ui/widgets/file-dialog.h"
#include "ui/widgets/message-bar.h"
#include "ui/widgets/param-panel.h"
#include "ui/widgets/result-view.h"

#include <string.h>

#define PANEL_WIDTH 300

#define ULP_TYPE_EXPERIMENT_PAGE (ulp_experiment_page_get_type())
G_DECLARE_FINAL_TYPE(UlpExperimentPage, ulp_experiment_page, ULP, EXPERIMENT_PAGE, GtkWidget)

struct _UlpExperimentPage {
  GtkWidget parent;
  const UlpExperiment *experiment;
  char *device_id;
  UlpRunner *runner;
  GSimpleActionGroup *actions;
  const char *exporting; /* the format that the file dialog asks a name for */

  GtkWidget *box, *device_bar, *device_message, *device_cpu;
  GtkWidget *panel, *progress;
  GtkWidget *right, *results, *status, *exported, *command;
};

G_DEFINE_TYPE(UlpExperimentPage, ulp_experiment_page, GTK_TYPE_WIDGET)

static const char *const export_formats[] = {"csv", "json", "svg", "pdf", "png"};

static UlpShown shown_of(UlpExperimentPage *page) { return ulp_result_view_shown(ULP_RESULT_VIEW(page->results)); }

/* States. */

static void enable(UlpExperimentPage *page, const char *action, gboolean enabled) {
  GAction *found = g_action_map_lookup_action(G_ACTION_MAP(page->actions), action);
  g_simple_action_set_enabled(G_SIMPLE_ACTION(found), enabled);
}

/* The one place that says what can be done now. */
static void update_actions(UlpExperimentPage *page) {
  const UlpShown shown = shown_of(page);
  const gboolean running = ulp_runner_running(page->runner);
  const gboolean rows = shown.data && ulp_table_n_rows(shown.data) > 0;
  enable(page, "run", !running && ulp_param_panel_valid(ULP_PARAM_PANEL(page->panel)));
  enable(page, "cancel", running);
  enable(page, "reset-zoom", rows && shown.plot);
  for (guint i = 0; i < G_N_ELEMENTS(export_formats); i++) {
    g_autofree char *name = g_strconcat("export-", export_formats[i], NULL);
    enable(page, name, rows && (i < 2 || shown.spec));
  }
  gtk_widget_set_visible(page->progress, running);
}

static void show_status(UlpExperimentPage *page, const char *text, const char *css_class) {
  gtk_label_set_text(GTK_LABEL(page->status), text);
  gtk_widget_set_visible(page->status, TRUE);
  gtk_widget_remove_css_class(page->status, "ulp-error");
  if (css_class)
    gtk_widget_add_css_class(page->status, css_class);
}

/* The run whose rows are shown on the command line, as their provenance has it. */
static void show_command(UlpExperimentPage *page) {
  const UlpTable *data = shown_of(page).data;
  const char *key, *value, *command = "";
  for (guint i = 0; data && i < ulp_table_n_provenance(data); i++) {
    ulp_table_get_provenance(data, i, &key, &value);
    if (g_str_equal(key, "command"))
      command = value;
  }
  gtk_label_set_text(GTK_LABEL(page->command), command);
  gtk_widget_set_visible(page->command, *command != '\0');
}

static void show_result(UlpExperimentPage *page, const UlpResult *result) {
  if (!result->data)
    return;
  gtk_stack_set_visible_child_name(GTK_STACK(page->right), "results");
  ulp_result_view_set_tables(ULP_RESULT_VIEW(page->results), result->data, result->summary);
  show_command(page);
  update_actions(page);
}

/* Events of the runner. */

static void on_progress(double fraction, gpointer data) {
  gtk_progress_bar_set_fraction(GTK_PROGRESS_BAR(ULP_EXPERIMENT_PAGE(data)->progress), fraction);
}

static void on_changed(const UlpResult *result, gpointer data) { show_result(data, result); }

static void show_error(UlpExperimentPage *page, const GError *error) {
  if (!g_error_matches(error, ULP_ERROR, ULP_ERROR_DEVICE)) {
    ulp_message_show(GTK_WIDGET(page), error->message);
    return;
  }
  gtk_label_set_text(GTK_LABEL(page->device_message), error->message);
  gtk_widget_set_visible(page->device_cpu, !g_str_equal(page->device_id, "cpu"));
  gtk_info_bar_set_revealed(GTK_INFO_BAR(page->device_bar), TRUE);
}

static void show_end(UlpExperimentPage *page, const UlpResult *result, const char *device, double seconds) {
  const guint64 n_rows = result->data ? ulp_table_n_rows(result->data) : 0;
  g_autofree char *executed =
      g_strdup_printf(_("Executed by %s in %.3g s, %" G_GUINT64_FORMAT " rows."), device, seconds, n_rows);
  if (result->verdict == ULP_VERDICT_FAIL) {
    g_autofree char *text = g_strdup_printf(_("%s FAIL: %s"), executed, result->verdict_reason);
    show_status(page, text, "ulp-error");
  } else if (result->verdict == ULP_VERDICT_PASS) {
    g_autofree char *text = g_strdup_printf(_("%s PASS"), executed);
    show_status(page, text, NULL);
  } else {
    show_status(page, executed, NULL);
  }
}

static void on_finished(const UlpResult *result, const char *device, double seconds, const GError *error,
                        gpointer data) {
  UlpExperimentPage *page = data;
  show_result(page, result);
  if (!error) {
    show_end(page, result, device, seconds);
  } else if (g_error_matches(error, ULP_ERROR, ULP_ERROR_CANCELLED)) {
    g_autofree char *text = g_strdup_printf(_("Cancelled after %.3g s on %s; the rows so far stay."), seconds, device);
    show_status(page, text, NULL);
  } else {
    show_status(page, _("The run ended with an error."), "ulp-error");
    show_command(page); /* of the rows that stay */
    show_error(page, error);
  }
  update_actions(page);
}

/* Actions. */

/* What the controls say, on that device. */
static UlpRunDocument *document_for(UlpExperimentPage *page, const char *device_id) {
  const UlpPlotSpec *plot = shown_of(page).spec;
  UlpRunDocument *document = ulp_run_document_new(page->experiment);
  ulp_run_document_set_values(document, ulp_param_panel_values(ULP_PARAM_PANEL(page->panel)));
  ulp_run_document_set_device(document, device_id);
  if (plot && plot != page->experiment->plots)
    ulp_run_document_set_plots(document, plot->id, NULL);
  return document;
}

static void run_on(UlpExperimentPage *page, const char *device_id) {
  gtk_info_bar_set_revealed(GTK_INFO_BAR(page->device_bar), FALSE);
  ulp_message_hide(GTK_WIDGET(page));
  gtk_widget_set_visible(page->exported, FALSE);
  gtk_widget_set_visible(page->command, FALSE); /* an older run's */
  gtk_progress_bar_set_fraction(GTK_PROGRESS_BAR(page->progress), 0);
  g_autofree char *text = g_strdup_printf(_("Running on %s"), device_id);
  show_status(page, text, NULL);
  g_autoptr(UlpRunDocument) document = document_for(page, device_id);
  ulp_runner_start(page->runner, document);
  update_actions(page);
}

static void on_run(GSimpleAction *action, GVariant *parameter, gpointer data) {
  run_on(data, ULP_EXPERIMENT_PAGE(data)->device_id);
}

static void on_run_on_cpu(GtkButton *button, UlpExperimentPage *page) { run_on(page, "cpu"); }

static void on_cancel(GSimpleAction *action, GVariant *parameter, gpointer data) {
  show_status(data, _("Cancelling"), NULL);
  ulp_runner_cancel(ULP_EXPERIMENT_PAGE(data)->runner);
}

static void on_reset_zoom(GSimpleAction *action, GVariant *parameter, gpointer data) {
  ulp_result_view_reset_view(ULP_RESULT_VIEW(ULP_EXPERIMENT_PAGE(data)->results));
}

static void on_exported(GtkWidget *widget, const char *path, const GError *error) {
  GtkWidget *exported = ULP_EXPERIMENT_PAGE(widget)->exported;
  gtk_widget_set_visible(exported, !error);
  if (error) {
    ulp_message_show(widget, error->message);
    return;
  }
  g_autofree char *shown = ulp_name_shown(path), *text = g_strdup_printf(_("Wrote %s"), shown);
  gtk_label_set_text(GTK_LABEL(exported), text);
}

void ulp_experiment_page_export_async(GtkWidget *widget, const char *format, const char *path) {
  const UlpShown shown = shown_of(ULP_EXPERIMENT_PAGE(widget));
  ulp_result_export_async(&shown, format, path, widget, on_exported);
}

static void on_export_path(GtkWidget *widget, const char *path) {
  ulp_experiment_page_export_async(widget, ULP_EXPERIMENT_PAGE(widget)->exporting, path);
}

static void on_export(GSimpleAction *action, GVariant *parameter, gpointer data) {
  UlpExperimentPage *page = data;
  const UlpShown shown = shown_of(page);
  const char *format = g_action_get_name(G_ACTION(action)) + strlen("export-");
  const gboolean picture = !g_str_equal(format, "csv") && !g_str_equal(format, "json");
  g_autofree char *name = picture ? g_strdup_printf("%s-%s.%s", page->experiment->id, shown.spec->id, format)
                                  : g_strdup_printf("%s.%s", page->experiment->id, format);
  page->exporting = format;
  ulp_file_dialog(GTK_WIDGET(page), _("Export"), name, on_export_path);
}

/* Building. */

static GtkWidget *label_new(const char *text, const char *css_class) {
  GtkWidget *label = gtk_label_new(text);
  gtk_label_set_wrap(GTK_LABEL(label), TRUE);
  gtk_label_set_wrap_mode(GTK_LABEL(label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_xalign(GTK_LABEL(label), 0);
  if (css_class)
    gtk_widget_add_css_class(label, css_class);
  return label;
}

/* Hidden until it has a text: without one it must not take the focus. */
static GtkWidget *foot_label_new(const char *css_class) {
  GtkWidget *label = label_new(NULL, css_class);
  gtk_label_set_selectable(GTK_LABEL(label), TRUE);
  gtk_widget_set_visible(label, FALSE);
  return label;
}

static void set_margins(GtkWidget *widget, int margin) {
  gtk_widget_set_margin_start(widget, margin);
  gtk_widget_set_margin_end(widget, margin);
  gtk_widget_set_margin_top(widget, margin);
  gtk_widget_set_margin_bottom(widget, margin);
}

static GtkWidget *action_button(const char *text, const char *action, const char *tooltip) {
  GtkWidget *button = gtk_button_new_with_label(text);
  gtk_actionable_set_action_name(GTK_ACTIONABLE(button), action);
  gtk_widget_set_tooltip_text(button, tooltip);
  gtk_widget_set_hexpand(button, TRUE);
  return button;
}

static GtkWidget *build_left(UlpExperimentPage *page) {
  page->panel = ulp_param_panel_new(page->experiment->params, page->experiment->n_params);
  g_signal_connect_swapped(page->panel, "changed", G_CALLBACK(update_actions), page);

  GtkWidget *run = action_button(_("Run"), "page.run", _("Run the experiment (F5)"));
  gtk_widget_add_css_class(run, "suggested-action");
  GtkWidget *buttons = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);
  gtk_box_set_homogeneous(GTK_BOX(buttons), TRUE);
  gtk_box_append(GTK_BOX(buttons), run);
  gtk_box_append(GTK_BOX(buttons),
                 action_button(_("Cancel"), "page.cancel", _("Stop the run and keep its rows (Escape)")));

  page->progress = gtk_progress_bar_new();
  gtk_accessible_update_property(GTK_ACCESSIBLE(page->progress), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Progress"), -1);

  GtkWidget *left = gtk_box_new(GTK_ORIENTATION_VERTICAL, 12);
  set_margins(left, 12);
  gtk_widget_set_size_request(left, PANEL_WIDTH, -1);
  gtk_box_append(GTK_BOX(left), page->panel);
  gtk_box_append(GTK_BOX(left), buttons);
  gtk_box_append(GTK_BOX(left), page->progress);
  return left;
}

static GtkWidget *build_placeholder(const UlpExperiment *experiment) {
  GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 12);
  gtk_widget_set_valign(box, GTK_ALIGN_CENTER);
  gtk_widget_set_halign(box, GTK_ALIGN_CENTER);
  set_margins(box, 24);
  const struct {
    const char *text, *css_class;
  } lines[] = {{_(experiment->title), "title-1"},
               {_(experiment->summary), NULL},
               {_("Press Run (F5) to compute it. The settings on the left work as they are."), "ulp-dim"}};
  for (guint i = 0; i < G_N_ELEMENTS(lines); i++) {
    GtkWidget *label = label_new(lines[i].text, lines[i].css_class);
    gtk_label_set_justify(GTK_LABEL(label), GTK_JUSTIFY_CENTER);
    gtk_label_set_xalign(GTK_LABEL(label), 0.5);
    gtk_box_append(GTK_BOX(box), label);
  }
  return box;
}

static GtkWidget *build_right(UlpExperimentPage *page) {
  page->results = ulp_result_view_new(page->experiment);
  page->right = gtk_stack_new();
  gtk_widget_set_vexpand(page->right, TRUE);
  gtk_widget_set_hexpand(page->right, TRUE);
  gtk_stack_add_named(GTK_STACK(page->right), build_placeholder(page->experiment), "placeholder");
  gtk_stack_add_named(GTK_STACK(page->right), page->results, "results");

  page->status = foot_label_new(NULL);
  page->exported = foot_label_new("ulp-dim");
  page->command = foot_label_new("ulp-number");
  gtk_widget_add_css_class(page->command, "ulp-dim");
  gtk_widget_set_tooltip_text(page->command, _("The same on the command line"));
  GtkWidget *foot = gtk_box_new(GTK_ORIENTATION_VERTICAL, 2);
  gtk_widget_set_margin_start(foot, 12);
  gtk_widget_set_margin_end(foot, 12);
  gtk_widget_set_margin_bottom(foot, 12);
  gtk_box_append(GTK_BOX(foot), page->status);
  gtk_box_append(GTK_BOX(foot), page->exported);
  gtk_box_append(GTK_BOX(foot), page->command);

  GtkWidget *right = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
  gtk_box_append(GTK_BOX(right), page->right);
  gtk_box_append(GTK_BOX(right), foot);
  return right;
}

static void hide_device_bar(GtkInfoBar *bar) { gtk_info_bar_set_revealed(bar, FALSE); }

static void build_device_bar(UlpExperimentPage *page) {
  page->device_bar = gtk_info_bar_new();
  gtk_info_bar_set_message_type(GTK_INFO_BAR(page->device_bar), GTK_MESSAGE_WARNING);
  gtk_info_bar_set_show_close_button(GTK_INFO_BAR(page->device_bar), TRUE);
  gtk_info_bar_set_revealed(GTK_INFO_BAR(page->device_bar), FALSE);
  g_signal_connect(page->device_bar, "response", G_CALLBACK(hide_device_bar), NULL);
  page->device_message = label_new(NULL, NULL);
  gtk_label_set_selectable(GTK_LABEL(page->device_message), TRUE);
  gtk_widget_set_hexpand(page->device_message, TRUE);
  page->device_cpu = gtk_button_new_with_label(_("Run on the CPU instead"));
  gtk_widget_set_valign(page->device_cpu, GTK_ALIGN_CENTER);
  g_signal_connect(page->device_cpu, "clicked", G_CALLBACK(on_run_on_cpu), page);
  gtk_info_bar_add_child(GTK_INFO_BAR(page->device_bar), page->device_message);
  gtk_info_bar_add_child(GTK_INFO_BAR(page->device_bar), page->device_cpu);
}

static void build_actions(UlpExperimentPage *page) {
  static const GActionEntry entries[] = {
      {"run", on_run},           {"cancel", on_cancel},      {"reset-zoom", on_reset_zoom},
      {"export-csv", on_export}, {"export-json", on_export}, {"export-svg", on_export},
      {"export-pdf", on_export}, {"export-png", on_export},
  };
  page->actions = g_simple_action_group_new();
  g_action_map_add_action_entries(G_ACTION_MAP(page->actions), entries, G_N_ELEMENTS(entries), page);
  gtk_widget_insert_action_group(GTK_WIDGET(page), "page", G_ACTION_GROUP(page->actions));
}

GtkWidget *ulp_experiment_page_new(const UlpRunDocument *document) {
  static const UlpRunnerEvents events = {on_progress, on_changed, on_finished};
  UlpExperimentPage *page = g_object_new(ULP_TYPE_EXPERIMENT_PAGE, NULL);
  page->experiment = ulp_run_document_experiment(document);
  page->device_id = g_strdup("cpu");
  page->runner = ulp_runner_new(&events, page);
  build_actions(page);
  build_device_bar(page);
  GtkWidget *paned = gtk_paned_new(GTK_ORIENTATION_HORIZONTAL);
  gtk_paned_set_start_child(GTK_PANED(paned), build_left(page));
  gtk_paned_set_end_child(GTK_PANED(paned), build_right(page));
  gtk_paned_set_resize_start_child(GTK_PANED(paned), FALSE);
  gtk_paned_set_shrink_start_child(GTK_PANED(paned), FALSE);
  gtk_paned_set_shrink_end_child(GTK_PANED(paned), FALSE);
  gtk_widget_set_vexpand(paned, TRUE);

  page->box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_add_css_class(page->box, "ulp-page");
  gtk_box_append(GTK_BOX(page->box), page->device_bar);
  gtk_box_append(GTK_BOX(page->box), paned);
  gtk_widget_set_parent(page->box, GTK_WIDGET(page));
  ulp_experiment_page_set_document(GTK_WIDGET(page), document);
  update_actions(page);
  return GTK_WIDGET(page);
}

void ulp_experiment_page_set_device(GtkWidget *widget, const char *device_id) {
  UlpExperimentPage *page = ULP_EXPERIMENT_PAGE(widget);
  g_free(page->device_id);
  page->device_id = g_strdup(device_id);
}

UlpRunDocument *ulp_experiment_page_document(GtkWidget *widget) {
  UlpExperimentPage *page = ULP_EXPERIMENT_PAGE(widget);
  return document_for(page, page->device_id);
}

void ulp_experiment_page_set_document(GtkWidget *widget, const UlpRunDocument *document) {
  UlpExperimentPage *page = ULP_EXPERIMENT_PAGE(widget);
  const UlpValues *values = ulp_run_document_values(document);
  for (guint i = 0; i < page->experiment->n_params; i++) {
    const char *id = page->experiment->params[i].id;
    ulp_param_field_set_text(ulp_param_panel_field(ULP_PARAM_PANEL(page->panel), id), ulp_values_text(values, id));
  }
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

const UlpPageKind ulp_page_kind_experiment = {
    .create = create, .actions = ulp_experiment_page_actions, .set_device = ulp_experiment_page_set_device};

static void ulp_experiment_page_init(UlpExperimentPage *page) {}

static void dispose(GObject *object) {
  UlpExperimentPage *page = ULP_EXPERIMENT_PAGE(object);
  g_clear_pointer(&page->runner, ulp_runner_free);
  g_clear_pointer(&page->box, gtk_widget_unparent);
  g_clear_object(&page->actions);
  g_clear_pointer(&page->device_id, g_free);
  G_OBJECT_CLASS(ulp_experiment_page_parent_class)->dispose(object);
}

static void ulp_experiment_page_class_init(UlpExperimentPageClass *class) {
  G_OBJECT_CLASS(class)->dispose = dispose;
  gtk_widget_class_set_layout_manager_type(GTK_WIDGET_CLASS(class), GTK_TYPE_BIN_LAYOUT);
}
