/* What profiles make of infinities, NaN, zeros and overflow, where implementations disagree: values from the OCP OFP8 and MX
 * specifications, CUDA's headers, ml_dtypes, ONNX and PyTorch, as their sources in profiles.def say. */
#include "tests/number/oracle.h"

#define FP64 ULP_FORMAT_FP64
#define FP32 ULP_FORMAT_FP32
#define TF32 ULP_FORMAT_TF32
#define BF16 ULP_FORMAT_BF16
#define FP16 ULP_FORMAT_FP16
#define E5M2 ULP_FORMAT_E5M2
#define E4M3 ULP_FORMAT_E4M3
#define E5M2FNUZ ULP_FORMAT_E5M2FNUZ
#define E4M3FNUZ ULP_FORMAT_E4M3FNUZ
#define E3M2 ULP_FORMAT_E3M2
#define E2M3 ULP_FORMAT_E2M3
#define E2M1 ULP_FORMAT_E2M1
#define E8M0 ULP_FORMAT_E8M0

typedef struct {
  UlpFormat from;
  guint64 bits;
  UlpFormat to;
  UlpRound round;
  UlpProfile profile;
  guint64 wanted;
} Case;

#define RN ULP_ROUND_RN
#define RZ ULP_ROUND_RZ
#define RU ULP_ROUND_RU
#define IEEE ULP_PROFILE_IEEE
#define FLUSH ULP_PROFILE_FLUSH
#define OCP ULP_PROFILE_OCP
#define OCP_SAT ULP_PROFILE_OCP_SAT
#define CUDA ULP_PROFILE_CUDA
#define CUDA_NOSAT ULP_PROFILE_CUDA_NOSAT
#define ML ULP_PROFILE_ML_DTYPES
#define ML_SAT ULP_PROFILE_ML_DTYPES_SAT
#define ONNX ULP_PROFILE_ONNX
#define ONNX_NOSAT ULP_PROFILE_ONNX_NOSAT
#define TORCH ULP_PROFILE_PYTORCH

/* fp32 */
#define ONE_TINY 0x0da24260   /* 1e-30 */
#define MINUS_TINY 0x8da24260 /* -1e-30 */
#define ABOVE_464 0x43e80001  /* the next fp32 */
#define F61440 0x47700000     /* half way from 57344 to 65536 */
#define F61439 0x476fff00
#define INF32 0x7f800000
#define MINUS_INF32 0xff800000
#define NAN32 0x7fc00000
#define MINUS_NAN32 0xffc00000
#define PAYLOAD_NAN32 0x7fa12345 /* signalling */

static void check(const Case *cases, guint n) {
  for (guint i = 0; i < n; i++) {
    const Case *c = &cases[i];
    const guint64 got =
        (guint64)ulp_convert_bits(ulp_layout(c->from), ulp_layout(c->to), c->bits, c->round, c->profile);
    if (got != c->wanted)
      g_error("%u: %s 0x%" G_GINT64_MODIFIER "x to %s, %s, %s: found 0x%" G_GINT64_MODIFIER
              "x, expected 0x%" G_GINT64_MODIFIER "x",
              i, ulp_format_info(c->from)->id, c->bits, ulp_format_info(c->to)->id,
              ulp_round_ids[ulp_round_kind(c->round)], ulp_profile_id(c->profile), got, c->wanted);
  }
}

static void test_e4m3_overflow(void) {
  static const Case cases[] = {
      {FP32, 0x43e80000, E4M3, RN, OCP_SAT, 0x7e},     {FP32, 0x43e80000, E4M3, RN, OCP, 0x7e},
      {FP32, ABOVE_464, E4M3, RN, OCP_SAT, 0x7e},      {FP32, ABOVE_464, E4M3, RN, OCP, 0x7f},
      {FP32, ABOVE_464, E4M3, RN, CUDA, 0x7e},         {FP32, ABOVE_464, E4M3, RN, CUDA_NOSAT, 0x7f},
      {FP32, ABOVE_464, E4M3, RN, ML, 0x7f},           {FP32, ABOVE_464, E4M3, RN, ML_SAT, 0x7e},
      {FP32, ABOVE_464, E4M3, RN, ONNX, 0x7e},         {FP32, ABOVE_464, E4M3, RN, ONNX_NOSAT, 0x7f},
      {FP32, ABOVE_464, E4M3, RN, TORCH, 0x7f},        {FP32, MINUS_INF32, E4M3, RN, OCP_SAT, 0xfe},
      {FP32, MINUS_INF32, E4M3, RN, OCP, 0xff},        {FP32, MINUS_INF32, E4M3, RN, CUDA, 0xfe},
      {FP32, MINUS_INF32, E4M3, RN, CUDA_NOSAT, 0xff}, {FP32, MINUS_INF32, E4M3, RN, ML, 0xff},
      {FP32, MINUS_INF32, E4M3, RN, ONNX, 0xfe},       {FP32, MINUS_INF32, E4M3, RN, ONNX_NOSAT, 0xff},
      {FP32, MINUS_INF32, E4M3, RN, TORCH, 0xff},
  };
  check(cases, G_N_ELEMENTS(cases));
}

