#include "core/table/target.h"

#include "core/base/i18n.h"
#include "core/base/name.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

char *ulp_target_file(const char *target) {
  char *path = g_strdup(target);
  for (int hops = 0; hops < 40; hops++) { /* the kernel's own limit: stat() has refused more */
    g_autofree char *link = g_file_read_link(path, NULL);
    if (link == NULL)
      break;
    g_autofree char *folder = g_path_get_dirname(path);
    g_free(path);
    path = g_path_is_absolute(link) ? g_steal_pointer(&link) : g_build_filename(folder, link, NULL);
  }
  return path;
}

static gboolean is_stdout(const char *target) { return g_str_equal(target, "-"); }

static gboolean is_same_state(const struct stat *a, const struct stat *b) {
  return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

static gboolean state_of(const char *target, struct stat *state) {
  return (is_stdout(target) ? fstat(STDOUT_FILENO, state) : stat(target, state)) == 0;
}

/* Two files that are not there yet. */
static gboolean is_same_place(const char *a, const char *b) {
  struct stat state_a, state_b;
  g_autofree char *path_a = ulp_target_file(a), *path_b = ulp_target_file(b);
  g_autofree char *folder_a = g_path_get_dirname(path_a), *folder_b = g_path_get_dirname(path_b);
  g_autofree char *name_a = g_path_get_basename(path_a), *name_b = g_path_get_basename(path_b);
  return g_str_equal(name_a, name_b) && stat(folder_a, &state_a) == 0 && stat(folder_b, &state_b) == 0 &&
         is_same_state(&state_a, &state_b);
}

gboolean ulp_target_is_same(const char *a, const char *b) {
  struct stat state_a, state_b;
  if (is_stdout(a) && is_stdout(b))
    return TRUE;
  const gboolean there_a = state_of(a, &state_a), there_b = state_of(b, &state_b);
  if (!there_a && !there_b)
    return is_same_place(a, b);
  if (!there_a || !there_b || !is_same_state(&state_a, &state_b))
    return FALSE;
  return !S_ISCHR(state_a.st_mode) || ((is_stdout(a) || is_stdout(b)) && isatty(STDOUT_FILENO));
}

char *ulp_target_shown(const char *target) {
  return is_stdout(target) ? g_strdup(_("standard output")) : ulp_name_shown(target);
}
