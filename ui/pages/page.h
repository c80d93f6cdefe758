/* What the window asks of a page. A kind of page is a file ui/pages/ID-page.c with its descriptor; a page is a kind and the
 * value that it makes its widget from: an experiment with its settings, a lesson, a recording. The pages of a new window
 * are listed in pages.c; others are added to a window as they are opened. */
#pragma once

#include <gtk/gtk.h>

typedef struct {
  GtkWidget *(*create)(gconstpointer value); /* of this kind of page's own type */
  /* The page's actions, which it also holds under the prefix "page"; the window's menu and keys follow their states while
   * the page is shown: run, cancel, reset-zoom, export-csv, export-json, export-svg, export-pdf, export-png. A page leaves
   * out what it does not have. */
  GActionGroup *(*actions)(GtkWidget *page);
  void (*set_device)(GtkWidget *page, const char *device_id); /* NULL: the page computes nothing on a device */
  /* What the page keeps from one start to the next, as text: new string, NULL for nothing; and setting it, by itself or by a
   * file. NULL: the page has none. */
  char *(*state)(GtkWidget *page);
  void (*set_state)(GtkWidget *page, const char *state);
} UlpPageKind;

typedef struct {
  const UlpPageKind *kind;
  const char *id;    /* as typed after --page; no other page of the window has it */
  const char *title; /* as shown */
  gpointer value;
  GDestroyNotify free_value; /* NULL where the value outlives the program's windows */
} UlpPage;
