#include "ui/pages/window.h"

#include "core/base/error.h"
#include "core/base/i18n.h"
#include "core/table/provenance.h"
#include "ui/pages/glossary-window.h"
#include "ui/pages/page-stack.h"
#include "ui/pages/pages.h"
#include "ui/pages/shortcuts.h"
#include "ui/pages/window-files.h"
#include "ui/pages/window-header.h"
#include "ui/pages/window-present.h"
#include "ui/widgets/device-chooser.h"
#include "ui/widgets/message-bar.h"
#include "ui/widgets/result-export.h"
#include "ui/widgets/sidebar.h"
#include "ui/widgets/style.h"

struct _UlpWindow {
  GtkApplicationWindow parent_instance;
  UlpPageStack *pages;
  GtkWidget *sidebar;
  UlpWindowHeader header;
  char *wanted_device; /* asked for before the devices are known */
  gboolean devices_asked, devices_known;
  gboolean disposed;
  gboolean closes; /* once no export runs any more */
};

G_DEFINE_TYPE(UlpWindow, ulp_window, GTK_TYPE_APPLICATION_WINDOW)

/* --- pages --- */

static gboolean is_dark(UlpWindow *self) { return ulp_style_is_dark(gtk_widget_get_display(GTK_WIDGET(self))); }

/* Nothing to a page that is not made yet. */
static void set_page_device(UlpWindow *self, guint index) {
  const UlpPageKind *kind = ulp_page_stack_page(self->pages, index)->kind;
  GtkWidget *page = ulp_page_stack_get(self->pages, index);
  if (page && kind->set_device)
    kind->set_device(page, ulp_device_chooser_get_id(self->header.devices));
}

static void page_shown(UlpWindow *self) {
  const int shown = ulp_page_stack_shown(self->pages);
  gboolean made;
  if (shown < 0)
    return;
  const UlpPage *page = ulp_page_stack_page(self->pages, (guint)shown);
  GtkWidget *widget = ulp_page_stack_make(self->pages, (guint)shown, &made);
  if (made)
    set_page_device(self, (guint)shown);
  gtk_widget_insert_action_group(GTK_WIDGET(self), "page", page->kind->actions(widget));
  gtk_window_set_title(GTK_WINDOW(self), page->title);
  g_autoptr(GVariant) state = g_variant_ref_sink(g_variant_new_string(page->id));
  g_action_group_change_action_state(G_ACTION_GROUP(self), "page", state);
}

void ulp_window_add_page(UlpWindow *self, const UlpPage *page) {
  GtkApplication *app = gtk_window_get_application(GTK_WINDOW(self));
  ulp_page_stack_add(self->pages, page);
  if (app && ulp_page_stack_count(self->pages) <= 9)
    ulp_shortcuts_install_page(app, ulp_page_stack_count(self->pages), page->id);
}

static void focus_page(GtkWidget *page) {
  if (!gtk_widget_grab_focus(page))
    gtk_widget_child_focus(page, GTK_DIR_TAB_FORWARD);
}

gboolean ulp_window_show_page(UlpWindow *self, const char *id, GError **error) {
  const int index = ulp_page_stack_find(self->pages, id);
  if (index >= 0) {
    ulp_page_stack_show(self->pages, (guint)index);
    focus_page(ulp_page_stack_get(self->pages, (guint)index));
    return TRUE;
  }
  g_autoptr(GString) ids = g_string_new(NULL);
  for (guint i = 0; i < ulp_page_stack_count(self->pages); i++)
    g_string_append_printf(ids, "%s%s", i ? ", " : "", ulp_page_stack_page(self->pages, i)->id);
  g_set_error(error, ULP_ERROR, ULP_ERROR_USAGE, _("page %s: there is no such page, expected one of %s"), id, ids->str);
  return FALSE;
}

GtkWidget *ulp_window_get_page(UlpWindow *self) {
  return ulp_page_stack_get(self->pages, (guint)ulp_page_stack_shown(self->pages));
}

