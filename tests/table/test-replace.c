/* How a file is replaced: what is on the disk while it is written, whose it is and who may read it, and what reaches the
 * disk when. openat() and fsync() of this program watch, and refuse what some file systems refuse. */
#include "core/base/error.h"
#include "core/table/export.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

#define NOBODY 65534

static gboolean refuse_unnamed;
static guint n_files_synced, n_folders_synced;

int openat(int folder, const char *name, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = va_arg(arguments, mode_t);
  va_end(arguments);
  if (refuse_unnamed && (flags & O_TMPFILE) == O_TMPFILE) {
    errno = EOPNOTSUPP;
    return -1;
  }
  return (int)syscall(SYS_openat, folder, name, flags, mode);
}

int fsync(int file) {
  struct stat state;
  g_assert_cmpint(fstat(file, &state), ==, 0);
  if (S_ISDIR(state.st_mode))
    n_folders_synced++;
  else {
    g_assert_cmpuint(n_folders_synced, ==, 0); /* the name after the content */
    g_assert_cmpint(state.st_size, >, 0);
    n_files_synced++;
  }
  return (int)syscall(SYS_fsync, file);
}

typedef struct {
  char *folder, *path;
} Fixture;

static void set_up(Fixture *fixture, gconstpointer data) {
  fixture->folder = g_dir_make_tmp("ulp-replace-XXXXXX", NULL);
  fixture->path = g_build_filename(fixture->folder, "out.csv", NULL);
  refuse_unnamed = data != NULL;
  n_files_synced = n_folders_synced = 0;
}

/* The files in the folder. */
static guint count_files(const Fixture *fixture) {
  guint n = 0;
  g_autoptr(GDir) folder = g_dir_open(fixture->folder, 0, NULL);
  while (g_dir_read_name(folder) != NULL)
    n++;
  return n;
}

static void tear_down(Fixture *fixture, gconstpointer data) {
  g_autoptr(GDir) folder = g_dir_open(fixture->folder, 0, NULL);
  for (const char *name; (name = g_dir_read_name(folder)) != NULL;) {
    g_autofree char *path = g_build_filename(fixture->folder, name, NULL);
    g_assert_cmpint(unlink(path), ==, 0);
  }
  g_assert_cmpint(rmdir(fixture->folder), ==, 0);
  g_free(fixture->folder);
  g_free(fixture->path);
}

static struct stat state_of(const char *path) {
  struct stat state;
  g_assert_cmpint(lstat(path, &state), ==, 0);
  return state;
}

static void make_old(const Fixture *fixture, mode_t mode) {
  g_assert_true(g_file_set_contents(fixture->path, "old\n", -1, NULL));
  g_assert_cmpint(chmod(fixture->path, mode), ==, 0);
}

static void assert_content(const Fixture *fixture, const char *expected) {
  g_autofree char *text = NULL;
  g_assert_true(g_file_get_contents(fixture->path, &text, NULL, NULL));
  g_assert_cmpstr(text, ==, expected);
}

/* --- while it is written --- */

typedef struct {
  const Fixture *fixture;
  guint n_files; /* expected in the folder meanwhile */
  gboolean abandon;
} Watch;

static void produce(UlpWriter *writer, gconstpointer data) {
  const Watch *watch = data;
  struct stat state;
  ulp_writer_text(writer, "new\n");
  g_assert_true(ulp_writer_flush(writer));
  g_assert_cmpint(fstat(writer->file, &state), ==, 0);
  g_assert_cmphex(state.st_mode & 0177, ==, 0);
  g_assert_cmpuint(count_files(watch->fixture), ==, watch->n_files);
  if (watch->abandon) {
    ulp_export_abandon();
    _exit(0);
  }
}

static void replace(const Fixture *fixture, guint n_files) {
  const Watch watch = {.fixture = fixture, .n_files = n_files};
  g_autoptr(GError) error = NULL;
  n_files_synced = n_folders_synced = 0;
  ulp_export_produce(fixture->path, produce, &watch, NULL, &error);
  g_assert_no_error(error);
  assert_content(fixture, "new\n");
  g_assert_cmpuint(count_files(fixture), ==, 1);
}

static void test_without_name(Fixture *fixture, gconstpointer data) {
  replace(fixture, 0);
  replace(fixture, 1);
}

static void test_with_name(Fixture *fixture, gconstpointer data) {
  replace(fixture, 1);
  replace(fixture, 2);
}

static void test_synced(Fixture *fixture, gconstpointer data) {
  replace(fixture, refuse_unnamed ? 1 : 0);
  g_assert_cmpuint(n_files_synced, ==, 1);
  g_assert_cmpuint(n_folders_synced, ==, 1);
}

