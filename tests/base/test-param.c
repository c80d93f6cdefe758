/* Declared parameters: every type, its range, its refusals, and that a refusal keeps the old value. */
#include "core/base/error.h"
#include "core/base/param.h"

#include <math.h>
#include <string.h>

static const char *const modes[] = {"rn", "rz", "ru", NULL};
static const char *const mode_titles[] = {"to nearest", "toward zero", "up"};

/* A type as another module would own it: the length of a text; "long" is refused in the type's own words. */
static gpointer parse_length(const UlpParam *param, const char *text, GError **error) {
  const gsize length = strlen(text);
  if (g_str_equal(text, "long"))
    g_set_error(error, ULP_ERROR, ULP_ERROR_USAGE, "too long");
  return length && length < 5 && !g_str_equal(text, "long") ? g_memdup2(&length, sizeof length) : NULL;
}

static char *expect_length(const UlpParam *param) { return g_strdup("a short word"); }

static const UlpParamType ulp_param_length = {"length", "TEXT", parse_length, g_free, expect_length, NULL};

static const UlpParam params[] = {
    {"n", ULP_PARAM_COUNT, "Elements", "how many", "1000", 1, 0x1p36, "", NULL},
    {"seed", ULP_PARAM_COUNT, "Seed", "of the generator", "0", 0, 0x1p64, "", NULL},
    {"scale", ULP_PARAM_REAL, "Scale", "of the values", "0.5", -1, 1.5, "s", NULL},
    {"round", ULP_PARAM_CHOICE, "Rounding", "mode", "rn", 0, 0, "", modes},
    {"rounds", ULP_PARAM_CHOICES, "Rounding", "modes", "rn,rz", 0, 0, "", modes, mode_titles},
    {"sizes", ULP_PARAM_COUNT_RANGE, "Sizes", "first to last", "16:1024", 1, 0x1p30, "", NULL},
    {"word", &ulp_param_length, "Word", "of a type that another module owns", "four", 0, 0, "", NULL},
};

static UlpValues *values_new(void) { return ulp_values_new(params, G_N_ELEMENTS(params)); }

static void set(UlpValues *values, const char *id, const char *text) {
  g_autoptr(GError) error = NULL;
  ulp_values_set(values, id, text, &error);
  g_assert_no_error(error);
}

/* The refusal names the parameter, what was found and what was expected, and keeps the old text. */
static void refuse(UlpValues *values, const char *id, const char *text, const char *expected) {
  g_autoptr(GError) error = NULL;
  g_autofree char *old = g_strdup(ulp_values_text(values, id));
  g_autofree char *found = g_strdup_printf("%s: found “%s”, expected %s", id, text, expected);
  g_assert_false(ulp_values_set(values, id, text, &error));
  g_assert_error(error, ULP_ERROR, ULP_ERROR_USAGE);
  g_assert_cmpstr(error->message, ==, found);
  g_assert_cmpstr(ulp_values_text(values, id), ==, old);
}

static void test_defaults(void) {
  g_autoptr(UlpValues) values = values_new();
  guint64 first, last;
  g_assert_cmpuint(ulp_values_count(values, "n"), ==, 1000);
  g_assert_cmpfloat(ulp_values_real(values, "scale"), ==, 0.5);
  g_assert_cmpuint(ulp_values_choice(values, "round"), ==, 0);
  ulp_values_count_range(values, "sizes", &first, &last);
  g_assert_cmpuint(first, ==, 16);
  g_assert_cmpuint(last, ==, 1024);
  g_assert_cmpuint(*(const gsize *)ulp_values_get(values, "word", &ulp_param_length), ==, 4);
  g_assert_true(ulp_values_param(values, "seed") == &params[1]);
  g_assert_null(ulp_values_param(values, "sed"));
}

