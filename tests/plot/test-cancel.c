/* A plot of many points that is being made, drawn or written stops soon after a cancel, wherever in that it comes. What "soon"
 * is counts in time of the processor that the drawing takes after it, so that a busy machine makes no difference.
 * ULP_TEST_ROWS=1e7 tests as many by hand. */
#include "core/base/error.h"
#include "core/table/overlay.h"
#include "tests/plot/sample-tables.h"
#include "ui/plot/plot-export.h"

#include <glib/gstdio.h>
#include <pthread.h>
#include <time.h>

#define CANCELS 6 /* spread evenly over the whole work */

/* Seconds that may pass, of a work that takes `whole` by itself: it is never near its end. */
#define LIMIT(whole) MIN(0.100, MAX(0.3 * (whole), 0.040))

static guint n_rows = 1000000;

static const UlpColumn line_columns[] = {{"x", ULP_COLUMN_COUNT, "X", "1", ""},
                                         {"y", ULP_COLUMN_REAL, "Y", "1", ""},
                                         {"series", ULP_COLUMN_TEXT, "Series", "", ""},
                                         {"group", ULP_COLUMN_TEXT, "Group", "", ""},
                                         {"flag", ULP_COLUMN_TEXT, "Flag", "", ""}};
static const UlpPlotSpec line_spec = {
    .id = "line", .title = "Line", .x = "x", .y = "y", .series = "series", .mark = ULP_MARK_LINE};
static const UlpPlotSpec panels_spec = {.id = "panels",
                                        .title = "Panels",
                                        .x = "x",
                                        .y = "y",
                                        .series = "group",
                                        .facet = "group",
                                        .flag = "flag",
                                        .flag_title = "flagged",
                                        .histogram = TRUE,
                                        .off_scale = TRUE};
static const UlpPlotSpec counted_spec = {
    .id = "counted", .title = "Counted", .x = "y", .y = "share", .x_scale = ULP_SCALE_LOG, .counted = TRUE};

/* In order, or to and fro; a fifth of it zeros. */
static UlpTable *line_table(gboolean in_order) {
  static const char *const groups[] = {"a", "b", "c"};
  UlpTable *table = ulp_table_new("line", "Line", line_columns, G_N_ELEMENTS(line_columns));
  for (guint64 i = 0; i < n_rows; i++)
    ulp_table_append(table, (UlpCell[]){ulp_cell_count(in_order ? i : i * 611953 % n_rows),
                                        ulp_cell_real(i % 5 == 0 ? 0 : sample_noise((guint)i)), ulp_cell_text("line"),
                                        ulp_cell_text(groups[i % 3]), ulp_cell_text(i % 10000 ? "" : "flagged")});
  return table;
}

typedef struct {
  const UlpPlotSpec *spec;
  UlpTable *table, *earlier; /* NULL: nothing lies below */
  const char *target;
} Work;

static gboolean work_do(const Work *work, GCancellable *cancellable, GError **error) {
  g_autoptr(UlpTable) both = work->earlier ? ulp_table_overlay(work->table, work->earlier, work->spec, cancellable)
                                           : ulp_table_ref(work->table);
  g_autoptr(UlpPlot) plot = ulp_plot_new_cancellable(work->spec, both, cancellable);
  return ulp_plot_export(plot, work->target, &(UlpPlotExportOptions){.style = {.footer = TRUE}}, cancellable, error);
}

