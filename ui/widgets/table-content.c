#include "ui/widgets/table-content.h"

#include "ui/widgets/content-pieces.h"

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

static void append_piece(GdkContentProvider *provider, guint64 *next, GString *piece, gsize size) {
  *next = append_lines(piece, ULP_TABLE_CONTENT(provider), *next, size);
}

static void write_mime_type_async(GdkContentProvider *provider, const char *mime_type, GOutputStream *stream,
                                  int io_priority, GCancellable *cancellable, GAsyncReadyCallback callback,
                                  gpointer data) {
  GTask *task = g_task_new(provider, cancellable, callback, data);
  g_task_set_priority(task, io_priority);
  ulp_content_write_pieces(task, stream, append_piece);
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
