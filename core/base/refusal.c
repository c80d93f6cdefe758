/* The one way to say that a typed text does not fit. */
#include "core/base/refusal.h"

#include "core/base/error.h"
#include "core/base/i18n.h"

#define MAX_QUOTED 40

void ulp_refuse_text(const char *text, const char *at, const char *expected, GError **error) {
  g_autofree char *valid = g_strdelimit(g_utf8_make_valid(text, -1), "\n\r\v\f", ' ');
  g_autofree char *before = g_utf8_make_valid(text, at - text);
  const glong place = g_utf8_strlen(before, -1);
  const char *found = g_utf8_offset_to_pointer(valid, place);
  g_autofree char *character = g_strndup(found, g_utf8_next_char(found) - found);
  g_autofree char *quoted = g_utf8_substring(valid, 0, MIN(g_utf8_strlen(valid, -1), MAX_QUOTED));
  const char *dots = g_utf8_strlen(valid, -1) > MAX_QUOTED ? "…" : "";

  if (*at)
    ulp_set_error(error, ULP_ERROR_INPUT, _("“%s%s”: found “%s” at character %ld, expected %s"), quoted, dots,
                  character, place + 1, expected);
  else
    ulp_set_error(error, ULP_ERROR_INPUT, _("“%s%s”: found the end, expected %s"), quoted, dots, expected);
}
