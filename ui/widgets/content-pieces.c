#include "ui/widgets/content-pieces.h"

#define PIECE (64 << 10) /* bytes: some milliseconds of work, and far below the largest request of an X server */

/* One paste. */
typedef struct {
  GOutputStream *stream;
  GString *piece;
  UlpPieceMaker make;
  guint64 next;
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
  paste->make(g_task_get_source_object(task), &paste->next, paste->piece, PIECE);
  if (paste->piece->len == 0)
    g_output_stream_close_async(paste->stream, g_task_get_priority(task), g_task_get_cancellable(task), on_closed,
                                task);
  else
    g_output_stream_write_all_async(paste->stream, paste->piece->str, paste->piece->len, g_task_get_priority(task),
                                    g_task_get_cancellable(task), on_written, task);
  return G_SOURCE_REMOVE;
}

void ulp_content_write_pieces(GTask *task, GOutputStream *stream, UlpPieceMaker make) {
  Paste *paste = g_new0(Paste, 1);
  paste->stream = g_object_ref(stream);
  paste->piece = g_string_sized_new(2 * PIECE);
  paste->make = make;
  g_task_set_task_data(task, paste, paste_free);
  write_piece(task);
}
