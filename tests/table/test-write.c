#include "core/base/error.h"
#include "core/table/export.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <grp.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* What the system knew at the first fsync of a regular file, which this program's own takes the place of. */
static struct {
  guint n;
  goffset size;
  const char *target; /* looked at then */
  char *content;
} synced;

int fsync(int file) {
  struct stat state;
  if (fstat(file, &state) == 0 && S_ISREG(state.st_mode) && synced.n++ == 0 && synced.target) {
    synced.size = state.st_size;
    g_file_get_contents(synced.target, &synced.content, NULL, NULL);
  }
  return (int)syscall(SYS_fsync, file);
}

/* A write that is interrupted before it has begun, and then takes a part of what it is given. */
static gboolean write_hesitates;

ssize_t write(int file, const void *data, size_t size) {
  static guint calls;
  if (write_hesitates && calls++ % 3 == 0) {
    errno = EINTR;
    return -1;
  }
  return syscall(SYS_write, file, data, write_hesitates ? MIN(size, 100) : size);
}

typedef struct {
  char *folder, *path;
  GBytes *bytes; /* "new text\n" */
} Fixture;

static void set_up(Fixture *fixture, gconstpointer data) {
  fixture->folder = g_dir_make_tmp("ulp-write-XXXXXX", NULL);
  g_assert_nonnull(fixture->folder);
  fixture->path = g_build_filename(fixture->folder, "out.csv", NULL);
  fixture->bytes = g_bytes_new_static("new text\n", 9);
}

static guint empty_folder(const char *folder) {
  guint n = 0;
  g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
  for (const char *name; (name = g_dir_read_name(dir)) != NULL; n++) {
    g_autofree char *path = g_build_filename(folder, name, NULL);
    g_remove(path);
  }
  return n;
}

static void tear_down(Fixture *fixture, gconstpointer data) {
  empty_folder(fixture->folder);
  g_rmdir(fixture->folder);
  g_free(fixture->folder);
  g_free(fixture->path);
  g_bytes_unref(fixture->bytes);
}

static void assert_content(const char *path, const char *expected) {
  g_autofree char *text = NULL;
  g_assert_true(g_file_get_contents(path, &text, NULL, NULL));
  g_assert_cmpstr(text, ==, expected);
}

static mode_t mode_of(const char *path) {
  struct stat state;
  g_assert_cmpint(g_lstat(path, &state), ==, 0);
  return state.st_mode & 07777;
}

static void assert_fails(const char *target, GBytes *bytes, int reason) {
  g_autoptr(GError) error = NULL;
  g_assert_false(ulp_export_write(target, bytes, NULL, &error));
  g_assert_error(error, ULP_ERROR, ULP_ERROR_OUTPUT);
  g_assert_nonnull(strstr(error->message, target));
  g_assert_nonnull(strstr(error->message, g_strerror(reason)));
  g_assert_null(strchr(error->message, '\n'));
}

static void assert_writes(const char *target, GBytes *bytes) {
  g_autoptr(GError) error = NULL;
  ulp_export_write(target, bytes, NULL, &error);
  g_assert_no_error(error);
}

static void test_new(Fixture *fixture, gconstpointer data) {
  const mode_t mask = umask(027);
  assert_writes(fixture->path, fixture->bytes);
  umask(mask);
  assert_content(fixture->path, "new text\n");
  g_assert_cmphex(mode_of(fixture->path), ==, 0640);
  g_assert_cmpuint(empty_folder(fixture->folder), ==, 1);
}

/* Whole replacement: one who has the old file open keeps reading the old text. */
static void test_replace(Fixture *fixture, gconstpointer data) {
  g_file_set_contents(fixture->path, "old text, longer\n", -1, NULL);
  g_chmod(fixture->path, 0604);
  const int old = open(fixture->path, O_RDONLY);
  assert_writes(fixture->path, fixture->bytes);
  assert_content(fixture->path, "new text\n");
  g_assert_cmphex(mode_of(fixture->path), ==, 0604);
  char text[32] = "";
  g_assert_cmpint(read(old, text, sizeof text - 1), ==, 17);
  g_assert_cmpstr(text, ==, "old text, longer\n");
  close(old);
  g_assert_cmpuint(empty_folder(fixture->folder), ==, 1);
}

