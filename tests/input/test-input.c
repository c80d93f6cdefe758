/* Specifications, lazily made data, hashes, cancellation and files as inputs. */
#include "npy-file.h"

#include "core/base/error.h"
#include "core/input/file.h"
#include "core/input/input.h"

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

static UlpInput *open_ok(const char *spec, guint64 seed, guint64 default_count) {
  g_autoptr(GError) error = NULL;
  UlpInput *input = ulp_input_open(spec, seed, default_count, NULL, &error);
  g_assert_no_error(error);
  return input;
}

/* One line with every word of `words`, separated by '|'. */
static void assert_refused(const char *spec, int code, const char *words) {
  g_autoptr(GError) error = NULL;
  g_assert_null(ulp_input_open(spec, 1, 10, NULL, &error));
  g_test_message("%s -> %s", spec, error->message);
  g_assert_error(error, ULP_ERROR, code);
  g_assert_null(strchr(error->message, '\n'));
  g_auto(GStrv) parts = g_strsplit(words, "|", -1);
  for (guint i = 0; parts[i] != NULL; i++)
    g_assert_nonnull(strstr(error->message, parts[i]));
}

static char *temporary_file(const char *folder, const char *name, const char *contents, gssize length) {
  char *path = g_build_filename(folder, name, NULL);
  g_assert_true(g_file_set_contents(path, contents, length, NULL));
  return path;
}

static void test_spec(void) {
  g_autoptr(UlpInput) uniform = open_ok("uniform:n=1e3", 7, 10);
  g_assert_cmpstr(ulp_input_describe(uniform), ==, "uniform:n=1000:format=fp32, seed 7");
  const UlpGenerateJob *job = ulp_input_job(uniform);
  g_assert_cmpuint(job->generator, ==, ULP_GENERATOR_UNIFORM);
  g_assert_cmpuint(job->format, ==, ULP_FORMAT_FP32);
  g_assert_cmpuint(job->count, ==, 1000);
  g_assert_cmpuint(job->seed, ==, 7);

  g_autoptr(UlpInput) spread = open_ok("normal-lognormal:s=2.5:format=fp64", 18446744073709551615u, 12);
  g_assert_cmpstr(ulp_input_describe(spread), ==, "normal-lognormal:n=12:format=fp64:s=2.5, seed 18446744073709551615");
  g_assert_cmpfloat(ulp_input_job(spread)->values[0], ==, 2.5);
  g_assert_cmpuint(ulp_input_format(spread), ==, ULP_FORMAT_FP64);

  g_autoptr(UlpInput) bits = open_ok("bits:nonfinite=1", 1, 3);
  g_assert_cmpfloat(ulp_input_job(bits)->values[0], ==, 1.0);
}

static void test_default_count(void) {
  g_autoptr(UlpInput) own = open_ok("cancel", 1, 77), asked = open_ok("cancel:n=9", 1, 77);
  g_autoptr(UlpInput) given = open_ok("tenths", 1, 77), none = open_ok("tenths", 1, 0);
  g_assert_cmpuint(ulp_input_count(own), ==, 4);
  g_assert_cmpuint(ulp_input_count(asked), ==, 9);
  g_assert_cmpuint(ulp_input_count(given), ==, 77);
  g_assert_cmpuint(ulp_input_count(none), ==, 1000000);
}

