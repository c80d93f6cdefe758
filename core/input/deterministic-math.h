/* Elementary functions with the same bits on every machine and device: integers and single IEEE 754 operations
 * (+, -, *, / and sqrt, rounded to nearest) in a fixed order, no libm. Errors are stated against exact values. */
#pragma once

#include "core/input/element.h"

/* Coefficients, in the memory from which a GPU's instructions take an operand: constants in code would first be moved to
 * registers, by one instruction more for each use. */
#ifdef __CUDA_ARCH__
#define ULP_TABLE static __constant__ double
#else
#define ULP_TABLE static const double
#endif

ULP_HD double ulp_math_fma(double x, double y, double z) {
#ifdef __CUDA_ARCH__
  return __fma_rn(x, y, z);
#else
  return __builtin_fma(x, y, z);
#endif
}

/* coefficients[0] + x coefficients[1] + ..., by Horner's rule. */
ULP_HD double ulp_polynomial(double x, const double *coefficients, int count) {
  double sum = coefficients[count - 1];
  ULP_UNROLL
  for (int i = count - 2; i >= 0; i--)
    sum = sum * x + coefficients[i];
  return sum;
}

/* The same with one rounding for each step. */
ULP_HD double ulp_polynomial_fused(double x, const double *coefficients, int count) {
  double sum = coefficients[count - 1];
  ULP_UNROLL
  for (int i = count - 2; i >= 0; i--)
    sum = ulp_math_fma(sum, x, coefficients[i]);
  return sum;
}

/* The polynomial of `first` or of `second`. Processors that work on vectors choose each coefficient, GPUs the way. */
ULP_HD double ulp_polynomial_of(bool is_first, double x, const double *first, const double *second, int count) {
#ifdef __CUDA_ARCH__
  return is_first ? ulp_polynomial(x, first, count) : ulp_polynomial(x, second, count);
#else
  double sum = is_first ? first[count - 1] : second[count - 1];
  ULP_UNROLL
  for (int i = count - 2; i >= 0; i--)
    sum = sum * x + (is_first ? first[i] : second[i]);
  return sum;
#endif
}

ULP_HD double ulp_math_sqrt(double x) {
#ifdef __CUDA_ARCH__
  return __dsqrt_rn(x);
#else
  return __builtin_sqrt(x);
#endif
}

ULP_HD double ulp_math_abs(double x) {
#ifdef __CUDA_ARCH__
  return fabs(x);
#else
  return __builtin_fabs(x);
#endif
}

/* 1 / b within 2^-51 for 2^-500 < |b| < 2^500. */
ULP_HD double ulp_math_inverse(double b) {
#ifdef __CUDA_ARCH__
  double inverse;
  asm("rcp.approx.ftz.f64 %0, %1;" : "=d"(inverse) : "d"(b)); /* 2^-20; the error is cubed below */
  const double error = __fma_rn(-b, inverse, 1.0);
  return __fma_rn(inverse, __fma_rn(error, error, error), inverse);
#else
  return 1.0 / b;
#endif
}

/* a / b, correctly rounded, where b, a / b and a, unless a = 0, are between 2^-500 and 2^500 in magnitude: nvcc's own
 * instructions for it without its branch for other operands, which would keep elements from being worked on together. */
ULP_HD double ulp_math_divide(double a, double b) {
#ifdef __CUDA_ARCH__
  double inverse = ulp_math_inverse(b);
  inverse = __fma_rn(inverse, __fma_rn(-b, inverse, 1.0), inverse);
  const double quotient = a * inverse;
  return __fma_rn(inverse, __fma_rn(-b, quotient, a), quotient);
#else
  return a / b;
#endif
}

/* log 2 = HIGH + LOW; HIGH has 20 trailing zero bits, so that k HIGH is exact for every exponent k. */
#define ULP_LOG2_HIGH 0x1.62e42feep-1
#define ULP_LOG2_LOW 0x1.a39ef35793c76p-33

ULP_TABLE ulp_log_series[] = {1.0 / 3,  1.0 / 5,  1.0 / 7,  1.0 / 9,  1.0 / 11,
                              1.0 / 13, 1.0 / 15, 1.0 / 17, 1.0 / 19, 1.0 / 21};

/* Natural logarithm of a normal positive x, within 1.2 ulp where |log x| > 1/2.
 * x = 2^k m, m in [sqrt(1/2), sqrt(2)); log m = 2 atanh s, s = (m-1)/(m+1), Gregory's series in s^2 < 0.0295. */
