#include "ui/pages/window-files.h"

#include "core/base/error.h"
#include "core/base/i18n.h"
#include "core/base/name.h"
#include "core/experiment/document.h"
#include "core/table/export.h"
#include "ui/pages/experiment-page.h"
#include "ui/widgets/file-dialog.h"
#include "ui/widgets/message-bar.h"
#include "ui/widgets/recent-files.h"

#include <string.h>

#define PAGES_KEY "ulp-window-files-pages"
#define RECENT_KEY "ulp-window-files-recent"

static UlpPageStack *pages_of(gpointer window) { return g_object_get_data(window, PAGES_KEY); }

static void fill_recent(GMenu *menu) {
  g_auto(GStrv) paths = ulp_recent_files();
  g_menu_remove_all(menu);
  for (guint i = 0; paths[i]; i++) {
    g_autofree char *name = g_path_get_basename(paths[i]), *shown = ulp_name_shown(name);
    g_auto(GStrv) parts = g_strsplit(shown, "_", -1);
    g_autofree char *label = g_strjoinv("__", parts); /* no mnemonic */
    g_autoptr(GMenuItem) item = g_menu_item_new(label, NULL);
    g_menu_item_set_action_and_target(item, "win.open-recent", "s", paths[i]);
    g_menu_append_item(menu, item);
  }
}

static void note(gpointer window, const char *path) {
  g_autofree char *absolute = g_canonicalize_filename(path, NULL);
  ulp_recent_files_add(absolute);
  fill_recent(g_object_get_data(window, RECENT_KEY));
}

static UlpRunDocument *document_of(const char *path, GError **error) {
  g_autofree char *lower = g_ascii_strdown(path, -1);
  if (g_str_has_suffix(lower, ".json"))
    return ulp_run_document_load(path, error);
  UlpRunDocument *document = ulp_run_document_new(ulp_experiments[0]);
  if (ulp_run_document_set(document, "input", path, error))
    return document;
  ulp_run_document_unref(document);
  return NULL;
}

static gboolean open_recording(GtkWindow *window, UlpPageStack *pages, const char *path, GError **error) {
  g_autoptr(UlpRecording) recording = ulp_recording_open(path, error);
  if (!recording)
    return FALSE;
  const int page =
      recording->document ? ulp_page_stack_find(pages, ulp_run_document_experiment(recording->document)->id) : -1;
  if (page < 0) {
    ulp_set_error(error, ULP_ERROR_INPUT, _("%s: the command that made it is missing or of another version"), path);
    return FALSE;
  }
  ulp_page_stack_show(pages, (guint)page);
  if (!ulp_experiment_page_show_recording(ulp_page_stack_get(pages, (guint)page), recording, error)) {
    ulp_error_prefix(error, path);
    return FALSE;
  }
  note(window, path);
  return TRUE;
}

gboolean ulp_window_files_open(GtkWindow *window, UlpPageStack *pages, const char *path, GError **error) {
  if (ulp_recording_is_one(path))
    return open_recording(window, pages, path, error);
  g_autoptr(UlpRunDocument) document = document_of(path, error);
  if (!document)
    return FALSE;
  const int page = ulp_page_stack_find(pages, ulp_run_document_experiment(document)->id);
  if (page < 0) {
    g_set_error(error, ULP_ERROR, ULP_ERROR_INPUT, _("%s: this window has no page for it"), path);
    return FALSE;
  }
  g_autofree char *state = ulp_run_document_to_json(document);
  ulp_page_stack_show(pages, (guint)page);
  ulp_page_stack_set_state(pages, (guint)page, state);
  note(window, path);
  gtk_widget_activate_action(GTK_WIDGET(window), "page.run", NULL);
  return TRUE;
}

static void open_path(GtkWidget *window, const char *path) {
  g_autoptr(GError) error = NULL;
  if (!ulp_window_files_open(GTK_WINDOW(window), pages_of(window), path, &error))
    ulp_message_show(window, error->message);
}

static void save_path(GtkWidget *window, const char *path) {
  UlpPageStack *pages = pages_of(window);
  g_autofree char *state = ulp_page_stack_state(pages, (guint)ulp_page_stack_shown(pages));
  g_autoptr(GBytes) bytes = g_bytes_new(state, strlen(state));
  g_autoptr(GError) error = NULL;
  if (ulp_export_write(path, bytes, NULL, &error))
    note(window, path);
  else
    ulp_message_show(window, error->message);
}

static gboolean on_drop(GtkDropTarget *target, const GValue *value, double x, double y, GtkWidget *window) {
  g_autofree char *path = g_file_get_path(g_value_get_object(value));
  if (path)
    open_path(window, path);
  return path != NULL;
}

static void open_action(GSimpleAction *action, GVariant *parameter, gpointer window) {
  ulp_file_dialog(window, _("Open a run or data"), NULL, open_path);
}

static void open_recent_action(GSimpleAction *action, GVariant *parameter, gpointer window) {
  open_path(window, g_variant_get_string(parameter, NULL));
}

static void save_action(GSimpleAction *action, GVariant *parameter, gpointer window) {
  UlpPageStack *pages = pages_of(window);
  const char *id = ulp_page_stack_page(pages, (guint)ulp_page_stack_shown(pages))->id;
  g_autofree char *name = g_strdup_printf("%s.json", id);
  if (ulp_experiment_find(id, NULL))
    ulp_file_dialog(window, _("Save the run"), name, save_path);
}

/* The application makes it, as it made this one. */
static void new_window_action(GSimpleAction *action, GVariant *parameter, gpointer window) {
  GtkApplication *app = gtk_window_get_application(window);
  if (app)
    g_action_group_activate_action(G_ACTION_GROUP(app), "new-window", NULL);
}

void ulp_window_files_install(GtkWindow *window, UlpPageStack *pages, GMenu *recent) {
  static const GActionEntry entries[] = {
      {.name = "open", .activate = open_action},
      {.name = "open-recent", .activate = open_recent_action, .parameter_type = "s"},
      {.name = "save", .activate = save_action},
      {.name = "new-window", .activate = new_window_action},
  };
  g_object_set_data(G_OBJECT(window), PAGES_KEY, pages);
  g_object_set_data_full(G_OBJECT(window), RECENT_KEY, recent, g_object_unref);
  g_action_map_add_action_entries(G_ACTION_MAP(window), entries, G_N_ELEMENTS(entries), window);
  fill_recent(recent);
  GtkDropTarget *target = gtk_drop_target_new(G_TYPE_FILE, GDK_ACTION_COPY);
  g_signal_connect(target, "drop", G_CALLBACK(on_drop), window);
  gtk_widget_add_controller(GTK_WIDGET(window), GTK_EVENT_CONTROLLER(target));
}