/* Runs `act` in a process of its own, which must end well. */
static void in_child(void (*act)(Fixture *fixture), Fixture *fixture) {
  int status;
  const pid_t child = fork();
  if (child == 0) {
    act(fixture);
    _exit(0);
  }
  g_assert_cmpint(waitpid(child, &status, 0), ==, child);
  if (WIFEXITED(status) && WEXITSTATUS(status) == 77)
    g_test_skip("not permitted here");
  else
    g_assert_cmpint(status, ==, 0);
}

static void abandon(Fixture *fixture) {
  const Watch watch = {.fixture = fixture, .n_files = refuse_unnamed ? 2 : 1, .abandon = TRUE};
  ulp_export_produce(fixture->path, produce, &watch, NULL, NULL);
  _exit(1);
}

static void test_abandoned(Fixture *fixture, gconstpointer data) {
  make_old(fixture, 0600);
  in_child(abandon, fixture);
  assert_content(fixture, "old\n");
  g_assert_cmpuint(count_files(fixture), ==, 1);
}

static void without_proc(Fixture *fixture) {
  if (unshare(CLONE_NEWNS) != 0 || mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0 ||
      mount("tmpfs", "/proc", "tmpfs", 0, NULL) != 0)
    _exit(77);
  replace(fixture, 2);
}

static void test_without_proc(Fixture *fixture, gconstpointer data) {
  make_old(fixture, 0600);
  in_child(without_proc, fixture);
}

static void ignoring_children(Fixture *fixture) {
  signal(SIGCHLD, SIG_IGN);
  replace(fixture, 1);
}

static void test_ignored_children(Fixture *fixture, gconstpointer data) {
  make_old(fixture, 0600);
  in_child(ignoring_children, fixture);
}

/* --- whose it is, and who may what --- */

static void test_mode(Fixture *fixture, gconstpointer data) {
  static const struct {
    mode_t old, now;
  } modes[] = {{0600, 0600}, {0644, 0644}, {04755, 0755}, {02664, 0664}, {01666, 0666}, {07777, 0777}, {0200, 0200}};
  for (guint i = 0; i < G_N_ELEMENTS(modes); i++) {
    make_old(fixture, modes[i].old);
    n_files_synced = n_folders_synced = 0;
    g_autoptr(GBytes) bytes = g_bytes_new_static("new\n", 4);
    g_assert_true(ulp_export_write(fixture->path, bytes, NULL, NULL));
    g_assert_cmphex(state_of(fixture->path).st_mode & 07777, ==, modes[i].now);
    g_assert_cmpint(unlink(fixture->path), ==, 0);
  }
}

static gboolean is_root(void) {
  if (geteuid() == 0)
    return TRUE;
  g_test_skip("only root can give files away");
  return FALSE;
}

static void become_nobody(void) {
  g_assert_cmpint(setgroups(0, NULL), ==, 0);
  g_assert_cmpint(setresgid(NOBODY, NOBODY, NOBODY), ==, 0);
  g_assert_cmpint(setresuid(NOBODY, NOBODY, NOBODY), ==, 0);
}

static void test_owner_kept(Fixture *fixture, gconstpointer data) {
  if (!is_root())
    return;
  make_old(fixture, 0640);
  g_assert_cmpint(chown(fixture->path, NOBODY, NOBODY), ==, 0);
  replace(fixture, refuse_unnamed ? 2 : 1);
  const struct stat state = state_of(fixture->path);
  g_assert_cmpuint(state.st_uid, ==, NOBODY);
  g_assert_cmpuint(state.st_gid, ==, NOBODY);
  g_assert_cmphex(state.st_mode & 07777, ==, 0640);
}

static void as_nobody(Fixture *fixture) {
  become_nobody();
  replace(fixture, refuse_unnamed ? 2 : 1);
}

static void test_group_lost(Fixture *fixture, gconstpointer data) {
  if (!is_root())
    return;
  make_old(fixture, 0664);
  g_assert_cmpint(chown(fixture->folder, NOBODY, NOBODY), ==, 0);
  g_assert_cmpint(chown(fixture->path, NOBODY, 0), ==, 0);
  g_assert_cmpint(chmod(fixture->path, 0664), ==, 0);
  in_child(as_nobody, fixture);
  g_assert_cmpuint(state_of(fixture->path).st_gid, ==, NOBODY);
  g_assert_cmphex(state_of(fixture->path).st_mode & 07777, ==, 0644);
}

/* No process more for this user: the name is given in this one. */
static void without_processes(Fixture *fixture) {
  const struct rlimit none = {1, 1};
  become_nobody();
  g_assert_cmpint(setrlimit(RLIMIT_NPROC, &none), ==, 0);
  replace(fixture, 1);
}

static void test_without_processes(Fixture *fixture, gconstpointer data) {
  if (!is_root())
    return;
  make_old(fixture, 0600);
  g_assert_cmpint(chown(fixture->folder, NOBODY, NOBODY), ==, 0);
  g_assert_cmpint(chown(fixture->path, NOBODY, NOBODY), ==, 0);
  in_child(without_processes, fixture);
}

