/* Limits of memory as Linux states them, and allocation that refuses what is not there. */
#include "core/base/memory.h"
#include "core/base/memory-private.h"

#include <glib/gstdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#define MEBI (G_GUINT64_CONSTANT(1) << 20)

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
  const guint64 left = ulp_memory_left();
  if (left == G_MAXUINT64) {
    g_test_skip("no limit of memory is known here");
    return;
  }
  g_assert_null(ulp_try_allocate(left / 1024 * 2, 1024));
  gpointer half = ulp_try_allocate(left / 1024 / 2, 1024); /* never touched */
  g_assert_nonnull(half);
  g_free(half);
}

/* -- files of another machine ------------------------------------------------------------------------------------- */

typedef struct {
  char *root;
} Fixture;

static void set_up(Fixture *fixture, gconstpointer data) { fixture->root = g_dir_make_tmp("ulp-memory-XXXXXX", NULL); }

static void remove_tree(const char *path) {
  g_autoptr(GDir) folder = g_dir_open(path, 0, NULL);
  for (const char *name; folder && (name = g_dir_read_name(folder));) {
    g_autofree char *below = g_build_filename(path, name, NULL);
    remove_tree(below);
  }
  g_remove(path);
}

static void tear_down(Fixture *fixture, gconstpointer data) {
  remove_tree(fixture->root);
  g_free(fixture->root);
}

static void put(const Fixture *fixture, const char *path, const char *text) {
  g_autofree char *whole = g_strconcat(fixture->root, path, NULL), *folder = g_path_get_dirname(whole);
  g_assert_cmpint(g_mkdir_with_parents(folder, 0700), ==, 0);
  g_assert_true(g_file_set_contents(whole, text, -1, NULL));
}

static void assert_left(const Fixture *fixture, guint64 bytes) {
  g_assert_cmpuint(ulp_memory_left_in_groups(fixture->root), ==, bytes);
}

#define UNIFIED "30 23 0:28 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw,nsdelegate\n"

static void test_none(Fixture *fixture, gconstpointer data) {
  assert_left(fixture, G_MAXUINT64);
  put(fixture, "/proc/self/cgroup", "0::/a\n");
  assert_left(fixture, G_MAXUINT64); /* no mountinfo */
  put(fixture, "/proc/self/mountinfo", "22 1 8:1 / / rw - ext4 /dev/sda1 rw\n\nnonsense\n");
  assert_left(fixture, G_MAXUINT64); /* no such mount */
  put(fixture, "/proc/self/mountinfo", UNIFIED);
  assert_left(fixture, G_MAXUINT64); /* no such group */
}

/* A group, one above it with less left, and one above that without a limit. */
static void test_unified(Fixture *fixture, gconstpointer data) {
  put(fixture, "/proc/self/cgroup", "0::/a/b/c\n");
  put(fixture, "/proc/self/mountinfo", "22 1 8:1 / / rw shared:1 - ext4 /dev/sda1 rw\n" UNIFIED);
  put(fixture, "/sys/fs/cgroup/a/b/c/memory.max", "1000000\n");
  assert_left(fixture, 1000000); /* no usage known */
  put(fixture, "/sys/fs/cgroup/a/b/c/memory.current", "400000\n");
  assert_left(fixture, 600000);
  put(fixture, "/sys/fs/cgroup/a/b/c/memory.stat", "anon 1\nfile 9\nactive_file 20000\ninactive_file 50000\nslab 7\n");
  assert_left(fixture, 600000 + 50000 + 10000); /* inactive_file and half of active_file can be had back */
  put(fixture, "/sys/fs/cgroup/a/b/c/memory.high", "900000\n");
  assert_left(fixture, 560000);
  put(fixture, "/sys/fs/cgroup/a/b/c/memory.high", "max\n");
  assert_left(fixture, 660000);
  put(fixture, "/sys/fs/cgroup/a/b/memory.max", "max\n");
  put(fixture, "/sys/fs/cgroup/a/b/memory.current", "999999999\n");
  assert_left(fixture, 660000);
  put(fixture, "/sys/fs/cgroup/a/memory.max", "2000000\n");
  put(fixture, "/sys/fs/cgroup/a/memory.current", "1999000\n");
  assert_left(fixture, 1000);
  put(fixture, "/sys/fs/cgroup/a/memory.current", "3000000\n"); /* more than the limit */
  assert_left(fixture, 0);
}

/* What a container sees: its own group at the top, by that name or by the one that it has outside. */
static void test_container(Fixture *fixture, gconstpointer data) {
  put(fixture, "/sys/fs/cgroup/memory.max", "1000\n");
  put(fixture, "/proc/self/mountinfo", UNIFIED);
  put(fixture, "/proc/self/cgroup", "0::/\n");
  assert_left(fixture, 1000);
  put(fixture, "/proc/self/cgroup", "0::/../outside\n");
  assert_left(fixture, 1000);
  put(fixture, "/proc/self/cgroup", "0::/docker/1f/job\n");
  put(fixture, "/proc/self/mountinfo", "30 23 0:28 /docker/1f /sys/fs/cgroup rw - cgroup2 cgroup rw\n");
  assert_left(fixture, 1000);
  put(fixture, "/sys/fs/cgroup/job/memory.max", "10\n");
  assert_left(fixture, 10);
}

