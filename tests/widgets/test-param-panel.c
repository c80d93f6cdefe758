/* Every type of parameter has a control; what is typed or chosen becomes the value, what is wrong is marked and kept
 * out. */
#include "core/input/input.h"
#include "core/number/number-params.h"
#include "core/sum/algorithms-param.h"
#include "tests/widgets/widget-test.h"
#include "ui/widgets/algorithm-row.h"
#include "ui/widgets/operation-rows.h"
#include "ui/widgets/param-panel.h"

#include <glib/gstdio.h>
#include <sys/stat.h>

static const char *const rounds[] = {"rn", "rz", "ru", NULL};
static const char *const formats[] = {"fp16", "bf16", "e4m3", NULL};
static const char *const from_words[] = {"input", NULL};
static const UlpParam params[] = {
    {.id = "runs",
     .type = ULP_PARAM_COUNT,
     .label = "Runs",
     .help = "how often",
     .default_text = "100",
     .min = 1,
     .max = 1e6,
     .unit = "times"},
    {.id = "atol",
     .type = ULP_PARAM_REAL,
     .label = "Tolerance",
     .help = "how far",
     .default_text = "1e-8",
     .min = 0,
     .max = 1,
     .unit = "1"},
    {.id = "round",
     .type = ULP_PARAM_CHOICE,
     .label = "Rounding",
     .help = "which way",
     .default_text = "rz",
     .unit = "",
     .choices = rounds},
    {.id = "to",
     .type = ULP_PARAM_CHOICES,
     .label = "Formats",
     .help = "where to",
     .default_text = "fp16,e4m3",
     .unit = "",
     .choices = formats},
    {.id = "from",
     .type = ULP_PARAM_FORMAT,
     .label = "From",
     .help = "where from",
     .default_text = "input",
     .unit = "",
     .choices = from_words},
    {.id = "n",
     .type = ULP_PARAM_COUNT_RANGE,
     .label = "N",
     .help = "from, to",
     .default_text = "16:1024",
     .min = 1,
     .max = 1e9,
     .unit = "elements"},
    {.id = "input",
     .type = ULP_PARAM_INPUT,
     .label = "Input",
     .help = "what",
     .default_text = "uniform:n=1000",
     .unit = ""},
    {.id = "algorithms",
     .type = ULP_PARAM_ALGORITHMS,
     .label = "Algorithms",
     .help = "how",
     .default_text = "kahan,exact",
     .unit = ""},
};

typedef struct {
  GtkWidget *window;
  UlpParamPanel *panel;
  guint changes;
} Fixture;

static void on_changed(UlpParamPanel *panel, Fixture *fixture) { fixture->changes++; }

static void set_up(Fixture *fixture, gconstpointer data) {
  GtkWidget *panel = ulp_param_panel_new(params, G_N_ELEMENTS(params));
  fixture->panel = ULP_PARAM_PANEL(panel);
  fixture->window = ulp_test_window(panel, 320, 900);
  g_signal_connect(panel, "changed", G_CALLBACK(on_changed), fixture);
}

static void tear_down(Fixture *fixture, gconstpointer data) {
  ulp_test_assert_gone(fixture->window, GTK_WIDGET(fixture->panel));
}

static GtkWidget *part(Fixture *fixture, const char *id, GType type, guint n) {
  GtkWidget *found = ulp_test_find(GTK_WIDGET(ulp_param_panel_field(fixture->panel, id)), type, n);
  g_assert_nonnull(found);
  return found;
}

static void type_into(Fixture *fixture, const char *id, guint n, const char *text) {
  gtk_editable_set_text(GTK_EDITABLE(part(fixture, id, GTK_TYPE_ENTRY, n)), text);
}

static const char *value(Fixture *fixture, const char *id) {
  return ulp_values_text(ulp_param_panel_values(fixture->panel), id);
}

