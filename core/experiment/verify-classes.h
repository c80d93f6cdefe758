/* Which elements two converters make different bits of: how many of each class, and the first. */
#pragma once

#include "core/job/job.h"

#include <glib.h>

enum { ULP_VERIFY_OVERFLOW = ULP_N_CLASSES, ULP_VERIFY_CLASSES }; /* finite and beyond the target; else an UlpClass */

typedef struct {
  guint64 differ;
  UlpBits example, expected, found; /* of the first */
} UlpVerifyClass;

const char *ulp_verify_class_title(guint class_); /* N_() */

/* `source`, packed elements of `from`, became `found` by one converter and `expected` by another, of job->to: adds what differs to
 * `classes`, ULP_VERIFY_CLASSES of them. */
typedef struct {
  gconstpointer source, expected, found;
  guint64 count;
} UlpVerifyArrays;
void ulp_verify_compare(UlpVerifyClass *classes, UlpFormat from, const UlpConvertJob *job,
                        const UlpVerifyArrays *arrays);
