/* What the runs of all experiments share: cancellation and progress, the algorithms a device can run, the input on its
 * device and its exact sum, and the error of a result against that. */
#pragma once

#include "core/exact/exact.h"
#include "core/base/i18n.h"
#include "core/experiment/experiment.h"
#include "core/sum/algorithm.h"

/* Reports `fraction` of the run done; FALSE with ULP_ERROR_CANCELLED when the user stopped it, with
 * ULP_ERROR_MEMORY or ULP_ERROR_INPUT when the table could not take all rows. */
gboolean ulp_run_go_on(const UlpRun *run, double fraction, GError **error);

/* Says what the run does from now on. */
void ulp_run_say(const UlpRun *run, const char *what, guint index, guint n);

/* A part of a run's progress: from `start` on it covers `share` of the whole. */
typedef struct {
  const UlpRun *run;
  double start, share;
} UlpRunPart;

UlpDeviceWatch ulp_run_watch(UlpRunPart *part); /* `part` must outlive the watch */

/* The choices of the parameter `algorithms` that the run's device has. "all" leaves out the others; to name one of them
 * is ULP_ERROR_USAGE. Labels stay the values'. Free with g_array_unref. */
GArray *ulp_run_algorithms(const UlpRun *run, GError **error);

/* What the parameters say of all inputs: the seed, and how many elements where a generator's text does not. */
UlpInputRun ulp_run_input_run(const UlpValues *values);

/* Puts the run's input on its device. */
UlpArray *ulp_run_place(const UlpRun *run, double share, GError **error);
/* Reads elements [first, first + count) of the run's streamed input and puts them there. */
UlpArray *ulp_run_place_part(UlpRunPart *part, guint64 first, guint64 count, GError **error);

/* The format that elements of this one are summed in: their own, or the first of fp32 and fp64 that holds each of its numbers; 0
 * where neither does. */
UlpFormat ulp_format_summed(UlpFormat format);

/* The same for sums, which take fp32 and fp64: an input of another format becomes the first of them that holds each of its
 * numbers, on the device. ULP_ERROR_USAGE where neither does. */
UlpArray *ulp_run_place_summed(const UlpRun *run, double share, GError **error);
/* A reference to the array, or to what it became. */
UlpArray *ulp_array_as_summed(UlpArray *array, const UlpDeviceWatch *watch, GError **error);
/* Memory for that: what the array becomes besides the input, and the copies that the algorithms of the parameter `algorithms`
 * put into an order of their own. */
void ulp_needs_add_sums(const UlpValues *values, const UlpInputSize *input, UlpNeeds *needs);
/* How many algorithms that parameter names. */
guint ulp_needs_algorithms(const UlpValues *values);
/* What tables say of it: "fp32", or "fp16 as fp32". New string. */
char *ulp_run_elements(const UlpRun *run);

/* Adds elements [offset, offset + count) of an array to `exact`, on the array's device. */
gboolean ulp_run_add_exact(UlpRunPart *part, UlpArray *array, guint64 offset, guint64 count, UlpExact *exact,
                           GError **error);

/* What results are measured against: the exact sum of x, for plans that sum |x| that of |x|. */
typedef struct {
  UlpExact sum, magnitudes; /* the latter only where one of the algorithms sums that */
} UlpOracle;

void ulp_oracle_clear(UlpOracle *oracle);
static inline const UlpExact *ulp_oracle_of(const UlpOracle *oracle, const UlpSumPlan *plan) {
  return ulp_plan_of_magnitudes(plan) ? &oracle->magnitudes : &oracle->sum;
}
/* Adds elements [offset, offset + count) to both sums that the algorithms (UlpAlgorithmChoice) need. */
gboolean ulp_run_add_oracle(UlpRunPart *part, UlpArray *array, guint64 offset, guint64 count, const GArray *algorithms,
                            UlpOracle *oracle, GError **error);

/* One sum over the first `count` elements. */
gboolean ulp_run_sum(UlpRunPart *part, UlpArray *array, const UlpSumPlan *plan, guint64 count, UlpSumRow *row,
                     GError **error);

