/* A run as JSON. */
#include "core/experiment/document.h"

#include "core/base/error.h"
#include "core/base/i18n.h"
#include "core/base/memory.h"
#include "core/order/object-sum.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <string.h>
#include <unistd.h>

#define VERSION_KEY "ulp-run"
#define VERSION 1

G_DEFINE_AUTOPTR_CLEANUP_FUNC(json_t, json_decref)

/* --- writing --- */

static json_t *text_to_json(const char *text) {
  if (g_utf8_validate(text, -1, NULL))
    return json_string(text);
  g_autofree char *escaped = g_strescape(text, NULL);
  return json_pack("{s:s}", "escaped", escaped);
}

char *ulp_run_document_to_json(const UlpRunDocument *document) {
  const UlpExperiment *experiment = ulp_run_document_experiment(document);
  json_t *parameters = json_object(), *plots = json_array();
  for (guint i = 0; i < experiment->n_params; i++) {
    const char *id = experiment->params[i].id;
    json_object_set_new(parameters, id, text_to_json(ulp_values_text(ulp_run_document_values(document), id)));
  }
  for (guint i = 0; i < ulp_run_document_n_plots(document); i++)
    json_array_append_new(plots, json_string(ulp_run_document_plot(document, i)->id));
  g_autoptr(json_t) root =
      json_pack("{s:i, s:s, s:o, s:o, s:{s:o}, s:b}", VERSION_KEY, VERSION, "experiment", experiment->id, "parameters",
                parameters, "device", text_to_json(ulp_run_document_device(document)), "view", "plots", plots, "hash",
                ulp_run_document_hash(document));
  char *dumped = json_dumps(root, JSON_INDENT(2));
  char *json = g_strconcat(dumped, "\n", NULL);
  free(dumped);
  return json;
}

/* --- reading --- */

static gboolean fail(GError **error, const char *key, const char *expected) {
  ulp_set_error(error, ULP_ERROR_INPUT, _("“%s”: expected %s"), key, expected);
  return FALSE;
}

static gboolean check_keys(json_t *object, const char *const *known, GError **error) {
  const char *key;
  json_t *value;
  json_object_foreach(object, key, value) {
    if (g_strv_contains(known, key))
      continue;
    g_autofree char *keys = g_strjoinv(", ", (char **)known);
    ulp_set_error(error, ULP_ERROR_INPUT, _("unknown key “%s”, expected one of %s"), key, keys);
    return FALSE;
  }
  return TRUE;
}

/* NULL for an escape without an end. New string. */
static char *unescaped(const char *text) {
  gsize backslashes = 0;
  for (gsize length = strlen(text); backslashes < length && text[length - 1 - backslashes] == '\\';)
    backslashes++;
  return backslashes % 2 ? NULL : g_strcompress(text);
}

/* NULL for what is no text or number. New string. */
static char *text_of(json_t *value) {
  json_t *escaped = json_object_get(value, "escaped");
  if (json_is_string(escaped) && json_object_size(value) == 1)
    return unescaped(json_string_value(escaped));
  if (json_is_integer(value))
    return g_strdup_printf("%" JSON_INTEGER_FORMAT, json_integer_value(value));
  if (json_is_real(value)) {
    char text[G_ASCII_DTOSTR_BUF_SIZE];
    return g_strdup(g_ascii_dtostr(text, sizeof text, json_real_value(value)));
  }
  return g_strdup(json_string_value(value));
}

