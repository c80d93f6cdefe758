#include "ui/widgets/file-dialog.h"

typedef struct {
  GtkWidget *parent;
  void (*chosen)(GtkWidget *parent, const char *path);
} Request;

static void on_response(GtkNativeDialog *dialog, int response, Request *request) {
  if (response == GTK_RESPONSE_ACCEPT && gtk_widget_get_root(request->parent)) {
    g_autoptr(GFile) file = gtk_file_chooser_get_file(GTK_FILE_CHOOSER(dialog));
    g_autofree char *path = file ? g_file_get_path(file) : NULL;
    if (path)
      request->chosen(request->parent, path);
  }
  g_object_unref(request->parent);
  g_free(request);
  g_object_unref(dialog);
}

void ulp_file_dialog(GtkWidget *parent, const char *title, const char *name,
                     void (*chosen)(GtkWidget *parent, const char *path)) {
  GtkRoot *root = gtk_widget_get_root(parent);
  GtkFileChooserNative *dialog =
      gtk_file_chooser_native_new(title, GTK_IS_WINDOW(root) ? GTK_WINDOW(root) : NULL,
                                  name ? GTK_FILE_CHOOSER_ACTION_SAVE : GTK_FILE_CHOOSER_ACTION_OPEN, NULL, NULL);
  if (name)
    gtk_file_chooser_set_current_name(GTK_FILE_CHOOSER(dialog), name);
  gtk_native_dialog_set_modal(GTK_NATIVE_DIALOG(dialog), TRUE);
  Request *request = g_new0(Request, 1);
  request->parent = g_object_ref(parent);
  request->chosen = chosen;
  g_signal_connect(dialog, "response", G_CALLBACK(on_response), request);
  gtk_native_dialog_show(GTK_NATIVE_DIALOG(dialog));
}
