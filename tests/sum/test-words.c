/* What people read for algorithms and classes: a simulation says that it is one, a class says what it promises. */
#include "core/sum/algorithm.h"

static void check(char *(*words)(const char *), const char *text, const char *expected) {
  g_autofree char *found = words(text);
  g_assert_cmpstr(found, ==, expected);
}

static void test_algorithms(void) {
  check(ulp_algorithm_words, "unordered-sim", "unordered-sim (simulated schedule)");
  check(ulp_algorithm_words, "unordered-sim:seed=2", "unordered-sim:seed=2 (simulated schedule)");
  check(ulp_algorithm_words, "unordered", "unordered");
  check(ulp_algorithm_words, "strided:grid=4", "strided:grid=4");
  check(ulp_algorithm_words, "no-such", "no-such");
}

static void test_every_simulation(void) {
  for (guint i = 0; ulp_algorithms[i]; i++) {
    g_autofree char *words = ulp_algorithm_words(ulp_algorithms[i]->id);
    g_assert_cmpint(g_str_has_suffix(words, "(simulated schedule)"), ==,
                    ulp_algorithms[i]->merge == ULP_MERGE_SHUFFLED);
  }
}

static void test_classes(void) {
  check(ulp_determinism_words, "none", "may differ from run to run");
  check(ulp_determinism_words, "everywhere", "the same bits on every device");
  check(ulp_determinism_words, "order-independent", "the same bits in any order of the elements");
  check(ulp_determinism_words, "other", "other");
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/sum/words/algorithms", test_algorithms);
  g_test_add_func("/sum/words/every-simulation", test_every_simulation);
  g_test_add_func("/sum/words/classes", test_classes);
  return g_test_run();
}