static void read_only(Fixture *fixture) {
  g_autoptr(GError) error = NULL;
  g_autoptr(GBytes) bytes = g_bytes_new_static("new\n", 4);
  become_nobody();
  g_assert_false(ulp_export_write(fixture->path, bytes, NULL, &error));
  g_assert_error(error, ULP_ERROR, ULP_ERROR_OUTPUT);
  g_assert_nonnull(strstr(error->message, g_strerror(EACCES)));
}

/* A file that its user made read-only is not replaced, though the folder would allow it. */
static void test_read_only(Fixture *fixture, gconstpointer data) {
  if (!is_root())
    return;
  make_old(fixture, 0444);
  g_assert_cmpint(chown(fixture->folder, NOBODY, NOBODY), ==, 0);
  g_assert_cmpint(chown(fixture->path, NOBODY, NOBODY), ==, 0);
  in_child(read_only, fixture);
  assert_content(fixture, "old\n");
  g_assert_cmpuint(count_files(fixture), ==, 1);
}

/* A folder that may be written and entered, not listed, cannot be synced; the file is written all the same. */
static void in_hidden_folder(Fixture *fixture) {
  g_autoptr(GError) error = NULL;
  g_autoptr(GBytes) bytes = g_bytes_new_static("new\n", 4);
  become_nobody();
  ulp_export_write(fixture->path, bytes, NULL, &error);
  g_assert_no_error(error);
}

static void test_hidden_folder(Fixture *fixture, gconstpointer data) {
  if (!is_root())
    return;
  g_assert_cmpint(chown(fixture->folder, NOBODY, NOBODY), ==, 0);
  g_assert_cmpint(chmod(fixture->folder, 0300), ==, 0);
  in_child(in_hidden_folder, fixture);
  assert_content(fixture, "new\n");
}

/* --- access lists: linux/posix_acl_xattr.h --- */

#define ACCESS_LIST "system.posix_acl_access"

static const struct {
  guint32 version;
  struct {
    guint16 tag, may;
    guint32 id;
  } entries[5];
} list = {2,
          {{0x01, 6, G_MAXUINT32},
           {0x02, 6, 1},
           {0x04, 0, G_MAXUINT32},
           {0x10, 6, G_MAXUINT32},
           {0x20, 0, G_MAXUINT32}}}; /* user, user 1, group, mask, others */

static gboolean set_list(const char *path, const char *name) {
  if (setxattr(path, name, &list, sizeof list, 0) == 0)
    return TRUE;
  g_test_skip("no access lists here");
  return FALSE;
}

static void test_list_kept(Fixture *fixture, gconstpointer data) {
  char found[256];
  make_old(fixture, 0600);
  if (!set_list(fixture->path, ACCESS_LIST))
    return;
  g_assert_cmphex(state_of(fixture->path).st_mode & 0777, ==, 0660); /* the mask, not the group */
  replace(fixture, refuse_unnamed ? 2 : 1);
  g_assert_cmphex(state_of(fixture->path).st_mode & 0777, ==, 0660);
  const ssize_t size = getxattr(fixture->path, ACCESS_LIST, found, sizeof found);
  g_assert_cmpint(size, ==, sizeof list);
  g_assert_cmpmem(found, (gsize)size, &list, sizeof list);
}

static void test_default_list(Fixture *fixture, gconstpointer data) {
  make_old(fixture, 0640);
  if (!set_list(fixture->folder, "system.posix_acl_default"))
    return;
  replace(fixture, refuse_unnamed ? 2 : 1);
  g_assert_cmpint(getxattr(fixture->path, ACCESS_LIST, NULL, 0), ==, -1);
  g_assert_cmphex(state_of(fixture->path).st_mode & 0777, ==, 0640);
}

#define ADD(name, named, function)                                                                                     \
  g_test_add("/table/replace/" name, Fixture, (named) ? "named" : NULL, set_up, function, tear_down)
#define ADD_BOTH(name, function)                                                                                       \
  ADD(name, FALSE, function);                                                                                          \
  ADD(name "-named", TRUE, function)

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  umask(022);
  ADD("without-name", FALSE, test_without_name);
  ADD("with-name", TRUE, test_with_name);
  ADD_BOTH("synced", test_synced);
  ADD_BOTH("abandoned", test_abandoned);
  ADD("without-proc", FALSE, test_without_proc);
  ADD("ignored-children", FALSE, test_ignored_children);
  ADD_BOTH("mode", test_mode);
  ADD_BOTH("owner-kept", test_owner_kept);
  ADD_BOTH("group-lost", test_group_lost);
  ADD("without-processes", FALSE, test_without_processes);
  ADD_BOTH("read-only", test_read_only);
  ADD_BOTH("hidden-folder", test_hidden_folder);
  ADD_BOTH("list-kept", test_list_kept);
  ADD_BOTH("default-list", test_default_list);
  return g_test_run();
}
