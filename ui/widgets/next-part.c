#include "ui/widgets/next-part.h"

void ulp_stack_show_next(GtkStack *stack) {
  g_autoptr(GtkSelectionModel) pages = gtk_stack_get_pages(stack);
  const guint n = g_list_model_get_n_items(G_LIST_MODEL(pages));
  guint at = 0;
  while (at < n && !gtk_selection_model_is_selected(pages, at))
    at++;
  gtk_selection_model_select_item(pages, (at + 1) % n, TRUE);
}
