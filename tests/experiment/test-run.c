/* How every experiment runs: provenance, refusals, cancellation, descriptors. */
#include "core/experiment/recording.h"
#include "tests/experiment/fixture.h"

#include <glib/gstdio.h>
#include <sys/resource.h>
#include <unistd.h>

static void test_provenance(void) {
  Fixture fixture;
  set_up(&fixture, "sum", SETTINGS("input", "constant:n=3:value=0.5", "algorithms", "exact", "seed", "7"));
  ulp_run_document_set_hash(fixture.document, TRUE);
  run_well(&fixture);
  const UlpTable *tables[] = {fixture.result.data, fixture.result.summary};
  for (guint i = 0; i < G_N_ELEMENTS(tables); i++) {
    g_assert_cmpstr(provenance(tables[i], "command"), ==,
                    "ulp run sum --input constant:n=3:value=0.5 --algorithms exact --seed 7 --hash");
    g_assert_cmpstr(provenance(tables[i], "seed"), ==, "7");
    g_assert_cmpstr(provenance(tables[i], "device"), ==, "cpu");
    g_assert_nonnull(provenance(tables[i], "version"));
    /* SHA-256 of 00 00 00 3f three times, by sha256sum */
    g_assert_cmpstr(provenance(tables[i], "input_sha256"), ==,
                    "fbfe4ca61ec299680879894a16ca776f81f23454312659ac8736249aa1e9722b");
  }
  tear_down(&fixture);
}

/* A generated input is what its description says: a hash would take longer than the run. A file has one. */
static void test_hash(void) {
  Fixture fixture;
  g_autofree char *folder = g_dir_make_tmp("ulp-run-XXXXXX", NULL), *path = g_build_filename(folder, "x.csv", NULL);
  g_assert_true(g_file_set_contents(path, "0.5\n0.5\n0.5\n", -1, NULL));
  set_up(&fixture, "sum", SETTINGS("input", "constant:n=3:value=0x1p-1", "algorithms", "exact"));
  run_well(&fixture);
  g_assert_cmpstr(provenance(fixture.result.data, "input"), ==, "constant:n=3:format=fp32:value=0x1p-1, seed 1");
  g_assert_cmpstr(provenance(fixture.result.data, "input_generator_version"), ==, "1");
  g_assert_null(provenance(fixture.result.data, "input_sha256"));
  tear_down(&fixture);
  g_autofree char *spec = g_strconcat(path, ":format=fp32", NULL);
  set_up(&fixture, "sum", SETTINGS("input", spec, "algorithms", "exact"));
  run_well(&fixture);
  g_assert_cmpstr(provenance(fixture.result.data, "input_sha256"), ==,
                  "fbfe4ca61ec299680879894a16ca776f81f23454312659ac8736249aa1e9722b");
  g_assert_null(provenance(fixture.result.data, "input_generator_version"));
  tear_down(&fixture);
  g_unlink(path);
  g_rmdir(folder);
}

/* What is wrong with a value is said when it is set, before any device or file is asked for. */
static void test_refusals(void) {
  const char *const cases[][2] = {
      {"input", "uniform:n=0"},
      {"input", "uniform:n=-1"},
      {"input", "nothing"},
      {"input", "uniform:colour=1"},
      {"input", "/nowhere/x.npy:format=fp16"},
      {"algorithms", "seq-fp32,none"},
      {"algorithms", "strided:block=1025"},
      {"algorithms", ""},
      {"seed", "9007199254740993"},
  };
  g_autoptr(UlpRunDocument) document = ulp_run_document_new(ulp_experiment_find("sum", NULL));
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(GError) error = NULL;
    g_assert_false(ulp_run_document_set(document, cases[i][0], cases[i][1], &error));
    g_assert_error(error, ULP_ERROR, ULP_ERROR_USAGE);
    g_assert_true(g_str_has_prefix(error->message, cases[i][0]));
    g_assert_null(strchr(error->message, '\n'));
  }
  Fixture fixture;
  g_autoptr(GError) error = NULL;
  set_up(&fixture, "sum", SETTINGS("input", "/nowhere/at.all.npy"));
  g_assert_false(run(&fixture, &error));
  g_assert_error(error, ULP_ERROR, ULP_ERROR_INPUT);
  g_assert_null(strchr(error->message, '\n'));
  tear_down(&fixture);
}

