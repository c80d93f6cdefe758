/* Typed values as what exact arithmetic gives. */
#pragma once

#include "core/number/real.h"

#include <mpfr.h>

/* 0 is +0. */
UlpReal *ulp_real_from_mpq(mpq_srcptr rational);
/* `inexact`: |exact| lies below the true value by less than its last bit (MPFR_RNDZ with a ternary value other than 0). */
UlpReal *ulp_real_from_mpfr(mpfr_srcptr exact, gboolean inexact);
