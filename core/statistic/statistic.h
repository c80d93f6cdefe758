/* Numbers that are computed from the elements of one or two arrays by more than adding them: dot products, norms, means,
 * variances. Each has its methods, its exact value and, where theory gives one, a bound.
 *
 * A statistic is a file core/statistic/ID.c with its methods, in a list ID.def, and an experiment that names it. */
#pragma once

#include "core/number/real.h"

/* What a method works on. */
typedef struct {
  const double *x, *y; /* y: the second array of a dot product, else x */
  uint64_t n;
  uint64_t ddof;                   /* of a variance: what n is less by in the divisor, and less than n */
  gboolean (*stopped)(void *data); /* asked now and then; a method that was stopped returns anything. May be NULL */
  void *data;
} UlpVectors;

/* The value without any rounding, and what bounds depend on. */
typedef struct {
  UlpReal *value;    /* the exact value; free with ulp_exact_statistic_clear */
  double rounded;    /* to fp64 */
  double magnitudes; /* the same of |x| and |y|, rounded to fp64: |x|.|y| of a dot product, sum |x| / n of a mean */
  double
      condition; /* relative changes of the elements grow by up to this; infinite where the value is 0, NaN where it has none */
} UlpExactStatistic;

void ulp_exact_statistic_clear(UlpExactStatistic *exact);

typedef enum { ULP_STATISTIC_FP32, ULP_STATISTIC_FP64, ULP_STATISTIC_FORMATS } UlpStatisticFormat;

/* What a bound depends on. */
typedef struct {
  const UlpExactStatistic *exact;
  double n, unit;      /* unit roundoff of the arithmetic */
  double smallest;     /* its smallest subnormal */
  gboolean is_rounded; /* elements are rounded to the arithmetic's format as they are taken */
} UlpStatisticBound;

typedef struct {
  const char *id, *title, *help; /* title, help: N_() */
  double (*run[ULP_STATISTIC_FORMATS])(
      const UlpVectors *vectors); /* by the format of the arithmetic; NULL: the exact value, rounded once */
  double (*bound)(const UlpStatisticBound *data); /* of |result - exact| while nothing overflows; NULL: none is known */
  const char *source;                             /* of method and bound */
} UlpStatisticMethod;

typedef struct {
  const UlpStatisticMethod *methods;
  unsigned n_methods;
  /* Reads the vectors once or twice; false where it was stopped. */
  gboolean (*exact)(const UlpVectors *vectors, UlpExactStatistic *exact);
} UlpStatistic;

extern const UlpStatistic ulp_statistic_dot, ulp_statistic_norm, ulp_statistic_mean, ulp_statistic_variance;

/* Ids and titles of the methods in their order, NULL-terminated. */
extern const char *const ulp_statistic_dot_ids[], *const ulp_statistic_dot_titles[];
extern const char *const ulp_statistic_norm_ids[], *const ulp_statistic_norm_titles[];
extern const char *const ulp_statistic_mean_ids[], *const ulp_statistic_mean_titles[];
extern const char *const ulp_statistic_variance_ids[], *const ulp_statistic_variance_titles[];

extern const char *const ulp_statistic_format_ids[]; /* "fp32", "fp64"; NULL-terminated */

/* gamma_k = k u / (1 - k u), NaN where k u >= 1: N. J. Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed., SIAM 2002,
 * Lemma 3.1. */
double ulp_statistic_gamma(double k, double unit);
