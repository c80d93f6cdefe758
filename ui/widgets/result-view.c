#include "ui/widgets/result-view.h"

#include "core/base/i18n.h"
#include "core/table/compare.h"
#include "core/table/overlay.h"
#include "ui/widgets/table-grid.h"

#define MOST_BUTTONS 5 /* for plots; more are a list */

struct _UlpResultView {
  GtkWidget parent;
  const UlpExperiment *experiment;
  UlpTable *data, *summary;
  UlpTable *pinned; /* the data that was kept; NULL for none */
  GtkWidget *lower, *stale, *paned, *plots, *plot_choice, *caption, *tables, *table_switcher, *data_grid, *summary_grid;
  GtkWidget *against_grid; /* what made these results and the kept ones, where some were kept */
  GtkWidget *copy_code;    /* where the summary has code */
};

G_DEFINE_TYPE(UlpResultView, ulp_result_view, GTK_TYPE_WIDGET)

UlpPlotPane *ulp_result_view_visible_plot(UlpResultView *view) {
  GtkWidget *child = gtk_stack_get_visible_child(GTK_STACK(view->plots));
  return child ? ULP_PLOT_PANE(child) : NULL;
}

static const UlpPlotSpec *visible_spec(UlpResultView *view) {
  const char *id = gtk_stack_get_visible_child_name(GTK_STACK(view->plots));
  for (guint i = 0; id && i < view->experiment->n_plots; i++)
    if (g_str_equal(view->experiment->plots[i].id, id))
      return &view->experiment->plots[i];
  return NULL;
}

static const UlpColumn fact_columns[] = {
    {"quantity", ULP_COLUMN_TEXT, N_("quantity"), "", N_("what was found")},
    {"value", ULP_COLUMN_TEXT, N_("value"), "", N_("its value and unit")},
    {"meaning", ULP_COLUMN_TEXT, N_("meaning"), "", N_("what it says")},
};

/* A short table of one row reads better as a list of facts, one below the other. New table. */
static UlpTable *facts_of(const UlpTable *table) {
  UlpTable *facts =
      ulp_table_new(ulp_table_id(table), ulp_table_title(table), fact_columns, G_N_ELEMENTS(fact_columns));
  for (guint i = 0; i < ulp_table_n_columns(table); i++) {
    const UlpColumn *column = ulp_table_column(table, i);
    g_autofree char *text = ulp_table_text(table, 0, i);
    if (*text == '\0')
      continue;
    const gboolean unit = *column->unit && !g_str_equal(column->unit, "1");
    g_autofree char *value = g_strconcat(text, unit ? " " : NULL, unit ? ulp_translated(column->unit) : NULL, NULL);
    const UlpCell cells[] = {ulp_cell_text(ulp_translated(column->title)), ulp_cell_text(value),
                             ulp_cell_text(ulp_translated(column->meaning))};
    ulp_table_append(facts, cells);
  }
  return facts;
}

static void show_summary(UlpResultView *view) {
  const gboolean one_row = view->summary && ulp_table_n_rows(view->summary) == 1;
  g_autoptr(UlpTable) facts = one_row ? facts_of(view->summary) : NULL;
  ulp_table_grid_set_table(view->summary_grid, facts ? facts : view->summary);
  g_autofree char *code = ulp_table_grid_code(view->summary_grid);
  gtk_widget_set_visible(view->copy_code, code != NULL);
}

static void mark_plot_choice(UlpResultView *view) {
  const guint chosen = (guint)(visible_spec(view) - view->experiment->plots);
  if (GTK_IS_DROP_DOWN(view->plot_choice)) {
    gtk_drop_down_set_selected(GTK_DROP_DOWN(view->plot_choice), chosen);
    return;
  }
  GtkWidget *button = gtk_widget_get_first_child(view->plot_choice);
  for (guint i = 0; button; button = gtk_widget_get_next_sibling(button), i++)
    gtk_toggle_button_set_active(GTK_TOGGLE_BUTTON(button), i == chosen);
}

