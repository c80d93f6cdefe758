/* Blocks against exact rationals, and hand-worked cases of OCP MX 1.0 and of NVFP4. */
#include "core/number/block-value.h"
#include "tests/number/oracle.h"

#include <gmp.h>
#include <math.h>

static UlpUnpacked unpacked(double value) {
  return ulp_unpack(ulp_layout(ULP_FORMAT_FP64),
                    ulp_bits_from_double(ULP_FORMAT_FP64, value, ULP_ROUND_RN, ULP_PROFILE_IEEE));
}

static double as_double(UlpBits bits) { return ulp_bits_to_double(ULP_FORMAT_FP64, bits); }

#define ONE 0x3f800000u

static UlpBlock quantised(UlpFormat blocks, const double *values, guint n, UlpBlockRule rule, guint32 tensor_scale,
                          UlpRound round) {
  UlpUnpacked all[ULP_BLOCK_LONGEST];
  UlpRound rounds[ULP_BLOCK_LONGEST];
  UlpBlock block;
  for (guint i = 0; i < n; i++) {
    all[i] = unpacked(values[i]);
    rounds[i] = round;
  }
  ulp_block_quantise(blocks, all, rounds, n, rule, tensor_scale, &block);
  return block;
}

static guint scale_of(UlpFormat blocks, double amax, UlpBlockRule rule) {
  return (guint)ulp_block_scale(blocks, unpacked(amax), ONE, rule);
}

/* ---- hand-worked ---- */

/* OCP MX 1.0, 6.3: 2^(floor(log2 amax) - emax); emax by table 1's elements. */
static void test_floor(void) {
  const struct {
    UlpFormat blocks;
    int emax;
  } formats[] = {{ULP_BLOCKS_MXFP8_E4M3, 8}, {ULP_BLOCKS_MXFP8_E5M2, 15}, {ULP_BLOCKS_MXFP6_E3M2, 4},
                 {ULP_BLOCKS_MXFP6_E2M3, 2}, {ULP_BLOCKS_MXFP4, 2},       {ULP_BLOCKS_MXINT8, 0}};
  for (guint i = 0; i < G_N_ELEMENTS(formats); i++) {
    g_assert_cmpuint(scale_of(formats[i].blocks, 1, ULP_BLOCK_RULE_OWN), ==, 127 - formats[i].emax);
    g_assert_cmpuint(scale_of(formats[i].blocks, 7.9999995, ULP_BLOCK_RULE_FLOOR), ==, 129 - formats[i].emax);
    g_assert_cmpuint(scale_of(formats[i].blocks, 8, ULP_BLOCK_RULE_FLOOR), ==, 130 - formats[i].emax);
    g_assert_cmpuint(scale_of(formats[i].blocks, 0, ULP_BLOCK_RULE_FLOOR), ==, 0);
    g_assert_cmpuint(scale_of(formats[i].blocks, 0x1p-149, ULP_BLOCK_RULE_FLOOR), ==, 0);
    g_assert_cmpuint(scale_of(formats[i].blocks, 0x1p500, ULP_BLOCK_RULE_FLOOR), ==, 0xfe);
    g_assert_cmpuint(scale_of(formats[i].blocks, INFINITY, ULP_BLOCK_RULE_FLOOR), ==, 0xff);
    g_assert_cmpuint(scale_of(formats[i].blocks, NAN, ULP_BLOCK_RULE_UP), ==, 0xff);
  }
}