/* CUDA saturates infinity; ml_dtypes' saturating conversion keeps it. */
static void test_e5m2_overflow(void) {
  static const Case cases[] = {
      {FP32, F61439, E5M2, RN, OCP, 0x7b},        {FP32, F61440, E5M2, RN, OCP, 0x7c},
      {FP32, F61440, E5M2, RN, OCP_SAT, 0x7b},    {FP32, F61440, E5M2, RN, CUDA, 0x7b},
      {FP32, F61440, E5M2, RN, CUDA_NOSAT, 0x7c}, {FP32, F61440, E5M2, RN, ML, 0x7c},
      {FP32, F61440, E5M2, RN, ML_SAT, 0x7b},     {FP32, F61440, E5M2, RN, ONNX, 0x7b},
      {FP32, F61440, E5M2, RN, TORCH, 0x7c},      {FP32, INF32, E5M2, RN, OCP, 0x7c},
      {FP32, INF32, E5M2, RN, OCP_SAT, 0x7b},     {FP32, INF32, E5M2, RN, CUDA, 0x7b},
      {FP32, INF32, E5M2, RN, CUDA_NOSAT, 0x7c},  {FP32, INF32, E5M2, RN, ML, 0x7c},
      {FP32, INF32, E5M2, RN, ML_SAT, 0x7c},      {FP32, MINUS_INF32, E5M2, RN, ML_SAT, 0xfc},
      {FP32, INF32, E5M2, RN, ONNX, 0x7b},        {FP32, INF32, E5M2, RN, TORCH, 0x7c},
  };
  check(cases, G_N_ELEMENTS(cases));
}

static void test_nan_of_cuda(void) {
  static const Case cases[] = {
      {FP32, NAN32, FP16, RN, CUDA, 0x7fff},
      {FP32, MINUS_NAN32, FP16, RN, CUDA, 0x7fff},
      {FP32, PAYLOAD_NAN32, BF16, RN, CUDA, 0x7fff},
      {FP64, 0xfff0000000000001, FP16, RN, CUDA, 0x7fff},
      {FP64, 0xfff0000000000001, BF16, RN, CUDA, 0x7fff},
      {FP32, NAN32, E4M3, RN, CUDA, 0x7f},
      {FP32, MINUS_NAN32, E4M3, RN, CUDA, 0x7f},
      {FP32, MINUS_NAN32, E5M2, RN, CUDA, 0x7f},
      {FP16, 0xfe00, E5M2, RN, CUDA, 0x7f},
      {BF16, 0xffc0, E4M3, RN, CUDA_NOSAT, 0x7f},
      {FP64, 0x7ff8000000000000, E4M3, RN, CUDA, 0x7f},
      {FP64, 0xfff8000000000000, E4M3, RN, CUDA, 0xff},
      {FP64, 0x7ff8000000000000, E5M2, RN, CUDA, 0x7e},
      {FP64, 0xfff8000000000000, E5M2, RN, CUDA, 0xfe},
      {FP64, 0x7ff4000000000000, E5M2, RN, CUDA, 0x7f}, /* the payload's top two bits: 01 */
      {FP64, 0xfffc000000000000, E5M2, RN, CUDA_NOSAT, 0xff},
      {FP32, NAN32, E3M2, RN, CUDA, 0x1f},
      {FP32, MINUS_NAN32, E3M2, RN, CUDA, 0x1f},
      {FP32, MINUS_NAN32, E2M3, RN, CUDA, 0x1f},
      {FP32, MINUS_NAN32, E2M1, RN, CUDA, 0x7},
      {FP64, 0xfff8000000000000, E2M1, RN, CUDA, 0x7},
      {FP32, MINUS_INF32, E2M1, RN, CUDA, 0xf},
  };
  check(cases, G_N_ELEMENTS(cases));
}

