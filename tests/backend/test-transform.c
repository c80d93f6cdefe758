/* Formulas as flags of a compiler make them, on every device, against MPFR: one rounding where one is meant, two where two are. */
#include "tests/backend/agreement.h"

#include "core/number/format.h"

#include <math.h>
#include <mpfr.h>
#include <string.h>

/* What MPFR rounds to: fp32 or fp64. */
typedef struct {
  UlpFormat format;
  mpfr_prec_t precision;
  mpfr_exp_t smallest, largest; /* exponents in MPFR's sense, of the smallest subnormal number and of infinity */
} Target;

static const Target targets[] = {{ULP_FORMAT_FP32, 24, -148, 128}, {ULP_FORMAT_FP64, 53, -1073, 1024}};

static double rounded(const Target *target, mpfr_t exact) {
  mpfr_t result;
  mpfr_init2(result, target->precision);
  int ternary = mpfr_set(result, exact, MPFR_RNDN);
  mpfr_set_emin(target->smallest);
  mpfr_set_emax(target->largest);
  ternary = mpfr_check_range(result, ternary, MPFR_RNDN);
  mpfr_subnormalize(result, ternary, MPFR_RNDN);
  mpfr_set_emin(mpfr_get_emin_min());
  mpfr_set_emax(mpfr_get_emax_max());
  const double value = mpfr_get_d(result, MPFR_RNDN);
  mpfr_clear(result);
  return value;
}

static double constant(const Target *target, double value) {
  return target->format == ULP_FORMAT_FP32 ? (double)(float)value : value;
}

static double expected(const Target *target, UlpTransform transform, double x) {
  const double scale = constant(target, 0.1), more = constant(target, 0.3), tiny = ldexp(1, (int)target->smallest + 22);
  const double smallest_normal = target->format == ULP_FORMAT_FP32 ? tiny : 0x1p-1022;
  mpfr_t y, other;
  double value = x;
  mpfr_init2(y, 4400);
  mpfr_init2(other, 4400);
  mpfr_set_d(y, x, MPFR_RNDN);
  switch (transform) {
  case ULP_TRANSFORM_SEPARATE:
    mpfr_mul_d(y, y, scale, MPFR_RNDN);
    mpfr_set_d(y, rounded(target, y), MPFR_RNDN);
    mpfr_add_d(y, y, more, MPFR_RNDN);
    value = rounded(target, y);
    break;
  case ULP_TRANSFORM_FUSED:
    mpfr_mul_d(y, y, scale, MPFR_RNDN);
    mpfr_add_d(y, y, more, MPFR_RNDN);
    value = rounded(target, y);
    break;
  case ULP_TRANSFORM_RECIPROCAL:
    mpfr_set_ui(other, 1, MPFR_RNDN);
    mpfr_div_ui(other, other, 3, MPFR_RNDN);
    mpfr_mul_d(y, y, rounded(target, other), MPFR_RNDN);
    value = rounded(target, y);
    break;
  case ULP_TRANSFORM_KEEP:
    break;
  case ULP_TRANSFORM_FLUSH:
    value = fabs(x) < smallest_normal ? copysign(0, x) : x;
    break;
  default: /* x / 3, of which the faster ones are a few ulps away */
    mpfr_div_ui(y, y, 3, MPFR_RNDN);
    value = rounded(target, y);
    break;
  }
  mpfr_clears(y, other, NULL);
  return value;
}

enum { N = 20011 };

/* Ends of the range, then patterns of all exponents; the last half near 1. */
static void fill(const Target *target, double *x) {
  static const double special[] = {0.0,  -0.0,  INFINITY, -INFINITY, 1,      -3,     0.1,
                                   -0.3, 3e-45, -1e-39,   1.2e-38,   3.4e38, 5e-324, 1e-310};
  guint64 state = 0x9e3779b97f4a7c15u;
  for (guint i = 0; i < N; i++) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    const double fraction = (double)(state >> 11) * 0x1p-53, sign = state & 1024 ? -1 : 1;
    const int exponent = i < N / 2 ? (int)(state >> 3 & 511) - 256 : (int)(state >> 3 & 3) - 2;
    x[i] = i < G_N_ELEMENTS(special) ? special[i] : sign * ldexp(1 + fraction, exponent);
    x[i] = constant(target, x[i]);
  }
}