/* e5m2 with the fp32 below 128: floor clips to 112, the rules that round up give 128. */
static void test_rules(void) {
  const double amax = 127.99999237060547;
  const UlpFormat e5m2 = ULP_BLOCKS_MXFP8_E5M2, e4m3 = ULP_BLOCKS_MXFP8_E4M3, mxfp4 = ULP_BLOCKS_MXFP4;
  UlpBlock block = quantised(e5m2, &amax, 1, ULP_BLOCK_RULE_FLOOR, ONE, ULP_ROUND_RN);
  g_assert_cmpuint((guint)block.scale, ==, 118);
  g_assert_cmpfloat(as_double(block.element[0].value), ==, 112);
  g_assert_true(block.element[0].clipped);
  const UlpBlockRule ups[] = {ULP_BLOCK_RULE_CEIL, ULP_BLOCK_RULE_UP, ULP_BLOCK_RULE_NEAREST, ULP_BLOCK_RULE_EVEN};
  for (guint i = 0; i < G_N_ELEMENTS(ups); i++) {
    block = quantised(e5m2, &amax, 1, ups[i], ONE, ULP_ROUND_RN);
    g_assert_cmpuint((guint)block.scale, ==, 119);
    g_assert_cmpfloat(as_double(block.element[0].value), ==, 128);
    g_assert_false(block.element[0].clipped);
  }
  /* ceil and up differ: 1.75 2^k is the largest of e4m3 and of e5m2, 1.5 2^k of e2m1 */
  g_assert_cmpuint(scale_of(e4m3, 448, ULP_BLOCK_RULE_UP), ==, 127);
  g_assert_cmpuint(scale_of(e4m3, 448, ULP_BLOCK_RULE_CEIL), ==, 128);
  g_assert_cmpuint(scale_of(e4m3, 448.00000000000006, ULP_BLOCK_RULE_UP), ==, 128);
  g_assert_cmpuint(scale_of(e4m3, 256, ULP_BLOCK_RULE_CEIL), ==, 127);
  g_assert_cmpuint(scale_of(e4m3, 256.00000000000006, ULP_BLOCK_RULE_CEIL), ==, 128);
  g_assert_cmpuint(scale_of(mxfp4, 6, ULP_BLOCK_RULE_UP), ==, 127);
  g_assert_cmpuint(scale_of(mxfp4, 6.1, ULP_BLOCK_RULE_UP), ==, 128);
  /* nearest power of two: 5.99 is nearer to 4, 6 is a tie and goes up */
  g_assert_cmpuint(scale_of(mxfp4, 5.99, ULP_BLOCK_RULE_NEAREST), ==, 127);
  g_assert_cmpuint(scale_of(mxfp4, 6, ULP_BLOCK_RULE_NEAREST), ==, 128);
  /* e2m1 has one fraction bit: from 7 on, 4 becomes 8; e4m3 three: from 496 on, 256 becomes 512; int8 six */
  g_assert_cmpuint(scale_of(mxfp4, 6.999999, ULP_BLOCK_RULE_EVEN), ==, 127);
  g_assert_cmpuint(scale_of(mxfp4, 7, ULP_BLOCK_RULE_EVEN), ==, 128);
  g_assert_cmpuint(scale_of(e4m3, 479.99, ULP_BLOCK_RULE_EVEN), ==, 127);
  g_assert_cmpuint(scale_of(e4m3, 495.99, ULP_BLOCK_RULE_EVEN), ==, 127);
  g_assert_cmpuint(scale_of(e4m3, 496, ULP_BLOCK_RULE_EVEN), ==, 128);
  g_assert_cmpuint(scale_of(ULP_BLOCKS_MXINT8, 127.0 / 64, ULP_BLOCK_RULE_EVEN), ==, 127);
  g_assert_cmpuint(scale_of(ULP_BLOCKS_MXINT8, 255.0 / 128, ULP_BLOCK_RULE_EVEN), ==, 128);
}

/* 1.125, 1.25 and 5 under a scale rounded up to a power of two: 2, 2 and 8, where the largest element is a power of two. */
static void test_round_up(void) {
  g_assert_cmpuint(scale_of(ULP_BLOCKS_MXINT8, 1.125, ULP_BLOCK_RULE_CEIL), ==, 128);
  g_assert_cmpuint(scale_of(ULP_BLOCKS_MXINT8, 1.25, ULP_BLOCK_RULE_CEIL), ==, 128);
  g_assert_cmpuint(scale_of(ULP_BLOCKS_MXINT8, 5, ULP_BLOCK_RULE_CEIL), ==, 130);
}

