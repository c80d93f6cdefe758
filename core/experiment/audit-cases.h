/* Inputs that are hard for a sum, made by rule: nothing here knows what fails where.
 *
 * Slices of arrays on the run's device: lengths around every power of two, slices that begin at odd places, and short arrays
 * with zeros, every part of the exponent range, its ends, infinities, NaN, wide exponents and cancellation. */
#pragma once

#include "core/experiment/work.h"

typedef struct {
  const char *input; /* what it is, in words; not translated: tables hold it */
  UlpArray *array;   /* borrowed */
  guint64 offset, count;
  gboolean grows; /* one of the prefixes of one array, each longer than the one before */
} UlpAuditCase;

/* Returns FALSE with an error to end it all. */
typedef gboolean (*UlpAuditVisit)(const UlpAuditCase *visited, gpointer data, GError **error);

/* Visits all cases with elements of `format` (fp32 or fp64) and at most `largest` of them. */
gboolean ulp_audit_cases(const UlpRun *run, UlpFormat format, guint64 largest, UlpAuditVisit visit, gpointer data,
                         GError **error);
guint ulp_audit_n_cases(UlpFormat format, guint64 largest);