/* Only the plot on view is kept up to date. */
static void update_plot(UlpResultView *view) {
  UlpPlotPane *pane = ulp_result_view_visible_plot(view);
  if (!pane)
    return;
  mark_plot_choice(view);
  const UlpPlotSpec *spec = visible_spec(view);
  g_autoptr(UlpTable) both = view->data && view->pinned && view->data != view->pinned && !spec->of_summary
                                 ? ulp_table_overlay(view->data, view->pinned, spec, NULL)
                                 : NULL;
  ulp_plot_pane_set_table(pane, both ? both : spec->of_summary ? view->summary : view->data);
  const char *caption = view->data ? visible_spec(view)->caption : NULL;
  gtk_label_set_text(GTK_LABEL(view->caption), caption ? _(caption) : "");
  gtk_widget_set_visible(view->caption, caption != NULL);
}

static void update_tables(UlpResultView *view) {
  const gboolean against = view->data && view->pinned && view->data != view->pinned;
  g_autoptr(UlpTable) fingerprints = against ? ulp_table_compare_fingerprints(view->data, view->pinned) : NULL;
  ulp_table_grid_set_table(view->against_grid, fingerprints);
  gtk_stack_page_set_visible(gtk_stack_get_page(GTK_STACK(view->tables), view->against_grid), against);
  gtk_stack_page_set_visible(gtk_stack_get_page(GTK_STACK(view->tables), view->summary_grid), view->summary != NULL);
  if (!against && gtk_stack_get_visible_child(GTK_STACK(view->tables)) == view->against_grid)
    gtk_stack_set_visible_child(GTK_STACK(view->tables), view->summary ? view->summary_grid : view->data_grid);
  gtk_widget_set_visible(view->table_switcher, view->summary || against);
}

void ulp_result_view_set_tables(UlpResultView *view, UlpTable *data, UlpTable *summary) {
  UlpTable *old_data = view->data, *old_summary = view->summary;
  view->data = data ? ulp_table_ref(data) : NULL;
  view->summary = summary ? ulp_table_ref(summary) : NULL;
  update_plot(view);
  ulp_table_grid_set_table(view->data_grid, view->data);
  show_summary(view);

  const gboolean other_kind = (summary != NULL) != (old_summary != NULL);
  update_tables(view);
  if (other_kind)
    gtk_stack_set_visible_child(GTK_STACK(view->tables), summary ? view->summary_grid : view->data_grid);
  g_clear_pointer(&old_data, ulp_table_unref);
  g_clear_pointer(&old_summary, ulp_table_unref);
}

void ulp_result_view_set_pinned(UlpResultView *view, gboolean pinned) {
  g_clear_pointer(&view->pinned, ulp_table_unref);
  view->pinned = pinned && view->data ? ulp_table_ref(view->data) : NULL;
  update_plot(view);
  update_tables(view);
}

gboolean ulp_result_view_pinned(UlpResultView *view) { return view->pinned != NULL; }

void ulp_result_view_set_plot_only(UlpResultView *view, gboolean only) {
  gtk_widget_set_visible(view->lower, !only);
  gtk_widget_set_visible(view->plot_choice, !only && view->experiment->n_plots > 1);
  gtk_widget_set_visible(view->caption, !only && *gtk_label_get_text(GTK_LABEL(view->caption)));
}

void ulp_result_view_set_stale(UlpResultView *view, const char *why) {
  gtk_label_set_text(GTK_LABEL(view->stale), why ? why : "");
  gtk_widget_set_visible(view->stale, why != NULL);
  GtkWidget *const dimmed[] = {view->plots, view->tables};
  for (guint i = 0; i < G_N_ELEMENTS(dimmed); i++)
    if (why)
      gtk_widget_add_css_class(dimmed[i], "ulp-stale");
    else
      gtk_widget_remove_css_class(dimmed[i], "ulp-stale");
}

void ulp_result_view_reset_view(UlpResultView *view) {
  if (ulp_result_view_visible_plot(view))
    ulp_plot_pane_reset_view(ulp_result_view_visible_plot(view));
}

void ulp_result_view_show_plot(UlpResultView *view, const char *plot_id) {
  gtk_stack_set_visible_child_name(GTK_STACK(view->plots), plot_id);
}

