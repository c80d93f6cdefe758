/* The widgets of an experiment's page: parameters on the left, results on the right, what is said of them below. */
#include "core/base/i18n.h"
#include "ui/pages/experiment-private.h"

#define PANEL_WIDTH 300

static GtkWidget *label_new(const char *text, const char *css_class) {
  GtkWidget *label = gtk_label_new(text);
  gtk_label_set_wrap(GTK_LABEL(label), TRUE);
  gtk_label_set_wrap_mode(GTK_LABEL(label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_xalign(GTK_LABEL(label), 0);
  if (css_class)
    gtk_widget_add_css_class(label, css_class);
  return label;
}

/* A line below the results, there even without a text, so that what it comes to say moves nothing. */
static GtkWidget *foot_label_new(const char *css_class) {
  GtkWidget *label = gtk_label_new(" ");
  gtk_label_set_xalign(GTK_LABEL(label), 0);
  gtk_label_set_ellipsize(GTK_LABEL(label), PANGO_ELLIPSIZE_END);
  if (css_class)
    gtk_widget_add_css_class(label, css_class);
  return label;
}

void ulp_experiment_page_say(GtkWidget *label, const char *text, gboolean is_error) {
  gtk_label_set_text(GTK_LABEL(label), *text ? text : " ");  /* GTK 4.8 measures a shortened label of nothing wrongly */
  gtk_label_set_selectable(GTK_LABEL(label), *text != '\0'); /* without a text it must not take the focus */
  gtk_widget_set_tooltip_text(label, *text ? text : NULL);   /* what is too long for the line */
  if (is_error)
    gtk_widget_add_css_class(label, "ulp-error");
  else
    gtk_widget_remove_css_class(label, "ulp-error");
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

  GtkWidget *run = action_button(_("Run"), "page.run", _("Run the experiment (F5)"));
  gtk_widget_add_css_class(run, "suggested-action");
  GtkWidget *buttons = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);
  gtk_box_set_homogeneous(GTK_BOX(buttons), TRUE);
  gtk_box_append(GTK_BOX(buttons), run);
  gtk_box_append(GTK_BOX(buttons),
                 action_button(_("Cancel"), "page.cancel", _("Stop the run and keep its rows (Escape)")));

  page->progress = gtk_progress_bar_new();
  gtk_accessible_update_property(GTK_ACCESSIBLE(page->progress), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Progress"), -1);
  page->phase_label = label_new(NULL, "ulp-dim");

  GtkWidget *left = gtk_box_new(GTK_ORIENTATION_VERTICAL, 12);
  set_margins(left, 12);
  gtk_widget_set_size_request(left, PANEL_WIDTH, -1);
  gtk_box_append(GTK_BOX(left), page->panel);
  gtk_box_append(GTK_BOX(left), buttons);
  gtk_box_append(GTK_BOX(left), page->progress);
  gtk_box_append(GTK_BOX(left), page->phase_label);
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
  gtk_accessible_update_property(GTK_ACCESSIBLE(page->command), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                 _("The same on the command line"), -1);
  GtkWidget *foot = gtk_box_new(GTK_ORIENTATION_VERTICAL, 2);
  gtk_widget_set_margin_start(foot, 12);
  gtk_widget_set_margin_end(foot, 12);
  gtk_widget_set_margin_bottom(foot, 12);
  gtk_box_append(GTK_BOX(foot), page->status);
  gtk_widget_set_hexpand(page->command, TRUE);
  gtk_label_set_ellipsize(GTK_LABEL(page->exported), PANGO_ELLIPSIZE_MIDDLE); /* the folder and the name stay */
  GtkWidget *last = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12);
  gtk_box_append(GTK_BOX(last), page->command);
  gtk_box_append(GTK_BOX(last), page->exported);
  gtk_box_append(GTK_BOX(foot), last);

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
  gtk_info_bar_add_child(GTK_INFO_BAR(page->device_bar), page->device_message);
  gtk_info_bar_add_child(GTK_INFO_BAR(page->device_bar), page->device_cpu);
}

void ulp_experiment_page_build(UlpExperimentPage *page) {
  build_device_bar(page);
  page->paned = gtk_paned_new(GTK_ORIENTATION_HORIZONTAL);
  gtk_paned_set_start_child(GTK_PANED(page->paned), build_left(page));
  gtk_paned_set_end_child(GTK_PANED(page->paned), build_right(page));
  gtk_paned_set_resize_start_child(GTK_PANED(page->paned), FALSE);
  gtk_paned_set_shrink_start_child(GTK_PANED(page->paned), FALSE);
  gtk_paned_set_shrink_end_child(GTK_PANED(page->paned), FALSE);
  gtk_widget_set_vexpand(page->paned, TRUE);

  page->box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_add_css_class(page->box, "ulp-page");
  gtk_box_append(GTK_BOX(page->box), page->device_bar);
  gtk_box_append(GTK_BOX(page->box), page->paned);
  gtk_widget_set_parent(page->box, GTK_WIDGET(page));
}