static void test_defaults(Fixture *fixture, gconstpointer data) {
  for (guint i = 0; i < G_N_ELEMENTS(params); i++) {
    g_assert_cmpstr(value(fixture, params[i].id), ==, params[i].default_text);
    g_autofree char *text = ulp_param_field_text(ulp_param_panel_field(fixture->panel, params[i].id));
    g_assert_cmpstr(text, ==, params[i].default_text);
    g_assert_null(ulp_param_panel_error(fixture->panel, params[i].id));
  }
  g_assert_true(ulp_param_panel_valid(fixture->panel));
  g_assert_null(ulp_param_panel_field(fixture->panel, "unknown"));
  g_assert_true(ulp_test_shows(GTK_WIDGET(fixture->panel), "Runs [times]"));
}

static void test_count(Fixture *fixture, gconstpointer data) {
  type_into(fixture, "runs", 0, "2^10");
  g_assert_cmpuint(ulp_values_count(ulp_param_panel_values(fixture->panel), "runs"), ==, 1024);
  type_into(fixture, "runs", 0, " 1e3 ");
  g_assert_cmpuint(ulp_values_count(ulp_param_panel_values(fixture->panel), "runs"), ==, 1000);
  g_assert_cmpuint(fixture->changes, >=, 2);
}

static void test_wrong_text(Fixture *fixture, gconstpointer data) {
  const struct {
    const char *id, *text;
  } wrong[] = {{"runs", "0"}, {"runs", "-3"}, {"runs", "ten"}, {"atol", "2"}, {"atol", "1,5"}};
  for (guint i = 0; i < G_N_ELEMENTS(wrong); i++) {
    g_autofree char *before = g_strdup(value(fixture, wrong[i].id));
    GtkWidget *entry = part(fixture, wrong[i].id, GTK_TYPE_ENTRY, 0);
    gtk_editable_set_text(GTK_EDITABLE(entry), wrong[i].text);
    g_assert_false(ulp_param_panel_valid(fixture->panel));
    g_assert_nonnull(ulp_param_panel_error(fixture->panel, wrong[i].id));
    ulp_test_settle(GTK_WIDGET(fixture->panel));
    g_assert_true(ulp_test_shows(GTK_WIDGET(fixture->panel), ulp_param_panel_error(fixture->panel, wrong[i].id)));
    g_assert_true(gtk_widget_has_css_class(entry, "error"));
    g_assert_cmpstr(value(fixture, wrong[i].id), ==, before);
    gtk_editable_set_text(GTK_EDITABLE(entry), before);
    g_assert_true(ulp_param_panel_valid(fixture->panel));
    g_assert_null(ulp_param_panel_error(fixture->panel, wrong[i].id));
    g_assert_false(gtk_widget_has_css_class(entry, "error"));
  }
}

/* An emptied field stands for the default, which it shows. */
static void test_empty_text(Fixture *fixture, gconstpointer data) {
  GtkWidget *entry = part(fixture, "runs", GTK_TYPE_ENTRY, 0);
  const char *usual = ulp_param_field_param(ulp_param_panel_field(fixture->panel, "runs"))->default_text;
  gtk_editable_set_text(GTK_EDITABLE(entry), "7");
  g_assert_cmpstr(value(fixture, "runs"), ==, "7");
  gtk_editable_set_text(GTK_EDITABLE(entry), "");
  g_assert_true(ulp_param_panel_valid(fixture->panel));
  g_assert_cmpstr(value(fixture, "runs"), ==, usual);
  g_assert_cmpstr(gtk_entry_get_placeholder_text(GTK_ENTRY(entry)), ==, usual);
}

