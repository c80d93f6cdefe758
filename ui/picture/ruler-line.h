/* What the files of the ruler's picture share: the sheet, and one format's line on it. */
#pragma once

#include "ui/picture/pen.h"
#include "ui/picture/ruler-shown.h"

#define ULP_RULER_STORED_LOOK 0
#define ULP_RULER_NUMBER_LOOK 1

typedef struct {
  const UlpRulerPicture *picture;
  UlpPen pen;
  double left, width; /* of the view in the picture */
  double top, bottom; /* of the lines */
} UlpRulerSheet;

static inline double ulp_ruler_sheet_x(const UlpRulerSheet *sheet, double place) {
  return sheet->left + place * sheet->width;
}
static inline gboolean ulp_ruler_in_view(double place) { return place >= 0 && place <= 1; }

/* The line of the ruler's format `index`: marks, labels, what is stored and how the number got there. */
void ulp_ruler_line_draw(UlpRulerSheet *sheet, guint index);
