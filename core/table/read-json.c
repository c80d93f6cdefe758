/* The outer objects are walked here, and jansson reads one value at a time, so that no tree of all rows is held. */
#include "core/table/read.h"
#include "core/table/schema-text.h"

#include "core/base/error.h"
#include "core/base/i18n.h"

#include <jansson.h>
#include <math.h>
#include <string.h>

typedef json_t Json;
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Json, json_decref)

typedef struct {
  const char *start, *at, *end;
} Cursor;

/* A table as far as it was read. */
typedef struct {
  char *id, *title;
  Json *columns, *provenance; /* NULL where there is none */
  UlpTable *table;            /* with its rows */
} Draft;

static void draft_clear(Draft *draft) {
  g_free(draft->id);
  g_free(draft->title);
  json_decref(draft->columns);
  json_decref(draft->provenance);
  g_clear_pointer(&draft->table, ulp_table_unref);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Draft, draft_clear)

/* --- failures --- */

/* Puts the line of the cursor before the message; FALSE. */
static gboolean prefix_line(const Cursor *cursor, GError **error) {
  guint64 line = 1;
  for (const char *c = cursor->start; c < cursor->at; c++)
    line += *c == '\n';
  g_prefix_error(error, _("line %" G_GUINT64_FORMAT ": "), line);
  return FALSE;
}

static gboolean fail_at(const Cursor *cursor, const char *expected, GError **error) {
  g_autofree char *found = g_strndup(cursor->at, (gsize)MIN(cursor->end - cursor->at, 20));
  ulp_schema_fail(error, found, expected);
  return prefix_line(cursor, error);
}

static gboolean fail_json(const Json *found, const char *expected, GError **error) {
  char *text = json_dumps(found, JSON_COMPACT | JSON_ENCODE_ANY);
  ulp_schema_fail(error, text ? text : "", expected);
  free(text);
  return FALSE;
}

/* --- the outer objects --- */

static void skip_space(Cursor *cursor) {
  while (cursor->at < cursor->end && strchr(" \t\r\n", *cursor->at) && *cursor->at != '\0')
    cursor->at++;
}

static gboolean take(Cursor *cursor, char c) {
  skip_space(cursor);
  const gboolean there = cursor->at < cursor->end && *cursor->at == c;
  cursor->at += there;
  return there;
}

static gboolean need(Cursor *cursor, char c, GError **error) {
  const char expected[] = {c, '\0'};
  return take(cursor, c) || fail_at(cursor, expected, error);
}

/* The value at the cursor; NULL with an error. */
static Json *read_value(Cursor *cursor, GError **error) {
  json_error_t failure;
  skip_space(cursor);
  Json *value = json_loadb(cursor->at, (gsize)(cursor->end - cursor->at),
                           JSON_DECODE_ANY | JSON_DISABLE_EOF_CHECK | JSON_REJECT_DUPLICATES, &failure);
  if (value) {
    cursor->at += failure.position;
    return value;
  }
  cursor->at += MIN((gssize)MAX(failure.position - 1, 0), cursor->end - cursor->at);
  g_autofree char *text = g_utf8_make_valid(failure.text, -1);
  for (char *c = text; *c; c++)
    *c = (guchar)*c < ' ' ? ' ' : *c;
  ulp_set_error(error, ULP_ERROR_INPUT, _("no JSON: %s"), text);
  prefix_line(cursor, error);
  return NULL;
}

static char *read_string(Cursor *cursor, GError **error) {
  g_autoptr(Json) value = read_value(cursor, error);
  if (value && !json_is_string(value)) {
    fail_json(value, _("a string"), error);
    prefix_line(cursor, error);
  }
  return value && json_is_string(value) ? g_strdup(json_string_value(value)) : NULL;
}

/* The next key of the object whose "{" or last value is behind the cursor; NULL at its end or with an error. */
static char *next_key(Cursor *cursor, gboolean first, GError **error) {
  if (take(cursor, '}') || (!first && !need(cursor, ',', error)))
    return NULL;
  g_autofree char *key = read_string(cursor, error);
  return key && need(cursor, ':', error) ? g_steal_pointer(&key) : NULL;
}

