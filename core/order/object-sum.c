#include "core/order/object-sum.h"

#include "core/base/companion.h"
#include "core/base/error.h"
#include "core/base/i18n.h"
#include "core/order/object-private.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define TURN_MS 50 /* between looks at the cancellable */

struct _UlpObjectSum {
  char *name; /* for people */
  double patience;
  GSubprocess *host;
  int socket;
  gboolean fp64;
};

/* --- the parameter --- */

static gpointer parse_object(const UlpParam *param, const char *text, GError **error) { return g_strdup(text); }
static char *expect_object(const UlpParam *param) { return g_strdup(_("the file of a shared object")); }

const UlpParamType ulp_param_object = {"object", "FILE", parse_object, g_free, expect_object, NULL};

const char *ulp_values_object(const UlpValues *values, const char *id) {
  return ulp_values_get(values, id, ULP_PARAM_OBJECT);
}

/* --- the host --- */

/* The host is at the other end no more: says why. */
static gboolean host_ended(UlpObjectSum *object, GError **error) {
  g_subprocess_wait(object->host, NULL, NULL);
  if (g_subprocess_get_if_signaled(object->host))
    ulp_set_error(error, ULP_ERROR_INPUT, _("%s: crashed: %s"), object->name,
                  g_strsignal(g_subprocess_get_term_sig(object->host)));
  else
    ulp_set_error(error, ULP_ERROR_INPUT, _("%s: ended the process, with status %d, instead of giving a sum"),
                  object->name, g_subprocess_get_exit_status(object->host));
  return FALSE;
}

/* Until the socket is ready for `events`. */
static gboolean wait_for(UlpObjectSum *object, short events, gint64 deadline, GCancellable *cancellable,
                         GError **error) {
  for (;;) {
    struct pollfd wait = {.fd = object->socket, .events = events};
    if (poll(&wait, 1, TURN_MS) > 0)
      return TRUE;
    if (!ulp_go_on(cancellable, error))
      return FALSE;
    if (g_get_monotonic_time() < deadline)
      continue;
    g_subprocess_force_exit(object->host);
    ulp_set_error(error, ULP_ERROR_INPUT, _("%s: gave no sum within %g s"), object->name, object->patience);
    return FALSE;
  }
}

static gint64 deadline_of(const UlpObjectSum *object) {
  return g_get_monotonic_time() + (gint64)(object->patience * G_USEC_PER_SEC);
}

static gboolean send_all(UlpObjectSum *object, gconstpointer bytes, gsize length, gint64 deadline,
                         GCancellable *cancellable, GError **error) {
  const char *at = bytes;
  while (length > 0) {
    if (!wait_for(object, POLLOUT, deadline, cancellable, error))
      return FALSE;
    const ssize_t sent = send(object->socket, at, length, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent < 0 && errno != EINTR && errno != EAGAIN)
      return host_ended(object, error);
    at += MAX(sent, 0);
    length -= (gsize)MAX(sent, 0);
  }
  return TRUE;
}

static gboolean receive_all(UlpObjectSum *object, gpointer bytes, gsize length, gint64 deadline,
                            GCancellable *cancellable, GError **error) {
  char *at = bytes;
  while (length > 0) {
    if (!wait_for(object, POLLIN, deadline, cancellable, error))
      return FALSE;
    const ssize_t received = recv(object->socket, at, length, MSG_DONTWAIT);
    if (received == 0 || (received < 0 && errno != EINTR && errno != EAGAIN))
      return host_ended(object, error);
    at += MAX(received, 0);
    length -= (gsize)MAX(received, 0);
  }
  return TRUE;
}

/* glibc fills with the complement: mallopt(3), M_PERTURB. */
static void set_fill(GSubprocessLauncher *launcher, int fill) {
  g_autofree char *value = g_strdup_printf("%d", 255 - fill),
                  *tunable = g_strdup_printf("glibc.malloc.perturb=%s", value);
  g_subprocess_launcher_setenv(launcher, "MALLOC_PERTURB_", value, TRUE);
  g_subprocess_launcher_setenv(launcher, "GLIBC_TUNABLES", tunable, TRUE);
}

static gboolean start_host(UlpObjectSum *object, const char *file, int fill, GError **error) {
  g_autofree char *host = ulp_companion_find(ULP_SUM_HOST), *path = g_canonicalize_filename(file, NULL);
  g_autoptr(GError) reason = NULL;
  int ends[2];
  if (!host) {
    ulp_set_error(error, ULP_ERROR_INPUT, _("the program %s, which runs shared objects, is not installed"),
                  ULP_SUM_HOST);
    return FALSE;
  }
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
    ulp_set_error(error, ULP_ERROR_INPUT, "%s: %s", ULP_SUM_HOST, g_strerror(errno));
    return FALSE;
  }
  object->socket = ends[0];
  g_autoptr(GSubprocessLauncher) launcher = g_subprocess_launcher_new(G_SUBPROCESS_FLAGS_STDOUT_SILENCE);
  if (fill >= 0)
    set_fill(launcher, fill);
  g_subprocess_launcher_take_fd(launcher, ends[1], ULP_SUM_HOST_SOCKET);
  object->host = g_subprocess_launcher_spawn(launcher, &reason, host, path, NULL);
  if (!object->host)
    ulp_set_error(error, ULP_ERROR_INPUT, "%s: %s", ULP_SUM_HOST, reason->message);
  return object->host != NULL;
}

/* --- the public functions --- */

UlpObjectSum *ulp_object_sum_open(const char *file, double patience, GCancellable *cancellable, GError **error) {
  return ulp_object_sum_open_filled(file, -1, patience, cancellable, error);
}

UlpObjectSum *ulp_object_sum_open_filled(const char *file, int fill, double patience, GCancellable *cancellable,
                                         GError **error) {
  g_autoptr(UlpObjectSum) object = g_new(UlpObjectSum, 1);
  *object = (UlpObjectSum){.name = g_strdup(file), .patience = patience, .socket = -1};
  UlpSumHostGreeting greeting;
  if (!start_host(object, file, fill, error) ||
      !receive_all(object, &greeting, sizeof greeting, deadline_of(object), cancellable, error))
    return NULL;
  greeting.trouble[sizeof greeting.trouble - 1] = '\0';
  if (*greeting.trouble) {
    ulp_set_error(error, ULP_ERROR_INPUT, "%s: %s", file, greeting.trouble);
    return NULL;
  }
  object->fp64 = greeting.fp64 != 0;
  return g_steal_pointer(&object);
}

void ulp_object_sum_free(UlpObjectSum *object) {
  if (!object)
    return;
  if (object->host)
    g_subprocess_force_exit(object->host);
  g_clear_object(&object->host);
  if (object->socket >= 0)
    close(object->socket);
  g_free(object->name);
  g_free(object);
}

gboolean ulp_object_sum_is_fp64(const UlpObjectSum *object) { return object->fp64; }

gboolean ulp_object_sum_run(UlpObjectSum *object, const double *values, guint32 n, double *sum,
                            GCancellable *cancellable, GError **error) {
  const gint64 deadline = deadline_of(object);
  return send_all(object, &n, sizeof n, deadline, cancellable, error) &&
         send_all(object, values, n * sizeof *values, deadline, cancellable, error) &&
         receive_all(object, sum, sizeof *sum, deadline, cancellable, error);
}