static void test_mxfp4(void) {
  const double values[] = {1, -2, 3, 0.1, 7, -0.0, 0.24, 0.25};
  const double stored[] = {1, -2, 3, 0, 6, -0.0, 0, 0};
  const guint bits[] = {2, 12, 5, 0, 7, 8, 0, 0};
  const UlpBlock block = quantised(ULP_BLOCKS_MXFP4, values, 8, ULP_BLOCK_RULE_FLOOR, ONE, ULP_ROUND_RN);
  g_assert_cmpuint((guint)block.scale, ==, 127);
  g_assert_cmpuint(block.largest, ==, 4);
  for (guint i = 0; i < G_N_ELEMENTS(values); i++) {
    g_assert_cmpuint((guint)block.element[i].bits, ==, bits[i]);
    g_assert_cmpfloat(as_double(block.element[i].value), ==, stored[i]);
    g_assert_cmpint(block.element[i].clipped, ==, i == 4);
    g_assert_cmpint(block.element[i].flushed, ==, i == 3 || i >= 6);
  }
  g_autofree char *bytes = ulp_block_bytes_text(&block);
  g_assert_cmpstr(bytes, ==, "7f | c2 05 87 00");
}

static void test_six_bits(void) {
  const double values[] = {1, -2, 7.5, 0.125, 0};
  const UlpBlock block = quantised(ULP_BLOCKS_MXFP6_E2M3, values, 5, ULP_BLOCK_RULE_FLOOR, ONE, ULP_ROUND_RN);
  g_autofree char *bytes = ulp_block_bytes_text(&block);
  /* 001000 110000 011111 000001 000000: 08, 30, 1f, 01, 00, six bits each from the lowest on */
  g_assert_cmpstr(bytes, ==, "7f | 08 fc 05 00");
}

/* OCP MX 1.0, 5.1: a scale that is NaN makes all NaN. */
static void test_special(void) {
  const double lost[] = {INFINITY, -INFINITY, NAN};
  for (guint f = 0; f < ULP_N_BLOCK_FORMATS; f++) {
    for (guint i = 0; i < G_N_ELEMENTS(lost); i++) {
      const double values[] = {1, lost[i], 2};
      const UlpBlock block = quantised(ulp_block_formats[f], values, 3, ULP_BLOCK_RULE_OWN, ONE, ULP_ROUND_RN);
      g_assert_cmpuint(block.largest, ==, 1);
      for (guint k = 0; k < 3; k++) {
        g_assert_true(isnan(as_double(block.element[k].value)));
        g_assert_cmpuint((guint)block.element[k].bits, ==, 0);
        g_assert_false(block.element[k].clipped || block.element[k].flushed);
      }
    }
    const double zeros[] = {0, -0.0};
    const UlpBlock block = quantised(ulp_block_formats[f], zeros, 2, ULP_BLOCK_RULE_OWN, ONE, ULP_ROUND_RN);
    g_assert_cmpuint((guint)block.scale, ==, 0);
    g_assert_cmpfloat(as_double(block.element[0].value), ==, 0);
    g_assert_false(block.element[0].clipped || block.element[0].flushed);
  }
}

/* Elements are divided by the scale: the product with its reciprocal, rounded, would be 1.75 and go to 2. */
static void test_nvfp4(void) {
  const float v = 0.02392577938735485f;
  const UlpFormat nvfp4 = ULP_BLOCKS_NVFP4;
  const UlpUnpacked value = unpacked((double)v);
  const UlpUnpacked step = ulp_block_step(nvfp4, 0x07, ONE);
  g_assert_cmpuint((guint)ulp_block_element(nvfp4, ulp_block_quotient(value, step), step, ULP_ROUND_RN), ==, 3);
  /* the tensor's scale: amax / 2688; the block that has amax gets 448 */
  g_assert_cmpuint(ulp_block_tensor_scale(nvfp4, unpacked(2688)), ==, ONE);
  g_assert_cmpuint(ulp_block_tensor_scale(nvfp4, unpacked(0)), ==, ONE);
  g_assert_cmpuint(ulp_block_tensor_scale(nvfp4, unpacked(1)), ==, 0x39c30c31); /* 1/2688, to nearest */
  g_assert_cmpuint(ulp_block_tensor_scale(nvfp4, unpacked(0x1p-149)), ==, 1);
  g_assert_cmpuint(ulp_block_tensor_scale(ULP_BLOCKS_MXFP4, unpacked(1000)), ==, ONE);
  for (double amax = 1e-30; amax < 1e30; amax *= 1.37)
    g_assert_cmpuint((guint)ulp_block_scale(nvfp4, unpacked(amax), ulp_block_tensor_scale(nvfp4, unpacked(amax)),
                                            ULP_BLOCK_RULE_OWN),
                     ==, 0x7e);
  /* 2.9/6 = 0.48333: between 0.46875 and 0.5 */
  g_assert_cmpuint(scale_of(nvfp4, 2.9, ULP_BLOCK_RULE_OWN), ==, 0x2f);
  g_assert_cmpuint(scale_of(nvfp4, 2.9, ULP_BLOCK_RULE_UP), ==, 0x30);
  g_assert_cmpuint(scale_of(nvfp4, 2.9, ULP_BLOCK_RULE_FLOOR), ==, 0x2f);
  /* a block too small for any scale: all of it is flushed */
  const double tiny[] = {1e-9, -1e-9};
  const UlpBlock block = quantised(nvfp4, tiny, 2, ULP_BLOCK_RULE_OWN, ONE, ULP_ROUND_RN);
  g_assert_cmpuint((guint)block.scale, ==, 0);
  g_assert_true(block.element[0].flushed && block.element[1].flushed);
  g_assert_true(signbit(as_double(block.element[1].value)));
}

