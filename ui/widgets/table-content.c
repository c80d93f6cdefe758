#include "ui/widgets/table-content.h"

#define PIECE (64 << 10) /* bytes: some milliseconds of work, and far below the largest request of an X server */

#define ULP_TYPE_TABLE_CONTENT (ulp_table_content_get_type())
G_DECLARE_FINAL_TYPE(UlpTableContent, ulp_table_content, ULP, TABLE_CONTENT, GdkContentProvider)

struct _UlpTableContent {
  GdkContentProvider parent;
  UlpTable *table;
  GArray *columns, *rows; /* guint */
};

G_DEFINE_TYPE(UlpTableContent, ulp_table_content, GDK_TYPE_CONTENT_PROVIDER)

static void append_line(GString *text, const UlpTableContent *content, const guint *row) {
  for (guint i = 0; i < content->columns->len; i++) {
    const guint column = g_array_index(content->columns, guint, i);
    g_autofree char *cell = row ? ulp_table_text(content->table, *row, column)
                                : ulp_column_heading(ulp_table_column(content->table, column));
    if (i > 0)
      g_string_append_c(text, '\t');
    g_string_append(text, cell);
  }
  g_string_append_c(text, '\n');
}

/* Appends lines until the text has `limit` bytes; line 0 is the headings. The first line that is left. */
static guint64 append_lines(GString *text, const UlpTableContent *content, guint64 line, gsize limit) {
  for (; line <= content->rows->len && text->len < limit; line++)
    append_line(text, content, line == 0 ? NULL : &g_array_index(content->rows, guint, line - 1));
  return line;
}

char *ulp_table_content_text(GdkContentProvider *provider) {
  GString *text = g_string_new(NULL);
  append_lines(text, ULP_TABLE_CONTENT(provider), 0, G_MAXSIZE);
  return g_string_free(text, FALSE);
}

/* One paste. */
typedef struct {
  GOutputStream *stream;
  GString *piece;
  guint64 next; /* line */
} Paste;

static void paste_free(gpointer data) {
  Paste *paste = data;
  g_object_unref(paste->stream);
  g_string_free(paste->piece, TRUE);
  g_free(paste);
}

static void on_closed(GObject *stream, GAsyncResult *result, gpointer data) {
  g_autoptr(GTask) task = data;
  GError *error = NULL;
  if (g_output_stream_close_finish(G_OUTPUT_STREAM(stream), result, &error))
    g_task_return_boolean(task, TRUE);
  else
    g_task_return_error(task, error);
}

static gboolean write_piece(gpointer task);

/* The next piece from the main loop, never from here: the stream may call back before it has let go of this one, and GTK
 * 4.8 then ends the program. */
static void on_written(GObject *stream, GAsyncResult *result, gpointer data) {
  GTask *task = data;
  GError *error = NULL;
  if (g_output_stream_write_all_finish(G_OUTPUT_STREAM(stream), result, NULL, &error)) {
    g_idle_add_full(g_task_get_priority(task), write_piece, task, NULL);
    return;
  }
  g_task_return_error(task, error);
  g_object_unref(task);
}

/* Closed here, too, while nothing is lost by waiting: whoever drops the last reference of an open stream would close it
 * on the main thread. */
static gboolean write_piece(gpointer data) {
  GTask *task = data;
  Paste *paste = g_task_get_task_data(task);
  g_string_truncate(paste->piece, 0);
  paste->next = append_lines(paste->piece, g_task_get_source_object(task), paste->next, PIECE);
  if (paste->piece->len == 0)
    g_output_stream_close_async(paste->stream, g_task_get_priority(task), g_task_get_cancellable(task), on_closed,
                                task);
  else
    g_output_stream_write_all_async(paste->stream, paste->piece->str, paste->piece->len, g_task_get_priority(task),
                                    g_task_get_cancellable(task), on_written, task);
  return G_SOURCE_REMOVE;
}

static void write_mime_type_async(GdkContentProvider *provider, const char *mime_type, GOutputStream *stream,
                                  int io_priority, GCancellable *cancellable, GAsyncReadyCallback callback,
                                  gpointer data) {
  Paste *paste = g_new0(Paste, 1);
  paste->stream = g_object_ref(stream);
  paste->piece = g_string_sized_new(2 * PIECE);
  GTask *task = g_task_new(provider, cancellable, callback, data);
  g_task_set_priority(task, io_priority);
  g_task_set_task_data(task, paste, paste_free);
  write_piece(task);
}

static gboolean write_mime_type_finish(GdkContentProvider *provider, GAsyncResult *result, GError **error) {
  return g_task_propagate_boolean(G_TASK(result), error);
}

static GdkContentFormats *ref_formats(GdkContentProvider *provider) {
  static const char *const types[] = {"text/plain;charset=utf-8", "text/plain", "text/tab-separated-values"};
  return gdk_content_formats_new((const char **)types, G_N_ELEMENTS(types));
}

GdkContentProvider *ulp_table_content_new(UlpTable *table, GArray *columns, GArray *rows) {
  UlpTableContent *content = g_object_new(ULP_TYPE_TABLE_CONTENT, NULL);
  content->table = ulp_table_ref(table);
  content->columns = g_array_ref(columns);
  content->rows = g_array_ref(rows);
  return GDK_CONTENT_PROVIDER(content);
}

static void ulp_table_content_init(UlpTableContent *content) {}

static void finalize(GObject *object) {
  UlpTableContent *content = ULP_TABLE_CONTENT(object);
  ulp_table_unref(content->table);
  g_array_unref(content->columns);
  g_array_unref(content->rows);
  G_OBJECT_CLASS(ulp_table_content_parent_class)->finalize(object);
}

static void ulp_table_content_class_init(UlpTableContentClass *class) {
  G_OBJECT_CLASS(class)->finalize = finalize;
  GdkContentProviderClass *provider = GDK_CONTENT_PROVIDER_CLASS(class);
  provider->ref_formats = ref_formats;
  provider->write_mime_type_async = write_mime_type_async;
  provider->write_mime_type_finish = write_mime_type_finish;
}
