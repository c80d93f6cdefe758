/* The raw reader: type, byte order, offset and count against the size; and checkpoints, which are refused. */
#include "recorded.h"

static const guint8 bytes[] = {0x3f, 0x80, 0x40, 0x00, 0x40, 0x40, 0x00, 0x00, 0x00, 0x00, 0x40, 0x80};

static void test_read(void) {
  static const struct {
    const char *spec, *values;
    gsize size;
  } cases[] = {
      {"x.raw:type=bf16:endian=big", "1 2 3 0 0 4", 12},
      {"x.bin:type=uint8:offset=9", "0 64 128", 12},
      {"x.raw:type=uint8:count=2", "63 128", 12},
      {"x.raw:type=int16:endian=big:offset=3:count=1", "64", 12},
      {"x.raw:type=fp32:endian=big:count=1:offset=4:format=fp64", "3", 4 + 4}, /* 0x40400000 */
      {"x.raw:type=e2m1:count=3", "-6 1.5 0", 12},                             /* the first in the lowest bits */
      {"x.raw:type=e3m2", "-28 0 0.5 2", 3},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    ReadArray array = read_ok(cases[i].spec, bytes, cases[i].size);
    g_autofree char *values = values_text(&array);
    g_assert_cmpstr(values, ==, cases[i].values);
    read_array_clear(&array);
  }
}

static void test_refused(void) {
  static const struct {
    const char *spec;
    int code;
    const char *words;
  } cases[] = {
      {"x.raw", ULP_ERROR_USAGE, "x.raw|:type=FORMAT"},
      {"x.raw:type=fp64", ULP_ERROR_INPUT, "12 bytes|64 bits"},
      {"x.raw:type=fp32:offset=13", ULP_ERROR_INPUT, "13|12 bytes"},
      {"x.raw:type=fp32:offset=12", ULP_ERROR_INPUT, "at least one"},
      {"x.raw:type=fp32:offset=1", ULP_ERROR_INPUT, "11 bytes|32 bits"},
      {"x.raw:type=fp32:count=4", ULP_ERROR_INPUT, "12 bytes|offset 0|expected 4"},
      {"x.raw:type=fp32:offset=4:count=3", ULP_ERROR_INPUT, "8 bytes|offset 4|expected 3"},
      {"x.raw:type=fp32:count=4611686018427387904", ULP_ERROR_INPUT, "12 bytes"}, /* 4 times that wraps to 0 */
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++)
    assert_bytes_refused(cases[i].spec, bytes, sizeof bytes, cases[i].code, cases[i].words);
  assert_bytes_refused("x.raw#a:type=fp32", bytes, sizeof bytes, ULP_ERROR_USAGE, "“a”|no name");
  static const char *const wrong[] = {"x.raw:type=none", "x.raw:offset=-1", "x.raw:count=1.5", "x.raw:endian=both"};
  for (guint i = 0; i < G_N_ELEMENTS(wrong); i++)
    g_assert_null(ulp_file_spec_parse(wrong[i], NULL));
}

static void test_checkpoints(void) {
  static const char *const names[] = {"x.pt", "x.pth", "x.ckpt", "x.pkl"};
  for (guint i = 0; i < G_N_ELEMENTS(names); i++)
    assert_bytes_refused(names[i], "PK\3\4", 4, ULP_ERROR_INPUT, "pickle|never read|safetensors.torch.save_file");
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/input/raw/read", test_read);
  g_test_add_func("/input/raw/refused", test_refused);
  g_test_add_func("/input/raw/checkpoints", test_checkpoints);
  return g_test_run();
}
