/* One operation of a format's arithmetic, digit by digit, as it is done on paper. */
#pragma once

#include "core/expression/alignment.h"
#include "core/table/table.h"
#include "ui/plot/plot.h"

#include <cairo.h>

typedef struct {
  const UlpExpressionStep *step;
  UlpArithmetic arithmetic;      /* that it was computed in */
  const UlpAlignment *alignment; /* of the step; NULL where there is none: then the picture has its words alone */
  const UlpTable *table;         /* whose provenance the footer shows; NULL without one */
} UlpAlignmentPicture;

#define ULP_ALIGNMENT_TITLE N_("An operation, digit by digit")

/* The size that everything needs. */
void ulp_alignment_picture_size(const UlpAlignmentPicture *picture, const UlpPlotStyle *style, double *width,
                                double *height);
/* Paints width x height units. */
void ulp_alignment_picture_draw(const UlpAlignmentPicture *picture, cairo_t *cr, double width, double height,
                                const UlpPlotStyle *style);

/* The last operation of `steps` (ulp_expression_steps()) that has an alignment, else the last: an index. */
guint ulp_alignment_picture_choose(const GArray *steps, UlpFormat format);