static void test_choices(Fixture *fixture, gconstpointer data) {
  GtkWidget *round = part(fixture, "round", GTK_TYPE_DROP_DOWN, 0);
  g_assert_cmpuint(gtk_drop_down_get_selected(GTK_DROP_DOWN(round)), ==, 1);
  gtk_drop_down_set_selected(GTK_DROP_DOWN(round), 2);
  g_assert_cmpstr(value(fixture, "round"), ==, "ru");

  gtk_check_button_set_active(GTK_CHECK_BUTTON(part(fixture, "to", GTK_TYPE_CHECK_BUTTON, 1)), TRUE);
  g_assert_cmpstr(value(fixture, "to"), ==, "fp16,bf16,e4m3");
  for (guint i = 0; i < 3; i++)
    gtk_check_button_set_active(GTK_CHECK_BUTTON(part(fixture, "to", GTK_TYPE_CHECK_BUTTON, i)), FALSE);
  g_assert_false(ulp_param_panel_valid(fixture->panel));
  g_assert_cmpstr(value(fixture, "to"), ==, "e4m3"); /* the last choice that was one */
}

/* A format that has a name is chosen, another one is typed. */
static void test_format(Fixture *fixture, gconstpointer data) {
  GtkDropDown *chooser = GTK_DROP_DOWN(part(fixture, "from", GTK_TYPE_DROP_DOWN, 0));
  GtkWidget *layout = part(fixture, "from", GTK_TYPE_ENTRY, 0);
  g_assert_false(gtk_widget_get_visible(layout));
  gtk_drop_down_set_selected(chooser, 1);
  g_assert_true(ulp_values_format(ulp_param_panel_values(fixture->panel), "from") == ulp_formats[0]);
  gtk_drop_down_set_selected(chooser, 1 + ULP_N_FORMATS);
  g_assert_true(gtk_widget_get_visible(layout));
  g_assert_null(ulp_param_panel_error(fixture->panel, "from")); /* an example, which the next key replaces */
  g_assert_cmpstr(value(fixture, "from"), ==, "e5m7");
  gtk_editable_set_text(GTK_EDITABLE(layout), "");
  g_assert_nonnull(ulp_param_panel_error(fixture->panel, "from"));
  gtk_editable_set_text(GTK_EDITABLE(layout), "e6m9");
  g_assert_null(ulp_param_panel_error(fixture->panel, "from"));
  g_assert_cmpstr(value(fixture, "from"), ==, "e6m9");
  UlpParamField *field = ulp_param_panel_field(fixture->panel, "from");
  ulp_param_field_set_text(field, "input");
  g_assert_false(gtk_widget_get_visible(layout));
  g_assert_true(ulp_values_format(ulp_param_panel_values(fixture->panel), "from") == 0);
  ulp_param_field_set_text(field, "e3m2-noinf");
  g_assert_true(gtk_widget_get_visible(layout));
  g_assert_cmpstr(value(fixture, "from"), ==, "e3m2-noinf");
}

static gboolean members_are_shown(gpointer drop_down) {
  return gtk_widget_get_visible(gtk_widget_get_parent(drop_down));
}

/* The arrays of a file, once it has been opened; of the input's drop-downs it is the second. */
static void test_members(Fixture *fixture, gconstpointer data) {
  g_autofree char *path = g_build_filename(g_getenv("ULP_TEST_DATA"), "input", "recorded", "types.safetensors", NULL);
  g_autofree char *chosen = g_strdup_printf("%s#float32:format=fp64|slice:n=2", path);
  g_autofree char *typed = g_strdup_printf("%s:format=fp64|slice:n=2", path);
  GtkDropDown *members = GTK_DROP_DOWN(part(fixture, "input", GTK_TYPE_DROP_DOWN, 1));
  UlpParamField *field = ulp_param_panel_field(fixture->panel, "input");
  g_assert_false(members_are_shown(members));
  ulp_param_field_set_text(field, typed);
  ulp_test_wait(members_are_shown, members);
  GtkStringList *titles = GTK_STRING_LIST(gtk_drop_down_get_model(members));
  g_assert_cmpuint(g_list_model_get_n_items(G_LIST_MODEL(titles)), ==, 1 + 18);
  g_assert_cmpuint(gtk_drop_down_get_selected(members), ==, 0);
  g_assert_cmpstr(gtk_string_list_get_string(titles, 5), ==, "float32   fp32 [6]");
  gtk_drop_down_set_selected(members, 5);
  g_assert_cmpstr(value(fixture, "input"), ==, chosen);
  g_assert_cmpuint(gtk_drop_down_get_selected(members), ==, 5);
  g_autofree char *by_number = g_strconcat(path, "#3", NULL);
  ulp_param_field_set_text(field, by_number);
  ulp_test_wait(members_are_shown, members);
  g_assert_cmpuint(gtk_drop_down_get_selected(members), ==, 3);
  ulp_param_field_set_text(field, "uniform");
  g_assert_false(members_are_shown(members));
}

