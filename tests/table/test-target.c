/* When two targets are one file, by whatever names; and a pipe that nobody reads. */
#include "core/base/error.h"
#include "core/table/export.h"
#include "core/table/target.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

/* In a folder of its own, the current one: d/, e -> d, new -> missing, far -> d/x, old, link -> old, hard = old, other. */
static char *folder;

static void set_up(void) {
  folder = g_dir_make_tmp("ulp-target-XXXXXX", NULL);
  g_assert_cmpint(g_chdir(folder), ==, 0);
  g_assert_cmpint(mkdir("d", 0700), ==, 0);
  g_assert_cmpint(symlink("d", "e"), ==, 0);
  g_assert_cmpint(symlink("missing", "new"), ==, 0);
  g_assert_cmpint(symlink("d/x", "far"), ==, 0);
  g_assert_true(g_file_set_contents("old", "1\n", -1, NULL));
  g_assert_true(g_file_set_contents("other", "1\n", -1, NULL));
  g_assert_cmpint(symlink("old", "link"), ==, 0);
  g_assert_cmpint(link("old", "hard"), ==, 0);
}

static void tear_down(void) {
  static const char *const files[] = {"e", "new", "far", "link", "hard", "old", "other"};
  for (guint i = 0; i < G_N_ELEMENTS(files); i++)
    g_assert_cmpint(unlink(files[i]), ==, 0);
  g_assert_cmpint(rmdir("d"), ==, 0);
  g_assert_cmpint(g_chdir("/"), ==, 0);
  g_assert_cmpint(rmdir(folder), ==, 0);
  g_free(folder);
}

static void test_same(void) {
  static const char *const same[][2] = {
      {"x", "x"},         {"x", "./x"},    {"x", "d/../x"},      {"d/x", "e/x"},   {"d/x", "e/../d/x"}, {"far", "e/x"},
      {"old", "old"},     {"old", "link"}, {"old", "hard"},      {"link", "hard"}, {"e", "d"},          {"new", "new"},
      {"new", "missing"}, {"-", "-"},      {"d/../old", "link"}, {"far", "d/x"},   {"d//x", "e/x"}};
  static const char *const apart[][2] = {
      {"x", "d/x"}, {"x", "y"},         {"old", "other"},           {"old", "x"}, {"link", "other"},
      {"new", "x"}, {"nowhere/x", "x"}, {"/dev/null", "/dev/null"}, {"far", "x"}};
  for (guint i = 0; i < G_N_ELEMENTS(same); i++) {
    g_autofree char *whole = g_build_filename(folder, same[i][0], NULL);
    const char *first = g_str_equal(same[i][0], "-") ? "-" : whole;
    if (!ulp_target_is_same(same[i][0], same[i][1]) || !ulp_target_is_same(same[i][1], first))
      g_error("%s is %s", same[i][0], same[i][1]);
  }
  for (guint i = 0; i < G_N_ELEMENTS(apart); i++)
    if (ulp_target_is_same(apart[i][0], apart[i][1]) || ulp_target_is_same(apart[i][1], apart[i][0]))
      g_error("%s is not %s", apart[i][0], apart[i][1]);
}

/* Whether standard output and `target` are one while `file` is standard output. */
static gboolean is_stdout(int file, const char *target) {
  fflush(stdout);
  const int saved = dup(STDOUT_FILENO);
  dup2(file, STDOUT_FILENO);
  const gboolean same = ulp_target_is_same("-", target) && ulp_target_is_same(target, "-");
  dup2(saved, STDOUT_FILENO);
  close(saved);
  return same;
}

static void test_standard_output(void) {
  int ends[2];
  const int file = open("old", O_WRONLY), null = open("/dev/null", O_WRONLY);
  g_assert_cmpint(pipe(ends), ==, 0);
  g_assert_true(is_stdout(file, "link"));
  g_assert_true(is_stdout(file, "/dev/stdout"));
  g_assert_true(is_stdout(file, "/proc/self/fd/1"));
  g_assert_false(is_stdout(file, "other"));
  g_assert_true(is_stdout(ends[1], "/dev/stdout"));
  g_assert_false(is_stdout(ends[1], "old"));
  g_assert_false(is_stdout(null, "/dev/null"));
  close(file);
  close(null);
  close(ends[0]);
  close(ends[1]);
}

static void test_shown(void) {
  g_autofree char *shown = ulp_target_shown("a\nb\x1b[31m.csv"), *stream = ulp_target_shown("-");
  g_assert_cmpstr(shown, ==, "a\\nb\\x1b[31m.csv");
  g_assert_cmpstr(stream, ==, "standard output");
}

static gpointer cancel_later(gpointer cancellable) {
  g_usleep(G_USEC_PER_SEC / 10);
  g_cancellable_cancel(cancellable);
  return NULL;
}

static void assert_cancelled(const char *target, gsize size) {
  g_autoptr(GCancellable) cancellable = g_cancellable_new();
  g_autoptr(GError) error = NULL;
  g_autoptr(GBytes) bytes = g_bytes_new_take(g_malloc0(size), size);
  GThread *thread = g_thread_new("cancel", cancel_later, cancellable);
  const gint64 start = g_get_monotonic_time();
  g_assert_false(ulp_export_write(target, bytes, cancellable, &error));
  g_assert_error(error, ULP_ERROR, ULP_ERROR_CANCELLED);
  g_assert_cmpint(g_get_monotonic_time() - start, <, 5 * G_USEC_PER_SEC);
  g_thread_join(thread);
}

static void test_pipe_without_reader(void) {
  g_assert_cmpint(mkfifo("pipe", 0600), ==, 0);
  assert_cancelled("pipe", 1);
  unlink("pipe");
}

/* One that has stopped reading: 64 KiB fit into the pipe. */
static void test_pipe_with_sleeper(void) {
  g_assert_cmpint(mkfifo("pipe", 0600), ==, 0);
  const int reader = open("pipe", O_RDONLY | O_NONBLOCK);
  assert_cancelled("pipe", 1 << 20);
  close(reader);
  unlink("pipe");
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  set_up();
  g_test_add_func("/table/target/same", test_same);
  g_test_add_func("/table/target/standard-output", test_standard_output);
  g_test_add_func("/table/target/shown", test_shown);
  g_test_add_func("/table/target/pipe-without-reader", test_pipe_without_reader);
  g_test_add_func("/table/target/pipe-with-sleeper", test_pipe_with_sleeper);
  const int status = g_test_run();
  tear_down();
  return status;
}