const char *ulp_window_page_id(UlpWindow *self) {
  return ulp_page_stack_page(self->pages, (guint)ulp_page_stack_shown(self->pages))->id;
}

void ulp_window_set_page_state(UlpWindow *self, const char *id, const char *state) {
  const int index = ulp_page_stack_find(self->pages, id);
  if (index >= 0)
    ulp_page_stack_set_state(self->pages, (guint)index, state);
}

GHashTable *ulp_window_page_states(UlpWindow *self) {
  GHashTable *states = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
  for (guint i = 0; i < ulp_page_stack_count(self->pages); i++) {
    char *state = ulp_page_stack_state(self->pages, i);
    if (state)
      g_hash_table_insert(states, g_strdup(ulp_page_stack_page(self->pages, i)->id), state);
  }
  return states;
}

gboolean ulp_window_open(UlpWindow *self, const char *path, GError **error) {
  return ulp_window_files_open(GTK_WINDOW(self), self->pages, path, error);
}

static void turn_page(UlpWindow *self, int by) {
  const int n = (int)ulp_page_stack_count(self->pages), shown = ulp_page_stack_shown(self->pages);
  ulp_window_show_page(self, ulp_page_stack_page(self->pages, (guint)((shown + by + n) % n))->id, NULL);
}

/* --- devices --- */

static void device_chosen(UlpWindow *self) {
  for (guint i = 0; i < ulp_page_stack_count(self->pages); i++)
    set_page_device(self, i);
}

static void choose_wanted_device(UlpWindow *self) {
  g_autoptr(GError) error = NULL;
  g_autofree char *id = g_steal_pointer(&self->wanted_device);
  if (id && !ulp_device_chooser_choose(self->header.devices, id, &error)) {
    g_autofree char *message = g_strdup_printf(_("%s. Selected instead: %s."), error->message,
                                               ulp_device_chooser_get_title(self->header.devices));
    ulp_message_show(GTK_WIDGET(self), message);
  }
}

void ulp_window_set_device(UlpWindow *self, const char *device_id) {
  g_free(self->wanted_device);
  self->wanted_device = g_strdup(device_id);
  if (self->devices_known)
    choose_wanted_device(self);
}

static void list_devices(GTask *task, gpointer source, gpointer window, GCancellable *cancellable) {
  g_task_return_pointer(task, ulp_devices_list(), (GDestroyNotify)g_ptr_array_unref);
}

static void devices_listed(GObject *source, GAsyncResult *result, gpointer data) {
  GWeakRef *window = data;
  g_autoptr(GPtrArray) devices = g_task_propagate_pointer(G_TASK(result), NULL);
  g_autoptr(UlpWindow) self = g_weak_ref_get(window);
  if (self && !self->disposed) {
    self->devices_known = TRUE;
    ulp_device_chooser_set_devices(self->header.devices, devices);
    choose_wanted_device(self);
  }
  g_weak_ref_clear(window);
  g_free(window);
}

static void first_frame_drawn(GdkFrameClock *clock, gpointer data) {
  UlpWindow *self = data;
  g_signal_handlers_disconnect_by_func(clock, first_frame_drawn, self);
  GWeakRef *window = g_new(GWeakRef, 1);
  g_weak_ref_init(window, self);
  g_autoptr(GTask) task = g_task_new(NULL, NULL, devices_listed, window);
  g_task_run_in_thread(task, list_devices);
}

static void ulp_window_map(GtkWidget *widget) {
  UlpWindow *self = ULP_WINDOW(widget);
  GTK_WIDGET_CLASS(ulp_window_parent_class)->map(widget);
  if (self->devices_asked)
    return;
  self->devices_asked = TRUE;
  focus_page(ulp_window_get_page(self));
  g_signal_connect_object(gtk_widget_get_frame_clock(widget), "after-paint", G_CALLBACK(first_frame_drawn), self, 0);
}

/* --- actions --- */

static void page_action(GSimpleAction *action, GVariant *parameter, gpointer window) {
  ulp_window_show_page(window, g_variant_get_string(parameter, NULL), NULL);
}

