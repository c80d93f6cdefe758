/* Exit statuses of the error codes, and messages in UTF-8. */
#include "core/base/error.h"
#include "core/base/name.h"

static void check(GQuark domain, int code, int status) {
  g_autoptr(GError) error = g_error_new_literal(domain, code, "x");
  g_assert_cmpint(ulp_error_exit_status(error), ==, status);
}

static void test_exit_status(void) {
  g_assert_cmpint(ulp_error_exit_status(NULL), ==, 0);
  check(ULP_ERROR, ULP_ERROR_INPUT, 1);
  check(ULP_ERROR, ULP_ERROR_OUTPUT, 1);
  check(ULP_ERROR, ULP_ERROR_USAGE, 2);
  check(ULP_ERROR, ULP_ERROR_DEVICE, 3);
  check(ULP_ERROR, ULP_ERROR_MEMORY, 5);
  check(ULP_ERROR, ULP_ERROR_CANCELLED, 130);
  check(G_FILE_ERROR, G_FILE_ERROR_NOENT, 1);
}

static void test_go_on(void) {
  g_autoptr(GCancellable) cancellable = g_cancellable_new();
  g_autoptr(GError) error = NULL;
  g_assert_true(ulp_go_on(NULL, &error));
  g_assert_true(ulp_go_on(cancellable, &error));
  g_assert_no_error(error);
  g_cancellable_cancel(cancellable);
  g_assert_false(ulp_go_on(cancellable, &error));
  g_assert_error(error, ULP_ERROR, ULP_ERROR_CANCELLED);
}

static void test_utf8(void) {
  g_autoptr(GError) error = NULL;
  ulp_set_error(&error, ULP_ERROR_USAGE, "found “%s”, expected %d", "a\xff\n", 1);
  ulp_error_prefix(&error, "\xc3.csv");
  g_assert_error(error, ULP_ERROR, ULP_ERROR_USAGE);
  g_assert_cmpstr(error->message, ==, "\\xc3.csv: found “a\\xff\\n”, expected 1");
  ulp_set_error(NULL, ULP_ERROR_USAGE, "not wanted");
  GError *none = NULL;
  ulp_error_prefix(&none, "not there");
  g_assert_no_error(none);
}

static void test_line(void) {
  const struct {
    const char *message, *line;
  } rows[] = {
      {"found “x”", "found “x”"},
      {"a\nb\rc", "a\\nb\\rc"},
      {"\xff.csv", "\\xff.csv"},
      {"\xc3", "\\xc3"},
      {"\033[31m\x7f", "\\x1b[31m\\x7f"},
      {"\xc2\x9b"
       "2J",
       "\\u{9b}2J"}, /* C1 control */
  };
  for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
    g_autofree char *line = ulp_name_shown(rows[i].message);
    g_assert_cmpstr(line, ==, rows[i].line);
  }
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/base/error/exit-status", test_exit_status);
  g_test_add_func("/base/error/go-on", test_go_on);
  g_test_add_func("/base/error/utf8", test_utf8);
  g_test_add_func("/base/error/line", test_line);
  return g_test_run();
}
