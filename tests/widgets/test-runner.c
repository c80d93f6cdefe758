/* The runner brings the rows of a thread to the main loop: all of them, not too often, and none of a run nobody wants.
 */
#include "core/base/error.h"
#include "tests/widgets/widget-test.h"
#include "ui/widgets/experiment-runner.h"

static const UlpColumn columns[] = {{"k", ULP_COLUMN_COUNT, "k", "1", "number of the row"}};
static const UlpParam params[] = {
    {.id = "rows",
     .type = ULP_PARAM_COUNT,
     .label = "rows",
     .help = "",
     .default_text = "10",
     .min = 1,
     .max = 1e9,
     .unit = ""},
    {.id = "pause",
     .type = ULP_PARAM_COUNT,
     .label = "us",
     .help = "",
     .default_text = "0",
     .min = 0,
     .max = 1e6,
     .unit = ""},
};

/* Counts up to `rows`, `pause` microseconds apart. */
static gboolean run_count(const UlpRun *run, UlpResult *result, GError **error) {
  const guint64 rows = ulp_values_count(run->values, "rows"), pause = ulp_values_count(run->values, "pause");
  result->data = ulp_table_new("count", "Count", columns, 1);
  for (guint64 k = 0; k < rows; k++) {
    if (g_cancellable_is_cancelled(run->cancellable)) {
      g_set_error(error, ULP_ERROR, ULP_ERROR_CANCELLED, "cancelled");
      return FALSE;
    }
    const UlpCell cell = ulp_cell_count(k);
    ulp_table_append(result->data, &cell);
    run->changed(result, run->data);
    run->progress((double)(k + 1) / (double)rows, run->data);
    if (pause)
      g_usleep(pause);
  }
  return TRUE;
}

static const UlpExperiment count = {
    .id = "count", .title = "Count", .summary = "", .params = params, .n_params = 2, .run = run_count};

typedef struct {
  guint progressed, changed, finished;
  double fraction;
  guint rows; /* of the last tables */
  int error;  /* code, -1 for none */
  char *device;
  UlpRunner *restart;    /* started again from within `finished` */
  UlpRunDocument *again; /* that run */
} Heard;

static void on_progress(double fraction, const UlpRunPhase *phase, gpointer data) {
  Heard *heard = data;
  heard->progressed++;
  g_assert_cmpfloat(fraction, >=, 0);
  g_assert_cmpfloat(fraction, <=, 1);
  heard->fraction = fraction;
}

static void on_changed(const UlpResult *result, gpointer data) {
  Heard *heard = data;
  heard->changed++;
  g_assert_cmpuint(ulp_table_n_rows(result->data), >=, heard->rows);
  heard->rows = ulp_table_n_rows(result->data);
  for (guint i = 0; i < heard->rows; i += 97)
    g_assert_cmpuint(ulp_table_cell(result->data, i, 0).count, ==, i);
}

static void on_finished(const UlpResult *result, const char *device, double seconds, const GError *error,
                        gpointer data) {
  Heard *heard = data;
  heard->finished++;
  heard->rows = result->data ? ulp_table_n_rows(result->data) : 0;
  heard->error = error ? error->code : -1;
  g_free(heard->device);
  heard->device = g_strdup(device);
  UlpRunner *restart = g_steal_pointer(&heard->restart);
  if (restart) {
    heard->rows = 0;
    ulp_runner_start(restart, heard->again);
  }
}

static const UlpRunnerEvents events = {on_progress, on_changed, on_finished};

static UlpRunDocument *document_of(const char *rows, const char *pause) {
  UlpRunDocument *document = ulp_run_document_new(&count);
  g_assert_true(ulp_run_document_set(document, "rows", rows, NULL));
  g_assert_true(ulp_run_document_set(document, "pause", pause, NULL));
  return document;
}

static gboolean has_finished(gpointer data) { return ((Heard *)data)->finished > 0; }
static gboolean has_finished_twice(gpointer data) { return ((Heard *)data)->finished > 1; }
static gboolean has_rows(gpointer data) { return ((Heard *)data)->rows > 0; }

static void test_all_rows(void) {
  Heard heard = {0};
  g_autoptr(UlpRunner) runner = ulp_runner_new(&events, &heard);
  g_autoptr(UlpRunDocument) document = document_of("1e5", "0");
  const gint64 start = g_get_monotonic_time();
  ulp_runner_start(runner, document);
  g_assert_true(ulp_runner_running(runner));
  ulp_test_wait(has_finished, &heard);
  const double seconds = (double)(g_get_monotonic_time() - start) / G_USEC_PER_SEC;
  g_assert_false(ulp_runner_running(runner));
  g_assert_cmpuint(heard.rows, ==, 100000);
  g_assert_cmpint(heard.error, ==, -1);
  g_assert_cmpfloat(heard.fraction, ==, 1);
  g_assert_nonnull(heard.device);
  g_assert_cmpstr(heard.device, !=, "");
  g_assert_cmpfloat(heard.changed, <=, 30 * seconds + 2); /* 1e5 changes were announced */
  while (g_main_context_iteration(NULL, FALSE))
    ;
  g_assert_cmpuint(heard.finished, ==, 1);
  g_free(heard.device);
}

