#include "core/base/memory.h"

#include <string.h>

#define WORTH_ASKING (G_GUINT64_CONSTANT(1) << 26) /* bytes */

/* Bytes that can be had without swapping, as Linux estimates them; everything where there is no estimate. */
static guint64 available_bytes(void) {
  static const char key[] = "MemAvailable:";
  g_autofree char *text = NULL;
  if (!g_file_get_contents("/proc/meminfo", &text, NULL, NULL))
    return G_MAXUINT64;
  const char *line = strstr(text, key);
  return line ? g_ascii_strtoull(line + strlen(key), NULL, 10) * 1024 : G_MAXUINT64; /* "kB" there means 1024 */
}

gboolean ulp_memory_is_left(guint64 bytes) { return bytes <= available_bytes(); }

gpointer ulp_try_allocate(guint64 count, gsize bytes) {
  gsize size;
  if (!g_size_checked_mul(&size, MAX(count, 1), bytes) || (size >= WORTH_ASKING && size > available_bytes()))
    return NULL;
  return g_try_malloc(size);
}
