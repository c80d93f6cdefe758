/* Operations on inputs: what they make of arrays of any format and shape, their texts and what is refused. */
#include "core/base/error.h"
#include "core/input/input.h"
#include "core/number/format.h"

#include <math.h>
#include <mpfr.h>
#include <string.h>

static UlpInput *open_input(const char *spec) {
  g_autoptr(GError) error = NULL;
  UlpInput *input = ulp_input_open(spec, 1, 1000, NULL, &error);
  g_assert_no_error(error);
  return input;
}

static gconstpointer data_of(UlpInput *input) { return ulp_input_data(input, NULL, NULL); }

/* The operations of `chain` on these elements. */
static void apply(const char *chain, UlpElements *elements) {
  g_autofree char *text = g_strconcat("uniform|", chain, NULL);
  g_autoptr(GError) error = NULL;
  g_autoptr(UlpInputSpec) spec = ulp_input_spec_parse(text, &error);
  g_assert_no_error(error);
  ulp_operations_apply(spec->operations, elements, NULL, &error);
  g_assert_no_error(error);
}

static void assert_doubles(const char *chain, const double *before, guint n, const double *after, guint n_after) {
  UlpElements elements = {ulp_array_info(ULP_FORMAT_FP64, n), g_memdup2(before, n * sizeof *before)};
  apply(chain, &elements);
  guint64 count;
  ulp_array_info_count(&elements.info, &count);
  g_test_message("%s", chain);
  g_assert_cmpmem(elements.data, count * sizeof(double), after, n_after * sizeof(double));
  g_free(elements.data);
}

static void test_values(void) {
  static const double x[] = {3, -1, 2, -0.0, 0, -5, 1};
  assert_doubles("sort", x, 7, (double[]){-5, -1, -0.0, 0, 1, 2, 3}, 7);
  assert_doubles("sort:order=falling", x, 7, (double[]){3, 2, 1, 0, -0.0, -1, -5}, 7);
  assert_doubles("sort:by=magnitude", x, 7, (double[]){-0.0, 0, -1, 1, 2, 3, -5}, 7);
  assert_doubles("sort:by=magnitude:order=falling", x, 7, (double[]){-5, 3, 2, 1, -1, 0, -0.0}, 7);
  assert_doubles("slice:first=1:n=3", x, 7, (double[]){-1, 2, -0.0}, 3);
  assert_doubles("slice:first=1:step=3", x, 7, (double[]){-1, 0}, 2);
  assert_doubles("slice:step=2", x, 7, (double[]){3, 2, 0, 1}, 4);
  assert_doubles("slice:first=6", x, 7, (double[]){1}, 1);
  assert_doubles("offset:by=0.5", x, 7, (double[]){3.5, -0.5, 2.5, 0.5, 0.5, -4.5, 1.5}, 7);
  assert_doubles("scale:by=-2", x, 7, (double[]){-6, 2, -4, 0, -0.0, 10, -2}, 7);
  assert_doubles("slice:n=3|sort|scale:by=10", x, 7, (double[]){-10, 20, 30}, 3);
}

/* NaN and infinities where totalOrder (IEEE 754-2019, 5.10) has them; payloads stay. */
static void test_sort_special(void) {
  static const guint64 bits[] = {0x7ff8000000000001, 0x3ff0000000000000, 0xfff0000000000000, 0xfff8000000000000,
                                 0x7ff0000000000000, 0x8000000000000001, 0x0000000000000001};
  static const guint64 sorted[] = {0xfff8000000000000, 0xfff0000000000000, 0x8000000000000001, 0x0000000000000001,
                                   0x3ff0000000000000, 0x7ff0000000000000, 0x7ff8000000000001};
  UlpElements elements = {ulp_array_info(ULP_FORMAT_FP64, 7), g_memdup2(bits, sizeof bits)};
  apply("sort", &elements);
  g_assert_cmpmem(elements.data, sizeof bits, sorted, sizeof sorted);
  g_free(elements.data);
}