static void test_refused_specs(void) {
  assert_refused("uniform:n=0", ULP_ERROR_USAGE, "uniform|n|0");
  assert_refused("uniform:n=-5", ULP_ERROR_USAGE, "uniform|n|-5");
  assert_refused("uniform:n=1.5", ULP_ERROR_USAGE, "1.5");
  assert_refused("uniform:n=2^41", ULP_ERROR_USAGE, "2^41");
  assert_refused("uniform:m=5", ULP_ERROR_USAGE, "m");
  assert_refused("uniform:n=5:n=6", ULP_ERROR_USAGE, "n");
  assert_refused("uniform:format=fp16", ULP_ERROR_USAGE, "fp16");
  assert_refused("lognormal:s=11", ULP_ERROR_USAGE, "s|11");
  assert_refused("constant:value=inf", ULP_ERROR_USAGE, "inf");
  assert_refused("bits:nonfinite=2", ULP_ERROR_USAGE, "nonfinite");
  assert_refused("unifrom", ULP_ERROR_USAGE, "unifrom|uniform");
  assert_refused("quux", ULP_ERROR_USAGE, "quux|uniform-pm|.csv|.npy");
  assert_refused("uniform_pm", ULP_ERROR_USAGE, "uniform_pm");
  assert_refused("", ULP_ERROR_USAGE, "expected");
  assert_refused("notes.txt", ULP_ERROR_USAGE, "notes.txt|.npy");
}

static void test_data(void) {
  g_autoptr(UlpInput) input = open_ok("cancel-zero:format=fp64", 1, 0);
  g_autoptr(GError) error = NULL;
  const double *data = ulp_input_data(input, NULL, &error);
  g_assert_no_error(error);
  const double expected[] = {1e8, 1.0, -1e8, -1.0};
  g_assert_cmpmem(data, sizeof expected, expected, sizeof expected);
  g_assert_true(ulp_input_data(input, NULL, NULL) == data);
}

/* The same before and after the data was made, over more than one slice, and that of the bytes themselves. */
static void test_hash(void) {
  g_autoptr(UlpInput) lazy = open_ok("uniform:n=300001", 1, 0), made = open_ok("uniform:n=300001", 1, 0);
  gconstpointer data = ulp_input_data(made, NULL, NULL);
  g_autofree char *expected = g_compute_checksum_for_data(G_CHECKSUM_SHA256, data, 300001 * 4);
  g_assert_cmpstr(ulp_input_hash(lazy, NULL), ==, expected);
  g_assert_cmpstr(ulp_input_hash(made, NULL), ==, expected);
}

static void test_cancelled(void) {
  g_autoptr(UlpInput) input = open_ok("normal:n=1000", 1, 0);
  g_autoptr(GCancellable) cancellable = g_cancellable_new();
  g_autoptr(GError) error = NULL;
  g_cancellable_cancel(cancellable);
  g_assert_null(ulp_input_data(input, cancellable, &error));
  g_assert_error(error, ULP_ERROR, ULP_ERROR_CANCELLED);
  g_assert_null(ulp_input_hash(input, cancellable));
  g_assert_nonnull(ulp_input_data(input, NULL, NULL)); /* and later it works */
  g_assert_nonnull(ulp_input_hash(input, NULL));
}

/* The address sanitizer would end the program where malloc returns NULL. */
const char *__asan_default_options(void);
const char *__asan_default_options(void) { return "allocator_may_return_null=1"; }

static void test_memory(void) {
  g_autoptr(UlpInput) input = open_ok("normal:n=2^40:format=fp64", 1, 0); /* nothing is made before it is asked for */
  g_autoptr(GError) error = NULL;
  g_assert_null(ulp_input_data(input, NULL, &error));
  g_assert_error(error, ULP_ERROR, ULP_ERROR_MEMORY);
  g_assert_nonnull(strstr(error->message, "1099511627776"));
}

static gpointer ask_for_data(gpointer input) { return (gpointer)ulp_input_data(input, NULL, NULL); }

static void test_threads(void) {
  g_autoptr(UlpInput) input = open_ok("normal:n=500000", 1, 0);
  GThread *threads[4];
  for (guint i = 0; i < G_N_ELEMENTS(threads); i++)
    threads[i] = g_thread_new("data", ask_for_data, input);
  for (guint i = 0; i < G_N_ELEMENTS(threads); i++)
    g_assert_true(g_thread_join(threads[i]) == ulp_input_data(input, NULL, NULL));
}

static void assert_description(UlpInput *input, const char *spec, const char *rest) {
  g_autofree char *expected = g_strconcat(spec, rest, NULL);
  g_assert_cmpstr(ulp_input_describe(input), ==, expected);
}

