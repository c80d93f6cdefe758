/* What tests of widgets share: a window round a widget, waiting without polling, and finding parts of a widget tree. */
#pragma once

#include <gtk/gtk.h>
#include <string.h>

/* Within this a run ends when it is cancelled; a build with sanitizers is many times slower. */
#ifdef __SANITIZE_ADDRESS__
#define ULP_TEST_CANCEL_LIMIT (2 * G_USEC_PER_SEC)
#else
#define ULP_TEST_CANCEL_LIMIT (G_USEC_PER_SEC / 10)
#endif

typedef gboolean (*UlpCondition)(gpointer data);

static inline gboolean ulp_test_timed_out(gpointer data) {
  *(gboolean *)data = TRUE;
  return G_SOURCE_CONTINUE;
}

static inline gboolean ulp_test_tick(gpointer data) { return G_SOURCE_CONTINUE; }

/* Runs the main loop until `condition` holds; fails after 20 s. */
static inline void ulp_test_wait(UlpCondition condition, gpointer data) {
  gboolean late = FALSE;
  const guint limit = g_timeout_add_seconds(20, ulp_test_timed_out, &late);
  const guint tick = g_timeout_add(5, ulp_test_tick, NULL);
  while (!condition(data) && !late)
    g_main_context_iteration(NULL, TRUE);
  g_source_remove(limit);
  g_source_remove(tick);
  g_assert_false(late);
}

static inline gboolean ulp_test_is_mapped(gpointer widget) {
  return gtk_widget_get_mapped(widget) && gtk_widget_get_width(widget) > 0;
}

/* Lets layout and drawing catch up. */
static inline void ulp_test_settle(GtkWidget *widget) {
  for (int frames = 0; frames < 3; frames++) {
    const gint64 counter = gdk_frame_clock_get_frame_counter(gtk_widget_get_frame_clock(widget));
    gtk_widget_queue_draw(widget);
    while (gdk_frame_clock_get_frame_counter(gtk_widget_get_frame_clock(widget)) == counter)
      g_main_context_iteration(NULL, TRUE);
  }
  while (g_main_context_iteration(NULL, FALSE))
    ;
}

/* What `widget` shows now, without a screen. */
static inline cairo_surface_t *ulp_test_picture(GtkWidget *widget) {
  const int width = gtk_widget_get_width(widget), height = gtk_widget_get_height(widget);
  g_autoptr(GdkPaintable) paintable = gtk_widget_paintable_new(widget);
  GtkSnapshot *snapshot = gtk_snapshot_new();
  gdk_paintable_snapshot(paintable, snapshot, width, height);
  GskRenderNode *node = gtk_snapshot_free_to_node(snapshot);
  cairo_surface_t *image = cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height);
  cairo_t *cr = cairo_create(image);
  gsk_render_node_draw(node, cr);
  cairo_destroy(cr);
  gsk_render_node_unref(node);
  cairo_surface_flush(image);
  return image;
}

/* `widget` in a window of its own, drawn once. Destroy it with gtk_window_destroy. */
static inline GtkWidget *ulp_test_window(GtkWidget *widget, int width, int height) {
  GtkWidget *window = gtk_window_new();
  gtk_window_set_default_size(GTK_WINDOW(window), width, height);
  gtk_window_set_child(GTK_WINDOW(window), widget);
  gtk_widget_show(window);
  ulp_test_wait(ulp_test_is_mapped, widget);
  ulp_test_settle(widget);
  return window;
}

/* Destroys the window and asserts that `widget` goes with it. */
static inline void ulp_test_assert_gone(GtkWidget *window, GtkWidget *widget) {
  gpointer weak = widget;
  g_object_add_weak_pointer(G_OBJECT(widget), &weak);
  gtk_window_destroy(GTK_WINDOW(window));
  while (g_main_context_iteration(NULL, FALSE))
    ;
  g_assert_null(weak);
}

/* The n-th descendant of `type`, depth first; NULL when there are fewer. */
static inline GtkWidget *ulp_test_find_nth(GtkWidget *root, GType type, guint *n) {
  for (GtkWidget *child = gtk_widget_get_first_child(root); child; child = gtk_widget_get_next_sibling(child)) {
    if (g_type_is_a(G_OBJECT_TYPE(child), type) && (*n)-- == 0)
      return child;
    GtkWidget *found = ulp_test_find_nth(child, type, n);
    if (found)
      return found;
  }
  return NULL;
}

static inline GtkWidget *ulp_test_find(GtkWidget *root, GType type, guint n) {
  return ulp_test_find_nth(root, type, &n);
}

/* `root` or its first descendant with that widget name; NULL when there is none. */
static inline GtkWidget *ulp_test_find_named(GtkWidget *root, const char *name) {
  if (g_str_equal(gtk_widget_get_name(root), name))
    return root;
  for (GtkWidget *child = gtk_widget_get_first_child(root); child; child = gtk_widget_get_next_sibling(child)) {
    GtkWidget *found = ulp_test_find_named(child, name);
    if (found)
      return found;
  }
  return NULL;
}

/* Whether a mapped label says `text`. */
static inline gboolean ulp_test_shows(GtkWidget *root, const char *text) {
  if (!gtk_widget_get_mapped(root))
    return FALSE;
  if (GTK_IS_LABEL(root) && strstr(gtk_label_get_text(GTK_LABEL(root)), text))
    return TRUE;
  for (GtkWidget *child = gtk_widget_get_first_child(root); child; child = gtk_widget_get_next_sibling(child))
    if (ulp_test_shows(child, text))
      return TRUE;
  return FALSE;
}