/* Every format that fp64 holds, narrow ones packed: rising values, and the same elements as before. */
static void test_sort_formats(void) {
  for (guint f = 0; f < ULP_N_FORMATS; f++) {
    const UlpFormat format = ulp_formats[f];
    const guint width = ulp_layout(format).container_bits;
    if (!ulp_format_fits_fp64(format) || width > 16)
      continue;
    const guint n = 1u << width;
    UlpElements elements = {ulp_array_info(format, n), g_malloc0(ulp_packed_bytes(format, n))};
    for (guint i = 0; i < n; i++)
      ulp_packed_store(format, elements.data, i, n - 1 - i);
    apply("permute:seed=9|sort", &elements);
    guint numbers = 0;
    for (guint i = 0; i + 1 < n; i++) {
      const double a = ulp_bits_to_double(format, ulp_packed_load(format, elements.data, i));
      const double b = ulp_bits_to_double(format, ulp_packed_load(format, elements.data, i + 1));
      if (isnan(a) || isnan(b))
        continue;
      numbers++;
      g_assert_true(a <= b);
    }
    g_assert_cmpuint(numbers, >, n / 2);
    g_free(elements.data);
  }
}

/* The same order everywhere for a seed; every place is as likely for every element, within five standard errors. */
static void test_permute(void) {
  enum { N = 8, RUNS = 4000 };
  guint seen[N][N] = {{0}};
  for (guint seed = 0; seed < RUNS; seed++) {
    double x[N];
    for (guint i = 0; i < N; i++)
      x[i] = i;
    UlpElements elements = {ulp_array_info(ULP_FORMAT_FP64, N), g_memdup2(x, sizeof x)};
    g_autofree char *chain = g_strdup_printf("permute:seed=%u", seed);
    apply(chain, &elements);
    for (guint i = 0; i < N; i++)
      seen[i][(guint)((double *)elements.data)[i]]++;
    g_free(elements.data);
  }
  for (guint i = 0; i < N; i++)
    for (guint k = 0; k < N; k++)
      g_assert_cmpfloat(fabs(seen[i][k] - (double)RUNS / N), <, 5 * sqrt(RUNS / 8.0 * 7 / 8));
  g_autoptr(UlpInput) a = open_input("uniform:n=1000003|permute:seed=3");
  g_autoptr(UlpInput) b = open_input("uniform:n=1000003|permute:seed=3");
  g_autoptr(UlpInput) c = open_input("uniform:n=1000003|permute:seed=4");
  g_assert_cmpstr(ulp_input_hash(a, NULL), ==, ulp_input_hash(b, NULL));
  g_assert_cmpstr(ulp_input_hash(a, NULL), !=, ulp_input_hash(c, NULL));
  g_autoptr(UlpInput) sorted = open_input("uniform:n=1000003|sort");
  g_autoptr(UlpInput) again = open_input("uniform:n=1000003|permute:seed=3|sort");
  g_assert_cmpstr(ulp_input_hash(sorted, NULL), ==, ulp_input_hash(again, NULL));
}

/* numpy.take(numpy.arange(24).reshape(2, 3, 4), at, axis), in C and in Fortran order. */
static void test_take(void) {
  static const struct {
    const char *chain;
    guint n;
    double values[12];
    guint64 shape[2];
  } cases[] = {
      {"axis:axis=0:at=1", 12, {12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23}, {3, 4}},
      {"axis:axis=1:at=2", 8, {8, 9, 10, 11, 20, 21, 22, 23}, {2, 4}},
      {"axis:axis=2:at=3", 6, {3, 7, 11, 15, 19, 23}, {2, 3}},
      {"column:at=3", 6, {3, 7, 11, 15, 19, 23}, {2, 3}},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++)
    for (guint fortran = 0; fortran < 2; fortran++) {
      UlpElements elements = {{.format = ULP_FORMAT_FP64, .fortran = fortran, .n_dimensions = 3, .shape = {2, 3, 4}},
                              g_new(double, 24)};
      for (guint a = 0, value = 0; a < 2; a++)
        for (guint b = 0; b < 3; b++)
          for (guint c = 0; c < 4; c++, value++)
            ((double *)elements.data)[fortran ? a + 2 * (b + 3 * c) : (a * 3 + b) * 4 + c] = value;
      apply(cases[i].chain, &elements);
      g_assert_cmpuint(elements.info.n_dimensions, ==, 2);
      const guint64 rows = elements.info.shape[0], columns = elements.info.shape[1];
      g_assert_cmpuint(rows, ==, cases[i].shape[0]);
      g_assert_cmpuint(columns, ==, cases[i].shape[1]);
      for (guint r = 0; r < rows; r++)
        for (guint c = 0; c < columns; c++)
          g_assert_cmpfloat(((double *)elements.data)[fortran ? r + rows * c : r * columns + c], ==,
                            cases[i].values[r * columns + c]);
      g_free(elements.data);
    }
}