static void test_range(Fixture *fixture, gconstpointer data) {
  type_into(fixture, "n", 1, "2^20");
  guint64 first, last;
  ulp_values_count_range(ulp_param_panel_values(fixture->panel), "n", &first, &last);
  g_assert_cmpuint(first, ==, 16);
  g_assert_cmpuint(last, ==, 1048576);
  type_into(fixture, "n", 0, "2^21");
  g_assert_nonnull(ulp_param_panel_error(fixture->panel, "n"));
  type_into(fixture, "n", 0, "1");
  g_assert_null(ulp_param_panel_error(fixture->panel, "n"));
}

/* The last entry of the input's field is the specification; the others are the generator's parameters. */
static GtkWidget *specification(Fixture *fixture) {
  guint n = 0;
  GtkWidget *field = GTK_WIDGET(ulp_param_panel_field(fixture->panel, "input"));
  while (ulp_test_find(field, GTK_TYPE_ENTRY, n + 1))
    n++;
  return ulp_test_find(field, GTK_TYPE_ENTRY, n);
}

static void test_input_by_controls(Fixture *fixture, gconstpointer data) {
  GtkDropDown *kind = GTK_DROP_DOWN(part(fixture, "input", GTK_TYPE_DROP_DOWN, 0));
  g_assert_cmpuint(gtk_drop_down_get_selected(kind), ==, ULP_GENERATOR_UNIFORM);
  type_into(fixture, "input", 0, "2^12");
  g_assert_cmpstr(value(fixture, "input"), ==, "uniform:n=2^12");

  gtk_drop_down_set_selected(kind, ULP_GENERATOR_CONSTANT);
  g_assert_cmpstr(value(fixture, "input"), ==, "constant:n=2^12"); /* the number of elements stays */
  const UlpGeneratorInfo *info = ulp_generator_info(ULP_GENERATOR_CONSTANT);
  g_assert_cmpuint(info->n_params, ==, 3); /* n, format, value */
  type_into(fixture, "input", 1, "0.25");
  g_assert_cmpstr(value(fixture, "input"), ==, "constant:n=2^12:value=0.25");
  gtk_drop_down_set_selected(GTK_DROP_DOWN(part(fixture, "input", GTK_TYPE_DROP_DOWN, 2)), 1);
  g_assert_cmpstr(value(fixture, "input"), ==, "constant:n=2^12:format=fp64:value=0.25");
  g_assert_cmpstr(gtk_editable_get_text(GTK_EDITABLE(specification(fixture))), ==, value(fixture, "input"));

  type_into(fixture, "input", 0, ""); /* not named: the experiment's own number */
  g_assert_cmpstr(value(fixture, "input"), ==, "constant:format=fp64:value=0.25");
  type_into(fixture, "input", 0, "0");
  g_assert_nonnull(ulp_param_panel_error(fixture->panel, "input"));
  g_assert_true(gtk_widget_has_css_class(part(fixture, "input", GTK_TYPE_ENTRY, 0), "error"));
}