static void test_nan_of_others(void) {
  static const Case cases[] = {
      {FP32, PAYLOAD_NAN32, FP16, RN, IEEE, 0x7f09}, /* quiet, with the top of its payload */
      {FP32, MINUS_NAN32, E4M3, RN, OCP, 0xff},
      {FP32, PAYLOAD_NAN32, FP16, RN, ML, 0x7e00},
      {FP32, MINUS_NAN32, E4M3, RN, ML, 0xff},
      {FP32, MINUS_NAN32, E5M2, RN, ML, 0xfe},
      {FP32, NAN32, E4M3FNUZ, RN, ML, 0x80},
      {FP32, NAN32, E2M1, RN, ML, 0x8}, /* minus zero */
      {FP32, MINUS_NAN32, E2M1, RN, ML, 0x0},
      {FP32, NAN32, E3M2, RN, ML, 0x20},
      {FP32, NAN32, E5M2, RN, ONNX, 0x7f},
      {FP32, MINUS_NAN32, E4M3, RN, ONNX, 0xff},
      {FP32, MINUS_NAN32, BF16, RN, ONNX, 0x7fc0},
      {FP32, NAN32, E5M2, RN, TORCH, 0x7f},
      {FP32, MINUS_NAN32, E5M2, RN, TORCH, 0xff},
      {FP32, MINUS_NAN32, BF16, RN, TORCH, 0x7fc0},
      {FP32, MINUS_NAN32, E5M2FNUZ, RN, TORCH, 0x80},
  };
  check(cases, G_N_ELEMENTS(cases));
}

/* In every profile, from every format, in every rounding. */
static void test_nan_stays_nan(void) {
  for (guint f = 0; f < ULP_N_FORMATS; f++)
    for (guint t = 0; t < ULP_N_FORMATS; t++)
      for (guint p = 0; p < ULP_N_PROFILES; p++)
        for (UlpRound round = 0; round < ULP_N_ROUNDS; round++) {
          const UlpFormat from = ulp_formats[f], to = ulp_formats[t];
          if (!ulp_format_has_nan(from) || !ulp_format_has_nan(to))
            continue;
          const UlpBits got =
              ulp_convert_bits(ulp_layout(from), ulp_layout(to), ulp_format_nan(from), round, ulp_profiles[p]);
          g_assert_cmpint(ulp_bits_class(to, got), >=, ULP_CLASS_QUIET_NAN);
        }
}

static void test_negative_zero(void) {
  for (guint p = 0; p < ULP_N_PROFILES; p++) {
    const UlpProfile any = ulp_profiles[p];
    const Case cases[] = {
        {FP32, MINUS_TINY, E4M3, RN, any, 0x80},     {FP32, MINUS_TINY, E5M2, RN, any, 0x80},
        {FP32, MINUS_TINY, E3M2, RN, any, 0x20},     {FP32, MINUS_TINY, E2M1, RN, any, 0x8},
        {FP32, MINUS_TINY, FP16, RN, any, 0x8000},   {FP32, 0x80000000, E4M3, RN, any, 0x80},
        {FP32, MINUS_TINY, E4M3FNUZ, RN, any, 0x00}, {FP32, 0x80000000, E5M2FNUZ, RN, any, 0x00},
    };
    check(cases, G_N_ELEMENTS(cases));
  }
}

static void test_fp4_ties(void) {
  static const struct {
    double value, wanted;
  } ties[] = {{0.25, 0}, {0.75, 1}, {1.25, 1}, {1.75, 2}, {2.5, 2}, {3.5, 4}, {5, 4}, {5 + 0x1p-20, 6}};
  for (guint i = 0; i < G_N_ELEMENTS(ties); i++)
    for (guint p = 0; p < ULP_N_PROFILES; p++)
      g_assert_cmpfloat(
          ulp_bits_to_double(E2M1, ulp_bits_from_double(E2M1, ties[i].value, ULP_ROUND_RN, ulp_profiles[p])), ==,
          ties[i].wanted);
}

static void test_flush(void) {
  static const Case cases[] = {
      {FP32, 0x00400000, BF16, RN, IEEE, 0x0040},  {FP32, 0x00400000, BF16, RN, CUDA, 0x0040},
      {FP32, 0x00400000, BF16, RN, FLUSH, 0},      {FP32, 0x80400000, BF16, RN, FLUSH, 0x8000},
      {FP32, 0x00400000, FP64, RN, FLUSH, 0}, /* what comes in is flushed, too */
      {FP32, 0x00800000, BF16, RN, FLUSH, 0x0080}, {FP32, 0x38000000, FP16, RN, FLUSH, 0}, /* 2^-15 */
      {FP32, 0x387fffff, FP16, RN, FLUSH, 0x0400}, /* just below 2^-14: rounded, it is normal */
      {FP32, 0x387fffff, FP16, RZ, FLUSH, 0},
  };
  check(cases, G_N_ELEMENTS(cases));
}

