/* What the files of rulers share. */
#pragma once

#include "core/number/ruler.h"

#include <mpfr.h>

#define ULP_RULER_BITS 512 /* of the ends of a view: an ulp of the finest format, divided further */

struct _UlpRuler {
  GArray *formats;
  mpfr_t number; /* NaN and infinities, too */
  int coarse;    /* exponents: of the largest ulp at the number, */
  int gauge;     /* and of the smallest normal value, below which a wide view is even around 0 */
  double reach;  /* coordinate of the end of a view of all */
  gboolean has_sign;
  mpfr_t low, high; /* the view */
};

/* `value` = what is at `place`. */
void ulp_ruler_set_value(const UlpRuler *ruler, double place, mpfr_ptr value);