static void run(const AgreementPair *pair, const Target *target, UlpTransform transform, const double *x,
                double *found) {
  const UlpJob job = {.kind = ULP_JOB_TRANSFORM, .transform = {transform}};
  g_autofree float *narrow = g_new(float, N);
  const gboolean is_narrow = target->format == ULP_FORMAT_FP32;
  for (guint i = 0; i < N; i++)
    narrow[i] = (float)x[i];
  g_autoptr(GError) error = NULL;
  g_autoptr(UlpArray) array =
      ulp_device_upload(pair->device, target->format, is_narrow ? (gconstpointer)narrow : x, N, NULL, &error);
  g_autoptr(UlpArray) out = NULL;
  UlpJobResult result;
  g_assert_no_error(error);
  ulp_device_run(pair->device, &job, &(UlpArraySlice){array, 1, N - 1}, 1, &result, &out, NULL, &error);
  g_assert_no_error(error);
  g_assert_cmpuint(ulp_array_count(out), ==, N - 1);
  g_assert_true(ulp_array_format(out) == target->format);
  ulp_array_download(out, 0, N - 1, is_narrow ? (gpointer)(narrow + 1) : found + 1, NULL, &error);
  g_assert_no_error(error);
  for (guint i = 1; is_narrow && i < N; i++)
    found[i] = (double)narrow[i];
}

static void check(const AgreementPair *pair, const Target *target, UlpTransform transform) {
  g_autofree double *x = g_new(double, N), *found = g_new(double, N);
  fill(target, x);
  run(pair, target, transform, x, found);
  for (guint i = 1; i < N; i++) {
    const double right = expected(target, transform, x[i]);
    if (!ulp_transform_is_gpu_fp32(transform))
      g_assert_cmpmem(&found[i], sizeof *found, &right, sizeof right);
    else if (isfinite(x[i]) && fabs(right) >= 0x1p-126) /* PTX ISA, div.full and div.approx: 2 ulps */
      g_assert_cmpfloat(fabs(found[i] - right), <=, fabs(right) * 0x1p-22);
  }
}

static void test_values(gconstpointer data) {
  const AgreementPair *pair = data;
  for (guint t = 0; t < G_N_ELEMENTS(targets); t++)
    for (guint transform = 0; transform < ULP_N_TRANSFORMS; transform++) {
      const UlpJob job = {.kind = ULP_JOB_TRANSFORM, .transform = {transform}};
      const UlpFormat formats[ULP_JOB_INPUTS] = {targets[t].format};
      g_autoptr(GError) error = NULL;
      const gboolean fast = ulp_transform_is_gpu_fp32(transform);
      if (ulp_device_supports(pair->device, &job, formats, &error))
        check(pair, &targets[t], transform);
      else
        g_assert_true(fast && (ulp_device_is_cpu(pair->device) || targets[t].format == ULP_FORMAT_FP64));
    }
}

/* A NaN stays as it is, with its payload and sign. */
static void test_nan(gconstpointer data) {
  const AgreementPair *pair = data;
  const guint32 nans[] = {0x7fc00000, 0xffc12345, 0x7f800001};
  g_autoptr(GError) error = NULL;
  g_autoptr(UlpArray) array = ulp_device_upload(pair->device, ULP_FORMAT_FP32, nans, 3, NULL, &error);
  for (guint transform = 0; transform < ULP_N_TRANSFORMS; transform++) {
    const UlpJob job = {.kind = ULP_JOB_TRANSFORM, .transform = {transform}};
    g_autoptr(UlpArray) out = NULL;
    UlpJobResult result;
    guint32 found[3];
    if (ulp_transform_is_gpu_fp32(transform))
      continue;
    ulp_device_run(pair->device, &job, &(UlpArraySlice){array, 0, 3}, 1, &result, &out, NULL, &error);
    g_assert_no_error(error);
    ulp_array_download(out, 0, 3, found, NULL, &error);
    g_assert_no_error(error);
    g_assert_cmpmem(found, sizeof found, nans, sizeof nans);
  }
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_autoptr(GArray) pairs = agreement_devices();
  for (guint p = 0; p < pairs->len; p++) {
    const AgreementPair *pair = &g_array_index(pairs, AgreementPair, p);
    g_autofree char *values = g_strdup_printf("/transform/%s/values", ulp_device_id(pair->device));
    g_autofree char *nan = g_strdup_printf("/transform/%s/nan", ulp_device_id(pair->device));
    g_test_add_data_func(values, pair, test_values);
    g_test_add_data_func(nan, pair, test_nan);
  }
  return g_test_run();
}