static void test_files(void) {
  g_autofree char *folder = g_dir_make_tmp("ulp-input-XXXXXX", NULL);
  g_autofree char *path = temporary_file(folder, "a:b=c.CSV", "0.1,0.25\n", -1);
  g_autofree char *all = g_strconcat(path, "#*", NULL), *second = g_strconcat(path, "#2", NULL);
  g_autoptr(UlpInput) input = open_ok(all, 1, 99), column = open_ok(second, 1, 99);
  g_assert_cmpuint(ulp_input_count(input), ==, 2);
  g_assert_cmpuint(ulp_input_format(input), ==, ULP_FORMAT_FP64);
  g_assert_null(ulp_input_job(input));
  assert_description(input, all, ", fp64 [1, 2], all cells row by row, first row taken as data");
  assert_description(column, second, ", fp64 [1], column 2 of 2, first row taken as data");
  g_assert_cmpfloat(*(const double *)ulp_input_data(column, NULL, NULL), ==, 0.25);
  g_assert_cmpuint(ulp_input_info(input)->n_dimensions, ==, 2);
  assert_refused(path, ULP_ERROR_USAGE, "c.CSV|#1, #2|FILE#COLUMN");
  const double *data = ulp_input_data(input, NULL, NULL);
  g_assert_cmpfloat(data[0], ==, 0.1);
  g_autofree char *expected = g_compute_checksum_for_data(G_CHECKSUM_SHA256, (const guchar *)data, 16);
  g_assert_cmpstr(ulp_input_hash(input, NULL), ==, expected);

  g_autofree char *rounded_spec = g_strconcat(path, "#1:format=fp32", NULL);
  g_autoptr(UlpInput) rounded = open_ok(rounded_spec, 1, 99);
  g_assert_cmpuint(ulp_input_format(rounded), ==, ULP_FORMAT_FP32);
  g_assert_cmpfloat(*(const float *)ulp_input_data(rounded, NULL, NULL), ==, 0.1f);
  assert_description(rounded, rounded_spec, ", fp32 [1], column 1 of 2, first row taken as data");

  g_autofree char *wrong = g_strconcat(path, ":format=fp16", NULL);
  assert_refused(wrong, ULP_ERROR_USAGE, "fp16|fp32");
  assert_refused("x.npy:n=3", ULP_ERROR_USAGE, "x.npy|n=3|format=fp32");
  assert_refused("./x.csv:n=3:format=fp32", ULP_ERROR_USAGE, "x.csv|n=3|format=fp32");
  g_unlink(path);
  g_rmdir(folder);
}

/* A file's hash is that of its elements as they lie in memory, whatever their order in the file: over more than a slice. */
static void test_file_hash(void) {
  enum { COUNT = 300001 };
  g_autofree char *folder = g_dir_make_tmp("ulp-input-XXXXXX", NULL), *path = g_build_filename(folder, "x.npy", NULL);
  g_autofree guint16 *elements = g_new(guint16, COUNT), *swapped = g_new(guint16, COUNT);
  for (guint i = 0; i < COUNT; i++) {
    elements[i] = (guint16)(i * 40503);
    swapped[i] = GUINT16_SWAP_LE_BE(elements[i]);
  }
  g_autofree char *expected =
      g_compute_checksum_for_data(G_CHECKSUM_SHA256, (guchar *)elements, sizeof *elements * COUNT);
  static const char *const orders[] = {NPY_DICTIONARY("<u2", "False", "(300001,)"),
                                       NPY_DICTIONARY(">u2", "False", "(300001L,)")};
  for (guint i = 0; i < G_N_ELEMENTS(orders); i++) {
    g_autoptr(GByteArray) file = npy_file(1, orders[i], i == 0 ? elements : swapped, sizeof *elements * COUNT);
    g_assert_true(g_file_set_contents(path, (char *)file->data, file->len, NULL));
    g_autoptr(UlpInput) input = open_ok(path, 1, 0);
    g_assert_cmpstr(ulp_input_hash(input, NULL), ==, expected);
    g_assert_cmpmem(ulp_input_data(input, NULL, NULL), sizeof *elements * COUNT, elements, sizeof *elements * COUNT);
    assert_description(input, path, ", uint16 [300001]");
  }
  g_unlink(path), g_rmdir(folder);
}

