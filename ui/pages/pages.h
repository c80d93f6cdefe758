/* The pages of a new window. */
#pragma once

#include "ui/pages/page.h"

/* Calls `add` with each, in the order of the sidebar: Bits, and one for every experiment. */
void ulp_pages_foreach(void (*add)(const UlpPage *page, gpointer data), gpointer data);