/* A result against the exact sum. Errors are exact until they are rounded to these numbers. */
typedef struct {
  double error;    /* result - exact (core/exact/exact.h says what where either is not finite) */
  double ulps;     /* the same in units of the result format's ulp at the exact sum */
  double common;   /* and of the elements' format's ulp there, one unit for all algorithms */
  double relative; /* |error| / |exact|; NaN when the exact sum is 0 or either is not finite */
} UlpDeviation;

UlpDeviation ulp_deviation(const UlpExact *exact, UlpFormat elements, UlpFormat format, UlpBits result);

/* FAIL with its reason when the exact sum is not finite; TRUE when it is finite. */
gboolean ulp_run_judge_sum(const UlpExact *exact, UlpResult *result);

/* Columns that the experiments on sums share. */
/* clang-format off */
#define ULP_COLUMN_ALGORITHM                                                                                           \
  {"algorithm", ULP_COLUMN_TEXT, N_("algorithm"), "", N_("algorithm with its parameters"), ulp_algorithm_words}
#define ULP_COLUMN_RESULT                                                                                              \
  {"result", ULP_COLUMN_VALUE, N_("result"), "1", N_("computed sum, in the algorithm's result format")}
#define ULP_COLUMN_RESULT_FORMAT {"format", ULP_COLUMN_TEXT, N_("format"), "", N_("format of the result")}
#define ULP_COLUMN_EXACT                                                                                               \
  {"exact", ULP_COLUMN_VALUE, N_("exact sum"), "1", N_("exact sum of the stored inputs, rounded once to fp64")}
#define ULP_COLUMN_ERROR {"error", ULP_COLUMN_REAL, N_("error"), "1", N_("result minus exact sum")}
#define ULP_COLUMN_ERROR_ULPS                                                                                          \
  {"error_ulps", ULP_COLUMN_REAL, N_("error"), N_("ulp"),                                                              \
   N_("error in ulps of each result's own format, at the exact sum: an ulp of fp32 is 2^29 ulps of fp64")}
#define ULP_COLUMN_ABS_ERROR_ULPS                                                                                      \
  {"abs_error_ulps", ULP_COLUMN_REAL, N_("|error|"), N_("ulp"),                                                        \
   N_("magnitude of the error in ulps of each result's own format"), .flags = ULP_COLUMN_IS_HIDDEN}
#define ULP_COLUMN_ERROR_ULPS_COMMON                                                                                   \
  {"error_ulps_common", ULP_COLUMN_REAL, N_("error"), N_("ulp of the elements"),                                       \
   N_("error in ulps of the summed elements' format at the exact sum: one unit for results of all formats")}
#define ULP_COLUMN_ABS_ERROR_ULPS_COMMON                                                                               \
  {"abs_error_ulps_common", ULP_COLUMN_REAL, N_("|error|"), N_("ulp of the elements"),                                 \
   N_("magnitude of the error in ulps of the summed elements' format at the exact sum"),                               \
   .flags = ULP_COLUMN_IS_HIDDEN}
#define ULP_COLUMN_ACCUMULATOR                                                                                         \
  {"accumulator", ULP_COLUMN_TEXT, N_("accumulator"), "",                                                              \
   N_("format that elements are rounded to as they are taken and that adds them; exact takes all bits")}
#define ULP_COLUMN_ELEMENTS                                                                                            \
  {"elements_format", ULP_COLUMN_TEXT, N_("format of the elements"), "",                                               \
   N_("as the input has them, and as they were summed where that is another")}
#define ULP_COLUMN_RELATIVE_ERROR                                                                                      \
  {"relative_error", ULP_COLUMN_REAL, N_("relative error"), "1",                                                       \
   N_("|result - exact| / |exact|; NaN when exact is 0 or either is not finite")}
#define ULP_COLUMN_SECONDS                                                                                             \
  {"seconds", ULP_COLUMN_REAL, N_("time"), "s",                                                                        \
   N_("time of the algorithm alone: one run, not warmed up, without transfers"), .flags = ULP_COLUMN_IS_MEASURED}
#define ULP_COLUMN_DETERMINISM                                                                                         \
  {"determinism", ULP_COLUMN_TEXT, N_("determinism"), "",                                                              \
   N_("none, everywhere (same bits on every device), or order-independent"), ulp_determinism_words}
#define ULP_COLUMN_DEVICE {"device", ULP_COLUMN_TEXT, N_("device"), "", N_("device that executed it")}
/* clang-format on */
