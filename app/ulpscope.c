/* ulpscope: the window. */
#include "core/base/error.h"
#include "core/base/name.h"
#include "core/base/i18n.h"
#include "core/base/memory.h"
#include "core/table/provenance.h"
#include "ui/pages/session.h"
#include "ui/pages/shortcuts.h"
#include "ui/pages/window.h"
#include "ui/widgets/message-bar.h"

#include <locale.h>
#include <signal.h>
#include <stdio.h>

typedef struct {
  char *page, *device;
  char **files; /* borrowed, NULL-terminated */
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
      {"version", 0, 0, G_OPTION_ARG_NONE, &options->version, N_("Print the version"), NULL},
      {NULL},
  };
  g_autoptr(GOptionContext) context = g_option_context_new(_("[FILE…]"));
  g_option_context_set_summary(context, _("Shows what floating point does to numbers and what determinism costs."));
  g_option_context_add_main_entries(context, entries, GETTEXT_PACKAGE);
  if (!g_option_context_parse(context, argc, argv, error))
    return FALSE;
  options->files = *argv + 1;
  for (char **file = options->files; *file; file++)
    if (!g_file_test(*file, G_FILE_TEST_EXISTS)) {
      g_set_error(error, ULP_ERROR, ULP_ERROR_USAGE, _("unexpected argument “%s”; see “ulpscope --help”"), *file);
      return FALSE;
    }
  return TRUE;
}

static gboolean save_session(GtkWindow *window) {
  ulp_session_save(ULP_WINDOW(window));
  return FALSE;
}

static UlpWindow *open_window(GtkApplication *app) {
  UlpWindow *window = ULP_WINDOW(ulp_window_new(app));
  g_signal_connect(window, "close-request", G_CALLBACK(save_session), NULL);
  return window;
}

static void new_window(GSimpleAction *action, GVariant *parameter, gpointer app) {
  gtk_window_present(GTK_WINDOW(open_window(app)));
}

static void startup(GApplication *app, gpointer data) {
  static const GActionEntry actions[] = {{.name = "new-window", .activate = new_window}};
  ulp_shortcuts_install(GTK_APPLICATION(app));
  g_action_map_add_action_entries(G_ACTION_MAP(app), actions, G_N_ELEMENTS(actions), app);
}

/* The first window goes on where the last one ended, unless something else is asked for; each file is opened in its own. */
static void activate(GApplication *app, gpointer data) {
  const Options *options = data;
  char **file = options->files;
  do {
    UlpWindow *window = open_window(GTK_APPLICATION(app));
    g_autoptr(GError) error = NULL;
    ulp_session_restore(window);
    if (options->page && !ulp_window_show_page(window, options->page, &error))
      ulp_message_show(GTK_WIDGET(window), error->message);
    if (options->device)
      ulp_window_set_device(window, options->device);
    if (*file && !ulp_window_open(window, *file, &error))
      ulp_message_show(GTK_WIDGET(window), error->message);
    gtk_window_present(GTK_WINDOW(window));
  } while (*file && *++file);
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
  return status;
}
