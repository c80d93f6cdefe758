#include "app/ulp-arguments.h"

#include "app/ulp-text.h"
#include "core/base/error.h"
#include "core/base/i18n.h"

#include <string.h>

struct _UlpArguments {
  char *command;
  GHashTable *values; /* option id -> GPtrArray of its values */
  GPtrArray *words;
  gboolean help;
};

static void clear_option(gpointer data) { g_free(((UlpOption *)data)->help); }

GArray *ulp_options_new(void) {
  GArray *options = g_array_new(FALSE, FALSE, sizeof(UlpOption));
  g_array_set_clear_func(options, clear_option);
  return options;
}

void ulp_options_add(GArray *options, const char *id, const char *value, const char *help) {
  const UlpOption option = {id, value, g_strdup(help)};
  g_array_append_val(options, option);
}

static const char *value_name(UlpParamType type) {
  switch (type) {
  case ULP_PARAM_COUNT:
    return "COUNT";
  case ULP_PARAM_REAL:
    return "NUMBER";
  case ULP_PARAM_CHOICE:
    return "WORD";
  case ULP_PARAM_CHOICES:
    return "WORD,...";
  case ULP_PARAM_COUNT_RANGE:
    return "FIRST:LAST";
  case ULP_PARAM_INPUT:
    return "INPUT";
  case ULP_PARAM_ALGORITHMS:
    return "ALGORITHM,...";
  }
  return "";
}

void ulp_options_add_params(GArray *options, const UlpParam *params, guint n_params) {
  for (guint i = 0; i < n_params; i++) {
    const UlpParam *param = &params[i];
    g_autoptr(GString) help = g_string_new(_(param->help));
    if (param->choices) {
      g_autofree char *choices = g_strjoinv("|", (char **)param->choices);
      g_string_append_printf(help, ": %s", choices);
    }
    g_autofree char *range = ulp_param_range(param);
    const char *unit = *param->unit && !g_str_equal(param->unit, "1") ? _(param->unit) : "";
    if (*range || *unit)
      g_string_append_printf(help, " [%s%s%s]", range, *range && *unit ? " " : "", unit);
    g_string_append_printf(help, _(" (default %s)"), param->default_text);
    ulp_options_add(options, param->id, value_name(param->type), help->str);
  }
}

static const UlpOption *find_option(const GArray *options, const char *id) {
  for (guint i = 0; i < options->len; i++) {
    const UlpOption *option = &g_array_index(options, UlpOption, i);
    if (g_str_equal(option->id, id))
      return option;
  }
  return NULL;
}

static void keep(UlpArguments *arguments, const char *id, const char *value) {
  GPtrArray *values = g_hash_table_lookup(arguments->values, id);
  if (!values) {
    values = g_ptr_array_new_with_free_func(g_free);
    g_hash_table_insert(arguments->values, g_strdup(id), values);
  }
  g_ptr_array_add(values, g_strdup(value));
}

/* `argv` is at an option; moves it past the option and its value. */
static gboolean parse_option(UlpArguments *arguments, const GArray *options, char ***argv, GError **error) {
  const char *text = **argv + 2;
  const char *equals = strchr(text, '=');
  g_autofree char *id = equals ? g_strndup(text, equals - text) : g_strdup(text);
  const UlpOption *option = find_option(options, id);
  if (!option) {
    g_set_error(error, ULP_ERROR, ULP_ERROR_USAGE, _("unknown option --%s; “%s --help” lists the options"), id,
                arguments->command);
    return FALSE;
  }
  if (!option->value && equals) {
    g_set_error(error, ULP_ERROR, ULP_ERROR_USAGE, _("option --%s takes no value, found “%s”"), id, equals + 1);
    return FALSE;
  }
  const char *value = equals ? equals + 1 : "";
  if (option->value && !equals && !(value = *++*argv)) {
    g_set_error(error, ULP_ERROR, ULP_ERROR_USAGE, _("option --%s needs a value (%s)"), id, option->value);
    return FALSE;
  }
  ++*argv;
  keep(arguments, id, value);
  return TRUE;
}

