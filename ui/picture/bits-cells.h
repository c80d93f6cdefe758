/* The cells of one value's bits in a picture. */
#pragma once

#include "ui/picture/pen.h"

/* What the cells of any value of `format` need, in units. */
void ulp_bits_cells_size(const UlpPen *pen, UlpFormat format, double *width, double *height);

/* From (x, y): bits as cells in the colours of their fields, the field's line under each, the hex digit under each group of four, and
 * the bit that is not stored, where there is one, dashed before the significand. */
void ulp_bits_cells_draw(UlpPen *pen, UlpFormat format, UlpBits bits, double x, double y);