/* A file that is not kept gives what one that is kept does: in parts, out of order, whole, and its hash read or not. */
static void test_streamed(void) {
  enum { COUNT = 300001 };
  g_autofree guint16 *elements = g_new(guint16, COUNT);
  for (guint i = 0; i < COUNT; i++)
    elements[i] = (guint16)(i * 2654435761u >> 8);
  g_autofree char *folder = g_dir_make_tmp("ulp-input-XXXXXX", NULL), *path = g_build_filename(folder, "x.npy", NULL);
  g_autoptr(GByteArray) bytes =
      npy_file(1, NPY_DICTIONARY("<f2", "False", "(300001,)"), elements, sizeof *elements * COUNT);
  g_assert_true(g_file_set_contents(path, (char *)bytes->data, bytes->len, NULL));
  g_autoptr(UlpInputSpec) spec = ulp_input_spec_parse(path, NULL);
  const UlpInputRun run = {.seed = 1, .stream_from = sizeof *elements * COUNT};
  const UlpInputRun later = {.seed = 1, .stream_from = sizeof *elements * COUNT + 1};
  g_autoptr(UlpInput) kept = ulp_input_open_spec(spec, &later, NULL, NULL);
  g_assert_false(ulp_input_is_streamed(kept));
  static const guint64 orders[][3] = {{0, 131072, 262144}, {131072, 0, 262144}, {262144, 262144, 262144}, {0, 0, 0}};
  for (guint order = 0; order < G_N_ELEMENTS(orders); order++) {
    g_autoptr(UlpInput) input = ulp_input_open_spec(spec, &run, NULL, NULL);
    g_autofree guint16 *part = g_new(guint16, 131072);
    g_assert_true(ulp_input_is_streamed(input));
    for (guint i = 0; i < 3; i++) {
      const guint64 first = orders[order][i], count = MIN(131072, COUNT - first);
      g_assert_true(ulp_input_read(input, first, count, part, NULL, NULL));
      g_assert_cmpmem(part, count * sizeof *part, elements + first, count * sizeof *part);
    }
    g_assert_cmpstr(ulp_input_hash(input, NULL), ==, ulp_input_hash(kept, NULL));
    g_assert_cmpmem(ulp_input_data(input, NULL, NULL), COUNT * sizeof *part, elements, COUNT * sizeof *part);
  }
  g_autofree char *operated = g_strconcat(path, "|slice:n=10", NULL);
  g_autoptr(UlpInputSpec) with_operations = ulp_input_spec_parse(operated, NULL);
  g_autoptr(UlpInput) changed = ulp_input_open_spec(with_operations, &run, NULL, NULL);
  g_assert_false(ulp_input_is_streamed(changed));
  g_assert_cmpuint(ulp_input_count(changed), ==, 10);
  g_unlink(path), g_rmdir(folder);
}

/* A file that becomes shorter while it is open is an error, not the end of the program. */
static void test_shorter(void) {
  static const double zeros[1000];
  g_autofree char *folder = g_dir_make_tmp("ulp-input-XXXXXX", NULL), *path = g_build_filename(folder, "x.npy", NULL);
  g_autoptr(GByteArray) bytes = npy_file(1, NPY_DICTIONARY("<f8", "False", "(1000,)"), zeros, sizeof zeros);
  g_assert_true(g_file_set_contents(path, (char *)bytes->data, bytes->len, NULL));
  g_autoptr(UlpFileSpec) spec = ulp_file_spec_parse(path, NULL);
  g_autoptr(UlpFile) file = ulp_file_open(spec, NULL, NULL);
  g_assert_nonnull(ulp_file_choose(file, NULL, NULL));
  double element;
  g_autoptr(GError) error = NULL;
  g_assert_true(ulp_file_read(file, 999, 1, &element, NULL, NULL));
  g_assert_cmpint(truncate(path, bytes->len - 8), ==, 0);
  g_assert_true(ulp_file_read(file, 998, 1, &element, NULL, NULL));
  g_assert_false(ulp_file_read(file, 999, 1, &element, NULL, &error));
  g_assert_error(error, ULP_ERROR, ULP_ERROR_INPUT);
  g_assert_nonnull(strstr(error->message, "x.npy: the file became shorter"));
  g_unlink(path), g_rmdir(folder);
}

