#include "core/base/companion.h"

#include <dlfcn.h>
#include <gio/gio.h>
#include <link.h>

/* The folder of the file that holds this code, libulp or a program that has it in itself; NULL where it has no absolute
 * name: a relative one depends on the current folder, argv[0] on who started the program. */
static char *own_folder(void) {
  static const char here = 0;
  Dl_info info;
  struct link_map *map = NULL;
  g_autofree char *file = NULL;
  if (!dladdr1(&here, &info, (void **)&map, RTLD_DL_LINKMAP))
    return NULL;
  file = *map->l_name ? g_strdup(map->l_name) : g_file_read_link("/proc/self/exe", NULL); /* "": the program */
  return file && g_path_is_absolute(file) ? g_path_get_dirname(file) : NULL;
}

char *ulp_companion_find(const char *name) {
  g_autofree char *folder = own_folder();
  char *candidates[] = {
      folder ? g_build_filename(folder, "..", "bin", name, NULL) : NULL,
      folder ? g_build_filename(folder, "ulpscope", name, NULL) : NULL,
      g_build_filename(ULP_LIBRARY_DIR_FULL, "ulpscope", name, NULL),
  };
  char *found = NULL;
  for (guint i = 0; i < G_N_ELEMENTS(candidates); i++) {
    if (!found && candidates[i] && g_file_test(candidates[i], G_FILE_TEST_EXISTS))
      found = g_steal_pointer(&candidates[i]);
    g_free(candidates[i]);
  }
  return found;
}
