/* The grammar of files as inputs. */
#include "core/input/file-spec.h"

#include "core/base/error.h"
#include "core/base/i18n.h"
#include "core/base/name.h"
#include "core/number/format.h"

#include <string.h>

static const UlpFormat formats[] = {ULP_FORMAT_FP32, ULP_FORMAT_FP64};

/* ":key=VALUE" at `text`. */
static gboolean begins_option(const char *text) {
  if (*text != ':' || !g_ascii_islower(text[1]))
    return FALSE;
  for (text++; g_ascii_isalpha(*text); text++)
    ;
  return *text == '=';
}

/* Length of the reader's ending that is at `text`, with an end behind it; 0: none is. */
static gsize ending_at(const char *text, const UlpReader *reader) {
  for (guint i = 0; reader->endings[i] != NULL; i++) {
    const gsize length = strlen(reader->endings[i]);
    if (g_ascii_strncasecmp(text, reader->endings[i], length) == 0 &&
        (text[length] == '\0' || text[length] == '#' || begins_option(text + length)))
      return length;
  }
  return 0;
}

/* Where the path of `text` ends; NULL without a known ending. */
static const char *end_of_path(const char *text, const UlpReader **reader) {
  for (const char *p = text; *p != '\0'; p++)
    for (guint i = 0; ulp_readers[i] != NULL && p > text; i++) {
      const gsize length = ending_at(p, ulp_readers[i]);
      if (length > 0) {
        *reader = ulp_readers[i];
        return p + length;
      }
    }
  return NULL;
}

gboolean ulp_file_spec_is(const char *text) {
  const UlpReader *reader;
  return strchr(text, G_DIR_SEPARATOR) != NULL || end_of_path(text, &reader) != NULL;
}

/* "format=fp32, format=fp64, separator=auto|comma ..., offset=COUNT". */
static char *known_options(const UlpReader *reader) {
  GString *known = g_string_new("format=fp32, format=fp64");
  for (guint i = 0; i < reader->n_params; i++) {
    const UlpParam *param = &reader->params[i];
    g_autofree char *choices = param->type == ULP_PARAM_CHOICE ? g_strjoinv("|", (char **)param->choices) : NULL;
    g_string_append_printf(known, ", %s=%s", param->id, choices != NULL ? choices : param->type->placeholder);
  }
  return g_string_free(known, FALSE);
}

static gboolean set_format(UlpFileSpec *spec, const char *id, GError **error) {
  UlpFormat format;
  if (ulp_format_from_id(id, &format, NULL))
    for (guint i = 0; i < G_N_ELEMENTS(formats); i++)
      if (format == formats[i]) {
        spec->format = format;
        return TRUE;
      }
  g_autofree char *found = ulp_reader_quote(id, strlen(id));
  ulp_set_error(error, ULP_ERROR_USAGE, _("found format %s, expected fp32 or fp64"), found);
  return FALSE;
}

/* "key=value" into the specification; `seen` holds the keys so far. */
static gboolean set_option(UlpFileSpec *spec, const char *option, GHashTable *seen, GError **error) {
  const char *equals = strchr(option, '=');
  g_autofree char *key = equals != NULL ? g_strndup(option, (gsize)(equals - option)) : NULL;
  const gboolean is_format = g_strcmp0(key, "format") == 0;
  if (key == NULL || (!is_format && ulp_values_param(spec->options, key) == NULL)) {
    g_autofree char *found = ulp_reader_quote(option, strlen(option));
    g_autofree char *known = known_options(spec->reader);
    ulp_set_error(error, ULP_ERROR_USAGE, _("found %s, expected one of %s"), found, known);
    return FALSE;
  }
  if (!g_hash_table_add(seen, g_strdup(key))) {
    ulp_set_error(error, ULP_ERROR_USAGE, _("parameter “%s” is given twice, expected once"), key);
    return FALSE;
  }
  return is_format ? set_format(spec, equals + 1, error) : ulp_values_set(spec->options, key, equals + 1, error);
}

/* Where the options of "#member:key=value..." begin: at the first ':' from which on there is nothing else. */
static const char *begin_of_options(const char *text) {
  const char *options = text + strlen(text);
  for (const char *p = options; p-- > text;)
    if (*p == ':') {
      if (!begins_option(p))
        break;
      options = p;
    }
  return options;
}

static gboolean parse_rest(UlpFileSpec *spec, const char *rest, GError **error) {
  const char *options = *rest == '#' ? begin_of_options(rest + 1) : rest;
  g_autoptr(GHashTable) seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  if (*rest == '#')
    spec->member = g_strndup(rest + 1, (gsize)(options - rest - 1));
  if (spec->member != NULL && *spec->member == '\0') {
    g_set_error_literal(error, ULP_ERROR, ULP_ERROR_USAGE, _("found nothing behind “#”, expected a name or a number"));
    return FALSE;
  }
  if (*options == '\0')
    return TRUE;
  g_auto(GStrv) parts = g_strsplit(options + 1, ":", -1);
  for (guint i = 0; parts[i] != NULL; i++)
    if (!set_option(spec, parts[i], seen, error))
      return FALSE;
  return TRUE;
}

UlpFileSpec *ulp_file_spec_parse(const char *text, GError **error) {
  g_autoptr(UlpFileSpec) spec = g_new0(UlpFileSpec, 1);
  const char *rest = end_of_path(text, &spec->reader);
  if (rest == NULL) {
    spec->path = g_strdup(text);
    return g_steal_pointer(&spec);
  }
  spec->path = g_strndup(text, (gsize)(rest - text));
  spec->options = ulp_values_new(spec->reader->params, spec->reader->n_params);
  if (parse_rest(spec, rest, error))
    return g_steal_pointer(&spec);
  g_autofree char *name = ulp_name_shown(spec->path);
  ulp_error_prefix(error, name);
  return NULL;
}

UlpFileSpec *ulp_file_spec_copy(const UlpFileSpec *spec) {
  UlpFileSpec *copy = g_memdup2(spec, sizeof *spec);
  copy->path = g_strdup(spec->path);
  copy->member = g_strdup(spec->member);
  copy->options = spec->options != NULL ? ulp_values_copy(spec->options) : NULL;
  return copy;
}

void ulp_file_spec_free(UlpFileSpec *spec) {
  g_free(spec->path);
  g_free(spec->member);
  g_clear_pointer(&spec->options, ulp_values_free);
  g_free(spec);
}

char *ulp_file_spec_text(const UlpFileSpec *spec) {
  GString *text = g_string_new(spec->path);
  if (spec->member != NULL)
    g_string_append_printf(text, "#%s", spec->member);
  for (guint i = 0; spec->reader != NULL && i < spec->reader->n_params; i++) {
    const UlpParam *param = &spec->reader->params[i];
    const char *value = ulp_values_text(spec->options, param->id);
    if (!g_str_equal(value, param->default_text))
      g_string_append_printf(text, ":%s=%s", param->id, value);
  }
  if (spec->format != 0)
    g_string_append_printf(text, ":format=%s", ulp_format_info(spec->format)->id);
  return g_string_free(text, FALSE);
}
