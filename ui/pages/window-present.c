#include "ui/pages/window-present.h"

#include "ui/widgets/style.h"

#define PRESENTED 1.6 /* times the size of text: read from the last row at 1024 x 768 */
#define STEP 1.1

typedef struct {
  GtkWindow *window;
  UlpPageStack *pages;
  GtkWidget *sidebar;
  gboolean on;
} Present;

/* A page without settings has no such action. */
static void show_panel(Present *present) {
  const int shown = ulp_page_stack_shown(present->pages);
  GtkWidget *page = shown >= 0 ? ulp_page_stack_get(present->pages, (guint)shown) : NULL;
  GActionGroup *actions = page ? ulp_page_stack_page(present->pages, (guint)shown)->kind->actions(page) : NULL;
  if (actions && g_action_group_has_action(actions, "panel"))
    g_action_group_change_action_state(actions, "panel", g_variant_new_boolean(!present->on));
}

/* Page Down and Page Up, as a remote control has them, go from page to page. */
static void set_keys(Present *present) {
  static const char *const next[] = {"<ctrl>Page_Down", "Page_Down", NULL};
  static const char *const previous[] = {"<ctrl>Page_Up", "Page_Up", NULL};
  GtkApplication *app = gtk_window_get_application(present->window);
  static const char *const usual_next[] = {"<ctrl>Page_Down", NULL}, *const usual_previous[] = {"<ctrl>Page_Up", NULL};
  if (!app)
    return;
  gtk_application_set_accels_for_action(app, "win.next-page", present->on ? next : usual_next);
  gtk_application_set_accels_for_action(app, "win.previous-page", present->on ? previous : usual_previous);
}

static void zoom_to(Present *present, double zoom) {
  ulp_style_set_zoom(gtk_widget_get_display(GTK_WIDGET(present->window)), zoom);
}

static double zoom_of(Present *present) { return ulp_style_zoom(gtk_widget_get_display(GTK_WIDGET(present->window))); }

static void present_state(GSimpleAction *action, GVariant *state, gpointer data) {
  Present *present = data;
  if (present->on == g_variant_get_boolean(state))
    return;
  present->on = !present->on;
  g_simple_action_set_state(action, state);
  gtk_widget_set_visible(present->sidebar, !present->on);
  show_panel(present);
  set_keys(present);
  zoom_to(present, zoom_of(present) * (present->on ? PRESENTED : 1 / PRESENTED));
  if (present->on)
    gtk_window_fullscreen(present->window);
  else
    gtk_window_unfullscreen(present->window);
}

static void page_shown(Present *present) {
  if (present->on)
    show_panel(present);
}

static void larger(GSimpleAction *action, GVariant *parameter, gpointer data) { zoom_to(data, zoom_of(data) * STEP); }
static void smaller(GSimpleAction *action, GVariant *parameter, gpointer data) { zoom_to(data, zoom_of(data) / STEP); }
static void usual_size(GSimpleAction *action, GVariant *parameter, gpointer data) { zoom_to(data, 1); }

void ulp_window_present_install(GtkWindow *window, UlpPageStack *pages, GtkWidget *sidebar) {
  static const GActionEntry entries[] = {
      {.name = "present", .state = "false", .change_state = present_state},
      {.name = "larger", .activate = larger},
      {.name = "smaller", .activate = smaller},
      {.name = "usual-size", .activate = usual_size},
  };
  Present *present = g_new0(Present, 1);
  *present = (Present){window, pages, sidebar, FALSE};
  g_object_set_data_full(G_OBJECT(window), "ulp-window-present", present, g_free);
  g_action_map_add_action_entries(G_ACTION_MAP(window), entries, G_N_ELEMENTS(entries), present);
  g_signal_connect_data(ulp_page_stack_widget(pages), "notify::visible-child", G_CALLBACK(page_shown), present, NULL,
                        G_CONNECT_SWAPPED | G_CONNECT_AFTER);
}
