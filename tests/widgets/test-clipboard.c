/* Rows are pasted into another client of the X server, however many they are, while the window goes on. */
#include "tests/widgets/widget-test.h"
#include "tests/widgets/x11-reader.h"
#include "ui/widgets/table-grid.h"

#include <stdio.h>

/* An answer to a key or a frame in between; the program under a sanitizer is many times slower. */
#ifdef __SANITIZE_ADDRESS__
#define LONGEST_GAP (2 * G_USEC_PER_SEC)
#else
#define LONGEST_GAP (G_USEC_PER_SEC / 4)
#endif

static const UlpColumn columns[] = {
    {"name", ULP_COLUMN_TEXT, "name", "", "a word"},
    {"n", ULP_COLUMN_COUNT, "N", "elements", "a count"},
    {"ratio", ULP_COLUMN_REAL, "ratio", "1", "a number"},
};

static const char *program;

/* The text that `n_rows` rows must give, from their numbers alone. */
static GString *expected_text(guint n_rows) {
  GString *text = g_string_new("name\tN [elements]\tratio\n");
  for (guint i = 0; i < n_rows; i++)
    g_string_append_printf(text, "µ%u\t%u\t%u%s\n", i % 7, i, i / 4, ((const char *[]){"", ".25", ".5", ".75"})[i % 4]);
  return text;
}

static UlpTable *table_of(guint n_rows) {
  UlpTable *table = ulp_table_new("t", "T", columns, G_N_ELEMENTS(columns));
  for (guint i = 0; i < n_rows; i++) {
    g_autofree char *name = g_strdup_printf("µ%u", i % 7);
    ulp_table_append(table, (UlpCell[]){ulp_cell_text(name), ulp_cell_count(i), ulp_cell_real(i / 4.0)});
  }
  return table;
}

typedef struct {
  gint64 last, longest;
  gboolean ended;
  char *output;
} Watch;

static gboolean on_tick(gpointer data) {
  Watch *watch = data;
  const gint64 now = g_get_monotonic_time();
  watch->longest = MAX(watch->longest, now - watch->last);
  watch->last = now;
  return G_SOURCE_CONTINUE;
}

static void on_ended(GObject *process, GAsyncResult *result, gpointer data) {
  Watch *watch = data;
  g_autoptr(GError) error = NULL;
  g_subprocess_communicate_utf8_finish(G_SUBPROCESS(process), result, &watch->output, NULL, &error);
  g_assert_no_error(error);
  watch->ended = TRUE;
}

static gboolean has_ended(gpointer watch) { return ((Watch *)watch)->ended; }

/* Pastes in another process; the checksum of what it got. The longest time in which the main loop did not turn. */
static char *paste(const char *target, gint64 *longest) {
  g_autoptr(GError) error = NULL;
  g_autoptr(GSubprocess) process =
      g_subprocess_new(G_SUBPROCESS_FLAGS_STDOUT_PIPE, &error, program, "--paste", target, NULL);
  g_assert_no_error(error);
  Watch watch = {.last = g_get_monotonic_time()};
  const guint tick = g_timeout_add(5, on_tick, &watch);
  g_subprocess_communicate_utf8_async(process, NULL, NULL, on_ended, &watch);
  ulp_test_wait(has_ended, &watch);
  g_source_remove(tick);
  *longest = watch.longest;
  return watch.output;
}

static void check_paste(guint n_rows) {
  GtkWidget *grid = ulp_table_grid_new("empty");
  GtkWidget *window = ulp_test_window(grid, 600, 300);
  g_autoptr(UlpTable) table = table_of(n_rows);
  ulp_table_grid_set_table(grid, table);
  ulp_table_grid_copy(grid);
  GString *expected = expected_text(n_rows);
  g_autofree char *sum = g_compute_checksum_for_string(G_CHECKSUM_SHA256, expected->str, (gssize)expected->len);
  static const char *const targets[] = {"UTF8_STRING", "text/plain", "text/plain;charset=utf-8",
                                        "text/tab-separated-values"};
  for (guint i = 0; i < (n_rows > 100000 ? 1 : G_N_ELEMENTS(targets)); i++) {
    gint64 best = G_MAXINT64; /* of a few attempts: the machine may be busy, the program must not be */
    for (int attempt = 0; attempt < 3 && best >= LONGEST_GAP; attempt++) {
      gint64 longest;
      g_autofree char *output = paste(targets[i], &longest);
      g_assert_cmpstr(output, ==, sum);
      best = MIN(best, longest);
    }
    g_test_message("%u rows as %s: the main loop turned at least every %.0f ms", n_rows, targets[i],
                   (double)best / 1000);
    g_assert_cmpint(best, <, LONGEST_GAP);
  }
  g_string_free(expected, TRUE);
  ulp_test_assert_gone(window, grid);
}

static void test_few(void) { check_paste(3); }
static void test_one_piece_more(void) { check_paste(20000); }
static void test_million(void) { check_paste(1000000); }

/* Targets that the toolkit converts: a refusal or the text, but no wait without an end. */
static void test_converted(void) {
  GtkWidget *grid = ulp_table_grid_new("empty");
  GtkWidget *window = ulp_test_window(grid, 600, 300);
  g_autoptr(UlpTable) table = table_of(100000);
  ulp_table_grid_set_table(grid, table);
  ulp_table_grid_copy(grid);
  for (guint i = 0; i < 2; i++) {
    gint64 longest;
    g_autofree char *output = paste(i ? "STRING" : "image/png", &longest);
    g_assert_cmpint(longest, <, LONGEST_GAP);
    if (i == 0)
      g_assert_cmpstr(output, ==, "refused");
  }
  ulp_test_assert_gone(window, grid);
}

/* The other client: prints what it got as a checksum. */
static int paste_and_print(const char *target) {
  GString *text = ulp_test_x11_paste(target);
  g_autofree char *sum =
      text ? g_compute_checksum_for_string(G_CHECKSUM_SHA256, text->str, (gssize)text->len) : g_strdup("refused");
  fputs(sum, stdout);
  if (text)
    g_string_free(text, TRUE);
  return 0;
}

int main(int argc, char **argv) {
  program = argv[0];
  if (argc == 3 && g_str_equal(argv[1], "--paste"))
    return paste_and_print(argv[2]);
  gtk_test_init(&argc, &argv);
  g_test_add_func("/clipboard/few", test_few);
  g_test_add_func("/clipboard/one-piece-more", test_one_piece_more);
  g_test_add_func("/clipboard/million", test_million);
  g_test_add_func("/clipboard/converted", test_converted);
  return g_test_run();
}
