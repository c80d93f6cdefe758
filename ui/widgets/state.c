#include "ui/widgets/state.h"

static char *path(void) { return g_build_filename(g_get_user_config_dir(), "ulpscope", "state.ini", NULL); }

static GKeyFile *load(void) {
  GKeyFile *file = g_key_file_new();
  g_autofree char *name = path();
  g_key_file_load_from_file(file, name, G_KEY_FILE_KEEP_COMMENTS, NULL);
  return file;
}

char *ulp_state_get(const char *group, const char *key) {
  g_autoptr(GKeyFile) file = load();
  return g_key_file_get_string(file, group, key, NULL);
}

void ulp_state_set(const char *group, const char *key, const char *text) {
  g_autoptr(GKeyFile) file = load();
  g_autofree char *name = path(), *folder = g_path_get_dirname(name);
  g_key_file_set_string(file, group, key, text);
  if (g_mkdir_with_parents(folder, 0700) == 0)
    g_key_file_save_to_file(file, name, NULL);
}
