/* The tolerance rule: pass when |result - exact| <= atol + rtol |exact|, both finite. */
#pragma once

#include "core/exact/exact.h"

/* Decided in exact arithmetic: `atol` and `rtol` (finite, not negative) stand for exactly what the doubles hold. A
 * result or an exact sum that is NaN or infinite never passes. */
gboolean ulp_tolerance_passes(const UlpExact *exact, UlpFormat format, UlpBits result, double atol, double rtol);
