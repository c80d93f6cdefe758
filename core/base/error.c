/* Error domain, the command line's exit statuses, messages in UTF-8, and the one answer to a cancellation. */
#include "core/base/error.h"

#include "core/base/i18n.h"
#include "core/base/name.h"

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

void ulp_set_error(GError **error, UlpError code, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  g_autofree char *typed = g_strdup_vprintf(format, arguments), *message = ulp_name_shown(typed);
  va_end(arguments);
  g_set_error_literal(error, ULP_ERROR, code, message);
}

void ulp_error_prefix(GError **error, const char *prefix) {
  g_autofree char *line = ulp_name_shown(prefix);
  g_prefix_error(error, "%s: ", line);
}

gboolean ulp_go_on(GCancellable *cancellable, GError **error) {
  if (!g_cancellable_is_cancelled(cancellable))
    return TRUE;
  g_set_error_literal(error, ULP_ERROR, ULP_ERROR_CANCELLED, _("cancelled"));
  return FALSE;
}
