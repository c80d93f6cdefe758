#include "core/table/export-file-private.h"
#include "core/table/export.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

#define ACCESS_LIST "system.posix_acl_access"

/* The file while it is written. */
typedef struct {
  int folder, file;
  char name[32]; /* in the folder; empty: none yet */
} Temporary;

/* Those with a name, which ulp_export_abandon() removes; what changes the names in a folder holds the lock. */
static GMutex lock;
static GSList *named;

static void invent_name(char name[32]) { g_snprintf(name, 32, ".ulpscope-%08x", g_random_int()); }

static void path_of(const Temporary *temporary, char path[32]) {
  g_snprintf(path, 32, "/proc/self/fd/%d", temporary->file);
}

static gboolean open_unnamed(Temporary *temporary) {
  char path[32];
  temporary->file = openat(temporary->folder, ".", O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600);
  if (temporary->file < 0)
    return FALSE;
  path_of(temporary, path);
  if (faccessat(AT_FDCWD, path, F_OK, 0) == 0)
    return TRUE;
  close(temporary->file);
  return FALSE;
}

/* 0 or errno. */
static int open_named(Temporary *temporary) {
  g_mutex_lock(&lock);
  do {
    invent_name(temporary->name);
    temporary->file =
        openat(temporary->folder, temporary->name, O_CREAT | O_EXCL | O_NOFOLLOW | O_WRONLY | O_CLOEXEC, 0600);
  } while (temporary->file < 0 && errno == EEXIST);
  const int failed = temporary->file < 0 ? errno : 0;
  if (failed == 0)
    named = g_slist_prepend(named, temporary);
  g_mutex_unlock(&lock);
  return failed;
}

void ulp_export_abandon(void) {
  g_mutex_lock(&lock); /* for good: no other name appears until the program ends */
  for (const GSList *item = named; item != NULL; item = item->next) {
    const Temporary *temporary = item->data;
    unlinkat(temporary->folder, temporary->name, 0);
  }
}

/* --- who may do what with it --- */

static mode_t mode_of_new_file(void) {
  static GMutex umask_lock;
  g_mutex_lock(&umask_lock); /* another thread's file of this moment is for its owner alone, never more open */
  const mode_t mask = umask(077);
  umask(mask);
  g_mutex_unlock(&umask_lock);
  return 0666 & ~mask;
}

/* The access list of the old file, or none: that of the folder's default would let in others. FALSE when it is lost. */
static gboolean keep_access_list(int file, const char *old_path) {
  char list[4096];
  const ssize_t size = getxattr(old_path, ACCESS_LIST, list, sizeof list);
  if (size > 0)
    return fsetxattr(file, ACCESS_LIST, list, (gsize)size, 0) == 0;
  const gboolean none = size == 0 || errno == ENODATA || errno == ENOTSUP;
  return (fremovexattr(file, ACCESS_LIST) == 0 || errno == ENODATA || errno == ENOTSUP) && none;
}

/* 0 or errno. */
static int take_over(int file, const char *old_path, const struct stat *old) {
  struct stat state;
  mode_t mode = old->st_mode & 0777;
  if (fchown(file, old->st_uid, old->st_gid) != 0)
    (void)!fchown(file, (uid_t)-1, old->st_gid); /* what came of it is looked at below */
  if (fstat(file, &state) != 0)
    return errno;
  const gboolean listed = keep_access_list(file, old_path);
  if (state.st_gid != old->st_gid || !listed)
    mode &= 0707 | (mode & 07) << 3;
  return fchmod(file, mode) != 0 ? errno : 0;
}

/* --- its name --- */

/* Where an unnamed file takes the place of another it needs a name for a moment. 0 or errno. */
static int link_and_rename(int folder, const char *source, const char *temporary, const char *name) {
  if (linkat(AT_FDCWD, source, folder, temporary, AT_SYMLINK_FOLLOW) != 0)
    return errno;
  if (renameat(folder, temporary, folder, name) == 0)
    return 0;
  const int failed = errno;
  unlinkat(folder, temporary, 0);
  return failed;
}

/* The same in a process of its own, in its own group: killing this one does not stop it half way. 0 or errno. */
static int link_and_rename_apart(int folder, const char *source, const char *temporary, const char *name) {
  volatile int failed = 0; /* vfork: the child writes here */
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  const pid_t child = vfork();
  if (child == 0) {
    setpgid(0, 0);
    failed = link_and_rename(folder, source, temporary, name);
    _exit(0);
  }
  if (child < 0) /* no more processes for this user */
    failed = link_and_rename(folder, source, temporary, name);
  while (child > 0 && waitpid(child, NULL, 0) < 0 && errno == EINTR)
    continue;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return failed;
}

static int name_unnamed(const Temporary *temporary, const char *name) {
  char source[32], between[32];
  int failed;
  path_of(temporary, source);
  if (linkat(AT_FDCWD, source, temporary->folder, name, AT_SYMLINK_FOLLOW) == 0)
    return 0;
  if (errno != EEXIST)
    return errno;
  do {
    invent_name(between);
    failed = link_and_rename_apart(temporary->folder, source, between, name);
  } while (failed == EEXIST);
  return failed;
}

/* Gives it its name, or with `failed` set removes it. 0 or errno. */
static int settle(Temporary *temporary, const char *name, int failed) {
  g_mutex_lock(&lock);
  if (*temporary->name == '\0') {
    failed = failed != 0 ? failed : name_unnamed(temporary, name);
  } else {
    if (failed == 0 && renameat(temporary->folder, temporary->name, temporary->folder, name) != 0)
      failed = errno;
    if (failed != 0)
      unlinkat(temporary->folder, temporary->name, 0);
    named = g_slist_remove(named, temporary);
  }
  g_mutex_unlock(&lock);
  return failed;
}

/* --- all of it --- */

/* 0 or errno; some file systems cannot, and a folder that this user may not read is open as a place alone. */
static int sync_to_disk(int file) {
  return fsync(file) != 0 && errno != EINVAL && errno != EBADF && errno != EROFS ? errno : 0;
}

/* 0 or errno. */
static int write_and_name(Temporary *temporary, const char *path, UlpFileContent content, gpointer data) {
  struct stat old;
  const gboolean is_new = stat(path, &old) != 0;
  g_autofree char *name = g_path_get_basename(path);
  if (is_new && errno != ENOENT)
    return errno;
  if (!is_new && access(path, W_OK) != 0)
    return errno;
  int failed = open_unnamed(temporary) ? 0 : open_named(temporary);
  if (failed != 0)
    return failed;
  failed = content(temporary->file, data);
  if (failed == 0 && is_new && fchmod(temporary->file, mode_of_new_file()) != 0)
    failed = errno;
  if (failed == 0 && !is_new)
    failed = take_over(temporary->file, path, &old);
  if (failed == 0)
    failed = sync_to_disk(temporary->file);
  failed = settle(temporary, name, failed);
  if (close(temporary->file) != 0 && failed == 0)
    failed = errno;
  return failed != 0 ? failed : sync_to_disk(temporary->folder);
}

int ulp_file_replace(const char *path, UlpFileContent content, gpointer data) {
  g_autofree char *folder = g_path_get_dirname(path);
  Temporary temporary = {.folder = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC), .file = -1};
  if (temporary.folder < 0 && errno == EACCES)
    temporary.folder = open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (temporary.folder < 0)
    return errno;
  const int failed = write_and_name(&temporary, path, content, data);
  close(temporary.folder);
  return failed;
}
