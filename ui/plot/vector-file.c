#include "ui/plot/vector-file.h"

#define LOOKS_EVERY (20 * G_TIME_SPAN_MILLISECOND) /* for a cancel */

struct _UlpVectorFile {
  gatomicrefcount n_references; /* of whoever wants the bytes, and of the thread that makes them */
  cairo_surface_t *surface;
  GByteArray *bytes;
  GMutex mutex;
  GCond ended;
  gboolean has_ended; /* under the mutex; then `surface` and `bytes` change no more */
};

static cairo_status_t collect(void *data, const unsigned char *bytes, unsigned int length) {
  UlpVectorFile *file = data;
  g_byte_array_append(file->bytes, bytes, length);
  return CAIRO_STATUS_SUCCESS;
}

UlpVectorFile *ulp_vector_file_new(cairo_surface_t *(*create)(cairo_write_func_t, void *, double, double), double width,
                                   double height) {
  UlpVectorFile *file = g_new0(UlpVectorFile, 1);
  g_atomic_ref_count_init(&file->n_references);
  file->bytes = g_byte_array_new();
  file->surface = create(collect, file, width, height);
  g_mutex_init(&file->mutex);
  g_cond_init(&file->ended);
  return file;
}

cairo_surface_t *ulp_vector_file_surface(UlpVectorFile *file) { return file->surface; }

static void file_unref(UlpVectorFile *file) {
  if (!g_atomic_ref_count_dec(&file->n_references))
    return;
  cairo_surface_destroy(file->surface);
  g_byte_array_unref(file->bytes);
  g_mutex_clear(&file->mutex);
  g_cond_clear(&file->ended);
  g_free(file);
}

static gpointer finish(gpointer data) {
  UlpVectorFile *file = data;
  cairo_surface_finish(file->surface);
  g_mutex_lock(&file->mutex);
  file->has_ended = TRUE;
  g_cond_signal(&file->ended);
  g_mutex_unlock(&file->mutex);
  file_unref(file);
  return NULL;
}

static gboolean wait_for_end(UlpVectorFile *file, GCancellable *cancellable) {
  g_mutex_lock(&file->mutex);
  while (!file->has_ended && !g_cancellable_is_cancelled(cancellable))
    g_cond_wait_until(&file->ended, &file->mutex, g_get_monotonic_time() + LOOKS_EVERY);
  const gboolean ended = file->has_ended;
  g_mutex_unlock(&file->mutex);
  return ended;
}

cairo_status_t ulp_vector_file_finish(UlpVectorFile *file, GCancellable *cancellable, GByteArray **bytes) {
  *bytes = NULL;
  g_atomic_ref_count_inc(&file->n_references);
  GThread *thread = g_thread_try_new("vector-file", finish, file, NULL);
  if (thread)
    g_thread_unref(thread);
  else
    finish(file);
  const gboolean ended = wait_for_end(file, cancellable);
  const cairo_status_t status = ended ? cairo_surface_status(file->surface) : CAIRO_STATUS_WRITE_ERROR;
  if (status == CAIRO_STATUS_SUCCESS)
    *bytes = g_byte_array_ref(file->bytes);
  file_unref(file);
  return status;
}
