/* fuzz-tables [SEED [RUNS]]: a long run of test-fuzz's mutations, best under the sanitizers; not part of ctest. */
#include "fuzz.h"

int main(int argc, char **argv) {
  const guint64 seed = argc > 1 ? g_ascii_strtoull(argv[1], NULL, 10) : 1;
  const guint64 runs = argc > 2 ? g_ascii_strtoull(argv[2], NULL, 10) : 1000000;
  g_print("seed %" G_GUINT64_FORMAT ": %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT " mutated files were valid\n", seed,
          fuzz_run(seed, runs), runs);
  return 0;
}
