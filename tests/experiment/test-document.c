/* A run as a value: what is written as a command or as JSON is read back as the same, and what is no run is refused. */
#include "core/experiment/document.h"

#include "core/base/error.h"

#include <glib/gstdio.h>
#include <string.h>

static UlpRunDocument *document_new(const char *id) { return ulp_run_document_new(ulp_experiment_find(id, NULL)); }

static void set(UlpRunDocument *document, const char *id, const char *text) {
  g_autoptr(GError) error = NULL;
  ulp_run_document_set(document, id, text, &error);
  g_assert_no_error(error);
}

/* Through both forms; the command is `text` where one is given. */
static void check_round_trips(const UlpRunDocument *document, const char *text) {
  g_autoptr(GError) error = NULL;
  g_autofree char *command = ulp_run_document_to_text(document), *json = ulp_run_document_to_json(document);
  if (text)
    g_assert_cmpstr(command, ==, text);
  g_autoptr(UlpRunDocument) from_text = ulp_run_document_from_text(command, &error);
  g_assert_no_error(error);
  g_autoptr(UlpRunDocument) from_json = ulp_run_document_from_json(json, -1, &error);
  g_assert_no_error(error);
  g_assert_true(g_utf8_validate(json, -1, NULL));
  g_assert_true(ulp_run_document_equal(document, from_text));
  g_assert_true(ulp_run_document_equal(document, from_json));
  g_autofree char *json_again = ulp_run_document_to_json(from_json);
  g_assert_cmpstr(json_again, ==, json);
}

static void test_defaults(void) {
  for (guint i = 0; ulp_experiments[i]; i++) {
    g_autoptr(UlpRunDocument) document = ulp_run_document_new(ulp_experiments[i]);
    g_autofree char *text = g_strdup_printf("ulp run %s", ulp_experiments[i]->id);
    check_round_trips(document, text);
  }
}

static void test_everything_set(void) {
  g_autoptr(GError) error = NULL;
  g_autoptr(UlpRunDocument) document = document_new("sum");
  set(document, "input", "uniform:n=10:format=fp64");
  set(document, "algorithms", "kahan, strided:grid=4");
  set(document, "seed", "9007199254740992");
  set(document, "atol", "0x1p-20");
  ulp_run_document_set_device(document, "cuda:1");
  ulp_run_document_set_hash(document, TRUE);
  g_assert_true(ulp_run_document_set_plots(document, "time,relative-error", &error));
  g_assert_cmpuint(ulp_run_document_n_plots(document), ==, 2);
  g_assert_cmpstr(ulp_run_document_plot(document, 0)->id, ==, "time");
  check_round_trips(document,
                    "ulp run sum --input uniform:n=10:format=fp64 --algorithms 'kahan, strided:grid=4' "
                    "--atol 0x1p-20 --seed 9007199254740992 --device cuda:1 --view time,relative-error --hash");
}

/* Names as a file system may have them: each is one word of the command and one text of the JSON. */
static void test_names(void) {
  static const char *const names[] = {
      "my file.npy",     "it's.npy",
      "\"quoted\".csv",  "a\\b.npy",
      "$HOME/`x`.npy",   "~/x;y&z|.csv",
      "line\nend.npy",   "tab\there.npy",
      "caf\xc3\xa9.npy", "caf\xe9\xff.npy",
      "--input.npy",     "#hash.npy",
      "*?[a].csv",       "a:b.npy:format=fp32",
      "\x01\x1b.npy",    "{\"escaped\":1}.npy",
  };
  for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
    g_autoptr(UlpRunDocument) document = document_new("repeat");
    set(document, "input", names[i]);
    check_round_trips(document, NULL);
    g_autofree char *json = ulp_run_document_to_json(document);
    g_autoptr(UlpRunDocument) read = ulp_run_document_from_json(json, -1, NULL);
    g_assert_cmpstr(ulp_values_text(ulp_run_document_values(read), "input"), ==, names[i]);
  }
}

