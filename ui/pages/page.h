/* What the window asks of a page. One file ui/pages/NAME-page.c with its descriptor ulp_page_NAME and one line in
 * pages.def; the pages of experiments are made from ulp_experiments by themselves. */
#pragma once

#include <gtk/gtk.h>

typedef struct {
  const char *id;    /* as typed after --page */
  const char *title; /* N_() */
  GtkWidget *(*create)(void);
  /* The page's actions, which it also holds under the prefix "page"; the window's menu and keys follow their states while
   * the page is shown: run, cancel, reset-zoom, export-csv, export-json, export-svg, export-pdf, export-png. A page leaves
   * out what it does not have. */
  GActionGroup *(*actions)(GtkWidget *page);
  void (*set_device)(GtkWidget *page, const char *device_id); /* NULL: the page computes nothing on a device */
  void (*set_dark)(GtkWidget *page, gboolean dark);           /* NULL: the style sheet is enough */
} UlpPage;