/* ---- against rationals ---- */

static void rational_of(mpq_t q, UlpFormat format, UlpBits bits) {
  const UlpUnpacked value = ulp_unpack(ulp_layout(format), bits);
  mpq_set_ui(q, (unsigned long)value.significand, 1);
  if (value.exponent >= 0)
    mpq_mul_2exp(q, q, (mp_bitcnt_t)value.exponent);
  else
    mpq_div_2exp(q, q, (mp_bitcnt_t)-value.exponent);
  if (value.negative)
    mpq_neg(q, q);
}

/* The magnitudes of the elements in rising order, each with its bits: neighbours in the list are neighbours in the format. */
typedef struct {
  guint n;
  guint8 bits[256];
  mpq_t value[256];
} Elements;

static void elements_init(Elements *elements, UlpFormat format) {
  elements->n = 0;
  for (UlpBits bits = 0;; bits = ulp_bits_neighbour(format, bits, TRUE)) {
    mpq_init(elements->value[elements->n]);
    rational_of(elements->value[elements->n], format, bits);
    elements->bits[elements->n++] = (guint8)bits;
    if (bits == ulp_format_largest(format))
      return;
  }
}

/* To nearest of a magnitude: the even place of two that are as near; beyond the last one it. */
static guint nearest(const Elements *elements, mpq_t q) {
  mpq_t below, above;
  guint i = 0;
  while (i + 1 < elements->n && mpq_cmp(elements->value[i + 1], q) <= 0)
    i++;
  if (i + 1 == elements->n)
    return i;
  mpq_inits(below, above, NULL);
  mpq_sub(below, q, elements->value[i]);
  mpq_sub(above, elements->value[i + 1], q);
  const int order = mpq_cmp(below, above);
  mpq_clears(below, above, NULL);
  return i + (order > 0 || (order == 0 && (elements->bits[i] & 1)));
}

