/* Some thousand mutated exports; fuzz-tables runs more. */
#include "fuzz.h"

static void test_mutations(void) {
  const guint64 runs = 10000, valid = fuzz_run(1, runs);
  g_test_message("%" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT " mutated files were valid", valid, runs);
  g_assert_cmpuint(valid, >, runs / 50); /* both outcomes are really exercised */
  g_assert_cmpuint(valid, <, runs / 2);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/table/fuzz/mutations", test_mutations);
  return g_test_run();
}
