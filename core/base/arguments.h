/* Options and arguments of one command, typed or read from a text. Not GOption: that takes "-0.1" for options, has no
 * translated help of bounded width, and says less in its errors than a person needs. */
#pragma once

#include "core/base/param.h"

typedef struct {
  const char *id;    /* --id */
  const char *value; /* what follows it, in capitals; NULL for a switch */
  char *help;        /* one line, translated */
} UlpOption;

/* Option lists are arrays of UlpOption that own their help. Free with g_array_unref. */
GArray *ulp_options_new(void);
void ulp_options_add(GArray *options, const char *id, const char *value, const char *help);
void ulp_options_add_params(GArray *options, const UlpParam *params, guint n_params);

typedef struct _UlpArguments UlpArguments;

/* `argv` is what follows the command's words; `command` ("ulp run sum") is named in messages. Options are --id VALUE or
 * --id=VALUE, "--" ends them, and a word with one dash ("-0.1") is an argument, but for -h. ULP_ERROR_USAGE. */
UlpArguments *ulp_arguments_parse(const char *command, const GArray *options, char **argv, GError **error);
void ulp_arguments_free(UlpArguments *arguments);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(UlpArguments, ulp_arguments_free)

gboolean ulp_arguments_help(const UlpArguments *arguments); /* --help or -h was there */
guint ulp_arguments_n_words(const UlpArguments *arguments);
const char *ulp_arguments_word(const UlpArguments *arguments, guint index);
gboolean ulp_arguments_has(const UlpArguments *arguments, const char *id);
/* How often an option was given, each value, and the last one (NULL when it was not given). */
guint ulp_arguments_n_values(const UlpArguments *arguments, const char *id);
const char *ulp_arguments_value(const UlpArguments *arguments, const char *id, guint index);
const char *ulp_arguments_last(const UlpArguments *arguments, const char *id);
/* At most `most` words, else ULP_ERROR_USAGE naming the first that is too many. */
gboolean ulp_arguments_check_words(const UlpArguments *arguments, guint most, GError **error);

/* The values of `params` that were given. */
gboolean ulp_arguments_apply(const UlpArguments *arguments, const UlpParam *params, guint n_params, UlpValues *values,
                             GError **error);