static void test_unknown_experiment(void) {
  g_autoptr(GError) error = NULL;
  g_assert_null(ulp_experiment_find("summ", &error));
  g_assert_error(error, ULP_ERROR, ULP_ERROR_USAGE);
  g_assert_nonnull(strstr(error->message, "error-vs-n"));
}

/* Every experiment stops in the middle and keeps the rows it has. */
static void test_cancelled_half_way(void) {
  const struct {
    const char *id;
    const char *const *settings;
    guint rows;
  } cases[] = {
      {"sum", SETTINGS("input", "uniform:n=1000"), 3},
      {"error-vs-n", SETTINGS("n", "16:65536"), 6},
      {"repeat", SETTINGS("runs", "100000", "input", "uniform:n=100", "algorithms", "fixed,exact"), 9},
      {"convert", SETTINGS("points", "1000"), 1},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    Fixture fixture;
    g_autoptr(GError) error = NULL;
    set_up(&fixture, cases[i].id, cases[i].settings);
    fixture.cancel_after_rows = cases[i].rows;
    g_assert_false(run(&fixture, &error));
    g_assert_error(error, ULP_ERROR, ULP_ERROR_CANCELLED);
    g_assert_cmpuint(ulp_table_n_rows(fixture.result.data), >=, cases[i].rows);
    g_assert_cmpuint(ulp_table_n_rows(fixture.result.data), <, cases[i].rows + 100);
    g_assert_null(provenance(fixture.result.data, "input_sha256"));
    tear_down(&fixture);
  }
}

static void test_cancelled_repeat_has_a_summary(void) {
  Fixture fixture;
  g_autoptr(GError) error = NULL;
  set_up(&fixture, "repeat", SETTINGS("runs", "1000", "input", "uniform:n=100", "algorithms", "fixed,exact"));
  fixture.cancel_after_rows = 5;
  g_assert_false(run(&fixture, &error));
  g_assert_cmpuint(cell(fixture.result.summary, 0, "runs").count, ==, 3);
  g_assert_cmpuint(cell(fixture.result.summary, 1, "runs").count, ==, 2);
  tear_down(&fixture);
}

static gpointer cancel_soon(gpointer data) {
  g_usleep(G_USEC_PER_SEC / 5);
  g_cancellable_cancel(data);
  return NULL;
}

/* One long sum by one accumulator: stopped inside it, and not after the minute that it would take. */
static void test_cancelled_inside_a_sum(void) {
  Fixture fixture;
  g_autoptr(GError) error = NULL;
  set_up(&fixture, "repeat", SETTINGS("input", "constant:n=2e7", "algorithms", "kahan,pairwise", "runs", "1000"));
  GThread *thread = g_thread_new("cancel", cancel_soon, fixture.cancellable);
  const gint64 begin = g_get_monotonic_time();
  g_assert_false(run(&fixture, &error));
  g_assert_error(error, ULP_ERROR, ULP_ERROR_CANCELLED);
  g_assert_cmpint(g_get_monotonic_time() - begin, <, 10 * G_USEC_PER_SEC);
  g_thread_join(thread);
  tear_down(&fixture);
}

static void test_cancelled_before(void) {
  Fixture fixture;
  g_autoptr(GError) error = NULL;
  set_up(&fixture, "sum", SETTINGS("input", "uniform:n=1000"));
  g_cancellable_cancel(fixture.cancellable);
  g_assert_false(run(&fixture, &error));
  g_assert_error(error, ULP_ERROR, ULP_ERROR_CANCELLED);
  g_assert_cmpuint(ulp_table_n_rows(fixture.result.data), ==, 0);
  tear_down(&fixture);
}

/* What the panel and the command build on: defaults that are valid, plots over columns that exist. */
/* From the first rows on there is memory for some more, not for all. */
static void limit_memory(const UlpResult *result, gpointer data) {
  struct rlimit limit;
  g_autofree char *text = NULL;
  gboolean *limited = data;
  if (*limited || !g_file_get_contents("/proc/self/statm", &text, NULL, NULL))
    return;
  limit.rlim_cur = g_ascii_strtoull(text, NULL, 10) * (guint64)sysconf(_SC_PAGESIZE) + (16 << 20);
  limit.rlim_max = RLIM_INFINITY;
  *limited = setrlimit(RLIMIT_AS, &limit) == 0;
}