static void test_rows_while_running(void) {
  Heard heard = {0};
  g_autoptr(UlpRunner) runner = ulp_runner_new(&events, &heard);
  g_autoptr(UlpRunDocument) document = document_of("100", "3000");
  ulp_runner_start(runner, document);
  ulp_test_wait(has_rows, &heard);
  g_assert_true(ulp_runner_running(runner));
  g_assert_cmpuint(heard.rows, <, 100);
  ulp_test_wait(has_finished, &heard);
  g_assert_cmpuint(heard.rows, ==, 100);
  g_assert_cmpuint(heard.progressed, >, 3);
  g_free(heard.device);
}

/* The best of a few attempts: the machine may be busy, the program must not be. */
static void test_cancel_keeps_rows(void) {
  gint64 best = G_MAXINT64;
  for (int attempt = 0; attempt < 3 && best > ULP_TEST_CANCEL_LIMIT; attempt++) {
    Heard heard = {0};
    g_autoptr(UlpRunner) runner = ulp_runner_new(&events, &heard);
    g_autoptr(UlpRunDocument) document = document_of("1e9", "500");
    ulp_runner_start(runner, document);
    ulp_test_wait(has_rows, &heard);
    const gint64 start = g_get_monotonic_time();
    ulp_runner_cancel(runner);
    ulp_test_wait(has_finished, &heard);
    best = MIN(best, g_get_monotonic_time() - start);
    g_assert_cmpint(heard.error, ==, ULP_ERROR_CANCELLED);
    g_assert_cmpuint(heard.rows, >, 0);
    g_free(heard.device);
  }
  g_assert_cmpint(best, <, ULP_TEST_CANCEL_LIMIT);
}

/* Only the second run is heard of: its rows are fewer than the first had already. */
static void test_replaced(void) {
  Heard heard = {0};
  g_autoptr(UlpRunner) runner = ulp_runner_new(&events, &heard);
  g_autoptr(UlpRunDocument) slow = document_of("1e9", "100");
  g_autoptr(UlpRunDocument) quick = document_of("3", "0");
  ulp_runner_start(runner, slow);
  ulp_test_wait(has_rows, &heard);
  heard.rows = 0;
  ulp_runner_start(runner, quick);
  ulp_test_wait(has_finished, &heard);
  g_usleep(G_USEC_PER_SEC / 20);
  while (g_main_context_iteration(NULL, FALSE))
    ;
  g_assert_cmpuint(heard.finished, ==, 1);
  g_assert_cmpuint(heard.rows, ==, 3);
  g_assert_cmpint(heard.error, ==, -1);
  g_free(heard.device);
}

static void test_freed_while_running(void) {
  Heard heard = {0};
  UlpRunner *runner = ulp_runner_new(&events, &heard);
  g_autoptr(UlpRunDocument) document = document_of("1e9", "500");
  ulp_runner_start(runner, document);
  ulp_test_wait(has_rows, &heard);
  const Heard before = heard;
  const gint64 start = g_get_monotonic_time();
  ulp_runner_free(runner);
  g_assert_cmpint(g_get_monotonic_time() - start, <, G_USEC_PER_SEC / 2);
  while (g_main_context_iteration(NULL, FALSE))
    ;
  g_assert_cmpuint(heard.finished, ==, 0);
  g_assert_cmpuint(heard.changed, ==, before.changed);
}

static void test_started_from_finished(void) {
  Heard heard = {0};
  g_autoptr(UlpRunner) runner = ulp_runner_new(&events, &heard);
  g_autoptr(UlpRunDocument) document = document_of("5", "0");
  heard.restart = runner;
  heard.again = document;
  ulp_runner_start(runner, document);
  ulp_test_wait(has_finished_twice, &heard);
  g_assert_cmpuint(heard.rows, ==, 5);
  g_free(heard.device);
}

static void test_refused_device(void) {
  Heard heard = {0};
  g_autoptr(UlpRunner) runner = ulp_runner_new(&events, &heard);
  g_autoptr(UlpRunDocument) document = document_of("5", "0");
  ulp_run_document_set_device(document, "cuda:99");
  ulp_runner_start(runner, document);
  ulp_test_wait(has_finished, &heard);
  g_assert_cmpint(heard.error, ==, ULP_ERROR_DEVICE);
  g_assert_null(heard.device);
  g_assert_cmpuint(heard.rows, ==, 0);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/widgets/runner/all-rows", test_all_rows);
  g_test_add_func("/widgets/runner/rows-while-running", test_rows_while_running);
  g_test_add_func("/widgets/runner/cancel-keeps-rows", test_cancel_keeps_rows);
  g_test_add_func("/widgets/runner/replaced", test_replaced);
  g_test_add_func("/widgets/runner/freed-while-running", test_freed_while_running);
  g_test_add_func("/widgets/runner/started-from-finished", test_started_from_finished);
  g_test_add_func("/widgets/runner/refused-device", test_refused_device);
  return g_test_run();
}
