/* What the readers share: members, errors and quoting. */
#include "core/input/reader.h"

#include "core/base/error.h"

UlpMember *ulp_member_new(void) { return g_new0(UlpMember, 1); }

void ulp_member_free(UlpMember *member) {
  if (member == NULL)
    return;
  g_free(member->name);
  g_free(member->note);
  g_free(member);
}

char *ulp_reader_quote(const char *text, gsize length) {
  const gsize shown = MIN(length, 40);
  g_autofree char *valid = g_utf8_make_valid(text, (gssize)shown);
  GString *quoted = g_string_new("“");
  for (const char *p = valid; *p != '\0'; p = g_utf8_next_char(p)) {
    const gunichar c = g_utf8_get_char(p);
    g_string_append_unichar(quoted, g_unichar_isprint(c) ? c : 0xfffd);
  }
  g_string_append(quoted, shown < length ? "…”" : "”");
  return g_string_free(quoted, FALSE);
}

gboolean ulp_reader_fail(GError **error, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  g_autofree char *message = g_strdup_vprintf(format, arguments);
  va_end(arguments);
  g_set_error_literal(error, ULP_ERROR, ULP_ERROR_INPUT, message);
  return FALSE;
}