UlpArguments *ulp_arguments_parse(const char *command, const GArray *options, char **argv, GError **error) {
  g_autoptr(UlpArguments) arguments = g_new0(UlpArguments, 1);
  arguments->command = g_strdup(command);
  arguments->values = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_ptr_array_unref);
  arguments->words = g_ptr_array_new_with_free_func(g_free);
  gboolean only_words = FALSE;
  while (*argv) {
    if (!only_words && g_str_equal(*argv, "--")) {
      only_words = TRUE;
      argv++;
    } else if (!only_words && (g_str_equal(*argv, "--help") || g_str_equal(*argv, "-h"))) {
      arguments->help = TRUE;
      argv++;
    } else if (!only_words && g_str_has_prefix(*argv, "--")) {
      if (!parse_option(arguments, options, &argv, error))
        return NULL;
    } else {
      g_ptr_array_add(arguments->words, g_strdup(*argv++));
    }
  }
  return g_steal_pointer(&arguments);
}

void ulp_arguments_free(UlpArguments *arguments) {
  if (!arguments)
    return;
  g_free(arguments->command);
  g_hash_table_unref(arguments->values);
  g_ptr_array_unref(arguments->words);
  g_free(arguments);
}

gboolean ulp_arguments_help(const UlpArguments *arguments) { return arguments->help; }

guint ulp_arguments_n_words(const UlpArguments *arguments) { return arguments->words->len; }

const char *ulp_arguments_word(const UlpArguments *arguments, guint index) {
  return g_ptr_array_index(arguments->words, index);
}

gboolean ulp_arguments_has(const UlpArguments *arguments, const char *id) {
  return g_hash_table_contains(arguments->values, id);
}

guint ulp_arguments_n_values(const UlpArguments *arguments, const char *id) {
  const GPtrArray *values = g_hash_table_lookup(arguments->values, id);
  return values ? values->len : 0;
}

const char *ulp_arguments_value(const UlpArguments *arguments, const char *id, guint index) {
  return g_ptr_array_index((GPtrArray *)g_hash_table_lookup(arguments->values, id), index);
}

const char *ulp_arguments_last(const UlpArguments *arguments, const char *id) {
  const guint n = ulp_arguments_n_values(arguments, id);
  return n ? ulp_arguments_value(arguments, id, n - 1) : NULL;
}

gboolean ulp_arguments_check_words(const UlpArguments *arguments, guint most, GError **error) {
  if (arguments->words->len <= most)
    return TRUE;
  g_set_error(error, ULP_ERROR, ULP_ERROR_USAGE, _("unexpected argument “%s”; see “%s --help”"),
              ulp_arguments_word(arguments, most), arguments->command);
  return FALSE;
}

gboolean ulp_arguments_apply(const UlpArguments *arguments, const UlpParam *params, guint n_params, UlpValues *values,
                             GError **error) {
  for (guint i = 0; i < n_params; i++) {
    const char *text = ulp_arguments_last(arguments, params[i].id);
    if (text && !ulp_values_set(values, params[i].id, text, error)) {
      g_prefix_error(error, "--");
      return FALSE;
    }
  }
  return TRUE;
}

gboolean ulp_print_help(const char *usage, const char *summary, const GArray *options, GError **error) {
  g_autoptr(GString) out = g_string_new(NULL);
  g_string_append_printf(out, _("Usage: %s\n"), usage);
  ulp_text_wrap(out, summary, 0);
  g_string_append_printf(out, "\n%s\n", _("Options:"));
  for (guint i = 0; i < options->len; i++) {
    const UlpOption *option = &g_array_index(options, UlpOption, i);
    g_autofree char *left = g_strdup_printf("  --%s %s", option->id, option->value ? option->value : "");
    g_string_append_printf(out, "%-28s", left);
    if (strlen(left) > 27)
      g_string_append_printf(out, "\n%28s", "");
    ulp_text_wrap(out, option->help, 28);
  }
  g_string_append_printf(out, "%-28s%s\n", "  --help", _("show this help"));
  return ulp_text_print(out, error);
}
