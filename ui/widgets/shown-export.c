#include "ui/widgets/shown-export.h"

#include "core/base/i18n.h"
#include "ui/widgets/file-dialog.h"
#include "ui/widgets/message-bar.h"

#include <string.h>

#define PREFIX "export-"
#define EXPORT_KEY "ulp-shown-export"
#define FORMAT_KEY "ulp-shown-export-format"

typedef struct {
  const char *format, *path;
  GError **error;
  gboolean written;
} AtOnce;

static void write_now(const UlpShown *shown, gpointer data) {
  AtOnce *job = data;
  job->written = ulp_result_export(shown, job->format, job->path, job->error);
}

gboolean ulp_shown_export(GtkWidget *page, const UlpShownExport *export, const char *format, const char *path,
                          GError **error) {
  AtOnce job = {format, path, error, FALSE};
  export->with_shown(page, write_now, &job);
  return job.written;
}

static void exported(GtkWidget *page, const char *path, const GError *error) {
  if (error)
    ulp_message_show(page, error->message);
}

typedef struct {
  GtkWidget *page;
  const char *path;
} Later;

static void write_later(const UlpShown *shown, gpointer data) {
  const Later *job = data;
  ulp_result_export_async(shown, g_object_get_data(G_OBJECT(job->page), FORMAT_KEY), job->path, job->page, exported);
}

static void path_chosen(GtkWidget *page, const char *path) {
  const UlpShownExport *export = g_object_get_data(G_OBJECT(page), EXPORT_KEY);
  Later job = {page, path};
  export->with_shown(page, write_later, &job);
}

static void activated(GSimpleAction *action, GVariant *parameter, gpointer page) {
  const UlpShownExport *export = g_object_get_data(G_OBJECT(page), EXPORT_KEY);
  const char *format = g_action_get_name(G_ACTION(action)) + strlen(PREFIX);
  g_autofree char *name = g_strdup_printf("%s.%s", export->name, format);
  g_object_set_data_full(G_OBJECT(page), FORMAT_KEY, g_strdup(format), g_free);
  ulp_file_dialog(page, _("Export"), name, path_chosen);
}

void ulp_shown_export_add_actions(GActionMap *actions, GtkWidget *page, const UlpShownExport *export) {
  static const GActionEntry entries[] = {
      {.name = PREFIX "csv", .activate = activated}, {.name = PREFIX "json", .activate = activated},
      {.name = PREFIX "svg", .activate = activated}, {.name = PREFIX "pdf", .activate = activated},
      {.name = PREFIX "png", .activate = activated},
  };
  g_object_set_data(G_OBJECT(page), EXPORT_KEY, (gpointer) export);
  g_action_map_add_action_entries(actions, entries, G_N_ELEMENTS(entries), page);
}
