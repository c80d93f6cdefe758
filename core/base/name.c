/* Names of files where people read them. */
#include "core/base/name.h"

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
