#include "ui/widgets/sidebar.h"

#include "core/base/i18n.h"

/* Into the part of the list that is on view. */
static void scroll_to(GtkListBox *list, GtkListBoxRow *row) {
  GtkWidget *scroller = gtk_widget_get_ancestor(GTK_WIDGET(list), GTK_TYPE_SCROLLED_WINDOW);
  graphene_rect_t place;
  if (!scroller || !gtk_widget_compute_bounds(GTK_WIDGET(row), GTK_WIDGET(list), &place))
    return;
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment(GTK_SCROLLED_WINDOW(scroller));
  const double top = (double)place.origin.y;
  gtk_adjustment_clamp_page(adjustment, top, top + (double)place.size.height);
}

/* Only the selected row can have the focus. */
static void follow_stack(GtkListBox *list, GParamSpec *pspec, GtkStack *stack) {
  g_autoptr(GtkSelectionModel) pages = gtk_stack_get_pages(stack);
  const gboolean focused = gtk_widget_get_focus_child(GTK_WIDGET(list)) != NULL;
  GtkListBoxRow *row;
  for (int i = 0; (row = gtk_list_box_get_row_at_index(list, i)); i++) {
    const gboolean shown = gtk_selection_model_is_selected(pages, (guint)i);
    gtk_widget_set_focusable(GTK_WIDGET(row), shown);
    if (!shown)
      continue;
    gtk_list_box_select_row(list, row);
    scroll_to(list, row);
    if (focused)
      gtk_widget_grab_focus(GTK_WIDGET(row));
  }
}

static void show_selected(GtkListBox *list, GtkListBoxRow *row, GtkStack *stack) {
  g_autoptr(GtkSelectionModel) pages = gtk_stack_get_pages(stack);
  if (row)
    gtk_selection_model_select_item(pages, (guint)gtk_list_box_row_get_index(row), TRUE);
}

static GtkWidget *new_row(gpointer page, gpointer data) {
  GtkWidget *row = gtk_list_box_row_new(), *label = gtk_label_new(gtk_stack_page_get_title(page));
  gtk_label_set_xalign(GTK_LABEL(label), 0);
  gtk_list_box_row_set_child(GTK_LIST_BOX_ROW(row), label);
  gtk_widget_set_focusable(row, FALSE);
  return row;
}

GtkWidget *ulp_sidebar_new(GtkStack *stack) {
  g_autoptr(GtkSelectionModel) pages = gtk_stack_get_pages(stack);
  GtkWidget *list = gtk_list_box_new();
  gtk_list_box_set_selection_mode(GTK_LIST_BOX(list), GTK_SELECTION_BROWSE);
  gtk_widget_add_css_class(list, "navigation-sidebar");
  gtk_widget_add_css_class(list, "ulp-sidebar");
  gtk_accessible_update_property(GTK_ACCESSIBLE(list), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Pages"), -1);
  gtk_list_box_bind_model(GTK_LIST_BOX(list), G_LIST_MODEL(pages), new_row, NULL, NULL);
  follow_stack(GTK_LIST_BOX(list), NULL, stack);
  g_signal_connect_object(list, "row-selected", G_CALLBACK(show_selected), stack, 0);
  g_signal_connect_object(stack, "notify::visible-child", G_CALLBACK(follow_stack), list, G_CONNECT_SWAPPED);
  GtkWidget *scroller = gtk_scrolled_window_new(); /* for windows that are lower than the list */
  gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scroller), list);
  gtk_widget_set_focusable(scroller, FALSE);
  return scroller;
}