/* Version 1 beside version 2, which has no memory of its own here. */
static void test_separate(Fixture *fixture, gconstpointer data) {
  put(fixture, "/proc/self/cgroup", "5:cpu,cpuacct:/x\n4:memory:/jobs/7\n1:name=systemd:/memory\n0::/\n");
  put(fixture, "/proc/self/mountinfo",
      "34 31 0:31 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu,cpuacct\n"
      "35 31 0:32 / /sys/fs/cgroup/my\\040memory rw - cgroup cgroup rw,memory\n"
      "41 31 0:38 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n");
#define MEMORY "/sys/fs/cgroup/my memory"
  put(fixture, MEMORY "/memory.limit_in_bytes", "9223372036854771712\n"); /* no limit */
  put(fixture, MEMORY "/jobs/memory.limit_in_bytes", "500000\n");
  put(fixture, MEMORY "/jobs/memory.usage_in_bytes", "100000\n");
  assert_left(fixture, 400000);
  put(fixture, MEMORY "/jobs/7/memory.limit_in_bytes", "300000\n");
  put(fixture, MEMORY "/jobs/7/memory.usage_in_bytes", "90000\n");
  assert_left(fixture, 210000);
  put(fixture, MEMORY "/jobs/7/memory.stat",
      "inactive_file 1\nhierarchical_memory_limit 300000\ntotal_inactive_file 4000\ntotal_active_file 2000\n");
  assert_left(fixture, 215000);
  put(fixture, MEMORY "/jobs/7/memory.stat", "hierarchical_memory_limit 200000\n"); /* of a group that is not seen */
  assert_left(fixture, 110000);
}

static void test_machine(Fixture *fixture, gconstpointer data) {
  g_assert_cmpuint(ulp_memory_left_in_machine(fixture->root), ==, G_MAXUINT64);
  put(fixture, "/proc/meminfo", "MemTotal:       100 kB\nMemAvailable:   50 kB\n");
  g_assert_cmpuint(ulp_memory_left_in_machine(fixture->root), ==, 51200);
}

static void test_rlimits(Fixture *fixture, gconstpointer data) {
  const guint64 page = (guint64)sysconf(_SC_PAGESIZE), none = G_MAXUINT64;
  g_assert_cmpuint(ulp_memory_left_in_rlimits(fixture->root, none, none), ==, none);
  g_assert_cmpuint(ulp_memory_left_in_rlimits(fixture->root, 7 * page, none), ==, 7 * page);
  put(fixture, "/proc/self/statm", "30 20 10 5 0 8 0\n");
  g_assert_cmpuint(ulp_memory_left_in_rlimits(fixture->root, 100 * page, none), ==, 70 * page);
  g_assert_cmpuint(ulp_memory_left_in_rlimits(fixture->root, none, 100 * page), ==, 92 * page);
  g_assert_cmpuint(ulp_memory_left_in_rlimits(fixture->root, 100 * page, 40 * page), ==, 32 * page);
  g_assert_cmpuint(ulp_memory_left_in_rlimits(fixture->root, 29 * page, none), ==, 0);
}

/* This very process, in the last test: it lives on under its limit. */
static void test_here(void) {
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  struct rlimit limit;
  g_assert_cmpint(getrlimit(RLIMIT_AS, &limit), ==, 0);
  const guint64 taken = 1024 * MEBI - ulp_memory_left_in_rlimits("", 1024 * MEBI, G_MAXUINT64);
  g_assert_cmpuint(taken, <, 1024 * MEBI);
  limit.rlim_cur = MIN(limit.rlim_cur, taken + 200 * MEBI);
  g_assert_cmpint(setrlimit(RLIMIT_AS, &limit), ==, 0);
  g_assert_cmpuint(ulp_memory_left(), <, 200 * MEBI);
  g_assert_false(ulp_memory_is_left(200 * MEBI));
  g_assert_null(ulp_try_allocate(200, MEBI));
  g_autofree char *some = ulp_try_allocate(50, MEBI);
  g_assert_nonnull(some);
#else
  g_test_skip("a sanitizer takes all of the address space");
#endif
}

static void assert_text(guint64 bytes, const char *expected) {
  g_autofree char *text = ulp_memory_text(bytes);
  g_assert_cmpstr(text, ==, expected);
}

static void test_text(void) {
  assert_text(0, "0.0 KiB");
  assert_text(1536, "1.5 KiB");
  assert_text(300 * MEBI, "300 MiB");
  assert_text(1023 * MEBI, "1.0 GiB");
  assert_text(1229 * MEBI, "1.2 GiB");
  assert_text(G_MAXUINT64, "16 EiB");
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
  g_test_add_func("/base/memory/text", test_text);
#define ADD(name, test) g_test_add("/base/memory/" name, Fixture, NULL, set_up, test, tear_down)
  ADD("none", test_none);
  ADD("unified", test_unified);
  ADD("container", test_container);
  ADD("separate", test_separate);
  ADD("machine", test_machine);
  ADD("rlimits", test_rlimits);
  g_test_add_func("/base/memory/here", test_here);
  g_test_add_func("/base/memory/refuse-granted", test_refuse_granted);
  return g_test_run();
}