static void test_equal_and_copy(void) {
  g_autoptr(UlpRunDocument) document = document_new("sum"), other = document_new("repeat");
  g_autoptr(UlpRunDocument) copy = ulp_run_document_copy(document);
  g_assert_true(ulp_run_document_equal(document, copy));
  g_assert_false(ulp_run_document_equal(document, other));
  set(copy, "seed", "2");
  g_assert_false(ulp_run_document_equal(document, copy));
  set(copy, "seed", "1");
  g_assert_true(ulp_run_document_equal(document, copy));
  ulp_run_document_set_device(copy, "cuda:0");
  g_assert_false(ulp_run_document_equal(document, copy));
  ulp_run_document_set_device(copy, "cpu");
  ulp_run_document_set_plots(copy, "time", NULL);
  g_assert_false(ulp_run_document_equal(document, copy));
  ulp_run_document_set_plots(copy, "", NULL);
  ulp_run_document_set_hash(copy, TRUE);
  g_assert_false(ulp_run_document_equal(document, copy));
  g_assert_cmpuint(ulp_run_document_n_plots(document), ==, 0);
  ulp_run_document_set_device(copy, "cuda:0");
  ulp_run_document_set_plots(copy, "time", NULL);
  g_autoptr(UlpRunDocument) again = ulp_run_document_copy(copy); /* nothing of it is as in a new one */
  g_assert_true(ulp_run_document_equal(copy, again));
}

static void test_texts_refused(void) {
  static const struct {
    const char *text, *mentions;
  } cases[] = {
      {"", "no command"},
      {"ulp run sum --input 'x", "no command"},
      {"ulp list formats", "ulp run EXPERIMENT"},
      {"ulp run", "ulp run EXPERIMENT"},
      {"rm -rf /", "ulp run EXPERIMENT"},
      {"ulp run summ", "summ"},
      {"ulp run sum extra", "extra"},
      {"ulp run sum --runs 5", "--runs"},
      {"ulp run sum --csv out.csv", "--csv"},
      {"ulp run sum --seed", "--seed"},
      {"ulp run sum --seed x", "--seed: found “x”"},
      {"ulp run sum --seed 9007199254740993", "9007199254740992"},
      {"ulp run sum --algorithms kahn", "kahn"},
      {"ulp run sum --input unifrom", "unifrom"},
      {"ulp run convert --to fp17", "fp17"},
      {"ulp run sum --view none", "--view: found “none”"},
      {"ulp run sum --hash=1", "--hash"},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(GError) error = NULL;
    g_assert_null(ulp_run_document_from_text(cases[i].text, &error));
    g_assert_error(error, ULP_ERROR, ULP_ERROR_USAGE);
    g_assert_nonnull(strstr(error->message, cases[i].mentions));
    g_assert_null(strchr(error->message, '\n'));
  }
}

static void test_json_by_hand(void) {
  g_autoptr(GError) error = NULL;
  g_autoptr(UlpRunDocument) document = ulp_run_document_from_json(
      "{\"ulp-run\": 1, \"experiment\": \"sum\", \"parameters\": {\"seed\": 7, \"atol\": 0.5, \"input\": \"tenths:n=3\"}}",
      -1, &error);
  g_assert_no_error(error);
  check_round_trips(document, "ulp run sum --input tenths:n=3 --atol 0.5 --seed 7");
}

