/* Error domain, the command line's exit statuses, messages in UTF-8, and the one answer to a cancellation. */
#include "core/base/error.h"

#include "core/base/i18n.h"

G_DEFINE_QUARK(ulp - error - quark, ulp_error)

int ulp_error_exit_status(const GError *error) {
  if (!error)
    return 0;
  if (error->domain != ULP_ERROR)
    return 1;
  switch ((UlpError)error->code) {
  case ULP_ERROR_USAGE:
    return 2;
  case ULP_ERROR_DEVICE:
    return 3;
  case ULP_ERROR_MEMORY:
    return 5;
  case ULP_ERROR_CANCELLED:
    return 130;
  case ULP_ERROR_INPUT:
  case ULP_ERROR_OUTPUT:
    break;
  }
  return 1;
}

char *ulp_error_line(const char *message) {
  g_autofree char *valid = g_utf8_make_valid(message, -1);
  GString *line = g_string_new(NULL);
  for (const char *p = valid; *p; p = g_utf8_next_char(p)) {
    const gunichar c = g_utf8_get_char(p);
    g_string_append_unichar(line, c == '\n' || c == '\r' ? ' ' : g_unichar_isprint(c) ? c : 0xfffd);
  }
  return g_string_free(line, FALSE);
}

void ulp_set_error(GError **error, UlpError code, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  g_autofree char *typed = g_strdup_vprintf(format, arguments), *message = ulp_error_line(typed);
  va_end(arguments);
  g_set_error_literal(error, ULP_ERROR, code, message);
}

void ulp_error_prefix(GError **error, const char *prefix) {
  g_autofree char *line = ulp_error_line(prefix);
  g_prefix_error(error, "%s: ", line);
}

gboolean ulp_go_on(GCancellable *cancellable, GError **error) {
  if (!g_cancellable_is_cancelled(cancellable))
    return TRUE;
  g_set_error_literal(error, ULP_ERROR, ULP_ERROR_CANCELLED, _("cancelled"));
  return FALSE;
}
