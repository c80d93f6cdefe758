/* Some thousand mutated files; fuzz-readers runs more. */
#include "fuzz.h"

static void test_seeds(void) {
  g_autoptr(GPtrArray) seeds = fuzz_seeds();
  for (guint i = 0; i < seeds->len; i++) {
    const FuzzSeed *seed = g_ptr_array_index(seeds, i);
    g_assert_true(fuzz_read(seed->spec, seed->file, 0));
  }
}

static void test_mutations(void) {
  const guint64 runs = 20000, valid = fuzz_run(1, runs);
  g_test_message("%" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT " mutated files were valid", valid, runs);
  g_assert_cmpuint(valid, >, runs / 50); /* both outcomes are really exercised */
  g_assert_cmpuint(valid, <, runs / 2);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/input/fuzz/seeds", test_seeds);
  g_test_add_func("/input/fuzz/mutations", test_mutations);
  return g_test_run();
}
