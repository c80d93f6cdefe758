/* A cell of a grid: a label in a row of one height, whatever letters are in it, so that rows of two views lie side by side. */
#pragma once

#include <gtk/gtk.h>

GtkWidget *ulp_grid_cell_new(void);
GtkLabel *ulp_grid_cell_label(GtkWidget *cell);