static void test_relative(Fixture *fixture, gconstpointer data) {
  g_autofree char *before = g_get_current_dir();
  g_assert_cmpint(g_chdir(fixture->folder), ==, 0);
  assert_writes("out.csv", fixture->bytes);
  g_assert_cmpint(g_chdir(before), ==, 0);
  assert_content(fixture->path, "new text\n");
}

static void test_links(Fixture *fixture, gconstpointer data) {
  g_autofree char *link = g_build_filename(fixture->folder, "link", NULL);
  g_autofree char *second = g_build_filename(fixture->folder, "second", NULL);
  g_assert_cmpint(symlink("out.csv", link), ==, 0);
  g_assert_cmpint(symlink(link, second), ==, 0);
  assert_writes(second, fixture->bytes); /* dangling at first */
  assert_content(fixture->path, "new text\n");
  g_autoptr(GBytes) again = g_bytes_new_static("again\n", 6);
  assert_writes(second, again);
  assert_content(fixture->path, "again\n");
  g_assert_true(g_file_test(link, G_FILE_TEST_IS_SYMLINK));
  g_assert_true(g_file_test(second, G_FILE_TEST_IS_SYMLINK));
  g_assert_false(g_file_test(fixture->path, G_FILE_TEST_IS_SYMLINK));
}

static void test_link_loop(Fixture *fixture, gconstpointer data) {
  g_assert_cmpint(symlink("out.csv", fixture->path), ==, 0);
  assert_fails(fixture->path, fixture->bytes, ELOOP);
}

static void test_folder(Fixture *fixture, gconstpointer data) {
  assert_fails(fixture->folder, fixture->bytes, EISDIR);
  g_autofree char *missing = g_build_filename(fixture->folder, "missing", "out.csv", NULL);
  assert_fails(missing, fixture->bytes, ENOENT);
  g_assert_cmpuint(empty_folder(fixture->folder), ==, 0);
}

/* All of the text is on the disk before it takes the old one's name. */
static void test_synced(Fixture *fixture, gconstpointer data) {
  g_file_set_contents(fixture->path, "old\n", -1, NULL);
  synced.n = 0;
  synced.target = fixture->path;
  assert_writes(fixture->path, fixture->bytes);
  synced.target = NULL;
  g_assert_cmpuint(synced.n, >=, 1);
  g_assert_cmpint(synced.size, ==, 9);
  g_assert_cmpstr(synced.content, ==, "old\n");
  g_clear_pointer(&synced.content, g_free);
}

static void write_read_only(Fixture *fixture) {
  g_file_set_contents(fixture->path, "old\n", -1, NULL);
  g_chmod(fixture->path, 0444);
  assert_fails(fixture->path, fixture->bytes, EACCES);
  assert_content(fixture->path, "old\n");
  g_chmod(fixture->folder, 0555);
  g_autofree char *other = g_build_filename(fixture->folder, "other.csv", NULL);
  assert_fails(other, fixture->bytes, EACCES);
  g_chmod(fixture->folder, 0755);
  assert_writes(other, fixture->bytes);
  assert_content(other, "new text\n");
}

