/* What the files of typed values share. */
#pragma once

#include "core/number/real.h"

#include <mpfr.h>

struct _UlpReal {
  UlpUnpacked value; /* what is rounded: enough bits and a sticky bit */
  mpfr_t exact;      /* what errors are measured from */
  gboolean inexact;  /* |exact| lies below the true value by less than its last bit */
  gboolean is_rational;
  mpq_t rational; /* the number itself, where is_rational: typed or computed, and not far beyond every format */
  gboolean is_pattern;
  UlpFormat format; /* of the pattern */
  UlpBits bits;
};
