/* Options and words of a command. */
#include "core/base/arguments.h"

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

void ulp_options_add_params(GArray *options, const UlpParam *params, guint n_params) {
  for (guint i = 0; i < n_params; i++) {
    g_autofree char *help = ulp_param_help(&params[i]);
    ulp_options_add(options, params[i].id, params[i].type->placeholder, help);
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
    ulp_set_error(error, ULP_ERROR_USAGE, _("unknown option --%s; “%s --help” lists the options"), id,
                  arguments->command);
    return FALSE;
  }
  if (!option->value && equals) {
    ulp_set_error(error, ULP_ERROR_USAGE, _("option --%s takes no value, found “%s”"), id, equals + 1);
    return FALSE;
  }
  const char *value = equals ? equals + 1 : "";
  if (option->value && !equals && !(value = *++*argv)) {
    ulp_set_error(error, ULP_ERROR_USAGE, _("option --%s needs a value (%s)"), id, option->value);
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
  ulp_set_error(error, ULP_ERROR_USAGE, _("unexpected argument “%s”; see “%s --help”"),
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
