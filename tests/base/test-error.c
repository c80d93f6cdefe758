/* Exit statuses of the error codes. */
#include "core/base/error.h"

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

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/base/error/exit-status", test_exit_status);
  g_test_add_func("/base/error/go-on", test_go_on);
  return g_test_run();
}