ULP_HD double ulp_math_log(double x) {
  const uint64_t bits = ulp_double_bits(x), fraction = bits & 0xfffffffffffffu;
  const int above = fraction >= 0x6a09e667f3bcdu; /* the fraction of sqrt(2) */
  const int k = (int)(bits >> 52) - 1023 + above;
  const double m = ulp_double_of_bits(fraction | (uint64_t)(1023 - above) << 52);
  const double s = ulp_math_divide(m - 1.0, m + 1.0), z = s * s, s2 = 2.0 * s;
  const double tail = s2 * (z * ulp_polynomial(z, ulp_log_series, 10)) + (double)k * ULP_LOG2_LOW;
  return (double)k * ULP_LOG2_HIGH + (s2 + tail);
}

/* clang-format off */
ULP_TABLE ulp_exp_series[] = {1.0 / 2,       1.0 / 6,      1.0 / 24,      1.0 / 120,
                              1.0 / 720,     1.0 / 5040,   1.0 / 40320,   1.0 / 362880,
                              1.0 / 3628800, 1.0 / 39916800, 1.0 / 479001600, 1.0 / 6227020800};
/* clang-format on */

/* e^x for |x| <= 700, within 1 ulp. x = k log 2 + r, |r| <= (log 2)/2; Taylor's series of e^r - 1 - r to r^13. */
ULP_HD double ulp_math_exp(double x) {
  const double scaled = x * 0x1.71547652b82fep+0; /* 1 / log 2 */
  const int k = (int)(scaled + (scaled < 0.0 ? -0.5 : 0.5));
  const double r = (x - (double)k * ULP_LOG2_HIGH) - (double)k * ULP_LOG2_LOW;
  const double power = 1.0 + (r + r * r * ulp_polynomial(r, ulp_exp_series, 12));
  return power * ulp_double_of_bits((uint64_t)(1023 + k) << 52);
}

/* The standard normal quantile of p = q + 1/2 within 6 ulp: PPND16 of M. J. Wichura, "Algorithm AS 241", Applied
 * Statistics 37(3), 1988, 477-484, which has one way for the centre (85 % of all p) and one for the tails. */

/* clang-format off */
ULP_TABLE ulp_normal_centre_above[] = {
    3.3871328727963666080e0, 1.3314166789178437745e2, 1.9715909503065514427e3, 1.3731693765509461125e4,
    4.5921953931549871457e4, 6.7265770927008700853e4, 3.3430575583588128105e4, 2.5090809287301226727e3};
ULP_TABLE ulp_normal_centre_below[] = {
    1.0, 4.2313330701600911252e1, 6.8718700749205790830e2, 5.3941960214247511077e3,
    2.1213794301586595867e4, 3.9307895800092710610e4, 2.8729085735721942674e4, 5.2264952788528545610e3};
ULP_TABLE ulp_normal_near_above[] = {
    1.42343711074968357734e0, 4.63033784615654529590e0, 5.76949722146069140550e0, 3.64784832476320460504e0,
    1.27045825245236838258e0, 2.41780725177450611770e-1, 2.27238449892691845833e-2, 7.74545014278341407640e-4};
ULP_TABLE ulp_normal_near_below[] = {
    1.0, 2.05319162663775882187e0, 1.67638483018380384940e0, 6.89767334985100004550e-1,
    1.48103976427480074590e-1, 1.51986665636164571966e-2, 5.47593808499534494600e-4, 1.05075007164441684324e-9};
ULP_TABLE ulp_normal_far_above[] = {
    6.65790464350110377720e0, 5.46378491116411436990e0, 1.78482653991729133580e0, 2.96560571828504891230e-1,
    2.65321895265761230930e-2, 1.24266094738807843860e-3, 2.71155556874348757815e-5, 2.01033439929228813265e-7};
ULP_TABLE ulp_normal_far_below[] = {
    1.0, 5.99832206555887937690e-1, 1.36929880922735805310e-1, 1.48753612908506148525e-2,
    7.86869131145613259100e-4, 1.84631831751005468180e-5, 1.42151175831644588870e-7, 2.04426310338993978564e-15};
/* clang-format on */

