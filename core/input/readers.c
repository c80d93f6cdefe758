/* The list of readers. */
#include "core/input/reader.h"

const UlpReader *const ulp_readers[] = {
#define ULP_READER(id) &ulp_reader_##id,
#include "core/input/readers.def"
#undef ULP_READER
    NULL};

char *ulp_reader_endings(void) {
  GString *endings = g_string_new(NULL);
  for (guint i = 0; ulp_readers[i] != NULL; i++)
    for (guint k = 0; ulp_readers[i]->endings[k] != NULL; k++)
      g_string_append_printf(endings, " %s", ulp_readers[i]->endings[k]);
  return g_string_free(endings, FALSE);
}
