/* The list of readers. */
#include "core/input/reader.h"

#include <string.h>

const UlpReader *const ulp_readers[] = {
#define ULP_READER(id) &ulp_reader_##id,
#include "core/input/readers.def"
#undef ULP_READER
    NULL};

char *ulp_reader_endings(void) {
  GString *endings = g_string_new(NULL);
  for (guint i = 0; ulp_readers[i] != NULL; i++)
    g_string_append_printf(endings, " %s", ulp_readers[i]->ending);
  return g_string_free(endings, FALSE);
}

const UlpReader *ulp_reader_find(const char *name) {
  const gsize length = strlen(name);
  for (guint i = 0; ulp_readers[i] != NULL; i++) {
    const gsize ending = strlen(ulp_readers[i]->ending);
    if (length > ending && g_ascii_strcasecmp(name + length - ending, ulp_readers[i]->ending) == 0)
      return ulp_readers[i];
  }
  return NULL;
}
