/* Names with what does things to a terminal. */
#include "core/base/name.h"

static void test_shown(void) {
  static const char *const names[][2] = {
      {"", ""},
      {"plain name.csv", "plain name.csv"},
      {"µ – 東京.csv", "µ – 東京.csv"},
      {"back\\slash", "back\\slash"},
      {"a\nb\rc\td", "a\\nb\\rc\\td"},
      {"\x1b[31mred\x07\x7f", "\\x1b[31mred\\x07\\x7f"},
      {"\xc2\x9b"
       "31m",
       "\\u{9b}31m"}, /* CSI in one character */
      {"\xe2\x80\xae"
       "vsc",
       "\\u{202e}vsc"},              /* right-to-left override */
      {"\xe2\x80\xa8", "\\u{2028}"}, /* line separator */
      {"latin \xe9 and \xff", "latin \\xe9 and \\xff"},
      {"cut \xe2\x80", "cut \\xe2\\x80"},
      {"long \xc1\x81", "long \\xc1\\x81"},
  };
  for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
    g_autofree char *shown = ulp_name_shown(names[i][0]);
    g_assert_cmpstr(shown, ==, names[i][1]);
  }
}

static void test_meant(void) {
  static const char *const names[] = {"kahan", "kahan-tree", "pairwise", "fp16", "fp32", NULL};
  static const char *const typed[][2] = {{"kahn", "kahan"},
                                         {"Kahan", "kahan"},
                                         {"kahan_tree", "kahan-tree"},
                                         {"pariwise", "pairwise"},
                                         {"fp17", "fp16"},
                                         {"fp23", "fp32"},
                                         {"xyz", NULL},
                                         {"", NULL},
                                         {"ka", NULL},
                                         {"an answer much longer than any name of a thing", NULL}};
  for (guint i = 0; i < G_N_ELEMENTS(typed); i++)
    g_assert_cmpstr(ulp_name_meant(typed[i][0], names), ==, typed[i][1]);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/base/name/shown", test_shown);
  g_test_add_func("/base/name/meant", test_meant);
  return g_test_run();
}