static void page_state(GSimpleAction *action, GVariant *state, gpointer window) {
  g_simple_action_set_state(action, state);
}

static void next_page_action(GSimpleAction *action, GVariant *parameter, gpointer window) { turn_page(window, 1); }
static void previous_page_action(GSimpleAction *action, GVariant *parameter, gpointer window) { turn_page(window, -1); }

static void dark_state(GSimpleAction *action, GVariant *state, gpointer window) {
  ulp_style_set_dark(gtk_widget_get_display(window), g_variant_get_boolean(state));
}

static void theme_changed(UlpWindow *self) {
  GSimpleAction *action = G_SIMPLE_ACTION(g_action_map_lookup_action(G_ACTION_MAP(self), "dark"));
  g_simple_action_set_state(action, g_variant_new_boolean(is_dark(self)));
  g_simple_action_set_enabled(action, g_getenv("GTK_THEME") == NULL); /* it would change nothing */
}

static void choose_device_action(GSimpleAction *action, GVariant *parameter, gpointer window) {
  ulp_device_chooser_popup(ULP_WINDOW(window)->header.devices);
}

static void export_action(GSimpleAction *action, GVariant *parameter, gpointer window) {
  gtk_menu_button_popup(ULP_WINDOW(window)->header.exports);
}

static void menu_action(GSimpleAction *action, GVariant *parameter, gpointer window) {
  gtk_menu_button_popup(ULP_WINDOW(window)->header.menu);
}

static void close_message_action(GSimpleAction *action, GVariant *parameter, gpointer window) {
  ulp_message_hide(window);
}

static void shortcuts_action(GSimpleAction *action, GVariant *parameter, gpointer window) {
  GtkWidget *shortcuts = ulp_shortcuts_window_new();
  gtk_window_set_transient_for(GTK_WINDOW(shortcuts), window);
  gtk_window_present(GTK_WINDOW(shortcuts));
}

static void about_action(GSimpleAction *action, GVariant *parameter, gpointer window) {
  g_autofree char *version = g_strdup_printf("%s (%s)", ulp_version(), ulp_commit());
  gtk_show_about_dialog(window, "program-name", "Ulpscope", "logo-icon-name", "org.ulpscope.Ulpscope", "version",
                        version, "comments", _("Shows what floating point does to numbers and what determinism costs"),
                        "license-type", GTK_LICENSE_MIT_X11, "copyright", "© 2026 The Ulpscope authors", NULL);
}

static void quit_action(GSimpleAction *action, GVariant *parameter, gpointer window) { gtk_window_close(window); }

static const GActionEntry actions[] = {
    {"page", page_action, "s", "''", page_state},
    {.name = "next-page", .activate = next_page_action},
    {.name = "previous-page", .activate = previous_page_action},
    {.name = "dark", .state = "false", .change_state = dark_state},
    {.name = "choose-device", .activate = choose_device_action},
    {.name = "export", .activate = export_action},
    {.name = "menu", .activate = menu_action},
    {.name = "close-message", .activate = close_message_action},
    {.name = "shortcuts", .activate = shortcuts_action},
    {.name = "about", .activate = about_action},
    {.name = "quit", .activate = quit_action},
};

/* --- construction --- */

static GtkWidget *build_content(UlpWindow *self) {
  GtkWidget *content = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0);
  GtkWidget *right = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
  GtkStack *stack = ulp_page_stack_widget(self->pages);
  gtk_widget_set_hexpand(right, TRUE);
  GtkWidget *message_bar = ulp_message_bar_new(GTK_WINDOW(self));
  GtkWidget *scroller = gtk_scrolled_window_new(); /* for windows that are smaller than the page */
  gtk_widget_set_name(scroller, "pages");
  gtk_widget_set_focusable(scroller, FALSE);
  gtk_widget_set_vexpand(scroller, TRUE);
  gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scroller), GTK_WIDGET(stack));
  gtk_box_append(GTK_BOX(right), message_bar);
  gtk_box_append(GTK_BOX(right), scroller);
  self->sidebar = ulp_sidebar_new(stack);
  gtk_box_append(GTK_BOX(content), self->sidebar);
  gtk_box_append(GTK_BOX(content), right);
  return content;
}