static void test_count(void) {
  g_autoptr(UlpValues) values = values_new();
  const char *expected = "a whole number from 1 to 68719476736";
  set(values, "n", " 1e6 ");
  g_assert_cmpuint(ulp_values_count(values, "n"), ==, 1000000);
  g_assert_cmpstr(ulp_values_text(values, "n"), ==, "1e6");
  set(values, "n", "2^36");
  g_assert_cmpuint(ulp_values_count(values, "n"), ==, (guint64)1 << 36);
  set(values, "n", "1");
  refuse(values, "n", "0", expected);
  refuse(values, "n", "-3", expected);
  refuse(values, "n", "1.5", expected);
  refuse(values, "n", "68719476737", expected);
  refuse(values, "n", "", expected);
  refuse(values, "n", "many", expected);
  set(values, "seed", "18446744073709551615");
  g_assert_cmpuint(ulp_values_count(values, "seed"), ==, G_MAXUINT64);
  refuse(values, "seed", "18446744073709551616", "a whole number from 0 to 18446744073709551615");
}

/* Limits are exact, beyond where doubles are: 2^53 + 1 rounds to 2^53, and 2^64 - 1 to 2^64. */
static void test_exact_limits(void) {
  static const UlpParam limited[] = {
      {"small", ULP_PARAM_COUNT, "", "", "0", 0, 9007199254740992.0, "", NULL},
      {"large", ULP_PARAM_COUNT, "", "", "18446744073709551615", 0x1p63L + 1, 0xfffffffffffffffep0L + 1, "", NULL},
      {"range", ULP_PARAM_COUNT_RANGE, "", "", "1:2", 1, 0x1p53L + 1, "", NULL},
  };
  g_autoptr(UlpValues) values = ulp_values_new(limited, G_N_ELEMENTS(limited));
  set(values, "small", "9007199254740992");
  g_assert_cmpuint(ulp_values_count(values, "small"), ==, G_GUINT64_CONSTANT(1) << 53);
  refuse(values, "small", "9007199254740993", "a whole number from 0 to 9007199254740992");
  set(values, "large", "9223372036854775809");
  g_assert_cmpuint(ulp_values_count(values, "large"), ==, (G_GUINT64_CONSTANT(1) << 63) + 1);
  refuse(values, "large", "2^63", "a whole number from 9223372036854775809 to 18446744073709551615");
  set(values, "large", "18446744073709551614");
  g_assert_cmpuint(ulp_values_count(values, "large"), ==, G_MAXUINT64 - 1);
  set(values, "range", "9007199254740993:9007199254740993");
  refuse(
      values, "range", "1:9007199254740994",
      "two whole numbers from 1 to 9007199254740993 with a colon between, such as 1:2, the first not above the second");
}

static void test_real(void) {
  g_autoptr(UlpValues) values = values_new();
  const char *expected = "a number from -1 to 1.5";
  set(values, "scale", "-1");
  g_assert_cmpfloat(ulp_values_real(values, "scale"), ==, -1);
  set(values, "scale", "1.5");
  refuse(values, "scale", "1.5000000001", expected);
  refuse(values, "scale", "nan", expected);
  refuse(values, "scale", "inf", expected);
  set(values, "scale", "0x1.8p-1");
  g_assert_cmpfloat(ulp_values_real(values, "scale"), ==, 0.75);
  set(values, "scale", "-0X.8P0");
  g_assert_cmpfloat(ulp_values_real(values, "scale"), ==, -0.5);
  refuse(values, "scale", "0x1.8p0 1", expected);
  refuse(values, "scale", "0x1p1", expected);
  refuse(values, "scale", "0x", expected);
  refuse(values, "scale", "0x.p1", expected);
  refuse(values, "scale", "0x1p", expected);
  refuse(values, "scale", "1,5", expected);
}