/* Cancelled before it begins and while it reads: nothing is left behind, and the data of a file is not half of it. */
static void test_cancelled_reading(void) {
  g_autofree char *folder = g_dir_make_tmp("ulp-input-XXXXXX", NULL);
  g_autofree char *csv = temporary_file(folder, "x.csv", "a,2\nb,4\n", -1);
  g_autofree char *npy = temporary_file(folder, "x.npy", "no npy file, but that is found out later", -1);
  g_autoptr(GCancellable) cancellable = g_cancellable_new();
  g_autoptr(UlpInput) input = ulp_input_open(csv, 1, 0, cancellable, NULL);
  g_assert_cmpuint(ulp_input_count(input), ==, 2);
  g_cancellable_cancel(cancellable);
  const char *const files[] = {csv, npy};
  for (guint i = 0; i < G_N_ELEMENTS(files); i++) {
    g_autoptr(GError) error = NULL;
    g_assert_null(ulp_input_open(files[i], 1, 0, cancellable, &error));
    g_assert_error(error, ULP_ERROR, ULP_ERROR_CANCELLED);
    g_unlink(files[i]);
  }
  g_rmdir(folder);
}

static void test_refused_files(void) {
  g_autofree char *folder = g_dir_make_tmp("ulp-input-XXXXXX", NULL);
  g_autofree char *directory = g_strconcat(folder, "/", NULL), *missing = g_build_filename(folder, "none.npy", NULL);
  g_autofree char *empty = temporary_file(folder, "empty.csv", "", 0);
  g_autofree char *other = temporary_file(folder, "data.txt", "1\n", -1);
  g_autofree char *ragged = temporary_file(folder, "ragged.csv", "1,a\n3\n", -1);
  assert_refused(folder, ULP_ERROR_INPUT, "ulp-input-|directory");
  assert_refused(directory, ULP_ERROR_INPUT, "directory");
  assert_refused(missing, ULP_ERROR_INPUT, "none.npy|No such file");
  assert_refused("none.csv", ULP_ERROR_INPUT, "none.csv|No such file");
  assert_refused(empty, ULP_ERROR_INPUT, "empty.csv|empty");
  assert_refused(other, ULP_ERROR_INPUT, "data.txt|.csv .npy");
  assert_refused(ragged, ULP_ERROR_INPUT, "ragged.csv|row 2");
  assert_refused("/dev/zero", ULP_ERROR_INPUT, "/dev/zero|regular");
  g_unlink(empty), g_unlink(other), g_unlink(ragged), g_rmdir(folder);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/input/spec", test_spec);
  g_test_add_func("/input/default-count", test_default_count);
  g_test_add_func("/input/refused-specs", test_refused_specs);
  g_test_add_func("/input/data", test_data);
  g_test_add_func("/input/hash", test_hash);
  g_test_add_func("/input/cancelled", test_cancelled);
  g_test_add_func("/input/memory", test_memory);
  g_test_add_func("/input/threads", test_threads);
  g_test_add_func("/input/files", test_files);
  g_test_add_func("/input/file-hash", test_file_hash);
  g_test_add_func("/input/streamed", test_streamed);
  g_test_add_func("/input/shorter", test_shorter);
  g_test_add_func("/input/cancelled-reading", test_cancelled_reading);
  g_test_add_func("/input/refused-files", test_refused_files);
  return g_test_run();
}
