/* The failures a user can meet, one code for each exit status of the command line. */
#pragma once

#include <gio/gio.h>

#define ULP_ERROR (ulp_error_quark())
GQuark ulp_error_quark(void);

typedef enum {
  ULP_ERROR_INPUT,     /* a value, array or file that cannot be read or is not what it claims: exit 1 */
  ULP_ERROR_OUTPUT,    /* an export that could not be written completely: exit 1 */
  ULP_ERROR_USAGE,     /* a name, parameter or range that does not exist: exit 2 */
  ULP_ERROR_DEVICE,    /* no such device, or it refused, ran out of its own memory or was lost: exit 3 */
  ULP_ERROR_MEMORY,    /* the memory of the host is short: exit 5 */
  ULP_ERROR_CANCELLED, /* the user stopped it: exit 130 */
} UlpError;

/* Exit status of the command line for `error`; 0 when `error` is NULL, 1 for errors of another domain. */
int ulp_error_exit_status(const GError *error);

/* g_set_error of this domain, and "PREFIX: " before the message of an error that is set. Both may be given any bytes that were
 * typed, as a file's name may be: messages are what ulp_name_shown (name.h) makes of them. */
void ulp_set_error(GError **error, UlpError code, const char *format, ...) G_GNUC_PRINTF(3, 4);
void ulp_error_prefix(GError **error, const char *prefix);

/* FALSE with ULP_ERROR_CANCELLED when `cancellable` (NULL: never) was cancelled. */
gboolean ulp_go_on(GCancellable *cancellable, GError **error);
