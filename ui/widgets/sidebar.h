/* The list of a stack's pages. It is one stop of Tab, and arrows go through the pages; in a GtkStackSidebar, Tab itself
 * goes from row to row and so shows every page on its way. */
#pragma once

#include <gtk/gtk.h>

/* It follows the pages that `stack` has. */
GtkWidget *ulp_sidebar_new(GtkStack *stack);
