/* ulpscope: the window. */
#include "core/base/error.h"
#include "core/base/name.h"
#include "core/base/i18n.h"
#include "core/base/memory.h"
#include "core/table/provenance.h"
#include "ui/pages/shortcuts.h"
#include "ui/pages/window.h"
#include "ui/widgets/message-bar.h"

#include <locale.h>
#include <signal.h>
#include <stdio.h>

typedef struct {
  char *page, *device, *recording;
  gboolean version;
} Options;

static int fail(int status, const char *message) {
  g_autofree char *line = ulp_name_shown(message);
  fprintf(stderr, "ulpscope: %s\n", line);
  return status;
}

/* Prints the help and ends the program where that is what is asked for. */
static gboolean parse(int *argc, char ***argv, Options *options, GError **error) {
  const GOptionEntry entries[] = {
      {"page", 0, 0, G_OPTION_ARG_STRING, &options->page, N_("Page to show first, such as bits or repeat"), N_("ID")},
      {"device", 0, 0, G_OPTION_ARG_STRING, &options->device, N_("Device to compute on: cpu, cuda or cuda:K"),
       N_("DEVICE")},
      {"open", 0, 0, G_OPTION_ARG_FILENAME, &options->recording, N_("Export of a run to show first"), N_("FILE")},
      {"version", 0, 0, G_OPTION_ARG_NONE, &options->version, N_("Print the version"), NULL},
      {NULL},
  };
  g_autoptr(GOptionContext) context = g_option_context_new(NULL);
  g_option_context_set_summary(context, _("Shows what floating point does to numbers and what determinism costs."));
  g_option_context_add_main_entries(context, entries, GETTEXT_PACKAGE);
  if (!g_option_context_parse(context, argc, argv, error))
    return FALSE;
  if (*argc > 1) {
    g_set_error(error, ULP_ERROR, ULP_ERROR_USAGE, _("unexpected argument “%s”; see “ulpscope --help”"), (*argv)[1]);
    return FALSE;
  }
  return TRUE;
}

static void startup(GApplication *app, gpointer data) { ulp_shortcuts_install(GTK_APPLICATION(app)); }

static void activate(GApplication *app, gpointer data) {
  const Options *options = data;
  GtkWidget *window = ulp_window_new(GTK_APPLICATION(app));
  g_autoptr(GError) error = NULL;
  if (options->page && !ulp_window_show_page(ULP_WINDOW(window), options->page, &error)) {
    ulp_message_show(window, error->message);
    g_clear_error(&error);
  }
  if (options->recording && !ulp_window_open_recording(ULP_WINDOW(window), options->recording, &error))
    ulp_message_show(window, error->message);
  if (options->device)
    ulp_window_set_device(ULP_WINDOW(window), options->device);
  gtk_window_present(GTK_WINDOW(window));
}

static int show_window(Options *options) {
  g_autoptr(GtkApplication) app = gtk_application_new("org.ulpscope.Ulpscope", G_APPLICATION_NON_UNIQUE);
  g_signal_connect(app, "startup", G_CALLBACK(startup), NULL);
  g_signal_connect(app, "activate", G_CALLBACK(activate), options);
  return g_application_run(G_APPLICATION(app), 0, NULL);
}

int main(int argc, char **argv) {
  ulp_memory_share_heap();
  signal(SIGPIPE, SIG_IGN); /* an export that cannot be written is a message, as others are */
  signal(SIGXFSZ, SIG_IGN);
  setlocale(LC_ALL, "");
  setlocale(LC_NUMERIC, "C"); /* numbers are written as everywhere else in the program */
  gtk_disable_setlocale();
  bindtextdomain(GETTEXT_PACKAGE, ULP_LOCALE_DIR);
  bind_textdomain_codeset(GETTEXT_PACKAGE, "UTF-8");
  textdomain(GETTEXT_PACKAGE);

  Options options = {0};
  g_autoptr(GError) error = NULL;
  int status = 0;
  if (!parse(&argc, &argv, &options, &error))
    status = fail(2, error->message);
  else if (options.version)
    g_print("ulpscope %s (%s)\n", ulp_version(), ulp_commit());
  else if (!gtk_init_check())
    status = fail(1, _("there is no display; the command line program ulp does without one"));
  else
    status = show_window(&options);
  g_free(options.page);
  g_free(options.device);
  g_free(options.recording);
  return status;
}