/* A word may stand for what is not known yet. */
static void test_real_or_word(void) {
  static const UlpParam list[] = {{.id = "atol",
                                   .type = ULP_PARAM_REAL,
                                   .label = "",
                                   .help = "",
                                   .default_text = "auto",
                                   .min = 0,
                                   .max = G_MAXDOUBLE,
                                   .unit = "",
                                   .word = "auto"}};
  g_autoptr(UlpValues) values = ulp_values_new(list, 1);
  g_assert_true(isnan(ulp_values_real(values, "atol")));
  set(values, "atol", "0.25");
  g_assert_cmpfloat(ulp_values_real(values, "atol"), ==, 0.25);
  refuse(values, "atol", "automatic", "a number, 0 or more, or auto");
  refuse(values, "atol", "-1", "a number, 0 or more, or auto");
  set(values, "atol", "auto");
  g_assert_true(isnan(ulp_values_real(values, "atol")));
}

static void test_choice(void) {
  g_autoptr(UlpValues) values = values_new();
  set(values, "round", "ru");
  g_assert_cmpuint(ulp_values_choice(values, "round"), ==, 2);
  refuse(values, "round", "rna", "one of rn, rz, ru");
  refuse(values, "round", "", "one of rn, rz, ru");
  refuse(values, "round", "rn,rz", "one of rn, rz, ru");

  set(values, "rounds", "ru, rn,ru");
  g_autoptr(GArray) chosen = ulp_values_choices(values, "rounds");
  g_assert_cmpuint(chosen->len, ==, 2);
  g_assert_cmpuint(g_array_index(chosen, guint, 0), ==, 2);
  g_assert_cmpuint(g_array_index(chosen, guint, 1), ==, 0);
  refuse(values, "rounds", "", "a comma-separated list of rn, rz, ru");
  refuse(values, "rounds", "rn,", "a comma-separated list of rn, rz, ru");
  refuse(values, "rounds", "rn,up", "a comma-separated list of rn, rz, ru");
}

static void test_count_range(void) {
  g_autoptr(UlpValues) values = values_new();
  const char *expected =
      "two whole numbers from 1 to 1073741824 with a colon between, such as 16:1024, the first not above the second";
  guint64 first, last;
  set(values, "sizes", "16:2^24");
  ulp_values_count_range(values, "sizes", &first, &last);
  g_assert_cmpuint(first, ==, 16);
  g_assert_cmpuint(last, ==, 16777216);
  set(values, "sizes", "5:5");
  refuse(values, "sizes", "6:5", expected);
  refuse(values, "sizes", "0:5", expected);
  refuse(values, "sizes", "5", expected);
  refuse(values, "sizes", "5:", expected);
  refuse(values, "sizes", "1:2:3", expected);
  refuse(values, "sizes", "1:2^31", expected);
}

/* Parsed once, by its own type, which may have more to say than what was expected. */
static void test_other_type(void) {
  g_autoptr(UlpValues) values = values_new();
  set(values, "word", " abc ");
  const gsize *length = ulp_values_get(values, "word", &ulp_param_length);
  g_assert_cmpuint(*length, ==, 3);
  g_assert_true(ulp_values_get(values, "word", &ulp_param_length) == length);
  refuse(values, "word", "", "a short word");
  refuse(values, "word", "longer", "a short word");
  g_autoptr(GError) error = NULL;
  g_assert_false(ulp_values_set(values, "word", "long", &error));
  g_assert_error(error, ULP_ERROR, ULP_ERROR_USAGE);
  g_assert_cmpstr(error->message, ==, "word: too long");
  g_autoptr(UlpValues) copy = ulp_values_copy(values);
  g_assert_true(ulp_values_equal(values, copy));
  set(values, "word", "ab");
  g_assert_false(ulp_values_equal(values, copy));
  g_assert_cmpuint(*(const gsize *)ulp_values_get(copy, "word", &ulp_param_length), ==, 3);
}