static double seconds(clockid_t clock) {
  struct timespec time;
  g_assert_cmpint(clock_gettime(clock, &time), ==, 0);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

typedef struct {
  clockid_t clock; /* of the thread that works */
  double at;       /* when to cancel, on it */
  double cancelled;
  GCancellable *cancellable;
} Cancel;

static gpointer cancel_later(gpointer data) {
  Cancel *cancel = data;
  while (seconds(cancel->clock) < cancel->at && !g_cancellable_is_cancelled(cancel->cancellable))
    g_usleep(200);
  cancel->cancelled = seconds(cancel->clock);
  g_cancellable_cancel(cancel->cancellable);
  return NULL;
}

/* Seconds from the cancel to the end; 0 when the work was done before. */
static double after_cancel(const Work *work, double delay) {
  g_autoptr(GCancellable) cancellable = g_cancellable_new();
  g_autoptr(GError) error = NULL;
  Cancel cancel = {.cancellable = cancellable};
  g_assert_cmpint(pthread_getcpuclockid(pthread_self(), &cancel.clock), ==, 0);
  cancel.at = seconds(cancel.clock) + delay;
  GThread *thread = g_thread_new("cancel", cancel_later, &cancel);
  const gboolean done = work_do(work, cancellable, &error);
  const double end = seconds(cancel.clock);
  g_cancellable_cancel(cancellable);
  g_thread_join(thread);
  if (done)
    return 0;
  g_assert_error(error, ULP_ERROR, ULP_ERROR_CANCELLED);
  return end - cancel.cancelled;
}

static void check(const char *name, const UlpPlotSpec *spec, UlpTable *table, UlpTable *earlier) {
  static const char *const endings[] = {"png", "svg", "pdf"};
  g_autofree char *folder = g_dir_make_tmp("ulp-plot-XXXXXX", NULL);
  for (guint i = 0; i < (earlier ? 1 : G_N_ELEMENTS(endings)); i++) {
    g_autofree char *target = g_strdup_printf("%s/p.%s", folder, endings[i]);
    const Work work = {spec, table, earlier, target};
    g_autoptr(GError) error = NULL;
    const double start = seconds(CLOCK_THREAD_CPUTIME_ID);
    work_do(&work, NULL, &error);
    g_assert_no_error(error);
    const double whole = seconds(CLOCK_THREAD_CPUTIME_ID) - start;
    double longest = 0;
    for (guint k = 0; k < CANCELS; k++)
      longest = MAX(longest, after_cancel(&work, whole * (k + 0.5) / CANCELS));
    g_test_message("%s.%s: %.0f ms, longest after a cancel %.1f ms", name, endings[i], 1e3 * whole, 1e3 * longest);
    g_assert_cmpfloat(longest, <, LIMIT(whole));
    g_unlink(target);
  }
  g_rmdir(folder);
}

static void test_points(void) {
  g_autoptr(UlpTable) table = sample_convert_table(n_rows);
  check("points", &sample_convert_spec, table, NULL);
}

static void test_line(void) {
  g_autoptr(UlpTable) table = line_table(TRUE);
  UlpPlotSpec log_spec = line_spec;
  log_spec.y_scale = ULP_SCALE_LOG;
  check("line", &line_spec, table, NULL);
  check("log-line", &log_spec, table, NULL);
}

static void test_to_and_fro(void) {
  g_autoptr(UlpTable) table = line_table(FALSE);
  check("to-and-fro", &line_spec, table, NULL);
}

static void test_panels(void) {
  g_autoptr(UlpTable) table = line_table(FALSE);
  check("panels", &panels_spec, table, NULL);
}

static void test_counted(void) {
  g_autoptr(UlpTable) table = line_table(TRUE);
  check("counted", &counted_spec, table, NULL);
}

static void test_overlay(void) {
  g_autoptr(UlpTable) table = line_table(FALSE);
  check("overlay", &line_spec, table, table);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  if (g_getenv("ULP_TEST_ROWS"))
    n_rows = (guint)g_ascii_strtod(g_getenv("ULP_TEST_ROWS"), NULL);
  g_test_add_func("/plot/cancel/points", test_points);
  g_test_add_func("/plot/cancel/line", test_line);
  g_test_add_func("/plot/cancel/to-and-fro", test_to_and_fro);
  g_test_add_func("/plot/cancel/panels", test_panels);
  g_test_add_func("/plot/cancel/counted", test_counted);
  g_test_add_func("/plot/cancel/overlay", test_overlay);
  return g_test_run();
}
