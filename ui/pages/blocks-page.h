/* The page of blocks: numbers that share a scale. Whatever number changes, the scale follows and moves the others. */
#pragma once

#include "ui/pages/page.h"

#define ULP_TYPE_BLOCKS_PAGE (ulp_blocks_page_get_type())
G_DECLARE_FINAL_TYPE(UlpBlocksPage, ulp_blocks_page, ULP, BLOCKS_PAGE, GtkBox)

extern const UlpPageKind ulp_page_kind_blocks; /* its value is not used */

GtkWidget *ulp_blocks_page_new(void);
/* Numbers separated by blanks, as if typed. */
void ulp_blocks_page_set_numbers(UlpBlocksPage *self, const char *numbers);