UlpShown ulp_result_view_shown(UlpResultView *view) {
  UlpPlotPane *pane = ulp_result_view_visible_plot(view);
  return (UlpShown){.data = view->data,
                    .summary = view->summary,
                    .spec = visible_spec(view),
                    .plot = pane ? ulp_plot_pane_plot(pane) : NULL};
}

/* Plot and table mark the same row. */
static void on_picked(GtkWidget *canvas, int row, UlpResultView *view) {
  const gboolean summary = visible_spec(view)->of_summary;
  const UlpTable *table = summary ? view->summary : view->data;
  GtkWidget *grid = summary ? view->summary_grid : view->data_grid;
  if (!table || visible_spec(view)->counted || row < 0 || (guint64)row >= ulp_table_n_rows(table))
    return;
  gtk_stack_set_visible_child(GTK_STACK(view->tables), grid);
  ulp_table_grid_select(grid, (guint)row);
}

static void show_in_plot(UlpResultView *view, gboolean summary, guint row) {
  UlpPlotPane *pane = ulp_result_view_visible_plot(view);
  if (pane && visible_spec(view)->of_summary == summary && !visible_spec(view)->counted)
    ulp_plot_pane_show_row(pane, (int)row);
}

static void on_row_selected(guint row, gpointer data) { show_in_plot(data, FALSE, row); }

/* A row of facts is none of the table's. */
static void on_summary_row_selected(guint row, gpointer data) {
  const UlpTable *summary = ULP_RESULT_VIEW(data)->summary;
  if (summary && ulp_table_n_rows(summary) > 1)
    show_in_plot(data, TRUE, row);
}

static void add_margins(GtkWidget *widget) {
  gtk_widget_set_margin_start(widget, 12);
  gtk_widget_set_margin_end(widget, 12);
  gtk_widget_set_margin_top(widget, 6);
  gtk_widget_set_margin_bottom(widget, 6);
}

static void on_plot_chosen(GtkToggleButton *button, UlpResultView *view) {
  if (gtk_toggle_button_get_active(button))
    ulp_result_view_show_plot(view, gtk_widget_get_name(GTK_WIDGET(button)));
}

/* As a stack switcher, but long titles take two lines, and are shortened before they widen the window. */
static GtkWidget *plot_button_new(UlpResultView *view, const UlpPlotSpec *spec) {
  GtkWidget *label = gtk_label_new(_(spec->title));
  gtk_label_set_wrap(GTK_LABEL(label), TRUE);
  gtk_label_set_lines(GTK_LABEL(label), 2);
  gtk_label_set_justify(GTK_LABEL(label), GTK_JUSTIFY_CENTER);
  gtk_label_set_ellipsize(GTK_LABEL(label), PANGO_ELLIPSIZE_END);
  gtk_widget_set_tooltip_text(label, _(spec->title));
  GtkWidget *button = gtk_toggle_button_new();
  gtk_button_set_child(GTK_BUTTON(button), label);
  gtk_widget_set_name(button, spec->id);
  gtk_accessible_update_property(GTK_ACCESSIBLE(button), GTK_ACCESSIBLE_PROPERTY_LABEL, _(spec->title), -1);
  g_signal_connect(button, "toggled", G_CALLBACK(on_plot_chosen), view);
  return button;
}

static GtkWidget *plot_buttons_new(UlpResultView *view) {
  GtkWidget *buttons = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_widget_add_css_class(buttons, "linked");
  gtk_widget_add_css_class(buttons, "ulp-tabs");
  GtkToggleButton *first = NULL;
  for (guint i = 0; i < view->experiment->n_plots; i++) {
    GtkWidget *button = plot_button_new(view, &view->experiment->plots[i]);
    gtk_toggle_button_set_group(GTK_TOGGLE_BUTTON(button), first);
    first = first ? first : GTK_TOGGLE_BUTTON(button);
    gtk_box_append(GTK_BOX(buttons), button);
  }
  return buttons;
}