/* q of p = (j + 1/2) 2^-53, j < 2^53: exact, never 0 or +-1/2, so that no quantile is infinite, and symmetric in j. */
ULP_HD double ulp_math_normal_argument(uint64_t j) { return ulp_double_of_integer(j) * 0x1p-53 - (0.5 - 0x1p-54); }

ULP_HD bool ulp_math_normal_is_central(double q) { return ulp_math_abs(q) <= 0.425; }

ULP_HD double ulp_math_normal_centre(double q) {
  const double r = 0.180625 - q * q;
  return ulp_math_divide(q * ulp_polynomial(r, ulp_normal_centre_above, 8),
                         ulp_polynomial(r, ulp_normal_centre_below, 8));
}

/* The centre's quantile rounded to fp32, by about half the operations: fused steps, and a quotient without corrections.
 * False, for one of 10^6, where the difference could show. No term is negative, so that roundings of 2^-53 add up: 15
 * above the fraction line, 14 below and 1 in the quotient there; 8, 7 and 5 here. Both differ by less than 2^-47, or 2^6
 * units of fp64's last place. fp32 drops 29 bits: those within 2^8 of the middle, where it turns, are not decided. */
ULP_HD bool ulp_math_normal_centre_fp32(double q, float *quantile) {
  const double r = 0.180625 - q * q;
  const double above = ulp_polynomial_fused(r, ulp_normal_centre_above, 8);
  const double below = ulp_polynomial_fused(r, ulp_normal_centre_below, 8);
  const double value = q * above * ulp_math_inverse(below);
  *quantile = (float)value;
  return (((uint32_t)ulp_double_bits(value) + (1u << 28) + (1u << 8)) & 0x1fffffffu) >= 1u << 9;
}

/* Near and far tail differ in their constants alone. */
ULP_HD double ulp_math_normal_tail(double q) {
  const double outer = 0.5 - ulp_math_abs(q); /* the smaller of p and 1 - p, exactly */
  const double root = ulp_math_sqrt(-ulp_math_log(outer));
  const bool near = root <= 5.0;
  const double r = root - (near ? 1.6 : 5.0);
  const double value = ulp_math_divide(ulp_polynomial_of(near, r, ulp_normal_near_above, ulp_normal_far_above, 8),
                                       ulp_polynomial_of(near, r, ulp_normal_near_below, ulp_normal_far_below, 8));
  return q < 0.0 ? -value : value;
}

ULP_HD double ulp_math_normal_quantile(uint64_t j) {
  const double q = ulp_math_normal_argument(j);
  return ulp_math_normal_is_central(q) ? ulp_math_normal_centre(q) : ulp_math_normal_tail(q);
}

/* clang-format off */
ULP_TABLE ulp_sine_series[] = {1.0, -1.0 / 6, 1.0 / 120, -1.0 / 5040, 1.0 / 362880, -1.0 / 39916800,
                               1.0 / 6227020800, -1.0 / 1307674368000};
ULP_TABLE ulp_cosine_series[] = {1.0, -1.0 / 2, 1.0 / 24, -1.0 / 720, 1.0 / 40320, -1.0 / 3628800, 1.0 / 479001600,
                                 -1.0 / 87178291200, 1.0 / 20922789888000};
/* clang-format on */

/* sin(2 pi i / n) for i < n <= 2^40, within 2^-51: the eighth of the turn is found in integers, so that equal angles give
 * equal bits in all of them and sin(2 pi (n - i) / n) is minus sin(2 pi i / n); Taylor's series up to pi/4. */
ULP_HD double ulp_math_sine_of_turn(uint64_t i, uint64_t n) {
  const bool negative = 2 * i > n;
  const uint64_t half = negative ? n - i : i;                      /* of a turn at most: 2 half <= n */
  const uint64_t quarter = 4 * half > n ? n - 2 * half : 2 * half; /* 2 i, mirrored: 2 quarter <= n */
  const bool cosine = 4 * quarter > n;
  const uint64_t eighth = cosine ? n - 2 * quarter : 2 * quarter; /* 4 i, the complement's sine: 2 eighth <= n */
  const double x = ulp_math_divide(ulp_double_of_integer(eighth), ulp_double_of_integer(n)) * 0x1.921fb54442d18p+0;
  const double z = x * x;
  const double value = cosine ? ulp_polynomial(z, ulp_cosine_series, 9) : x * ulp_polynomial(z, ulp_sine_series, 8);
  return negative ? -value : value;
}
