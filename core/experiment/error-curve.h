/* The errors of algorithms at several numbers of elements, over realisations of an input, as the table of error-vs-n. */
#pragma once

#include "core/experiment/errors.h"
#include "core/experiment/realisations.h"

#define ULP_CURVE_N_COLUMNS 47
extern const UlpColumn ulp_curve_columns[];

typedef struct _UlpCurve UlpCurve;

/* Both arrays are borrowed: UlpAlgorithmChoice, guint64. */
UlpCurve *ulp_curve_new(const UlpRun *run, const GArray *choices, const GArray *sizes);
void ulp_curve_free(UlpCurve *curve);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(UlpCurve, ulp_curve_free)

/* Without rows yet. */
UlpTable *ulp_curve_table(const UlpCurve *curve);

/* One more. With the first, rows come into result->data one by one; with each further one it is another table, whose quantiles
 * are of all so far. */
gboolean ulp_curve_add_realisation(UlpCurve *curve, UlpResult *result, GError **error);

/* The summary and the verdict. */
void ulp_curve_finish(const UlpCurve *curve, UlpResult *result);
