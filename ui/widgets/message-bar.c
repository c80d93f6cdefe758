#include "ui/widgets/message-bar.h"

#include "core/base/i18n.h"

#define KEY "ulp-message-bar" /* data of the window */

GtkWidget *ulp_message_bar_new(GtkWindow *window) {
  GtkWidget *bar =
      g_object_new(GTK_TYPE_BOX, "accessible-role", GTK_ACCESSIBLE_ROLE_ALERT, "spacing", 8, "visible", FALSE, NULL);
  GtkWidget *label = gtk_label_new(NULL), *button = gtk_button_new_from_icon_name("ulp-close-symbolic");
  gtk_widget_add_css_class(bar, "ulp-message");
  gtk_widget_set_name(label, "window-message");
  gtk_label_set_wrap(GTK_LABEL(label), TRUE);
  gtk_label_set_wrap_mode(GTK_LABEL(label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_selectable(GTK_LABEL(label), TRUE);
  gtk_label_set_xalign(GTK_LABEL(label), 0);
  gtk_widget_set_hexpand(label, TRUE);
  gtk_widget_add_css_class(button, "flat");
  gtk_widget_set_valign(button, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text(button, _("Close the message (Ctrl+M)"));
  gtk_actionable_set_action_name(GTK_ACTIONABLE(button), "win.close-message");
  gtk_box_append(GTK_BOX(bar), label);
  gtk_box_append(GTK_BOX(bar), button);
  g_object_set_data(G_OBJECT(window), KEY, bar);
  return bar;
}

static GtkWidget *bar_of(GtkWidget *any_widget_inside) {
  GtkRoot *root = gtk_widget_get_root(any_widget_inside);
  return root ? g_object_get_data(G_OBJECT(root), KEY) : NULL;
}

void ulp_message_show(GtkWidget *any_widget_inside, const char *message) {
  GtkWidget *bar = bar_of(any_widget_inside);
  if (!bar) {
    g_message("%s", message);
    return;
  }
  g_autofree char *valid = g_utf8_make_valid(message, -1); /* a file's name may be any bytes */
  gtk_label_set_text(GTK_LABEL(gtk_widget_get_first_child(bar)), valid);
  gtk_widget_set_visible(bar, TRUE);
}

void ulp_message_hide(GtkWidget *any_widget_inside) {
  GtkWidget *bar = bar_of(any_widget_inside);
  if (bar)
    gtk_widget_set_visible(bar, FALSE);
}
