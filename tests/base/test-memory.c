/* Allocation that refuses what is not there. */
#include "core/base/memory.h"

#include <stdlib.h>
#include <string.h>

static void test_allocate(void) {
  g_autofree guint8 *nothing = ulp_try_allocate(0, 8), *array = ulp_try_allocate(1000, 8);
  g_assert_nonnull(nothing);
  g_assert_nonnull(array);
  array[7999] = 1; /* a sanitizer sees its end */
}

static void test_refuse(void) {
  g_assert_null(ulp_try_allocate(G_MAXUINT64, 8));
  g_assert_null(ulp_try_allocate((guint64)1 << 61, 8)); /* 2^64 bytes */
  /* The system itself would lend all of it, one half after the other, and more. */
  g_autofree char *text = NULL;
  if (!g_file_get_contents("/proc/meminfo", &text, NULL, NULL)) {
    g_test_skip("no estimate of the memory here");
    return;
  }
  const char *available = g_strrstr(text, "MemAvailable:");
  const guint64 kibibytes = g_ascii_strtoull(available + 13, NULL, 10);
  g_assert_null(ulp_try_allocate(kibibytes * 2, 1024));
  gpointer half = ulp_try_allocate(kibibytes / 2, 1024); /* never touched */
  g_assert_nonnull(half);
  g_free(half);
}

/* Bytes that /proc/meminfo has behind `key`; 0 where there are none. */
static guint64 bytes_of(const char *key) {
  g_autofree char *text = NULL;
  if (!g_file_get_contents("/proc/meminfo", &text, NULL, NULL))
    return 0;
  const char *line = g_strrstr(text, key);
  return line ? g_ascii_strtoull(line + strlen(key), NULL, 10) * 1024 : 0;
}

/* What the kernel grants, as most of it may never be touched, is refused all the same when it is not there. */
static void test_refuse_granted(void) {
  const guint64 available = bytes_of("MemAvailable:"), total = bytes_of("MemTotal:");
  const guint64 between = available + (total - available) / 2;
  if (total < available + (G_GUINT64_CONSTANT(1) << 28)) {
    g_test_skip("hardly any memory is in use");
    return;
  }
  void *granted = malloc(between);
  if (granted == NULL) {
    g_test_skip("the kernel does not grant it either");
    return;
  }
  free(granted);
  g_assert_null(ulp_try_allocate(between, 1));
  g_assert_false(ulp_memory_is_left(between));
  g_assert_true(ulp_memory_is_left(1 << 20));
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/base/memory/allocate", test_allocate);
  g_test_add_func("/base/memory/refuse", test_refuse);
  g_test_add_func("/base/memory/refuse-granted", test_refuse_granted);
  return g_test_run();
}
