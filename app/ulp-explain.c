/* ulp explain: what a term of the results means, and the list of all terms. */
#include "app/ulp-arguments.h"
#include "app/ulp-command.h"
#include "app/ulp-text.h"
#include "core/base/error.h"
#include "core/base/i18n.h"
#include "core/glossary/glossary.h"
#include "core/table/provenance.h"

static const UlpColumn columns[] = {
    {"term", ULP_COLUMN_TEXT, N_("term"), "", N_("as results write it")},
    {"line", ULP_COLUMN_TEXT, N_("meaning"), "", N_("in one line"), ulp_words_translated},
    {"more", ULP_COLUMN_TEXT, N_("more"), "", N_("with an example"), ulp_words_translated,
     .flags = ULP_COLUMN_IS_HIDDEN},
    {"source", ULP_COLUMN_TEXT, N_("source"), "", N_("paper or standard"), .flags = ULP_COLUMN_IS_HIDDEN},
};

static void append_term(UlpTable *table, const UlpTerm *term) {
  g_autofree char *made = *term->more ? NULL : ulp_term_more(term);
  const UlpCell cells[] = {ulp_cell_text(term->id), ulp_cell_text(term->line), ulp_cell_text(made ? made : term->more),
                           ulp_cell_text(term->source)};
  ulp_table_append(table, cells);
}

static void print_term(const UlpTerm *term, GError **error) {
  g_autoptr(GString) out = g_string_new(NULL);
  g_autofree char *line = g_strdup_printf("%s: %s", term->id, _(term->line));
  g_autofree char *source = *term->source ? g_strdup_printf(_("Source: %s"), term->source) : NULL;
  g_autofree char *more = ulp_term_more(term);
  const char *const paragraphs[] = {line, more, source ? source : ""};
  for (guint i = 0; i < G_N_ELEMENTS(paragraphs); i++)
    if (*paragraphs[i])
      ulp_text_wrap(out, paragraphs[i], 0);
  ulp_text_print(out, error);
}

static void explain(const char *name, gboolean json, GError **error) {
  UlpTerm term;
  if (name && !ulp_term_find(name, &term)) {
    ulp_set_error(error, ULP_ERROR_USAGE,
                  _("explain: found “%s”, expected a term such as ulp or subnormal, a format or an algorithm; “ulp "
                    "explain” lists the terms"),
                  name);
    return;
  }
  if (name && !json) {
    print_term(&term, error);
    return;
  }
  g_autoptr(UlpTable) table = ulp_table_new("terms", N_("Terms"), columns, G_N_ELEMENTS(columns));
  if (name)
    append_term(table, &term);
  else
    for (guint i = 0; ulp_terms[i]; i++)
      append_term(table, ulp_terms[i]);
  ulp_provenance_add_program(table);
  if (json) {
    ulp_text_print_json(table, error);
    return;
  }
  g_autoptr(GString) out = g_string_new(NULL);
  ulp_text_table(out, table, &(UlpTextOptions){0});
  ulp_text_print(out, error);
}

int ulp_command_explain(char **argv, GError **error) {
  g_autoptr(GArray) options = ulp_options_new();
  ulp_options_add(options, "json", NULL, _("print JSON instead of text"));
  g_autoptr(UlpArguments) arguments = ulp_arguments_parse("ulp explain", options, argv, error);
  if (!arguments)
    return 0;
  if (ulp_arguments_help(arguments)) {
    ulp_print_help(
        "ulp explain [TERM]",
        _("Says what a term of the results means, a format holds or a summation algorithm does; without a term, lists the terms."),
        options, error);
    return 0;
  }
  if (!ulp_arguments_check_words(arguments, 1, error))
    return 0;
  const char *name = ulp_arguments_n_words(arguments) ? ulp_arguments_word(arguments, 0) : NULL;
  explain(name, ulp_arguments_has(arguments, "json"), error);
  return 0;
}