/* Whether the array whose "[" or last value is behind the cursor goes on; FALSE at its end or with an error. */
static gboolean has_next(Cursor *cursor, gboolean first, GError **error) {
  return !take(cursor, ']') && (first || need(cursor, ',', error));
}

/* --- columns --- */

static gboolean read_flags(const Json *value, UlpColumnFlags *flags, GError **error) {
  if (!json_is_array(value))
    return fail_json(value, _("a list of flags"), error);
  for (gsize i = 0; i < json_array_size(value); i++) {
    const Json *flag = json_array_get(value, i);
    if (!json_is_string(flag))
      return fail_json(flag, _("a flag"), error);
    if (!ulp_schema_read_flag(json_string_value(flag), flags, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean set_member(const char *key, const Json *value, UlpColumn *column, GError **error) {
  const struct {
    const char *key, **text;
  } texts[] = {{"id", &column->id}, {"unit", &column->unit}, {"title", &column->title}, {"meaning", &column->meaning}};
  if (g_str_equal(key, "flags"))
    return read_flags(value, &column->flags, error);
  if (g_str_equal(key, "group")) {
    const json_int_t group = json_is_integer(value) ? json_integer_value(value) : -1;
    column->group = (guint8)group;
    return (group >= 0 && group <= G_MAXUINT8) || fail_json(value, _("a group from 0 to 255"), error);
  }
  if (!json_is_string(value))
    return fail_json(value, _("a string"), error);
  if (g_str_equal(key, "type"))
    return ulp_schema_read_type(json_string_value(value), &column->type, error);
  for (guint i = 0; i < G_N_ELEMENTS(texts); i++)
    if (g_str_equal(key, texts[i].key)) {
      *texts[i].text = json_string_value(value);
      return TRUE;
    }
  return ulp_schema_fail(error, key, _("one of id, type, title, unit, meaning, flags, group"));
}

static gboolean read_column(Json *object, UlpColumn *column, GError **error) {
  *column = (UlpColumn){.id = "", .title = "", .unit = "", .meaning = ""};
  if (!json_is_object(object))
    return fail_json(object, _("a column"), error);
  const char *key;
  Json *value;
  json_object_foreach(object, key, value) if (!set_member(key, value, column, error)) return FALSE;
  return *column->id || fail_json(object, _("a column with an id"), error);
}

/* The table without rows. */
static UlpTable *make_table(const Draft *draft, GError **error) {
  const gsize n = json_array_size(draft->columns); /* 0 for what is no array */
  if (!draft->id || !draft->title || n == 0 || n > G_MAXUINT16) {
    ulp_schema_fail(error, "rows", _("id, title and columns before them"));
    return NULL;
  }
  g_autofree UlpColumn *columns = g_new(UlpColumn, n);
  for (gsize i = 0; i < n; i++)
    if (!read_column(json_array_get(draft->columns, i), &columns[i], error))
      return NULL;
  return ulp_schema_check_columns(columns, (guint)n, error) ? ulp_table_new(draft->id, draft->title, columns, (guint)n)
                                                            : NULL;
}

/* --- cells --- */

static gboolean read_count(const Json *json, guint64 *count, GError **error) {
  if (json_is_string(json))
    return ulp_schema_read_count(json_string_value(json), count, error);
  *count = (guint64)json_integer_value(json);
  return (json_is_integer(json) && json_integer_value(json) >= 0) ||
         fail_json(json, _("a whole number from 0 to 18446744073709551615"), error);
}

static gboolean read_real(const Json *json, double *real, GError **error) {
  const char *text = json_string_value(json);
  if (json_is_number(json))
    *real = json_number_value(json);
  else if (text && (g_str_equal(text, "nan") || g_str_equal(text, "inf") || g_str_equal(text, "-inf")))
    *real = g_ascii_strtod(text, NULL);
  else
    return fail_json(json, _("a number, “inf”, “-inf” or “nan”"), error);
  return TRUE;
}

static gboolean read_bits(Json *json, UlpValueStyle *style, UlpCell *cell, GError **error) {
  const char *format, *hexfloat, *hex;
  Json *number;
  UlpBits bits;
  double value;
  if (json_unpack(json, "{s:s, s:o, s:s, s:s !}", "format", &format, "value", &number, "hex", &hexfloat, "bits",
                  &hex) != 0)
    return fail_json(json, _("{\"format\", \"value\", \"hex\", \"bits\"}"), error);
  if ((style->hex_digits == 0 || !g_str_equal(ulp_format_info(style->format)->id, format)) &&
      !ulp_schema_read_format(format, style, error))
    return FALSE;
  if (!ulp_schema_read_bits(hex, style, &bits, error) || !ulp_schema_check_hexfloat(hexfloat, style, bits, error) ||
      !read_real(number, &value, error))
    return FALSE;
  const double expected = ulp_bits_to_double(style->format, bits);
  if (style->in_double && !(isnan(value) ? isnan(expected) : value == expected && signbit(value) == signbit(expected)))
    return fail_json(number, hexfloat, error);
  *cell = ulp_cell_value(style->format, bits);
  return TRUE;
}

static gboolean read_cell(Json *json, UlpColumnType type, UlpValueStyle *style, UlpCell *cell, GError **error) {
  switch (type) {
  case ULP_COLUMN_TEXT:
    *cell = ulp_cell_text(json_string_value(json));
    return json_is_string(json) || fail_json(json, _("a string"), error);
  case ULP_COLUMN_COUNT:
    *cell = ulp_cell_count(0);
    return read_count(json, &cell->count, error);
  case ULP_COLUMN_REAL:
    *cell = ulp_cell_real(0);
    return read_real(json, &cell->real, error);
  case ULP_COLUMN_VALUE:
    break;
  }
  return read_bits(json, style, cell, error);
}

static gboolean append_row(const Json *row, UlpTable *table, UlpValueStyle *styles, UlpCell *cells, GError **error) {
  const guint n = ulp_table_n_columns(table);
  if (json_array_size(row) != n)
    return fail_json(row, _("a row with a cell for each column"), error);
  for (guint i = 0; i < n; i++) {
    const UlpColumn *column = ulp_table_column(table, i);
    if (read_cell(json_array_get(row, i), column->type, &styles[i], &cells[i], error))
      continue;
    g_prefix_error(error, _("column “%s”: "), column->id);
    return FALSE;
  }
  return ulp_table_append(table, cells) || ulp_table_check(table, error);
}

/* At a "[". */
static gboolean read_rows(Cursor *cursor, UlpTable *table, GError **error) {
  const guint n = ulp_table_n_columns(table);
  g_autofree UlpValueStyle *styles = g_new0(UlpValueStyle, n);
  g_autofree UlpCell *cells = g_new(UlpCell, n);
  GError *failure = NULL;
  if (!need(cursor, '[', error))
    return FALSE;
  for (gboolean first = TRUE; has_next(cursor, first, &failure); first = FALSE) {
    g_autoptr(Json) row = read_value(cursor, &failure);
    if (!row)
      break;
    if (!append_row(row, table, styles, cells, &failure)) {
      prefix_line(cursor, &failure);
      break;
    }
  }
  if (!failure)
    return TRUE;
  g_propagate_error(error, failure);
  return FALSE;
}

/* --- tables --- */

static gboolean set_provenance(UlpTable *table, Json *object, GError **error) {
  if (!json_is_object(object))
    return fail_json(object, _("an object of provenance"), error);
  const char *key;
  Json *value;
  json_object_foreach(object, key, value) {
    if (!json_is_string(value))
      return fail_json(value, _("a string"), error);
    ulp_table_set_provenance(table, key, json_string_value(value));
  }
  return TRUE;
}

static gboolean read_table_member(Cursor *cursor, const char *key, Draft *draft, GError **error) {
  char **text = g_str_equal(key, "id") ? &draft->id : g_str_equal(key, "title") ? &draft->title : NULL;
  Json **json = g_str_equal(key, "columns")      ? &draft->columns
                : g_str_equal(key, "provenance") ? &draft->provenance
                                                 : NULL;
  if (text) {
    g_free(*text);
    return (*text = read_string(cursor, error)) != NULL;
  }
  if (json) {
    json_decref(*json);
    return (*json = read_value(cursor, error)) != NULL;
  }
  if (!g_str_equal(key, "rows") || draft->table) {
    ulp_schema_fail(error, key, _("each of id, title, provenance, columns and rows once"));
    return prefix_line(cursor, error);
  }
  draft->table = make_table(draft, error);
  return draft->table ? read_rows(cursor, draft->table, error) : prefix_line(cursor, error);
}

/* At a "{". */
static gboolean read_table(Cursor *cursor, Draft *draft, GError **error) {
  GError *failure = NULL;
  if (!need(cursor, '{', error))
    return FALSE;
  for (gboolean first = TRUE; !failure; first = FALSE) {
    g_autofree char *key = next_key(cursor, first, &failure);
    if (!key)
      break;
    read_table_member(cursor, key, draft, &failure);
  }
  if (!failure && !draft->table)
    fail_at(cursor, _("a table with rows"), &failure);
  if (!failure)
    return TRUE;
  g_propagate_error(error, failure);
  return FALSE;
}

/* At a "[". */
static gboolean read_tables(Cursor *cursor, GArray *drafts, GError **error) {
  GError *failure = NULL;
  if (!need(cursor, '[', error))
    return FALSE;
  for (gboolean first = TRUE; !failure && has_next(cursor, first, &failure); first = FALSE) {
    const Draft empty = {NULL};
    g_array_append_val(drafts, empty);
    read_table(cursor, &g_array_index(drafts, Draft, drafts->len - 1), &failure);
  }
  if (!failure)
    return TRUE;
  g_propagate_error(error, failure);
  return FALSE;
}

/* {"provenance": {...}, "tables": [...]} */
static gboolean read_root(Cursor *cursor, Json **provenance, GArray *drafts, GError **error) {
  if (!need(cursor, '{', error))
    return FALSE;
  for (gboolean first = TRUE;; first = FALSE) {
    g_autofree char *key = next_key(cursor, first, error);
    if (!key)
      break;
    const gboolean tables = g_str_equal(key, "tables") && drafts->len == 0;
    if (tables) {
      if (!read_tables(cursor, drafts, error))
        return FALSE;
    } else if (g_str_equal(key, "provenance") && !*provenance) {
      if (!(*provenance = read_value(cursor, error)))
        return FALSE;
    } else {
      ulp_schema_fail(error, key, _("provenance and tables, each once"));
      return prefix_line(cursor, error);
    }
  }
  skip_space(cursor);
  return *error == NULL && (cursor->at == cursor->end || fail_at(cursor, _("the end of the file"), error));
}

static GPtrArray *finish(GArray *drafts, Json *provenance, GError **error) {
  g_autoptr(GPtrArray) tables = g_ptr_array_new_with_free_func((GDestroyNotify)ulp_table_unref);
  for (guint i = 0; i < drafts->len; i++) {
    Draft *draft = &g_array_index(drafts, Draft, i);
    Json *own = draft->provenance ? draft->provenance : provenance;
    if (own && !set_provenance(draft->table, own, error))
      return NULL;
    g_ptr_array_add(tables, g_steal_pointer(&draft->table));
  }
  return g_steal_pointer(&tables);
}

GPtrArray *ulp_tables_read_json(GBytes *bytes, GError **error) {
  gsize size;
  const char *bytes_data = g_bytes_get_data(bytes, &size), *data = bytes_data ? bytes_data : "";
  Cursor cursor = {data, data, data + size};
  g_autoptr(Json) provenance = NULL;
  g_autoptr(GArray) drafts = g_array_new(FALSE, FALSE, sizeof(Draft));
  g_array_set_clear_func(drafts, (GDestroyNotify)draft_clear);
  GError *failure = NULL;
  GPtrArray *tables = NULL;
  if (read_root(&cursor, &provenance, drafts, &failure))
    tables = finish(drafts, provenance, &failure);
  if (failure)
    g_propagate_error(error, failure);
  return tables;
}