/* One rounding to the elements' format, not two: against MPFR, whose values are exact before the last. */
static void test_rounded_once(void) {
  static const double factors[] = {0.1, 1.0 / 3, 0x1.fffffffffffffp0, 0x1.0000000000001p0, 1e-40, 0x1p-126, -7.7};
  enum { N = 20000 };
  for (guint k = 0; k < G_N_ELEMENTS(factors); k++)
    for (guint adds = 0; adds < 2; adds++) {
      g_autoptr(UlpInput) input = open_input("spread:n=20000:sign=random:exponents=60");
      const float *x = data_of(input);
      UlpElements elements = {ulp_array_info(ULP_FORMAT_FP32, N), g_memdup2(x, N * sizeof *x)};
      g_autofree char *chain = g_strdup_printf("%s:by=%a", adds ? "offset" : "scale", factors[k]);
      apply(chain, &elements);
      mpfr_t exact;
      mpfr_init2(exact, 4096);
      for (guint i = 0; i < N; i++) {
        mpfr_set_flt(exact, x[i], MPFR_RNDN);
        if (adds)
          mpfr_add_d(exact, exact, factors[k], MPFR_RNDN);
        else
          mpfr_mul_d(exact, exact, factors[k], MPFR_RNDN);
        g_assert_cmpfloat(((float *)elements.data)[i], ==, mpfr_get_flt(exact, MPFR_RNDN));
      }
      mpfr_clear(exact);
      g_free(elements.data);
    }
}

static void test_text(void) {
  g_autoptr(UlpInput) input = open_input("uniform:n=10|permute:seed=3|slice:first=5:n=2|sort");
  g_assert_cmpstr(ulp_input_describe(input), ==,
                  "uniform:n=10:format=fp32, seed 1 | permute:seed=3 | slice:first=5:n=2 | sort");
  g_assert_cmpuint(ulp_input_count(input), ==, 2);
  g_assert_null(ulp_input_job(input));
  /* a '|' in the name of a file stays one unless an operation follows it */
  g_autoptr(UlpInputSpec) spec = ulp_input_spec_parse("a|b/c.npy|sort:by=magnitude", NULL);
  g_assert_cmpstr(spec->file->path, ==, "a|b/c.npy");
  g_assert_cmpuint(spec->operations->len, ==, 1);
  g_autoptr(UlpInputSpec) table = ulp_input_spec_parse("x.csv#time:decimal=comma|slice:n=2|sort", NULL);
  g_assert_cmpstr(table->file->member, ==, "time");
  g_assert_cmpuint(table->operations->len, ==, 2);
}

static void test_refused(void) {
  static const char *const cases[][2] = {
      {"uniform|shuffle", "operation 1: unknown operation “shuffle”, expected one of permute, sort, slice, offset, "
                          "scale, column, axis"},
      {"uniform|sort|sort:by=size", "operation 2: sort: by: found “size”, expected one of value, magnitude"},
      {"uniform:n=10|", "operation 1: unknown operation “”, expected one of permute, sort, slice, offset, scale, "
                        "column, axis"},
      {"uniform:n=10|slice:first=10",
       "uniform:n=10:format=fp32, seed 1: slice: first: found 10, expected less than 10, the number of elements"},
      {"uniform:n=10|slice:first=8:n=3",
       "uniform:n=10:format=fp32, seed 1: slice: n: found 3, expected at most 2, the elements from first on"},
      {"uniform:n=10|sort|axis:axis=1",
       "uniform:n=10:format=fp32, seed 1: axis: axis: found 1, expected less than 1, the number of axes"},
      {"uniform:n=10|column:at=10",
       "uniform:n=10:format=fp32, seed 1: column: at: found 10, expected less than 10, the length of axis 0"},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(GError) error = NULL;
    g_assert_null(ulp_input_open(cases[i][0], 1, 10, NULL, &error));
    g_assert_error(error, ULP_ERROR, ULP_ERROR_USAGE);
    g_assert_cmpstr(error->message, ==, cases[i][1]);
  }
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/input/operations/values", test_values);
  g_test_add_func("/input/operations/sort-special", test_sort_special);
  g_test_add_func("/input/operations/sort-formats", test_sort_formats);
  g_test_add_func("/input/operations/permute", test_permute);
  g_test_add_func("/input/operations/take", test_take);
  g_test_add_func("/input/operations/rounded-once", test_rounded_once);
  g_test_add_func("/input/operations/text", test_text);
  g_test_add_func("/input/operations/refused", test_refused);
  return g_test_run();
}
