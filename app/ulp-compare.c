/* ulp compare A B: two arrays, which the experiment compares, or two exported tables. */
#include "app/ulp-arguments.h"
#include "app/ulp-command.h"
#include "app/ulp-text.h"
#include "core/base/error.h"
#include "core/base/i18n.h"
#include "core/experiment/recording.h"
#include "core/table/compare.h"
#include "core/table/export.h"

#define EXIT_DIFFERENT 4

static gboolean print(const UlpTableComparison *comparison, gboolean json, GError **error) {
  UlpTable *const tables[] = {comparison->columns, comparison->fingerprint};
  const UlpExportOptions plain = {0};
  if (json)
    return ulp_tables_export_json("-", tables, G_N_ELEMENTS(tables), &plain, NULL, error);
  const UlpTextOptions options = {.digits = 6};
  g_autoptr(GString) out = g_string_new(NULL);
  ulp_text_table(out, comparison->columns, &options);
  g_string_append_c(out, '\n');
  ulp_text_table(out, comparison->fingerprint, &options);
  return ulp_text_print(out, error);
}

/* The exit status. */
static int compare_tables(const char *path_a, const char *path_b, gboolean json, GError **error) {
  g_autoptr(UlpRecording) a = ulp_recording_open(path_a, error);
  g_autoptr(UlpRecording) b = a ? ulp_recording_open(path_b, error) : NULL;
  g_auto(UlpTableComparison) comparison = {0};
  if (!b || !ulp_table_compare(a->data, b->data, &comparison, error) || !print(&comparison, json, error))
    return 0;
  if (comparison.different == 0)
    return 0;
  g_autofree char *message =
      g_strdup_printf(_("%" G_GUINT64_FORMAT " cells differ, first %s"), comparison.different, comparison.first);
  ulp_report(message);
  return EXIT_DIFFERENT;
}

static void add_options(GArray *options) {
  ulp_options_add(options, "json", NULL, _("of tables: print JSON instead of text"));
  ulp_options_add(options, "atol", "NUMBER",
                  _("of arrays: see “ulp run compare --help” for this and its other options"));
}

static int print_help(GError **error) {
  g_autoptr(GArray) options = ulp_options_new();
  add_options(options);
  ulp_print_help(
      "ulp compare A B [--OPTION VALUE...]",
      _("Compares two arrays (FILE, FILE#MEMBER or generators) element by element, as “ulp run compare --a A --b B” "
        "does, or two exported tables cell by cell, and what made them. Exit status 4 when they differ: arrays by "
        "more than the tolerance, tables in a cell that is not measured."),
      options, error);
  return 0;
}

static int compare_arrays(const char *a, const char *b, char **rest, GError **error) {
  g_autoptr(GPtrArray) words = g_ptr_array_new();
  const char *const begin[] = {"compare", "--a", a, "--b", b};
  for (guint i = 0; i < G_N_ELEMENTS(begin); i++)
    g_ptr_array_add(words, (gpointer)begin[i]);
  for (char **word = rest; *word; word++)
    g_ptr_array_add(words, *word);
  g_ptr_array_add(words, NULL);
  return ulp_command_run((char **)words->pdata, error);
}

int ulp_command_compare(char **argv, GError **error) {
  if (argv[0] && (g_str_equal(argv[0], "--help") || g_str_equal(argv[0], "-h")))
    return print_help(error);
  if (!argv[0] || !argv[1] || g_str_has_prefix(argv[0], "--") || g_str_has_prefix(argv[1], "--")) {
    g_set_error_literal(error, ULP_ERROR, ULP_ERROR_USAGE, _("compare: expected “ulp compare A B”, then options"));
    return 0;
  }
  if (!ulp_recording_is_one(argv[0]) || !ulp_recording_is_one(argv[1]))
    return compare_arrays(argv[0], argv[1], argv + 2, error);
  g_autoptr(GArray) options = ulp_options_new();
  ulp_options_add(options, "json", NULL, _("print JSON instead of text"));
  g_autoptr(UlpArguments) arguments = ulp_arguments_parse("ulp compare", options, argv + 2, error);
  if (!arguments || !ulp_arguments_check_words(arguments, 0, error))
    return 0;
  return compare_tables(argv[0], argv[1], ulp_arguments_has(arguments, "json"), error);
}