/* Root may write everywhere: it looks on as another user in a process of its own. */
static void test_read_only(Fixture *fixture, gconstpointer data) {
  enum { NOBODY = 65534 };
  if (geteuid() != 0) {
    write_read_only(fixture);
    return;
  }
  g_assert_cmpint(chown(fixture->folder, NOBODY, NOBODY), ==, 0);
  const pid_t child = fork();
  if (child == 0) {
    if (setgroups(0, NULL) != 0 || setgid(NOBODY) != 0 || setuid(NOBODY) != 0)
      _exit(77);
    write_read_only(fixture);
    _exit(0);
  }
  int status;
  g_assert_cmpint(waitpid(child, &status, 0), ==, child);
  if (WIFEXITED(status) && WEXITSTATUS(status) == 77)
    g_test_skip("may not become another user");
  else
    g_assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

/* A write that fails part of the way keeps the old file and leaves nothing behind. */
static void test_failing_write(Fixture *fixture, gconstpointer data) {
  g_file_set_contents(fixture->path, "old\n", -1, NULL);
  g_autofree char *zeros = g_malloc0(8192);
  g_autoptr(GBytes) bytes = g_bytes_new_static(zeros, 8192);
  struct rlimit before, limit;
  getrlimit(RLIMIT_FSIZE, &before);
  limit = (struct rlimit){4096, before.rlim_max};
  void (*handler)(int) = signal(SIGXFSZ, SIG_IGN);
  setrlimit(RLIMIT_FSIZE, &limit);
  g_autoptr(GError) error = NULL;
  const gboolean written = ulp_export_write(fixture->path, bytes, NULL, &error);
  setrlimit(RLIMIT_FSIZE, &before);
  signal(SIGXFSZ, handler);
  g_assert_false(written);
  g_assert_error(error, ULP_ERROR, ULP_ERROR_OUTPUT);
  g_assert_nonnull(strstr(error->message, g_strerror(EFBIG)));
  assert_content(fixture->path, "old\n");
  g_assert_cmpuint(empty_folder(fixture->folder), ==, 1);
}

static void test_full_device(Fixture *fixture, gconstpointer data) {
  if (g_access("/dev/full", W_OK) != 0) {
    g_test_skip("no /dev/full");
    return;
  }
  assert_fails("/dev/full", fixture->bytes, ENOSPC);
  g_assert_true(g_file_test("/dev/full", G_FILE_TEST_EXISTS));
}

/* A file system of 64 KiB in a mount namespace of this process alone. */
static void test_full_disk(Fixture *fixture, gconstpointer data) {
  if (unshare(CLONE_NEWNS) != 0 || mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0 ||
      mount("tmpfs", fixture->folder, "tmpfs", 0, "size=64k") != 0) {
    g_test_skip("may not mount a file system");
    return;
  }
  g_file_set_contents(fixture->path, "old\n", -1, NULL);
  g_autofree char *zeros = g_malloc0(1 << 20);
  g_autoptr(GBytes) bytes = g_bytes_new_static(zeros, 1 << 20);
  assert_fails(fixture->path, bytes, ENOSPC);
  assert_content(fixture->path, "old\n");
  assert_writes(fixture->path, fixture->bytes);
  assert_content(fixture->path, "new text\n");
  g_assert_cmpuint(empty_folder(fixture->folder), ==, 1);
  g_assert_cmpint(umount(fixture->folder), ==, 0);
}

/* An export that is made as it is written, and stopped on the way. */
typedef struct {
  GCancellable *cancellable;
  guint64 lines, cancel_after;
} Lines;

static void produce_lines(UlpWriter *writer, gconstpointer data) {
  const Lines *lines = data;
  for (guint64 i = 0; i < lines->lines && ulp_writer_goes_on(writer); i++) {
    if (lines->cancel_after && i == lines->cancel_after)
      g_cancellable_cancel(lines->cancellable);
    ulp_writer_text(writer, "0123456\n");
  }
}

static void test_produced(Fixture *fixture, gconstpointer data) {
  const Lines lines = {.lines = 1000000};
  g_autoptr(GError) error = NULL;
  g_assert_true(ulp_export_produce(fixture->path, produce_lines, &lines, NULL, &error));
  g_autofree char *text = NULL;
  gsize size;
  g_assert_true(g_file_get_contents(fixture->path, &text, &size, NULL));
  g_assert_cmpuint(size, ==, 8000000);
  for (gsize i = 0; i < size; i += 8)
    g_assert_cmpmem(text + i, 8, "0123456\n", 8);
  g_assert_cmpuint(empty_folder(fixture->folder), ==, 1);
}

static void test_hesitant_system(Fixture *fixture, gconstpointer data) {
  const Lines lines = {.lines = 20000};
  g_autoptr(GError) error = NULL;
  write_hesitates = TRUE;
  const gboolean written = ulp_export_produce(fixture->path, produce_lines, &lines, NULL, &error);
  write_hesitates = FALSE;
  g_assert_no_error(error);
  g_assert_true(written);
  g_autofree char *text = NULL;
  gsize size;
  g_assert_true(g_file_get_contents(fixture->path, &text, &size, NULL));
  g_assert_cmpuint(size, ==, 160000);
  for (gsize i = 0; i < size; i += 8)
    g_assert_cmpmem(text + i, 8, "0123456\n", 8);
}

static void test_cancelled(Fixture *fixture, gconstpointer data) {
  g_file_set_contents(fixture->path, "old\n", -1, NULL);
  g_autoptr(GCancellable) cancellable = g_cancellable_new();
  g_autoptr(GError) error = NULL;
  const Lines lines = {.cancellable = cancellable, .lines = G_MAXUINT64, .cancel_after = 100000};
  g_assert_false(ulp_export_produce(fixture->path, produce_lines, &lines, cancellable, &error));
  g_assert_error(error, ULP_ERROR, ULP_ERROR_CANCELLED);
  assert_content(fixture->path, "old\n");
  g_assert_cmpuint(empty_folder(fixture->folder), ==, 1);
}

static gpointer read_all(gpointer path) {
  char *text = NULL;
  g_file_get_contents(path, &text, NULL, NULL);
  return text;
}

static void test_fifo(Fixture *fixture, gconstpointer data) {
  g_assert_cmpint(mkfifo(fixture->path, 0600), ==, 0);
  GThread *reader = g_thread_new("reader", read_all, fixture->path);
  assert_writes(fixture->path, fixture->bytes);
  g_autofree char *text = g_thread_join(reader);
  g_assert_cmpstr(text, ==, "new text\n");
  struct stat state;
  g_assert_cmpint(g_stat(fixture->path, &state), ==, 0);
  g_assert_true(S_ISFIFO(state.st_mode));
}

/* What is written while standard output goes to the file fixture->path, where "before\n" stands already. */
static void write_redirected(Fixture *fixture, const char *target) {
  fflush(stdout);
  const int saved = dup(STDOUT_FILENO);
  const int file = open(fixture->path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  dup2(file, STDOUT_FILENO);
  close(file);
  const gssize before = write(STDOUT_FILENO, "before\n", 7);
  const gboolean written = ulp_export_write(target, fixture->bytes, NULL, NULL);
  const gssize after = write(STDOUT_FILENO, "after\n", 6);
  dup2(saved, STDOUT_FILENO);
  close(saved);
  g_assert_true(written && before == 7 && after == 6);
  assert_content(fixture->path, "before\nnew text\nafter\n");
}

static void test_standard_output(Fixture *fixture, gconstpointer data) {
  write_redirected(fixture, "-");
  write_redirected(fixture, "/dev/stdout");
  write_redirected(fixture, fixture->path);
}

#define ADD(name, function) g_test_add("/table/write/" name, Fixture, NULL, set_up, function, tear_down)

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  ADD("new", test_new);
  ADD("replace", test_replace);
  ADD("relative", test_relative);
  ADD("links", test_links);
  ADD("link-loop", test_link_loop);
  ADD("folder", test_folder);
  ADD("read-only", test_read_only);
  ADD("synced", test_synced);
  ADD("failing-write", test_failing_write);
  ADD("produced", test_produced);
  ADD("hesitant-system", test_hesitant_system);
  ADD("cancelled", test_cancelled);
  ADD("full-device", test_full_device);
  ADD("fifo", test_fifo);
  ADD("standard-output", test_standard_output);
  ADD("full-disk", test_full_disk);
  return g_test_run();
}
