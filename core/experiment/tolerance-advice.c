#include "core/experiment/tolerance-advice.h"

#include "core/number/format.h"

#include <math.h>

void ulp_tolerance_case_init(UlpToleranceCase *of) { *of = (UlpToleranceCase){.least_sum = (double)INFINITY}; }

/* NaN, of a bound that there is not or an error without a meaning, stays. */
static double larger(double a, double b) { return isnan(a) || isnan(b) ? (double)NAN : MAX(a, b); }

void ulp_tolerance_case_add(UlpToleranceCase *of, const UlpTruth *truth, const UlpErrors *errors,
                            const UlpErrorBounds *bounds) {
  const double sum = fabs(ulp_exact_to_double(&truth->exact));
  for (guint measure = 0; measure < ULP_N_MEASURES; measure++) {
    of->largest[measure] = larger(of->largest[measure], errors->in[measure]);
    of->worst[measure] = larger(of->worst[measure], bounds->worst.in[measure]);
    of->probable[measure] = larger(of->probable[measure], bounds->probable.in[measure]);
  }
  of->least_sum = MIN(of->least_sum, sum);
  of->largest_sum = MAX(of->largest_sum, sum);
  of->magnitudes = MAX(of->magnitudes, ulp_exact_to_double(&truth->magnitudes));
  of->condition = larger(of->condition, ulp_condition_number(&truth->exact, &truth->magnitudes));
  of->n = truth->n;
  of->realisations++;
}

#define SLACK 1e-9 /* what rounding in this computation may have added */

/* Two digits, not below. */
static double rounded_up(double value) {
  if (!(value > 0) || !isfinite(value))
    return value;
  const int exponent = (int)floor(log10(value)) - 1;
  for (double digits = floor(value / pow(10, exponent)) - 1;; digits++) {
    g_autofree char *text = g_strdup_printf("%.0fe%d", digits, exponent);
    const double rounded = g_ascii_strtod(text, NULL);
    if (rounded >= value * (1 - SLACK))
      return rounded;
  }
}

/* MIN(largest * margin, bound), where there is one. */
static double allowed(const UlpToleranceCase *of, UlpMeasure measure, double least, double margin) {
  const double measured = margin * MAX(of->largest[measure], least);
  return isnan(of->largest[measure]) ? (double)NAN
         : isnan(of->worst[measure]) ? measured
                                     : MIN(measured, of->worst[measure]);
}

UlpTolerances ulp_tolerance_propose(const UlpToleranceCase *of, UlpFormat result, double margin) {
  const double u = ulp_unit_roundoff(result);
  const double relative = allowed(of, ULP_MEASURE_RELATIVE, u, margin);
  const double absolute = allowed(of, ULP_MEASURE_ABSOLUTE, u * of->largest_sum, margin);
  UlpTolerances tolerances = {(double)NAN, (double)NAN, (double)NAN, FALSE};
  if (relative < ULP_TOLERANCE_NO_DIGIT) {
    tolerances.rtol = rounded_up(relative);
    tolerances.ulps = ceil(allowed(of, ULP_MEASURE_OWN, 0.5, margin) * (1 - SLACK));
  }
  if (absolute < of->least_sum)
    tolerances.atol = rounded_up(absolute);
  tolerances.by_bound = of->worst[ULP_MEASURE_ABSOLUTE] < margin * of->largest[ULP_MEASURE_ABSOLUTE];
  return tolerances;
}

char *ulp_tolerance_derivation(const UlpToleranceCase *of, const UlpTolerances *tolerances, double margin) {
  GString *text = g_string_new(NULL);
  g_string_append_printf(text, "largest of %u measured errors %.2g S, times %g", of->realisations,
                         of->largest[ULP_MEASURE_MAGNITUDES], margin);
  if (tolerances->by_bound)
    g_string_append(text, ", which the worst-case bound is below");
  if (isnan(of->worst[ULP_MEASURE_MAGNITUDES]))
    g_string_append(text, "; no worst-case bound (n u >= 1)");
  else
    g_string_append_printf(text, "; worst-case bound %.2g S", of->worst[ULP_MEASURE_MAGNITUDES]);
  if (!isnan(of->probable[ULP_MEASURE_MAGNITUDES]))
    g_string_append_printf(text, "; probabilistic bound %.2g S", of->probable[ULP_MEASURE_MAGNITUDES]);
  g_string_append_printf(text, "; S = sum |x| = %.4g, condition number %.3g", of->magnitudes, of->condition);
  return g_string_free(text, FALSE);
}

char *ulp_tolerance_advice(const UlpToleranceCase *of, const UlpTolerances *tolerances) {
  if (isnan(of->largest[ULP_MEASURE_ABSOLUTE]) || !isfinite(of->largest[ULP_MEASURE_ABSOLUTE]))
    return g_strdup("no tolerance makes sense: a sum or a result is not finite");
  if (isnan(tolerances->atol))
    return g_strdup_printf(
        "no tolerance makes sense: the elements cancel (condition number %.3g) and a result of 0 would "
        "pass; sum more accurately, or test what is left after the cancellation",
        of->condition);
  if (isnan(tolerances->rtol))
    return g_strdup_printf(
        "no relative or ulp tolerance makes sense: the elements cancel (condition number %.3g); atol "
        "grows with sum |x|",
        of->condition);
  return g_strdup("use rtol or atol, each alone is enough");
}

/* -- texts -------------------------------------------------------------------------------------------------------- */

const char *const ulp_tolerance_languages[] = {"C", "Python", "GoogleTest", "pytest", NULL};

/* With a relative tolerance, and with an absolute one. */
static const char *const lines[][2] = {
    {"assert(fabs(result - expected) <= %s * fabs(expected)); /* %s */",
     "assert(fabs(result - expected) <= %s); /* %s */"},
    {"assert math.isclose(result, expected, rel_tol=%s, abs_tol=0.0)  # %s",
     "assert math.isclose(result, expected, rel_tol=0.0, abs_tol=%s)  # %s"},
    {"EXPECT_NEAR(result, expected, %s * std::abs(expected)); // %s", "EXPECT_NEAR(result, expected, %s); // %s"},
    {"assert result == pytest.approx(expected, rel=%s, abs=0.0)  # %s",
     "assert result == pytest.approx(expected, rel=0.0, abs=%s)  # %s"},
};

char *ulp_tolerance_test(guint language, const char *label, const UlpToleranceCase *of,
                         const UlpTolerances *tolerances) {
  const gboolean relative = !isnan(tolerances->rtol);
  const double tolerance = relative ? tolerances->rtol : tolerances->atol;
  g_autofree char *advice = ulp_tolerance_advice(of, tolerances);
  g_autofree char *why =
      g_strdup_printf("%s, N = %" G_GUINT64_FORMAT ", %u realisations", label, of->n, of->realisations);
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  if (isnan(tolerance))
    return g_strdup_printf("%s %s: %s%s",
                           language % 2 ? "#"
                           : language   ? "//"
                                        : "/*",
                           label, advice, language == 0 ? " */" : "");
  g_ascii_formatd(number, sizeof number, "%.2g", tolerance);
  /* a format from the list above, whose two arguments are texts */
  g_auto(GStrv) parts = g_strsplit(lines[language][!relative], "%s", 3);
  return g_strconcat(parts[0], number, parts[1], why, parts[2], NULL);
}
