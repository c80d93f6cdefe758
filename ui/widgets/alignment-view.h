/* One operation digit by digit, in a scrolling picture. */
#pragma once

#include "ui/picture/alignment-picture.h"

#include <gtk/gtk.h>

#define ULP_TYPE_ALIGNMENT_VIEW (ulp_alignment_view_get_type())
G_DECLARE_FINAL_TYPE(UlpAlignmentView, ulp_alignment_view, ULP, ALIGNMENT_VIEW, GtkBox)

GtkWidget *ulp_alignment_view_new(void);

/* The last operation of `steps` (ulp_expression_steps()), to which the view takes a reference. */
void ulp_alignment_view_set(UlpAlignmentView *self, GArray *steps, const UlpArithmetic *arithmetic);

/* What is shown, for exports and tests: borrowed until the next change; its step is NULL before the first. */
const UlpAlignmentPicture *ulp_alignment_view_get_picture(UlpAlignmentView *self);