static void test_help(void) {
  const char *expected[] = {
      "how many [1 to 68719476736] (default 1000)",
      "of the generator [0 to 18446744073709551615] (default 0)",
      "of the values [-1 to 1.5 s] (default 0.5)",
      "mode: rn|rz|ru (default rn)",
      "modes: rn = to nearest; rz = toward zero; ru = up (default rn,rz)",
      "first to last [1 to 1073741824] (default 16:1024)",
      "of a type that another module owns (default four)",
  };
  for (guint i = 0; i < G_N_ELEMENTS(params); i++) {
    g_autofree char *help = ulp_param_help(&params[i]);
    g_assert_cmpstr(help, ==, expected[i]);
  }
}

static void test_unknown(void) {
  g_autoptr(UlpValues) values = values_new();
  g_autoptr(UlpValues) none = ulp_values_new(NULL, 0);
  g_autoptr(GError) error = NULL, error_of_none = NULL;
  g_assert_false(ulp_values_set(values, "nn", "1", &error));
  g_assert_error(error, ULP_ERROR, ULP_ERROR_USAGE);
  g_assert_cmpstr(error->message, ==,
                  "unknown parameter “nn”, expected one of n, seed, scale, round, rounds, sizes, word");
  g_assert_false(ulp_values_set(none, "n", "1", &error_of_none));
  g_assert_cmpstr(error_of_none->message, ==, "unknown parameter “n”, expected none");
}

static void test_copy(void) {
  g_autoptr(UlpValues) values = values_new();
  set(values, "n", "5");
  g_autoptr(UlpValues) copy = ulp_values_copy(values);
  set(values, "n", "6");
  g_assert_cmpuint(ulp_values_count(copy, "n"), ==, 5);
  g_assert_cmpuint(ulp_values_count(values, "n"), ==, 6);
}

static void test_undeclared(void) {
  if (g_test_subprocess()) {
    g_autoptr(UlpValues) values = values_new();
    ulp_values_real(values, "n");
    return;
  }
  g_test_trap_subprocess(NULL, 0, 0);
  g_test_trap_assert_failed();
}

static void test_range(void) {
  static const struct {
    UlpParam param;
    const char *range;
  } cases[] = {
      {{.type = ULP_PARAM_COUNT, .min = 1, .max = 100000}, "1 to 100000"},
      {{.type = ULP_PARAM_COUNT, .min = 0, .max = 0x1p64}, "0 to 18446744073709551615"},
      {{.type = ULP_PARAM_COUNT_RANGE, .min = 1, .max = 0x1p40}, "1 to 1099511627776"},
      {{.type = ULP_PARAM_REAL, .min = 1.001, .max = 1e6}, "1.001 to 1000000"},
      {{.type = ULP_PARAM_REAL, .min = 0, .max = G_MAXDOUBLE}, "0 or more"},
      {{.type = ULP_PARAM_REAL, .min = -G_MAXDOUBLE, .max = G_MAXDOUBLE}, ""},
      {{.type = ULP_PARAM_CHOICE, .choices = modes}, ""},
      {{.type = &ulp_param_length}, ""},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autofree char *range = ulp_param_range(&cases[i].param);
    g_assert_cmpstr(range, ==, cases[i].range);
  }
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/base/param/defaults", test_defaults);
  g_test_add_func("/base/param/count", test_count);
  g_test_add_func("/base/param/real", test_real);
  g_test_add_func("/base/param/real-or-word", test_real_or_word);
  g_test_add_func("/base/param/choice", test_choice);
  g_test_add_func("/base/param/count-range", test_count_range);
  g_test_add_func("/base/param/exact-limits", test_exact_limits);
  g_test_add_func("/base/param/other-type", test_other_type);
  g_test_add_func("/base/param/help", test_help);
  g_test_add_func("/base/param/unknown", test_unknown);
  g_test_add_func("/base/param/copy", test_copy);
  g_test_add_func("/base/param/undeclared", test_undeclared);
  g_test_add_func("/base/param/range", test_range);
  return g_test_run();
}