/* A table that cannot grow ends the run with one line, and its rows stay. */
static void test_memory_short(void) {
#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
  g_test_skip("the sanitizers need address space of their own");
  return;
#endif
  if (!g_test_subprocess()) {
    g_test_trap_subprocess(NULL, 0, 0);
    g_test_trap_assert_passed();
    return;
  }
  Fixture fixture;
  g_autoptr(GError) error = NULL;
  gboolean limited = FALSE;
  set_up(&fixture, "convert", SETTINGS("to", "fp16", "points", "6000000", "input", "normal:n=6000000"));
  const UlpRun work = {.device = fixture.device, .changed = limit_memory, .data = &limited};
  const gboolean done = ulp_experiment_run(fixture.document, &work, &fixture.result, &error);
  if (limited) {
    g_assert_false(done);
    g_assert_error(error, ULP_ERROR, ULP_ERROR_MEMORY);
    g_assert_nonnull(strstr(error->message, "memory"));
    g_assert_null(strchr(error->message, '\n'));
    g_assert_cmpuint(ulp_table_n_rows(fixture.result.data), >=, 65536);
    g_assert_cmpuint(ulp_table_n_rows(fixture.result.data), <, 6000000);
  }
  tear_down(&fixture);
}

static void test_descriptors(void) {
  static const struct {
    const char *id, *text;
  } small[] = {{"input", "uniform:n=100"}, {"with", "uniform:n=100"}, {"n", "10:100"},
               {"largest", "100"},         {"rounds", "1"},           {"n", "20"}};
  for (guint i = 0; ulp_experiments[i]; i++) {
    const UlpExperiment *experiment = ulp_experiments[i];
    g_autoptr(UlpValues) values = ulp_values_new(experiment->params, experiment->n_params);
    for (guint k = 0; k < experiment->n_params; k++) {
      g_autoptr(GError) error = NULL;
      ulp_values_set(values, experiment->params[k].id, experiment->params[k].default_text, &error);
      g_assert_no_error(error);
      g_assert_nonnull(experiment->params[k].label);
      g_assert_nonnull(experiment->params[k].help);
      g_assert_nonnull(experiment->params[k].unit);
    }
    g_assert_cmpuint(experiment->n_plots, >, 0);
    Fixture fixture;
    set_up(&fixture, experiment->id, SETTINGS(NULL));
    for (guint k = 0; k < G_N_ELEMENTS(small); k++)
      if (ulp_values_param(values, small[k].id))
        ulp_run_document_set(fixture.document, small[k].id, small[k].text, NULL); /* n is a range or a number */
    run_well(&fixture);
    g_assert_cmpuint(ulp_table_n_columns(fixture.result.data), ==, experiment->n_columns);
    for (guint k = 0; k < experiment->n_columns; k++)
      g_assert_cmpstr(ulp_table_column(fixture.result.data, k)->id, ==, experiment->columns[k].id);
    for (guint k = 0; k < experiment->n_plots; k++) {
      const UlpPlotSpec *plot = &experiment->plots[k];
      g_assert_true(ulp_plot_fits(plot, plot->of_summary ? fixture.result.summary : fixture.result.data));
    }
    tear_down(&fixture);
  }
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/experiment/provenance", test_provenance);
  g_test_add_func("/experiment/hash", test_hash);
  g_test_add_func("/experiment/refusals", test_refusals);
  g_test_add_func("/experiment/unknown", test_unknown_experiment);
  g_test_add_func("/experiment/cancelled/half-way", test_cancelled_half_way);
  g_test_add_func("/experiment/cancelled/repeat-has-a-summary", test_cancelled_repeat_has_a_summary);
  g_test_add_func("/experiment/cancelled/inside-a-sum", test_cancelled_inside_a_sum);
  g_test_add_func("/experiment/cancelled/before", test_cancelled_before);
  g_test_add_func("/experiment/memory-short", test_memory_short);
  g_test_add_func("/experiment/descriptors", test_descriptors);
  return g_test_run();
}
