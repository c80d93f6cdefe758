/* Turning to the next part of a stack, by a key. */
#pragma once

#include <gtk/gtk.h>

/* The child after the one on view; after the last the first. */
void ulp_stack_show_next(GtkStack *stack);
