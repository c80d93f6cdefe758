/* Philox4x32-10 against the known answers of Random123 (kat_vectors, D. E. Shaw Research). */
#include "core/input/random.h"

#include <glib.h>

static void test_known_answers(void) {
  static const struct {
    guint32 counter[4], key[2], result[4];
  } vectors[] = {
      {{0, 0, 0, 0}, {0, 0}, {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}},
      {{0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff},
       {0xffffffff, 0xffffffff},
       {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}},
      {{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344},
       {0xa4093822, 0x299f31d0},
       {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}},
  };
  for (guint i = 0; i < G_N_ELEMENTS(vectors); i++) {
    const UlpRandom counter = {
        {vectors[i].counter[0], vectors[i].counter[1], vectors[i].counter[2], vectors[i].counter[3]}};
    const UlpRandom result = ulp_philox(counter, vectors[i].key[0], vectors[i].key[1]);
    for (guint w = 0; w < 4; w++)
      g_assert_cmphex(result.word[w], ==, vectors[i].result[w]);
  }
}

/* Index, block, domain and seed each reach their own words of counter and key. */
static void test_words(void) {
  const UlpRandom counter = {{0x89abcdef, 0x01234567, 7, 5}};
  const UlpRandom expected = ulp_philox(counter, 0x76543210, 0xfedcba98);
  const UlpRandom result = ulp_random_in(5, 0xfedcba9876543210, 0x0123456789abcdef, 7);
  for (guint w = 0; w < 4; w++)
    g_assert_cmphex(result.word[w], ==, expected.word[w]);
  const UlpRandom zero = ulp_random(0, 0, 0);
  g_assert_cmphex(ulp_random_low(zero), ==, 0xe169c58d6627e8d5);
  g_assert_cmphex(ulp_random_high(zero), ==, 0x9b00dbd8bc57ac4c);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/input/random/known-answers", test_known_answers);
  g_test_add_func("/input/random/words", test_words);
  return g_test_run();
}