static void test_against_rationals(gconstpointer data) {
  const UlpFormat blocks = ulp_block_formats[GPOINTER_TO_UINT(data)];
  const UlpFormat format = ulp_block_element_format(blocks), fp32 = ULP_FORMAT_FP32;
  Elements elements;
  elements_init(&elements, format);
  const gboolean by_sign = ulp_layout(format).coding == ULP_CODING_BINARY;
  guint64 state = 7;
  mpq_t q, step, tensor;
  mpq_inits(q, step, tensor, NULL);
  for (guint run = 0; run < 400; run++) {
    UlpUnpacked values[ULP_BLOCK_LONGEST];
    UlpRound rounds[ULP_BLOCK_LONGEST];
    UlpBits source[ULP_BLOCK_LONGEST];
    const guint n = ulp_block_length(blocks), spread = run % 4 == 0 ? 200 : 8;
    for (guint i = 0; i < n; i++) {
      const guint64 random = oracle_random(&state);
      source[i] = (random & 0x807fffff) |
                  (guint64)(120 + (int)(random >> 40) % (int)spread % 130 - (spread > 8 ? 100 : 0)) << 23;
      if (run % 3 == 0)
        source[i] &= 0xffe00000; /* few places: ties */
      values[i] = ulp_unpack(ulp_layout(fp32), source[i]);
      rounds[i] = ULP_ROUND_RN;
    }
    const guint32 tensor_scale = run % 2 ? ulp_block_tensor_scale(blocks, ulp_block_finite_amax(values, n)) : ONE;
    UlpBlock block;
    ulp_block_quantise(blocks, values, rounds, n, (UlpBlockRule)(run % ULP_N_BLOCK_RULES), tensor_scale, &block);
    rational_of(step, ulp_block_scale_format(blocks), block.scale);
    rational_of(tensor, fp32, tensor_scale);
    if (ulp_block_has_tensor_scale(blocks))
      mpq_mul(step, step, tensor);
    for (guint i = 0; i < n; i++) {
      rational_of(q, fp32, source[i]);
      const gboolean negative = mpq_sgn(q) < 0, zero = mpq_sgn(step) == 0;
      mpq_abs(q, q);
      if (zero)
        mpq_set_ui(q, 0, 1);
      else
        mpq_div(q, q, step);
      const guint place = nearest(&elements, q);
      const guint magnitude = elements.bits[place], width = ulp_layout(format).container_bits;
      const guint expected = !negative ? magnitude : by_sign ? magnitude | 1u << (width - 1) : (0u - magnitude) & 0xff;
      g_assert_cmphex((guint)block.element[i].bits, ==, expected);
      mpq_mul(q, elements.value[place], step);
      const double value = mpq_get_d(q);
      g_assert_cmpfloat(fabs(as_double(block.element[i].value)), ==, value);
      g_assert_cmpint(block.element[i].flushed, ==, place == 0 && (source[i] & 0x7fffffff));
    }
  }
  mpq_clears(q, step, tensor, NULL);
  for (guint i = 0; i < elements.n; i++)
    mpq_clear(elements.value[i]);
}

/* ---- names ---- */

static void test_names(void) {
  UlpFormat found;
  g_assert_true(ulp_block_find("MXFP8", &found) && found == ULP_BLOCKS_MXFP8_E4M3);
  g_assert_true(ulp_block_find("mxfp6_e2m3", &found) && found == ULP_BLOCKS_MXFP6_E2M3);
  g_assert_false(ulp_block_find("mxfp5", &found));
  for (guint i = 0; i < ULP_N_BLOCK_FORMATS; i++) {
    g_assert_true(ulp_block_find(ulp_block_ids[i], &found) && found == ulp_block_formats[i]);
    g_assert_cmpstr(ulp_format_info(found)->id, ==, ulp_block_ids[i]);
    g_assert_true(ulp_format_is_valid(found));
    g_assert_cmpuint(ulp_block_length(found), <=, ULP_BLOCK_LONGEST);
    g_autoptr(GError) error = NULL;
    g_assert_false(ulp_format_from_id(ulp_block_ids[i], &found, &error));
    g_assert_nonnull(strstr(error->message, ulp_block_ids[i]));
  }
  g_autoptr(GError) error = NULL;
  g_autoptr(GArray) targets = ulp_targets_parse("bf16, mxfp4,e4m3,bf16,nvfp4", &error);
  g_assert_no_error(error);
  const UlpFormat expected[] = {ULP_FORMAT_BF16, ULP_BLOCKS_MXFP4, ULP_FORMAT_E4M3, ULP_BLOCKS_NVFP4};
  g_assert_cmpmem(targets->data, targets->len * sizeof(UlpFormat), expected, sizeof expected);
  g_assert_null(ulp_targets_parse("bf16,mxfp5", &error));
  g_assert_nonnull(error);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/number/block/floor", test_floor);
  g_test_add_func("/number/block/rules", test_rules);
  g_test_add_func("/number/block/round-up", test_round_up);
  g_test_add_func("/number/block/mxfp4", test_mxfp4);
  g_test_add_func("/number/block/six-bits", test_six_bits);
  g_test_add_func("/number/block/special", test_special);
  g_test_add_func("/number/block/nvfp4", test_nvfp4);
  g_test_add_func("/number/block/names", test_names);
  for (guint i = 0; i < ULP_N_BLOCK_FORMATS; i++) {
    g_autofree char *path = g_strdup_printf("/number/block/rationals/%s", ulp_block_ids[i]);
    g_test_add_data_func(path, GUINT_TO_POINTER(i), test_against_rationals);
  }
  return g_test_run();
}
