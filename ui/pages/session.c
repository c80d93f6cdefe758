#include "ui/pages/session.h"

#include "ui/widgets/style.h"

#define WINDOW "window"
#define PAGES "pages"

static char *session_path(void) { return g_build_filename(g_get_user_config_dir(), "ulpscope", "session.ini", NULL); }

/* Empty where there is none yet, or it is no such file. */
static GKeyFile *load(void) {
  g_autofree char *path = session_path();
  GKeyFile *file = g_key_file_new();
  g_key_file_load_from_file(file, path, G_KEY_FILE_NONE, NULL);
  return file;
}

/* A start without what the last one knew is no fault to bother anyone with. */
static void store(GKeyFile *file) {
  g_autofree char *path = session_path(), *folder = g_path_get_dirname(path);
  if (g_mkdir_with_parents(folder, 0700) == 0)
    g_key_file_save_to_file(file, path, NULL);
}

void ulp_session_restore(UlpWindow *window) {
  g_autoptr(GKeyFile) file = load();
  const int width = g_key_file_get_integer(file, WINDOW, "width", NULL);
  const int height = g_key_file_get_integer(file, WINDOW, "height", NULL);
  const double zoom = g_key_file_get_double(file, WINDOW, "zoom", NULL);
  if (width >= 200 && height >= 200)
    gtk_window_set_default_size(GTK_WINDOW(window), width, height);
  if (zoom > 0)
    ulp_style_set_zoom(gtk_widget_get_display(GTK_WIDGET(window)), zoom);
  g_auto(GStrv) ids = g_key_file_get_keys(file, PAGES, NULL, NULL);
  for (guint i = 0; ids && ids[i]; i++) {
    g_autofree char *state = g_key_file_get_string(file, PAGES, ids[i], NULL);
    if (state)
      ulp_window_set_page_state(window, ids[i], state);
  }
  g_autofree char *page = g_key_file_get_string(file, WINDOW, "page", NULL);
  if (page)
    ulp_window_show_page(window, page, NULL);
}

void ulp_session_save(UlpWindow *window) {
  g_autoptr(GKeyFile) file = load();
  int width, height;
  gtk_window_get_default_size(GTK_WINDOW(window), &width, &height);
  if (!gtk_window_is_fullscreen(GTK_WINDOW(window)) && !gtk_window_is_maximized(GTK_WINDOW(window))) {
    g_key_file_set_integer(file, WINDOW, "width", width);
    g_key_file_set_integer(file, WINDOW, "height", height);
  }
  if (!gtk_window_is_fullscreen(GTK_WINDOW(window)))
    g_key_file_set_double(file, WINDOW, "zoom", ulp_style_zoom(gtk_widget_get_display(GTK_WIDGET(window))));
  g_key_file_set_string(file, WINDOW, "page", ulp_window_page_id(window));
  g_autoptr(GHashTable) states = ulp_window_page_states(window);
  GHashTableIter iter;
  gpointer id, state;
  g_hash_table_iter_init(&iter, states);
  while (g_hash_table_iter_next(&iter, &id, &state))
    g_key_file_set_string(file, PAGES, id, state);
  store(file);
}