static void test_input_by_text(Fixture *fixture, gconstpointer data) {
  gtk_editable_set_text(GTK_EDITABLE(specification(fixture)), "lognormal:n=50");
  GtkDropDown *kind = GTK_DROP_DOWN(part(fixture, "input", GTK_TYPE_DROP_DOWN, 0));
  g_assert_cmpuint(gtk_drop_down_get_selected(kind), ==, ULP_GENERATOR_LOGNORMAL);
  g_assert_cmpstr(gtk_editable_get_text(GTK_EDITABLE(part(fixture, "input", GTK_TYPE_ENTRY, 0))), ==, "50");
  g_assert_cmpstr(value(fixture, "input"), ==, "lognormal:n=50");

  gtk_editable_set_text(GTK_EDITABLE(specification(fixture)), "uniform:m=3");
  g_assert_nonnull(ulp_param_panel_error(fixture->panel, "input"));
  g_assert_cmpstr(value(fixture, "input"), ==, "lognormal:n=50");

  gtk_editable_set_text(GTK_EDITABLE(specification(fixture)), "/nowhere/data.npy"); /* read when it runs */
  g_assert_null(ulp_param_panel_error(fixture->panel, "input"));
  g_assert_cmpuint(gtk_drop_down_get_selected(kind), ==, ulp_n_generators());
  g_assert_cmpstr(value(fixture, "input"), ==, "/nowhere/data.npy");

  gtk_drop_down_set_selected(kind, ULP_GENERATOR_TENTHS);
  g_assert_cmpstr(value(fixture, "input"), ==, "tenths");
}

/* Rows are added by choosing, changed by their fields and taken away; the text follows, and the rows follow the text. */
static void test_input_operations(Fixture *fixture, gconstpointer data) {
  gtk_editable_set_text(GTK_EDITABLE(specification(fixture)), "tenths:n=50");
  GtkWidget *rows = part(fixture, "input", ULP_TYPE_OPERATION_ROWS, 0);
  GtkDropDown *add = GTK_DROP_DOWN(ulp_test_find(rows, GTK_TYPE_DROP_DOWN, 0));
  gtk_drop_down_set_selected(add, 1);
  g_assert_cmpuint(gtk_drop_down_get_selected(add), ==, 0);
  g_assert_cmpstr(value(fixture, "input"), ==, "tenths:n=50|permute");
  gtk_editable_set_text(GTK_EDITABLE(ulp_test_find(rows, GTK_TYPE_ENTRY, 0)), "7");
  g_assert_cmpstr(value(fixture, "input"), ==, "tenths:n=50|permute:seed=7");
  gtk_drop_down_set_selected(add, 3);
  g_assert_cmpstr(value(fixture, "input"), ==, "tenths:n=50|permute:seed=7|slice");
  type_into(fixture, "input", 0, "60"); /* the generator's own field leaves them alone */
  g_assert_cmpstr(value(fixture, "input"), ==, "tenths:n=60|permute:seed=7|slice");
  gtk_drop_down_set_selected(GTK_DROP_DOWN(part(fixture, "input", GTK_TYPE_DROP_DOWN, 0)), ULP_GENERATOR_UNIFORM);
  g_assert_cmpstr(value(fixture, "input"), ==, "uniform:n=60|permute:seed=7|slice");

  g_signal_emit_by_name(ulp_test_find(rows, GTK_TYPE_BUTTON, 0), "clicked");
  g_assert_cmpstr(value(fixture, "input"), ==, "uniform:n=60|slice");

  gtk_editable_set_text(GTK_EDITABLE(specification(fixture)), "x.csv|sort:by=magnitude|scale:by=3");
  g_assert_null(ulp_param_panel_error(fixture->panel, "input"));
  g_autofree char *text = ulp_operation_rows_text(ULP_OPERATION_ROWS(rows));
  g_assert_cmpstr(text, ==, "|sort:by=magnitude|scale:by=3");
  gtk_editable_set_text(GTK_EDITABLE(specification(fixture)), "uniform|nonsense");
  g_assert_nonnull(ulp_param_panel_error(fixture->panel, "input"));
}

