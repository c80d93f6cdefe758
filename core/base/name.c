/* Names of files where people read them. */
#include "core/base/name.h"

#include <string.h>

#define LONGEST 40 /* letters of a name that is compared */

static gboolean is_shown(gunichar c) {
  const GUnicodeType type = g_unichar_type(c);
  return g_unichar_isprint(c) && type != G_UNICODE_LINE_SEPARATOR && type != G_UNICODE_PARAGRAPH_SEPARATOR;
}

static void append_escaped(GString *shown, gunichar c) {
  if (c == '\n' || c == '\r' || c == '\t')
    g_string_append_printf(shown, "\\%c", c == '\n' ? 'n' : c == '\r' ? 'r' : 't');
  else
    g_string_append_printf(shown, c < 0x80 ? "\\x%02x" : "\\u{%x}", c);
}

char *ulp_name_shown(const char *name) {
  GString *shown = g_string_new(NULL);
  while (*name != '\0') {
    const gunichar c = g_utf8_get_char_validated(name, -1);
    if (c == (gunichar)-1 || c == (gunichar)-2) {
      g_string_append_printf(shown, "\\x%02x", (guint)(guchar)*name++);
      continue;
    }
    if (is_shown(c))
      g_string_append_unichar(shown, c);
    else
      append_escaped(shown, c);
    name = g_utf8_next_char(name);
  }
  return g_string_free(shown, FALSE);
}

/* Edits from `a` to `b`: Damerau and Levenshtein's distance with neighbours swapped once at most. */
static guint distance(const char *a, const char *b) {
  const gsize n = strlen(a), m = strlen(b);
  guint edits[LONGEST + 1][LONGEST + 1];
  if (n > LONGEST || m > LONGEST)
    return G_MAXUINT;
  for (gsize i = 0; i <= n; i++)
    for (gsize k = 0; k <= m; k++) {
      if (i == 0 || k == 0) {
        edits[i][k] = (guint)(i + k);
        continue;
      }
      const guint changed = edits[i - 1][k - 1] + (a[i - 1] != b[k - 1]);
      edits[i][k] = MIN(changed, MIN(edits[i - 1][k], edits[i][k - 1]) + 1);
      if (i > 1 && k > 1 && a[i - 1] == b[k - 2] && a[i - 2] == b[k - 1])
        edits[i][k] = MIN(edits[i][k], edits[i - 2][k - 2] + 1);
    }
  return edits[n][m];
}

const char *ulp_name_meant(const char *typed, const char *const *names) {
  g_autofree char *lower = g_ascii_strdown(typed, -1);
  const char *meant = NULL;
  guint least = (guint)strlen(lower) / 3 + 1;
  for (guint i = 0; names[i]; i++) {
    const guint edits = distance(lower, names[i]);
    if (edits < least) {
      least = edits;
      meant = names[i];
    }
  }
  return meant;
}