static void exports_stopped(gpointer window, gboolean written) { gtk_window_close(window); }

static void exports_ended(gpointer window, gboolean written) {
  ULP_WINDOW(window)->closes = FALSE;
  if (written) /* else the message that says why not is there to be read */
    gtk_window_close(window);
}

/* Waits for exports: the first time until they are written, the second time until they have stopped. */
static gboolean ulp_window_close_request(GtkWindow *window) {
  UlpWindow *self = ULP_WINDOW(window);
  if (!ulp_result_exports_run())
    return GTK_WINDOW_CLASS(ulp_window_parent_class)->close_request(window);
  if (self->closes) {
    ulp_result_exports_cancel();
    ulp_result_exports_wait(G_OBJECT(self), exports_stopped);
  } else {
    self->closes = TRUE;
    ulp_message_show(GTK_WIDGET(self), _("An export is being written; the window closes once it is done. Close it "
                                         "again to stop the export: the old file stays."));
    ulp_result_exports_wait(G_OBJECT(self), exports_ended);
  }
  return TRUE;
}

static void ulp_window_dispose(GObject *object) {
  UlpWindow *self = ULP_WINDOW(object);
  if (!self->disposed)
    g_signal_handlers_disconnect_by_data(ulp_page_stack_widget(self->pages), self);
  self->disposed = TRUE;
  G_OBJECT_CLASS(ulp_window_parent_class)->dispose(object);
}

static void ulp_window_finalize(GObject *object) {
  UlpWindow *self = ULP_WINDOW(object);
  ulp_page_stack_free(self->pages);
  g_free(self->wanted_device);
  G_OBJECT_CLASS(ulp_window_parent_class)->finalize(object);
}

static void ulp_window_class_init(UlpWindowClass *klass) {
  G_OBJECT_CLASS(klass)->dispose = ulp_window_dispose;
  G_OBJECT_CLASS(klass)->finalize = ulp_window_finalize;
  GTK_WIDGET_CLASS(klass)->map = ulp_window_map;
  GTK_WINDOW_CLASS(klass)->close_request = ulp_window_close_request;
}

static void ulp_window_init(UlpWindow *self) {
  GdkDisplay *display = gtk_widget_get_display(GTK_WIDGET(self));
  ulp_style_install(display);
  self->pages = ulp_page_stack_new();
  gtk_window_set_default_size(GTK_WINDOW(self), 1280, 800);
  gtk_window_set_icon_name(GTK_WINDOW(self), "org.ulpscope.Ulpscope");
  gtk_window_set_titlebar(GTK_WINDOW(self), ulp_window_header_new(&self->header));
  g_signal_connect_swapped(self->header.devices, "chosen", G_CALLBACK(device_chosen), self);
  gtk_window_set_child(GTK_WINDOW(self), build_content(self));
  g_action_map_add_action_entries(G_ACTION_MAP(self), actions, G_N_ELEMENTS(actions), self);
  ulp_window_files_install(GTK_WINDOW(self), self->pages, self->header.recent);
  ulp_glossary_install(GTK_WINDOW(self));
  ulp_window_present_install(GTK_WINDOW(self), self->pages, self->sidebar);
  ulp_style_connect_changed(display, self, theme_changed);
  g_signal_connect_swapped(ulp_page_stack_widget(self->pages), "notify::visible-child", G_CALLBACK(page_shown), self);
  theme_changed(self);
}

static void add_page(const UlpPage *page, gpointer window) { ulp_window_add_page(window, page); }

GtkWidget *ulp_window_new(GtkApplication *app) {
  UlpWindow *self = g_object_new(ULP_TYPE_WINDOW, "application", app, NULL);
  ulp_pages_foreach(add_page, self);
  return GTK_WIDGET(self);
}
