/* Which tolerance to write in a test: from the errors of several realisations and what theory promises. */
#pragma once

#include "core/experiment/errors.h"

/* One algorithm on one kind of input. The largest are over the realisations. */
typedef struct {
  double largest[ULP_N_MEASURES];  /* measured errors */
  double worst[ULP_N_MEASURES];    /* worst-case bounds; NaN where some realisation has none */
  double probable[ULP_N_MEASURES]; /* probabilistic ones; the same */
  double least_sum, largest_sum;   /* |s| */
  double magnitudes, condition;    /* largest S and S / |s| */
  guint64 n;
  guint realisations;
} UlpToleranceCase;

void ulp_tolerance_case_init(UlpToleranceCase *of);
void ulp_tolerance_case_add(UlpToleranceCase *of, const UlpTruth *truth, const UlpErrors *errors,
                            const UlpErrorBounds *bounds);

/* Each tolerance is one that is enough by itself; NaN where that kind makes no sense. */
typedef struct {
  double atol, rtol; /* two digits, rounded up */
  double ulps;       /* a whole number, of the result's format */
  gboolean by_bound; /* from the worst-case bound, which is below what was measured times the margin */
} UlpTolerances;

#define ULP_TOLERANCE_NO_DIGIT 0.1 /* a relative tolerance from which on no digit is tested */

/* The largest error times `margin`, at least a rounding of the result, and at most the worst-case bound. Relative to the sum and
 * in ulps none where that is ULP_TOLERANCE_NO_DIGIT or more; no absolute one, either, where a result of 0 would pass. */
UlpTolerances ulp_tolerance_propose(const UlpToleranceCase *of, UlpFormat result, double margin);

/* How the tolerances come about, and what to do where none makes sense. New strings, not translated: tables hold them. */
char *ulp_tolerance_derivation(const UlpToleranceCase *of, const UlpTolerances *tolerances, double margin);
char *ulp_tolerance_advice(const UlpToleranceCase *of, const UlpTolerances *tolerances);

/* A line of a test in each language, for `label`; NULL-terminated ids. New string. */
extern const char *const ulp_tolerance_languages[]; /* C, Python, GoogleTest, pytest */
char *ulp_tolerance_test(guint language, const char *label, const UlpToleranceCase *of,
                         const UlpTolerances *tolerances);
