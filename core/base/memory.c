#include "core/base/memory.h"

#include "core/base/memory-private.h"

#include <malloc.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#define MEBI (G_GUINT64_CONSTANT(1) << 20)

/* What is not taken of each limit: by the program's small things, which GLib ends the program for, and by others. */
#define GROUP_HEADROOM (8 * MEBI)
#define MACHINE_HEADROOM (64 * MEBI)
#define RLIMIT_HEADROOM (16 * MEBI)

#define MOST_GRANTED (64 * MEBI) /* to pieces, between two looks at the limits */

static guint64 less(guint64 left, guint64 headroom) { return left == G_MAXUINT64 ? left : left - MIN(left, headroom); }

guint64 ulp_memory_left_in_machine(const char *root) {
  static const char key[] = "MemAvailable:";
  g_autofree char *path = g_strconcat(root, "/proc/meminfo", NULL), *text = NULL;
  if (!g_file_get_contents(path, &text, NULL, NULL))
    return G_MAXUINT64;
  const char *line = strstr(text, key);
  return line ? g_ascii_strtoull(line + strlen(key), NULL, 10) * 1024 : G_MAXUINT64; /* "kB" there means 1024 */
}

/* proc(5): size, resident, shared, text, lib, data, in pages. */
guint64 ulp_memory_left_in_rlimits(const char *root, guint64 address_space, guint64 data) {
  if (address_space == G_MAXUINT64 && data == G_MAXUINT64)
    return G_MAXUINT64;
  guint64 pages[6] = {0};
  g_autofree char *path = g_strconcat(root, "/proc/self/statm", NULL), *text = NULL;
  const char *at = g_file_get_contents(path, &text, NULL, NULL) ? text : "";
  for (guint i = 0; i < G_N_ELEMENTS(pages); i++)
    pages[i] = g_ascii_strtoull(at, (char **)&at, 10);
  const guint64 page = (guint64)sysconf(_SC_PAGESIZE);
  return MIN(less(address_space, pages[0] * page), less(data, pages[5] * page));
}

static guint64 soft_limit(__rlimit_resource_t resource) {
  struct rlimit limit;
  return getrlimit(resource, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY ? limit.rlim_cur : G_MAXUINT64;
}

/* A thread's stack takes address space too, and each processor may get one. */
static guint64 left_in_rlimits(void) {
  const guint64 left = ulp_memory_left_in_rlimits("", soft_limit(RLIMIT_AS), soft_limit(RLIMIT_DATA));
  if (left == G_MAXUINT64)
    return left;
  const guint64 stack = MIN(soft_limit(RLIMIT_STACK), 8 * MEBI);
  return less(left, RLIMIT_HEADROOM + MIN(g_get_num_processors() * stack, left / 2));
}

void ulp_memory_share_heap(void) {
#ifdef M_ARENA_MAX
  if (soft_limit(RLIMIT_AS) != G_MAXUINT64)
    mallopt(M_ARENA_MAX, 1);
#endif
}

guint64 ulp_memory_left(void) {
  const guint64 group = less(ulp_memory_left_in_groups(""), GROUP_HEADROOM);
  const guint64 machine = less(ulp_memory_left_in_machine(""), MACHINE_HEADROOM);
  return MIN(MIN(group, machine), left_in_rlimits());
}

gboolean ulp_memory_is_left(guint64 bytes) {
  static GMutex mutex;
  static guint64 granted;
  g_mutex_lock(&mutex);
  if (bytes > granted) {
    const guint64 left = ulp_memory_left();
    granted = bytes <= left ? MAX(bytes, MIN(left / 16, MOST_GRANTED)) : 0;
  }
  const gboolean fits = bytes <= granted;
  granted -= fits ? bytes : 0;
  g_mutex_unlock(&mutex);
  return fits;
}

gpointer ulp_try_allocate(guint64 count, gsize bytes) {
  gsize size;
  if (!g_size_checked_mul(&size, MAX(count, 1), bytes) || (size >= ULP_MEMORY_WORTH_ASKING && size > ulp_memory_left()))
    return NULL;
  return g_try_malloc(size);
}

char *ulp_memory_text(guint64 bytes) {
  static const char *const units[] = {"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  double amount = (double)bytes / 1024;
  guint unit = 0;
  for (; amount >= 999.5 && unit + 1 < G_N_ELEMENTS(units); unit++)
    amount /= 1024;
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  return g_strdup_printf("%s %s", g_ascii_formatd(number, sizeof number, amount < 9.95 ? "%.1f" : "%.0f", amount),
                         units[unit]);
}