/* Whatever its ending looks like, a file is named here and read by the run: to open a pipe would block for ever. */
static void test_input_is_not_read(Fixture *fixture, gconstpointer data) {
  g_autofree char *folder = g_dir_make_tmp("ulp-panel-XXXXXX", NULL);
  g_autofree char *here = g_get_current_dir();
  g_assert_cmpint(g_chdir(folder), ==, 0);
  g_assert_cmpint(mkfifo("X.NPY", 0600), ==, 0);
  g_assert_cmpint(mkfifo("y.csv", 0600), ==, 0);
  const char *const specs[] = {"X.NPY", "X.NPY:format=fp32", "y.csv:format=fp64", "./y.csv"};
  for (guint i = 0; i < G_N_ELEMENTS(specs); i++) {
    gtk_editable_set_text(GTK_EDITABLE(specification(fixture)), specs[i]);
    g_assert_null(ulp_param_panel_error(fixture->panel, "input"));
    g_assert_cmpstr(value(fixture, "input"), ==, specs[i]);
  }
  gtk_editable_set_text(GTK_EDITABLE(specification(fixture)), "X.NPY:format=fp16");
  g_assert_nonnull(ulp_param_panel_error(fixture->panel, "input"));
  g_unlink("X.NPY");
  g_unlink("y.csv");
  g_assert_cmpint(g_chdir(here), ==, 0);
  g_rmdir(folder);
}

/* Check boxes lie in the groups' order; each is found by the first word of its label. */
static GtkWidget *algorithm_check(Fixture *fixture, const char *id) {
  for (guint n = 0;; n++) {
    GtkWidget *check = part(fixture, "algorithms", GTK_TYPE_CHECK_BUTTON, n);
    g_auto(GStrv) words = g_strsplit(gtk_check_button_get_label(GTK_CHECK_BUTTON(check)), " ", 2);
    if (g_str_equal(words[0], id))
      return check;
  }
}

static void test_algorithms(Fixture *fixture, gconstpointer data) {
  for (guint i = 0; ulp_algorithms[i]; i++) {
    const char *id = ulp_algorithms[i]->id;
    GtkWidget *check = algorithm_check(fixture, id);
    g_assert_cmpint(gtk_check_button_get_active(GTK_CHECK_BUTTON(check)), ==,
                    g_str_equal(id, "kahan") || g_str_equal(id, "exact"));
    g_assert_nonnull(gtk_widget_get_tooltip_text(check));
    const char *label = gtk_check_button_get_label(GTK_CHECK_BUTTON(check));
    g_assert_cmpint(strstr(label, "simulated schedule") != NULL, ==, ulp_algorithms[i]->merge == ULP_MERGE_SHUFFLED);
  }
  gtk_check_button_set_active(GTK_CHECK_BUTTON(algorithm_check(fixture, "fixed")), TRUE);
  g_assert_cmpstr(value(fixture, "algorithms"), ==, "kahan,exact,fixed");
  gtk_check_button_set_active(GTK_CHECK_BUTTON(algorithm_check(fixture, "kahan")), FALSE);
  g_assert_cmpstr(value(fixture, "algorithms"), ==, "exact,fixed");

  type_into(fixture, "algorithms", 0, "strided:grid=4:block=128, kahan");
  g_assert_true(gtk_check_button_get_active(GTK_CHECK_BUTTON(algorithm_check(fixture, "strided"))));
  g_assert_false(gtk_check_button_get_active(GTK_CHECK_BUTTON(algorithm_check(fixture, "exact"))));
  gtk_check_button_set_active(GTK_CHECK_BUTTON(algorithm_check(fixture, "exact")), TRUE);
  g_assert_cmpstr(value(fixture, "algorithms"), ==, "strided:grid=4:block=128,kahan,exact");

  type_into(fixture, "algorithms", 0, "all");
  gtk_check_button_set_active(GTK_CHECK_BUTTON(algorithm_check(fixture, "seq-fp32")), FALSE);
  g_autoptr(GArray) fewer = ulp_algorithms_parse(value(fixture, "algorithms"), NULL);
  gtk_check_button_set_active(GTK_CHECK_BUTTON(algorithm_check(fixture, "seq-fp32")), TRUE);
  g_assert_cmpstr(value(fixture, "algorithms"), ==, "all");
  g_autoptr(GArray) every = ulp_algorithms_parse("all", NULL);
  g_assert_cmpuint(fewer->len, ==, every->len - 1);

  type_into(fixture, "algorithms", 0, "kahan,nonsense");
  g_assert_nonnull(ulp_param_panel_error(fixture->panel, "algorithms"));
  g_assert_cmpstr(value(fixture, "algorithms"), ==, "all");
  type_into(fixture, "algorithms", 0, "");
  g_assert_nonnull(ulp_param_panel_error(fixture->panel, "algorithms"));
}