static void test_tf32_away(void) {
  static const Case cases[] = {
      {FP32, 0x44801000, TF32, ULP_ROUND_RNA, IEEE, 0x44802000}, /* 1024.5 */
      {FP32, 0x44801000, TF32, RN, IEEE, 0x44800000},
      {FP32, 0x44801000, TF32, RZ, IEEE, 0x44800000},
      {FP32, 0x44803000, TF32, ULP_ROUND_RNA, IEEE, 0x44804000}, /* 1025.5 */
      {FP32, 0x44803000, TF32, RN, IEEE, 0x44804000},
      {FP32, 0x44803000, TF32, RZ, IEEE, 0x44802000},
      {FP32, 0xc4801000, TF32, ULP_ROUND_RNA, IEEE, 0xc4802000},
  };
  check(cases, G_N_ELEMENTS(cases));
}

/* Scales of a block: CUDA Math API, __nv_cvt_float_to_e8m0. */
static void test_e8m0(void) {
  static const Case cases[] = {
      {FP32, 0x00000000, E8M0, RZ, CUDA, 0x00},
      {FP32, 0x00000000, E8M0, RU, CUDA, 0x00},
      {FP32, 0x00400000, E8M0, RZ, CUDA, 0x00},
      {FP32, 0x00400000, E8M0, RU, CUDA, 0x00}, /* 2^-127 */
      {FP32, 0x00400001, E8M0, RZ, CUDA, 0x00},
      {FP32, 0x00400001, E8M0, RU, CUDA, 0x01},
      {FP32, 0x3f800001, E8M0, RZ, CUDA, 0x7f},
      {FP32, 0x3f800001, E8M0, RU, CUDA, 0x80},
      {FP32, 0xc0400000, E8M0, RZ, CUDA, 0x80},
      {FP32, 0xc0400000, E8M0, RU, CUDA, 0x81}, /* -3 */
      {FP32, 0x7f000001, E8M0, RZ, CUDA, 0xfe},
      {FP32, 0x7f000001, E8M0, RU, CUDA, 0xfe},
      {FP32, 0x7f000001, E8M0, RU, CUDA_NOSAT, 0xff},
      {FP32, 0x7f000001, E8M0, RZ, CUDA_NOSAT, 0xfe},
      {FP32, INF32, E8M0, RU, CUDA, 0xfe},
      {FP32, INF32, E8M0, RU, CUDA_NOSAT, 0xff},
      {FP32, NAN32, E8M0, RU, CUDA, 0xff},
      {FP32, NAN32, E8M0, RZ, CUDA_NOSAT, 0xff},
      {FP32, 0x80015ac6, E8M0, RN, IEEE, 0xff}, /* -1.24e-40 is no zero, though it rounds to the smallest */
      {FP32, 0x80015ac6, E8M0, RN, OCP_SAT, 0x00},
      {FP32, 0x80000001, E8M0, RN, ML, 0xff},
      {FP32, 0xc0400000, E8M0, RN, ML, 0xff},
      {FP32, 0x00000000, E8M0, RN, ML, 0xff},
  };
  check(cases, G_N_ELEMENTS(cases));
}

static void test_posits(void) {
  static const Case cases[] = {
      {FP32, NAN32, ULP_FORMAT_POSIT8, RN, IEEE, 0x80},
      {FP32, MINUS_INF32, ULP_FORMAT_POSIT16, RN, OCP_SAT, 0x8000},
      {FP32, 0x4e6e6b28, ULP_FORMAT_POSIT8, RN, IEEE, 0x7f}, /* 1e9: 2^24 */
      {FP32, ONE_TINY, ULP_FORMAT_POSIT8, RN, IEEE, 0x01},   /* 2^-24 */
      {FP32, MINUS_TINY, ULP_FORMAT_POSIT8, RZ, IEEE, 0xff},
  };
  check(cases, G_N_ELEMENTS(cases));
  g_assert_cmpfloat(ulp_bits_to_double(ULP_FORMAT_POSIT8, 0x7f), ==, 0x1p24);
  g_assert_cmpfloat(ulp_bits_to_double(ULP_FORMAT_POSIT8, 0x01), ==, 0x1p-24);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/number/profiles/e4m3-overflow", test_e4m3_overflow);
  g_test_add_func("/number/profiles/e5m2-overflow", test_e5m2_overflow);
  g_test_add_func("/number/profiles/nan-of-cuda", test_nan_of_cuda);
  g_test_add_func("/number/profiles/nan-of-others", test_nan_of_others);
  g_test_add_func("/number/profiles/nan-stays-nan", test_nan_stays_nan);
  g_test_add_func("/number/profiles/negative-zero", test_negative_zero);
  g_test_add_func("/number/profiles/fp4-ties", test_fp4_ties);
  g_test_add_func("/number/profiles/flush", test_flush);
  g_test_add_func("/number/profiles/tf32-away", test_tf32_away);
  g_test_add_func("/number/profiles/e8m0", test_e8m0);
  g_test_add_func("/number/profiles/posits", test_posits);
  return g_test_run();
}