static void on_plot_selected(GtkDropDown *list, GParamSpec *pspec, UlpResultView *view) {
  const guint selected = gtk_drop_down_get_selected(list);
  if (selected < view->experiment->n_plots)
    ulp_result_view_show_plot(view, view->experiment->plots[selected].id);
}

/* Where buttons would widen the window. */
static GtkWidget *plot_list_new(UlpResultView *view) {
  GtkStringList *titles = gtk_string_list_new(NULL);
  for (guint i = 0; i < view->experiment->n_plots; i++)
    gtk_string_list_append(titles, _(view->experiment->plots[i].title));
  GtkWidget *list = gtk_drop_down_new(G_LIST_MODEL(titles), NULL);
  gtk_accessible_update_property(GTK_ACCESSIBLE(list), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Plot"), -1);
  g_signal_connect(list, "notify::selected", G_CALLBACK(on_plot_selected), view);
  return list;
}

static void build_plots(UlpResultView *view) {
  view->plots = gtk_stack_new();
  gtk_stack_set_hhomogeneous(GTK_STACK(view->plots), FALSE);
  gtk_widget_set_vexpand(view->plots, TRUE);
  g_autoptr(UlpLooks) looks = ulp_looks_new(); /* a name has one colour on the page */
  for (guint i = 0; i < view->experiment->n_plots; i++) {
    const UlpPlotSpec *spec = &view->experiment->plots[i];
    GtkWidget *pane = ulp_plot_pane_new(spec, looks);
    g_signal_connect(ulp_plot_pane_canvas(ULP_PLOT_PANE(pane)), "picked", G_CALLBACK(on_picked), view);
    gtk_stack_add_named(GTK_STACK(view->plots), pane, spec->id);
  }
  view->plot_choice = view->experiment->n_plots > MOST_BUTTONS ? plot_list_new(view) : plot_buttons_new(view);
  gtk_widget_set_halign(view->plot_choice, GTK_ALIGN_START);
  gtk_widget_set_visible(view->plot_choice, view->experiment->n_plots > 1);
  update_plot(view);
  g_signal_connect_swapped(view->plots, "notify::visible-child", G_CALLBACK(update_plot), view);
}

/* The plots, and over them what is wrong with them. */
static GtkWidget *build_stale(UlpResultView *view) {
  view->stale = gtk_label_new(NULL);
  gtk_widget_set_name(view->stale, "stale");
  gtk_widget_add_css_class(view->stale, "ulp-stale-why");
  gtk_widget_set_halign(view->stale, GTK_ALIGN_CENTER);
  gtk_widget_set_valign(view->stale, GTK_ALIGN_CENTER);
  gtk_widget_set_can_target(view->stale, FALSE);
  gtk_widget_set_visible(view->stale, FALSE);
  gtk_label_set_wrap(GTK_LABEL(view->stale), TRUE);
  gtk_label_set_max_width_chars(GTK_LABEL(view->stale), 40);
  gtk_label_set_justify(GTK_LABEL(view->stale), GTK_JUSTIFY_CENTER);
  GtkWidget *overlay = gtk_overlay_new();
  gtk_overlay_set_child(GTK_OVERLAY(overlay), view->plots);
  gtk_overlay_add_overlay(GTK_OVERLAY(overlay), view->stale);
  return overlay;
}

static GtkWidget *build_upper(UlpResultView *view) {
  view->caption = gtk_label_new(NULL);
  gtk_label_set_xalign(GTK_LABEL(view->caption), 0);
  gtk_label_set_wrap(GTK_LABEL(view->caption), TRUE);
  gtk_widget_set_visible(view->caption, FALSE);
  build_plots(view);

  GtkWidget *upper = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6);
  add_margins(upper);
  gtk_box_append(GTK_BOX(upper), view->plot_choice);
  gtk_box_append(GTK_BOX(upper), view->caption);
  gtk_box_append(GTK_BOX(upper), build_stale(view));
  return upper;
}

static void on_copy_code(UlpResultView *view) {
  g_autofree char *code = ulp_table_grid_code(view->summary_grid);
  if (code)
    gdk_clipboard_set_text(gtk_widget_get_clipboard(GTK_WIDGET(view)), code);
}

