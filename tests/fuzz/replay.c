/* replay FOLDER...: every file of the folders through one target, once. */
#include "fuzz.h"

#include <stdio.h>

int main(int argc, char **argv) {
  guint files = 0;
  for (int i = 1; i < argc; i++) {
    g_autoptr(GError) error = NULL;
    g_autoptr(GDir) folder = g_dir_open(argv[i], 0, &error);
    g_assert_no_error(error);
    for (const char *name; (name = g_dir_read_name(folder)) != NULL; files++) {
      g_autofree char *path = g_build_filename(argv[i], name, NULL), *bytes = NULL;
      gsize size;
      g_file_get_contents(path, &bytes, &size, &error);
      g_assert_no_error(error);
      g_autofree uint8_t *block = g_memdup2(bytes, size); /* without the NUL after it */
      printf("%s\n", path);
      fflush(stdout);
      LLVMFuzzerTestOneInput(block, size);
    }
  }
  printf("%u files\n", files);
  return files > 0 ? 0 : 1;
}