static gboolean read_parameters(UlpRunDocument *document, json_t *parameters, GError **error) {
  const char *id;
  json_t *value;
  if (parameters && !json_is_object(parameters))
    return fail(error, "parameters", _("an object"));
  json_object_foreach(parameters, id, value) {
    g_autofree char *text = text_of(value);
    if (!text)
      return fail(error, id, _("a text or a number"));
    if (!ulp_run_document_set(document, id, text, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean read_device(UlpRunDocument *document, json_t *device, GError **error) {
  g_autofree char *id = device ? text_of(device) : g_strdup(ulp_run_document_device(document));
  if (!id)
    return fail(error, "device", _("a text"));
  ulp_run_document_set_device(document, id);
  return TRUE;
}

static gboolean read_view(UlpRunDocument *document, json_t *view, GError **error) {
  static const char *const keys[] = {"plots", NULL};
  if (view && !json_is_object(view))
    return fail(error, "view", _("an object"));
  json_t *plots = json_object_get(view, "plots"), *plot;
  g_autoptr(GString) ids = g_string_new(NULL);
  size_t i;
  if (view && !check_keys(view, keys, error))
    return FALSE;
  if (plots && !json_is_array(plots))
    return fail(error, "plots", _("a list"));
  json_array_foreach(plots, i, plot) {
    if (!json_is_string(plot))
      return fail(error, "plots", _("texts"));
    g_string_append_printf(ids, "%s%s", i ? "," : "", json_string_value(plot));
  }
  if (ulp_run_document_set_plots(document, ids->str, error))
    return TRUE;
  g_prefix_error(error, "plots: ");
  return FALSE;
}

static gboolean read_hash(UlpRunDocument *document, json_t *hash, GError **error) {
  if (hash && !json_is_boolean(hash))
    return fail(error, "hash", _("true or false"));
  ulp_run_document_set_hash(document, json_is_true(hash));
  return TRUE;
}

static UlpRunDocument *read_document(json_t *root, GError **error) {
  static const char *const keys[] = {VERSION_KEY, "experiment", "parameters", "device", "view", "hash", NULL};
  json_t *version = json_object_get(root, VERSION_KEY), *id = json_object_get(root, "experiment");
  if (!version) {
    ulp_set_error(error, ULP_ERROR_INPUT, _("no run: expected a key “%s” or the export of a run"), VERSION_KEY);
    return NULL;
  }
  if (!json_is_integer(version) || json_integer_value(version) != VERSION) {
    g_autofree char *found = json_dumps(version, JSON_ENCODE_ANY | JSON_COMPACT);
    ulp_set_error(error, ULP_ERROR_INPUT, _("“%s”: found version %s, expected %d"), VERSION_KEY, found, VERSION);
    return NULL;
  }
  if (!check_keys(root, keys, error))
    return NULL;
  if (!json_is_string(id)) {
    fail(error, "experiment", _("a text"));
    return NULL;
  }
  const UlpExperiment *experiment = ulp_experiment_find(json_string_value(id), error);
  g_autoptr(UlpRunDocument) document = experiment ? ulp_run_document_new(experiment) : NULL;
  if (!document || !read_parameters(document, json_object_get(root, "parameters"), error) ||
      !read_device(document, json_object_get(root, "device"), error) ||
      !read_view(document, json_object_get(root, "view"), error) ||
      !read_hash(document, json_object_get(root, "hash"), error))
    return NULL;
  return g_steal_pointer(&document);
}

/* A file is opened, by a drop or a double click, in the trust that it is data. */
static gboolean check_harmless(const UlpRunDocument *document, GError **error) {
  const UlpExperiment *experiment = ulp_run_document_experiment(document);
  for (guint i = 0; i < experiment->n_params; i++) {
    const char *id = experiment->params[i].id;
    if (experiment->params[i].type != ULP_PARAM_OBJECT ||
        *ulp_values_object(ulp_run_document_values(document), id) == '\0')
      continue;
    ulp_set_error(
        error, ULP_ERROR_INPUT,
        _("“%s”: a run that is read from a file names no shared object, whose code would be run; give --%s FILE"), id,
        id);
    return FALSE;
  }
  return TRUE;
}

UlpRunDocument *ulp_run_document_from_json(const char *json, gssize length, GError **error) {
  json_error_t fault;
  const size_t size = length < 0 ? strlen(json) : (size_t)length;
  g_autoptr(json_t) root = json_loadb(json, size, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &fault);
  if (!root) {
    ulp_set_error(error, ULP_ERROR_INPUT, _("line %d, column %d: %s"), fault.line, fault.column, fault.text);
    return NULL;
  }
  g_autoptr(GError) reason = NULL;
  json_t *command = json_object_get(json_object_get(root, "provenance"), "command");
  g_autoptr(UlpRunDocument) document = json_is_string(command)
                                           ? ulp_run_document_from_text(json_string_value(command), &reason)
                                           : read_document(root, &reason);
  if (document && check_harmless(document, &reason))
    return g_steal_pointer(&document);
  g_set_error_literal(error, ULP_ERROR, ULP_ERROR_INPUT, reason->message);
  return NULL;
}

/* --- files --- */

/* What jansson and GLib take at most for each byte of a text while it is read: the two of "1," become a value of 32 bytes and
 * a place in an array that doubles. */
#define READ_BYTES 32
#define READ_BLOCK (1 << 16)

static gboolean fits(gsize length, GError **error) {
  if (length < ULP_MEMORY_WORTH_ASKING / READ_BYTES || length <= ulp_memory_left() / READ_BYTES)
    return TRUE;
  g_autofree char *most = ulp_memory_text(ulp_memory_left() / READ_BYTES);
  ulp_set_error(error, ULP_ERROR_MEMORY, _("not enough memory for a run of more than %s"), most);
  return FALSE;
}

/* A pipe or a device has no size to look at first. */
static gboolean read_all(int file, GString *text, GError **error) {
  g_autofree char *block = g_malloc(READ_BLOCK);
  for (;;) {
    const ssize_t n = read(file, block, READ_BLOCK);
    if (n == 0)
      return TRUE;
    if (n < 0 && errno == EINTR)
      continue;
    if (n < 0) {
      ulp_set_error(error, ULP_ERROR_INPUT, "%s", g_strerror(errno));
      return FALSE;
    }
    if (!fits(text->len + (gsize)n, error))
      return FALSE;
    g_string_append_len(text, block, n);
  }
}

static UlpRunDocument *load(const char *path, GError **error) {
  g_autoptr(GString) text = g_string_new(NULL);
  const int file = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
  if (file < 0) {
    ulp_set_error(error, ULP_ERROR_INPUT, "%s", g_strerror(errno));
    return NULL;
  }
  const gboolean done = read_all(file, text, error);
  close(file);
  return done ? ulp_run_document_from_json(text->str, (gssize)text->len, error) : NULL;
}

UlpRunDocument *ulp_run_document_load(const char *path, GError **error) {
  GError *reason = NULL;
  UlpRunDocument *document = load(path, &reason);
  if (reason) {
    ulp_error_prefix(&reason, path);
    g_propagate_error(error, reason);
  }
  return document;
}
