/* One operation of a format's arithmetic as it is done by hand: the significands under each other, each digit under those that count
 * as much, the exact result below, and where it is cut. */
#pragma once

#include "core/expression/steps.h"

#define ULP_COLUMNS_LEFT_OUT G_MININT

typedef struct {
  const char *name;   /* N_(): what it is */
  gboolean negative;  /* as it is added up: a number that is subtracted has the other sign */
  int power;          /* of 2, of its first digit */
  gboolean is_placed; /* its digits are in the columns; else they begin in the first one, whatever they count */
  int shift;          /* places to the right of the other term; 0 for others */
  char *digits;       /* from column 0 on 0, 1, a blank where there is none, ~ where columns are left out */
} UlpAlignedRow;

typedef struct {
  GArray *
      powers; /* int: what a digit of each column counts, as an exponent of 2; ULP_COLUMNS_LEFT_OUT for some together */
  GArray
      *rows; /* UlpAlignedRow, from top to bottom: terms or factors, carries or borrows where there are any, the exact
                     result, what is stored */
  guint cut; /* the first column that is cut off, whose digit is the guard bit */
  gboolean more; /* digits of the exact result follow behind the last column */
} UlpAlignment;

/* Of + - * / sqrt and fma with finite operands; NULL for any other step, and where the exact result is none or lies so far beyond the
 * format that its last place says nothing. `format` is what it was computed in. What is stored is a row where it is finite. */
UlpAlignment *ulp_step_alignment(const UlpExpressionStep *step, UlpFormat format);
void ulp_alignment_free(UlpAlignment *alignment);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(UlpAlignment, ulp_alignment_free)
