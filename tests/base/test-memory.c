/* Allocation that refuses what is not there. */
#include "core/base/memory.h"

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

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/base/memory/allocate", test_allocate);
  g_test_add_func("/base/memory/refuse", test_refuse);
  return g_test_run();
}