static void test_json_refused(void) {
#define SUM "{\"ulp-run\": 1, \"experiment\": \"sum\", "
  static const struct {
    const char *json, *mentions;
  } cases[] = {
      {"", "line"},
      {"{", "line 1"},
      {"[]", "ulp-run"},
      {"7", "ulp-run"},
      {"{}", "ulp-run"},
      {"{\"ulp-run\": 2, \"experiment\": \"sum\"}", "version 2, expected 1"},
      {"{\"ulp-run\": \"1\", \"experiment\": \"sum\"}", "version \"1\", expected 1"},
      {"{\"ulp-run\": 1}", "experiment"},
      {"{\"ulp-run\": 1, \"experiment\": 3}", "experiment"},
      {"{\"ulp-run\": 1, \"experiment\": \"summ\"}", "summ"},
      {SUM "\"colour\": 1}", "colour"},
      {SUM "\"hash\": 1}", "hash"},
      {SUM "\"hash\": true, \"hash\": true}", "duplicate"},
      {SUM "\"device\": 1.5e}", "line 1"},
      {SUM "\"device\": []}", "device"},
      {SUM "\"view\": []}", "view"},
      {SUM "\"view\": {\"zoom\": 1}}", "zoom"},
      {SUM "\"view\": {\"plots\": \"time\"}}", "plots"},
      {SUM "\"view\": {\"plots\": [1]}}", "plots"},
      {SUM "\"view\": {\"plots\": [\"none\"]}}", "none"},
      {SUM "\"parameters\": []}", "parameters"},
      {SUM "\"parameters\": {\"runs\": 5}}", "runs"},
      {SUM "\"parameters\": {\"seed\": true}}", "seed"},
      {SUM "\"parameters\": {\"seed\": -1}}", "seed: found “-1”"},
      {SUM "\"parameters\": {\"seed\": 9007199254740993}}", "9007199254740992"},
      {SUM "\"parameters\": {\"seed\": 99999999999999999999}}", "line 1"},
      {SUM "\"parameters\": {\"input\": \"a\\u0000b\"}}", "line 1"},
      {SUM "\"parameters\": {\"algorithms\": \"kahn\"}}", "kahn"},
      {SUM "\"parameters\": {\"input\": {\"escaped\": \"a\\\\\"}}}", "input"}, /* a backslash that escapes nothing */
      {SUM "\"parameters\": {\"input\": {\"escaped\": \"\\\\\\\\\\\\\"}}}", "input"},
      {SUM "\"device\": {\"escaped\": \"\\\\\"}}", "device"},
      {"{\"provenance\": {\"command\": \"ulp run summ\"}}", "summ"},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(GError) error = NULL;
    g_assert_null(ulp_run_document_from_json(cases[i].json, -1, &error));
    g_assert_error(error, ULP_ERROR, ULP_ERROR_INPUT);
    if (!strstr(error->message, cases[i].mentions))
      g_error("%s: %s", cases[i].json, error->message);
    g_assert_null(strchr(error->message, '\n'));
  }
}

static void test_load(void) {
  g_autofree char *folder = g_dir_make_tmp("ulp-document-XXXXXX", NULL),
                  *path = g_build_filename(folder, "x.json", NULL);
  g_autoptr(UlpRunDocument) document = document_new("convert");
  set(document, "to", "e5m7");
  g_autofree char *json = ulp_run_document_to_json(document);
  g_assert_true(g_file_set_contents(path, json, -1, NULL));
  g_autoptr(UlpRunDocument) loaded = ulp_run_document_load(path, NULL);
  g_assert_true(ulp_run_document_equal(document, loaded));
  const char *const bad[] = {"{", NULL};
  for (guint i = 0; i < G_N_ELEMENTS(bad); i++) {
    g_autoptr(GError) error = NULL;
    if (bad[i])
      g_assert_true(g_file_set_contents(path, bad[i], -1, NULL));
    else
      g_unlink(path);
    g_assert_null(ulp_run_document_load(path, &error));
    g_assert_error(error, ULP_ERROR, ULP_ERROR_INPUT);
    const char *named = strstr(error->message, path);
    g_assert_true(named && !strstr(named + 1, path)); /* once */
  }
  g_rmdir(folder);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/experiment/document/defaults", test_defaults);
  g_test_add_func("/experiment/document/everything-set", test_everything_set);
  g_test_add_func("/experiment/document/names", test_names);
  g_test_add_func("/experiment/document/equal-and-copy", test_equal_and_copy);
  g_test_add_func("/experiment/document/texts-refused", test_texts_refused);
  g_test_add_func("/experiment/document/json-by-hand", test_json_by_hand);
  g_test_add_func("/experiment/document/json-refused", test_json_refused);
  g_test_add_func("/experiment/document/load", test_load);
  return g_test_run();
}
