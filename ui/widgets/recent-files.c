#include "ui/widgets/recent-files.h"

#define GROUP "files"
#define KEY "recent"
#define MOST 8

static char *list_path(void) { return g_build_filename(g_get_user_config_dir(), "ulpscope", "recent.ini", NULL); }

/* Empty where there is none yet. */
static GKeyFile *load(void) {
  g_autofree char *path = list_path();
  GKeyFile *file = g_key_file_new();
  g_key_file_load_from_file(file, path, G_KEY_FILE_NONE, NULL);
  return file;
}

char **ulp_recent_files(void) {
  g_autoptr(GKeyFile) file = load();
  char **paths = g_key_file_get_string_list(file, GROUP, KEY, NULL, NULL);
  return paths ? paths : g_new0(char *, 1);
}

/* A list that cannot be written is no fault to bother anyone with. */
void ulp_recent_files_add(const char *path) {
  g_autoptr(GKeyFile) file = load();
  g_auto(GStrv) old = ulp_recent_files();
  g_autoptr(GPtrArray) paths = g_ptr_array_new();
  if (!g_utf8_validate(path, -1, NULL))
    return;
  g_ptr_array_add(paths, (gpointer)path);
  for (guint i = 0; old[i] && paths->len < MOST; i++)
    if (!g_str_equal(old[i], path))
      g_ptr_array_add(paths, old[i]);
  g_key_file_set_string_list(file, GROUP, KEY, (const char *const *)(gpointer)paths->pdata, paths->len);
  g_autofree char *target = list_path(), *folder = g_path_get_dirname(target);
  if (g_mkdir_with_parents(folder, 0700) == 0)
    g_key_file_save_to_file(file, target, NULL);
}
