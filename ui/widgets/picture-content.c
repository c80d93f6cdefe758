#include "ui/widgets/picture-content.h"

#include "ui/widgets/content-pieces.h"

#define ULP_TYPE_PICTURE_CONTENT (ulp_picture_content_get_type())
G_DECLARE_FINAL_TYPE(UlpPictureContent, ulp_picture_content, ULP, PICTURE_CONTENT, GdkContentProvider)

struct _UlpPictureContent {
  GdkContentProvider parent;
  GBytes *png;
};

G_DEFINE_TYPE(UlpPictureContent, ulp_picture_content, GDK_TYPE_CONTENT_PROVIDER)

static void append_piece(GdkContentProvider *provider, guint64 *next, GString *piece, gsize size) {
  gsize all;
  const char *png = g_bytes_get_data(ULP_PICTURE_CONTENT(provider)->png, &all);
  const gsize n = MIN(size, all - *next);
  g_string_append_len(piece, png + *next, (gssize)n);
  *next += n;
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
  static const char *const types[] = {"image/png"};
  return gdk_content_formats_new((const char **)types, G_N_ELEMENTS(types));
}

GdkContentProvider *ulp_picture_content_new(GBytes *png) {
  UlpPictureContent *content = g_object_new(ULP_TYPE_PICTURE_CONTENT, NULL);
  content->png = g_bytes_ref(png);
  return GDK_CONTENT_PROVIDER(content);
}

static void ulp_picture_content_init(UlpPictureContent *content) {}

static void finalize(GObject *object) {
  g_clear_pointer(&ULP_PICTURE_CONTENT(object)->png, g_bytes_unref);
  G_OBJECT_CLASS(ulp_picture_content_parent_class)->finalize(object);
}

static void ulp_picture_content_class_init(UlpPictureContentClass *class) {
  G_OBJECT_CLASS(class)->finalize = finalize;
  GdkContentProviderClass *provider = GDK_CONTENT_PROVIDER_CLASS(class);
  provider->ref_formats = ref_formats;
  provider->write_mime_type_async = write_mime_type_async;
  provider->write_mime_type_finish = write_mime_type_finish;
}
