/* The page of two values: how far they lie apart in a format, and what its arithmetic makes of them. */
#pragma once

#include "ui/pages/bits-list.h"
#include "ui/pages/page.h"
#include "ui/pages/pair-input.h"
#include "ui/widgets/alignment-view.h"

#define ULP_TYPE_PAIR_PAGE (ulp_pair_page_get_type())
G_DECLARE_FINAL_TYPE(UlpPairPage, ulp_pair_page, ULP, PAIR_PAGE, GtkBox)

extern const UlpPageKind ulp_page_kind_pair; /* its value is not used */

GtkWidget *ulp_pair_page_new(void);

UlpPairInput *ulp_pair_page_get_input(UlpPairPage *self);
UlpBitsList *ulp_pair_page_get_list(UlpPairPage *self, guint index); /* the one row of a or b */
UlpAlignmentView *ulp_pair_page_get_alignment(UlpPairPage *self);
void ulp_pair_page_show(UlpPairPage *self, const char *part); /* operation, roundings or distance */

/* `format` is csv or json for the table of the part on view, svg, pdf or png for the operation. ULP_ERROR_OUTPUT. */
gboolean ulp_pair_page_export(UlpPairPage *self, const char *format, const char *path, GError **error);