/* The parameters of a chosen algorithm are fields below it, and follow the text and lead it; they go when it is not chosen. */
static void test_algorithm_parameters(Fixture *fixture, gconstpointer data) {
  GtkWidget *check = algorithm_check(fixture, "strided");
  GtkWidget *row = gtk_widget_get_ancestor(check, ULP_TYPE_ALGORITHM_ROW);
  g_assert_null(ulp_test_find(row, GTK_TYPE_ENTRY, 0));
  type_into(fixture, "algorithms", 0, "kahan,strided:block=100,exact,strided:grid=9");
  GtkEditable *grid = GTK_EDITABLE(ulp_test_find(row, GTK_TYPE_ENTRY, 0));
  GtkEditable *block = GTK_EDITABLE(ulp_test_find(row, GTK_TYPE_ENTRY, 1));
  g_assert_cmpstr(gtk_editable_get_text(grid), ==, "1");
  g_assert_cmpstr(gtk_editable_get_text(block), ==, "100");
  gtk_editable_set_text(grid, "7");
  g_assert_cmpstr(value(fixture, "algorithms"), ==, "kahan,strided:grid=7:block=100,exact,strided:grid=9");
  gtk_drop_down_set_selected(GTK_DROP_DOWN(ulp_test_find(row, GTK_TYPE_DROP_DOWN, 0)), 1);
  g_assert_cmpstr(value(fixture, "algorithms"), ==, "kahan,strided:acc=fp64:grid=7:block=100,exact,strided:grid=9");
  gtk_editable_set_text(block, "1025");
  g_assert_true(gtk_widget_has_css_class(GTK_WIDGET(block), "error"));
  g_assert_nonnull(ulp_param_panel_error(fixture->panel, "algorithms"));
  gtk_editable_set_text(block, "256");
  g_assert_null(ulp_param_panel_error(fixture->panel, "algorithms"));
  gtk_check_button_set_active(GTK_CHECK_BUTTON(check), FALSE);
  g_assert_cmpstr(value(fixture, "algorithms"), ==, "kahan,exact");
  g_assert_false(gtk_widget_get_visible(gtk_widget_get_parent(gtk_widget_get_parent(GTK_WIDGET(grid)))));
}

static guint shown_algorithms(Fixture *fixture) {
  guint shown = 0;
  for (guint i = 0; ulp_algorithms[i]; i++) {
    GtkWidget *check = algorithm_check(fixture, ulp_algorithms[i]->id);
    shown += gtk_widget_get_child_visible(gtk_widget_get_ancestor(check, ULP_TYPE_ALGORITHM_ROW));
  }
  return shown;
}

static void test_algorithm_search(Fixture *fixture, gconstpointer data) {
  GtkWidget *search = part(fixture, "algorithms", GTK_TYPE_SEARCH_ENTRY, 0);
  const guint all = shown_algorithms(fixture);
  static const struct {
    const char *words;
    guint shown;
  } cases[] = {{"NUMPY float64", 1}, {"no such thing", 0}, {"warp shuffles", 1}};
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    gtk_editable_set_text(GTK_EDITABLE(search), cases[i].words);
    g_signal_emit_by_name(search, "search-changed"); /* it waits for a pause in typing */
    g_assert_cmpuint(shown_algorithms(fixture), ==, cases[i].shown);
  }
  gtk_editable_set_text(GTK_EDITABLE(search), "");
  g_signal_emit_by_name(search, "search-changed");
  g_assert_cmpuint(shown_algorithms(fixture), ==, all);
  g_assert_cmpstr(value(fixture, "algorithms"), ==, "kahan,exact"); /* a search chooses nothing */
}

