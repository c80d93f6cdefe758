/* FILE#MEMBER:KEY=VALUE: parsed and printed without touching a file. */
#include "core/base/error.h"
#include "core/input/file-spec.h"
#include "core/input/input-spec.h"

#include <string.h>

static void test_parts(void) {
  static const struct {
    const char *text, *path, *member, *printed; /* printed NULL: as it was typed */
    UlpFormat format;
    gboolean known;
  } cases[] = {
      {"x.csv", "x.csv", NULL, NULL, 0, TRUE},
      {"x.safetensors#a.b/c:format=fp32", "x.safetensors", "a.b/c", NULL, ULP_FORMAT_FP32, TRUE},
      {"a.npz#x:type=E4M3", "a.npz", "x", NULL, 0, TRUE},
      {"a.bin:count=2^4:type=fp16", "a.bin", NULL, "a.bin:type=fp16:count=2^4", 0, TRUE},
      {"X.NPY", "X.NPY", NULL, NULL, 0, TRUE},
      {"x.npy:format=fp32", "x.npy", NULL, NULL, ULP_FORMAT_FP32, TRUE},
      {"x.npy:format=FP64", "x.npy", NULL, "x.npy:format=fp64", ULP_FORMAT_FP64, TRUE},
      {"a:b=c.CSV:format=fp32", "a:b=c.CSV", NULL, NULL, ULP_FORMAT_FP32, TRUE},
      {"x.csv#time", "x.csv", "time", NULL, 0, TRUE},
      {"x.csv#2:format=fp32", "x.csv", "2", NULL, ULP_FORMAT_FP32, TRUE},
      {"x.csv#a:b", "x.csv", "a:b", NULL, 0, TRUE},
      {"x.csv#a:b:missing=skip:decimal=comma", "x.csv", "a:b", "x.csv#a:b:decimal=comma:missing=skip", 0, TRUE},
      {"x.csv#y.csv", "x.csv", "y.csv", NULL, 0, TRUE},
      {"x.csv#a#b", "x.csv", "a#b", NULL, 0, TRUE},
      {"a#b.csv", "a#b.csv", NULL, NULL, 0, TRUE},
      {"dir.csv/y.npy", "dir.csv/y.npy", NULL, NULL, 0, TRUE},
      {"x.csv:y.csv", "x.csv:y.csv", NULL, NULL, 0, TRUE},
      {"x.csv:header=auto", "x.csv", NULL, "x.csv", 0, TRUE},
      {"./x.txt:format=fp32", "./x.txt:format=fp32", NULL, NULL, 0, FALSE},
      {"/", "/", NULL, NULL, 0, FALSE},
      {"/tmp/folder.csv/", "/tmp/folder.csv/", NULL, NULL, 0, FALSE},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(GError) error = NULL;
    g_assert_true(ulp_file_spec_is(cases[i].text));
    g_autoptr(UlpFileSpec) spec = ulp_file_spec_parse(cases[i].text, &error);
    g_assert_no_error(error);
    g_assert_cmpstr(spec->path, ==, cases[i].path);
    g_assert_cmpstr(spec->member, ==, cases[i].member);
    g_assert_cmpuint(spec->format, ==, cases[i].format);
    g_assert_true((spec->reader != NULL) == cases[i].known);
    g_autoptr(UlpFileSpec) copy = ulp_file_spec_copy(spec);
    g_autofree char *printed = ulp_file_spec_text(copy);
    g_assert_cmpstr(printed, ==, cases[i].printed != NULL ? cases[i].printed : cases[i].text);
  }
  static const char *const others[] = {"uniform", "x.txt", "notes", ".csv", "x.csvx", "x.csv:2", ""};
  for (guint i = 0; i < G_N_ELEMENTS(others); i++)
    g_assert_false(ulp_file_spec_is(others[i]));
}

static void test_refused(void) {
  static const char *const cases[][2] = {
      {"x.npy:n=3", "x.npy|n=3|format=fp32"},
      {"./x.csv:n=3:format=fp32", "x.csv|n=3|format=fp32|separator=auto|comma|missing=refuse"},
      {"x.npy:missing=skip", "missing=skip|format=fp32"},
      {"x.npy:format=fp16", "fp16|fp32"},
      {"x.csv:missing=never", "missing|never|skip"},
      {"x.csv:missing=skip:missing=nan", "missing|twice"},
      {"x.csv:format=fp32:format=fp32", "format|twice"},
      {"x.csv#", "nothing"},
      {"x.csv#:format=fp32", "nothing"},
      {"x.csv:header=yes:", "found"},
      {"x\xff.csv:n\xff=3", "x"},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(GError) error = NULL;
    g_assert_null(ulp_input_spec_parse(cases[i][0], &error));
    g_test_message("%s", error->message);
    g_assert_error(error, ULP_ERROR, ULP_ERROR_USAGE);
    g_assert_true(g_utf8_validate(error->message, -1, NULL));
    g_auto(GStrv) parts = g_strsplit(cases[i][1], "|", -1);
    for (guint j = 0; parts[j] != NULL; j++)
      g_assert_nonnull(strstr(error->message, parts[j]));
  }
}

/* What is typed is looked at, not what it names: a name of any length, of any bytes, of a file that cannot be there. */
static void test_no_file(void) {
  static const char *const generators[] = {"uniform", "uniform:n=3:format=fp64"};
  for (guint i = 0; i < G_N_ELEMENTS(generators); i++) {
    g_autoptr(UlpInputSpec) spec = ulp_input_spec_parse(generators[i], NULL);
    g_assert_true(spec->generated && spec->file == NULL);
  }
  static const char *const texts[] = {"/nowhere/X.NPY",    "X.NPY",      "x.npy:format=fp32",
                                      "/dev/zero/x.csv#2", "none.csv#*", "./uniform"};
  for (guint i = 0; i < G_N_ELEMENTS(texts); i++) {
    g_autoptr(GError) error = NULL;
    g_autoptr(UlpInputSpec) spec = ulp_input_spec_parse(texts[i], &error);
    g_assert_no_error(error);
    g_assert_true(!spec->generated && spec->file != NULL);
  }
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/input/file-spec/parts", test_parts);
  g_test_add_func("/input/file-spec/refused", test_refused);
  g_test_add_func("/input/file-spec/no-file", test_no_file);
  return g_test_run();
}
