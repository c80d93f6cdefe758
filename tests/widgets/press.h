/* Presses keys and clicks without a display server's input: the key bindings of a widget and its ancestors are looked up
 * and run as GTK does in the bubble phase; a click is the gesture's own signal. */
#pragma once

#include <gtk/gtk.h>

static inline gboolean ulp_press_here(GtkWidget *widget, guint key, GdkModifierType modifiers) {
  g_autoptr(GListModel) controllers = gtk_widget_observe_controllers(widget);
  for (guint i = 0; i < g_list_model_get_n_items(controllers); i++) {
    g_autoptr(GObject) controller = g_list_model_get_item(controllers, i);
    if (!GTK_IS_SHORTCUT_CONTROLLER(controller))
      continue;
    for (guint j = 0; j < g_list_model_get_n_items(G_LIST_MODEL(controller)); j++) {
      g_autoptr(GtkShortcut) shortcut = g_list_model_get_item(G_LIST_MODEL(controller), j);
      GtkShortcutTrigger *trigger = gtk_shortcut_get_trigger(shortcut);
      if (GTK_IS_KEYVAL_TRIGGER(trigger) && gtk_keyval_trigger_get_keyval(GTK_KEYVAL_TRIGGER(trigger)) == key &&
          gtk_keyval_trigger_get_modifiers(GTK_KEYVAL_TRIGGER(trigger)) == modifiers &&
          gtk_shortcut_action_activate(gtk_shortcut_get_action(shortcut), 0, widget,
                                       gtk_shortcut_get_arguments(shortcut)))
        return TRUE;
    }
  }
  return FALSE;
}

/* FALSE when nothing between `widget` and its window took the key. */
static inline gboolean ulp_press(GtkWidget *widget, guint key, GdkModifierType modifiers) {
  for (; widget && !GTK_IS_WINDOW(widget); widget = gtk_widget_get_parent(widget))
    if (ulp_press_here(widget, key, modifiers))
      return TRUE;
  return FALSE;
}

static inline void ulp_click(GtkWidget *widget, double x, double y) {
  g_autoptr(GListModel) controllers = gtk_widget_observe_controllers(widget);
  for (guint i = 0; i < g_list_model_get_n_items(controllers); i++) {
    g_autoptr(GObject) controller = g_list_model_get_item(controllers, i);
    if (GTK_IS_GESTURE_CLICK(controller))
      g_signal_emit_by_name(controller, "pressed", 1, x, y);
  }
}