static GtkWidget *build_switcher(UlpResultView *view) {
  GtkWidget *row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12);
  view->copy_code = gtk_button_new_with_label(_("Copy lines"));
  gtk_widget_set_name(view->copy_code, "copy-code");
  gtk_widget_set_tooltip_text(view->copy_code,
                              _("Copies the lines of the rows selected, or the first one, to be put into a test"));
  gtk_widget_set_visible(view->copy_code, FALSE);
  g_signal_connect_swapped(view->copy_code, "clicked", G_CALLBACK(on_copy_code), view);
  gtk_box_append(GTK_BOX(row), view->table_switcher);
  gtk_box_append(GTK_BOX(row), view->copy_code);
  return row;
}

static GtkWidget *build_lower(UlpResultView *view) {
  view->tables = gtk_stack_new();
  gtk_widget_set_vexpand(view->tables, TRUE);
  view->summary_grid = ulp_table_grid_new(_("Nothing to sum up yet"));
  view->data_grid = ulp_table_grid_new(_("No rows yet"));
  view->against_grid = ulp_table_grid_new(_("Nothing was kept"));
  gtk_widget_set_name(view->against_grid, "against");
  ulp_table_grid_on_selected(view->data_grid, on_row_selected, view);
  ulp_table_grid_on_selected(view->summary_grid, on_summary_row_selected, view);
  gtk_stack_add_titled(GTK_STACK(view->tables), view->summary_grid, "summary", _("Summary"));
  gtk_stack_add_titled(GTK_STACK(view->tables), view->data_grid, "data", _("All rows"));
  gtk_stack_add_titled(GTK_STACK(view->tables), view->against_grid, "against", _("Against what was kept"));
  gtk_stack_set_visible_child(GTK_STACK(view->tables), view->data_grid);
  view->table_switcher = gtk_stack_switcher_new();
  gtk_stack_switcher_set_stack(GTK_STACK_SWITCHER(view->table_switcher), GTK_STACK(view->tables));
  gtk_widget_set_halign(view->table_switcher, GTK_ALIGN_START);
  gtk_widget_add_css_class(view->table_switcher, "ulp-tabs");
  update_tables(view);

  GtkWidget *lower = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6);
  add_margins(lower);
  gtk_box_append(GTK_BOX(lower), build_switcher(view));
  gtk_box_append(GTK_BOX(lower), view->tables);
  view->lower = lower;
  return lower;
}

GtkWidget *ulp_result_view_new(const UlpExperiment *experiment) {
  UlpResultView *view = g_object_new(ULP_TYPE_RESULT_VIEW, NULL);
  view->experiment = experiment;
  view->paned = gtk_paned_new(GTK_ORIENTATION_VERTICAL);
  gtk_paned_set_start_child(GTK_PANED(view->paned), build_upper(view));
  gtk_paned_set_end_child(GTK_PANED(view->paned), build_lower(view));
  gtk_paned_set_shrink_start_child(GTK_PANED(view->paned), FALSE);
  gtk_paned_set_shrink_end_child(GTK_PANED(view->paned), FALSE);
  gtk_widget_set_parent(view->paned, GTK_WIDGET(view));
  return GTK_WIDGET(view);
}

static void ulp_result_view_init(UlpResultView *view) {}

static void dispose(GObject *object) {
  UlpResultView *view = ULP_RESULT_VIEW(object);
  if (view->paned)
    g_signal_handlers_disconnect_by_data(view->plots, view);
  g_clear_pointer(&view->paned, gtk_widget_unparent);
  g_clear_pointer(&view->data, ulp_table_unref);
  g_clear_pointer(&view->summary, ulp_table_unref);
  g_clear_pointer(&view->pinned, ulp_table_unref);
  G_OBJECT_CLASS(ulp_result_view_parent_class)->dispose(object);
}

static void ulp_result_view_class_init(UlpResultViewClass *class) {
  G_OBJECT_CLASS(class)->dispose = dispose;
  gtk_widget_class_set_layout_manager_type(GTK_WIDGET_CLASS(class), GTK_TYPE_BIN_LAYOUT);
}