static void test_words(void) {
  static const char *const ids[] = {"rn", "rz", NULL}, *const titles[] = {"to nearest", "toward zero", NULL};
  static const UlpParam param = {.id = "rounds",
                                 .type = ULP_PARAM_CHOICES,
                                 .label = "Roundings",
                                 .help = "which",
                                 .default_text = "rz",
                                 .unit = "",
                                 .choices = ids,
                                 .titles = titles};
  GtkWidget *panel = ulp_param_panel_new(&param, 1), *window = ulp_test_window(panel, 300, 200);
  g_assert_true(ulp_test_shows(panel, "toward zero (rz)"));
  GtkWidget *first = ulp_test_find(panel, GTK_TYPE_CHECK_BUTTON, 0);
  gtk_check_button_set_active(GTK_CHECK_BUTTON(first), TRUE);
  g_assert_cmpstr(ulp_values_text(ulp_param_panel_values(ULP_PARAM_PANEL(panel)), "rounds"), ==, "rn,rz");
  ulp_test_assert_gone(window, panel);
}

/* A few at first, all of them by one button, and the few again. */
static void test_usual_and_all(void) {
  static const UlpParam algorithms = {.id = "algorithms",
                                      .type = ULP_PARAM_ALGORITHMS,
                                      .label = "Algorithms",
                                      .help = "which",
                                      .default_text = "kahan,exact",
                                      .unit = ""};
  GtkWidget *panel = ulp_param_panel_new(&algorithms, 1), *window = ulp_test_window(panel, 400, 500);
  static const char *const texts[] = {"All", "all", "Usual", "kahan,exact"};
  for (guint i = 0; i < G_N_ELEMENTS(texts); i += 2) {
    GtkWidget *button = NULL;
    for (guint n = 0; (button = ulp_test_find(panel, GTK_TYPE_BUTTON, n)); n++)
      if (g_strcmp0(gtk_button_get_label(GTK_BUTTON(button)), texts[i]) == 0)
        break;
    g_signal_emit_by_name(button, "clicked");
    g_assert_cmpstr(ulp_values_text(ulp_param_panel_values(ULP_PARAM_PANEL(panel)), "algorithms"), ==, texts[i + 1]);
  }
  ulp_test_assert_gone(window, panel);
}

int main(int argc, char **argv) {
  gtk_test_init(&argc, &argv, NULL);
  const struct {
    const char *path;
    void (*run)(Fixture *fixture, gconstpointer data);
  } tests[] = {
      {"/widgets/param-panel/defaults", test_defaults},
      {"/widgets/param-panel/count", test_count},
      {"/widgets/param-panel/wrong-text", test_wrong_text},
      {"/widgets/param-panel/empty-text", test_empty_text},
      {"/widgets/param-panel/choices", test_choices},
      {"/widgets/param-panel/format", test_format},
      {"/widgets/param-panel/members", test_members},
      {"/widgets/param-panel/range", test_range},
      {"/widgets/param-panel/input-is-not-read", test_input_is_not_read},
      {"/widgets/param-panel/input-by-controls", test_input_by_controls},
      {"/widgets/param-panel/input-by-text", test_input_by_text},
      {"/widgets/param-panel/input-operations", test_input_operations},
      {"/widgets/param-panel/algorithms", test_algorithms},
      {"/widgets/param-panel/algorithm-parameters", test_algorithm_parameters},
      {"/widgets/param-panel/algorithm-search", test_algorithm_search},
  };
  for (guint i = 0; i < G_N_ELEMENTS(tests); i++)
    g_test_add(tests[i].path, Fixture, NULL, set_up, tests[i].run, tear_down);
  g_test_add_func("/widgets/param-panel/words", test_words);
  g_test_add_func("/widgets/param-panel/usual-and-all", test_usual_and_all);
  return g_test_run();
}
