#include "ui/plot/svg-text.h"

#include <string.h>

/* surface12 -> surface1: the first number seen becomes 1. */
static gboolean renumber(const GMatchInfo *match, GString *result, gpointer data) {
  GHashTable *numbers = data;
  g_autofree char *old = g_match_info_fetch(match, 0), *kind = g_match_info_fetch(match, 1);
  guint number = GPOINTER_TO_UINT(g_hash_table_lookup(numbers, old));
  if (number == 0) {
    number = g_hash_table_size(numbers) + 1;
    g_hash_table_insert(numbers, g_steal_pointer(&old), GUINT_TO_POINTER(number));
  }
  g_string_append_printf(result, "%s%u", kind, number);
  return FALSE;
}

static char *renumber_all(const GByteArray *svg) {
  g_autoptr(GRegex) identifier =
      g_regex_new("(?<=id=\"|#)(surface|image|source|mask|pattern)[0-9]+(?=[\")])", G_REGEX_OPTIMIZE, 0, NULL);
  g_autoptr(GHashTable) numbers = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  return g_regex_replace_eval(identifier, (const char *)svg->data, svg->len, 0, 0, renumber, numbers, NULL);
}

/* XML 1.0 has no place for most control characters, not even escaped. */
static char *escape(const char *text) {
  g_autofree char *clean = g_utf8_make_valid(text, -1);
  for (char *c = clean; *c != '\0'; c++)
    if (g_ascii_iscntrl(*c) && *c != '\n' && *c != '\t')
      *c = ' ';
  return g_markup_escape_text(clean, -1);
}

GByteArray *ulp_svg_describe(const GByteArray *svg, const char *title, const char *description, const char *elements) {
  g_autofree char *text = renumber_all(svg);
  g_autofree char *safe_title = escape(title), *safe_description = escape(description);
  g_autofree char *added = g_strdup_printf("\n<title>%s</title>\n<desc>%s</desc>", safe_title, safe_description);
  GByteArray *described = g_byte_array_new();
  const char *root = text != NULL ? strstr(text, "<svg") : NULL;
  const char *open_end = root != NULL ? strchr(root, '>') : NULL;
  g_return_val_if_fail(open_end != NULL, described);
  g_byte_array_append(described, (const guint8 *)text, (guint)(open_end + 1 - text));
  g_byte_array_append(described, (const guint8 *)added, (guint)strlen(added));
  const char *end = elements ? g_strrstr(open_end, "</svg>") : NULL;
  if (end) {
    g_byte_array_append(described, (const guint8 *)(open_end + 1), (guint)(end - open_end - 1));
    g_byte_array_append(described, (const guint8 *)elements, (guint)strlen(elements));
    open_end = end - 1;
  }
  g_byte_array_append(described, (const guint8 *)(open_end + 1), (guint)strlen(open_end + 1));
  return described;
}
