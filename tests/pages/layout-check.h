/* Finds labels that are clipped, lie outside their window, overlap another one, or lie on a page that has to be scrolled as
 * a whole, in every visible part of a widget tree. */
#pragma once

#include <gtk/gtk.h>

typedef struct {
  GtkLabel *label;
  GtkWidget *clip; /* the scrolled window it lies in, or NULL */
  graphene_rect_t text;
} UlpLaidLabel;

static inline gboolean ulp_layout_is_native(GtkWidget *widget) { return GTK_IS_NATIVE(widget); }

static inline gboolean ulp_layout_overflows(GtkAdjustment *adjustment) {
  return gtk_adjustment_get_upper(adjustment) > gtk_adjustment_get_page_size(adjustment);
}

/* A scrolled window that holds more than it shows. */
static inline gboolean ulp_layout_scrolls(GtkWidget *widget) {
  return GTK_IS_SCROLLED_WINDOW(widget) &&
         (ulp_layout_overflows(gtk_scrolled_window_get_hadjustment(GTK_SCROLLED_WINDOW(widget))) ||
          ulp_layout_overflows(gtk_scrolled_window_get_vadjustment(GTK_SCROLLED_WINDOW(widget))));
}

/* Where the label's text lies in `root`'s coordinates. */
static inline graphene_rect_t ulp_layout_text_rect(GtkLabel *label, GtkWidget *root) {
  PangoRectangle logical;
  int x = 0, y = 0;
  double root_x = 0, root_y = 0;
  pango_layout_get_pixel_extents(gtk_label_get_layout(label), NULL, &logical);
  gtk_label_get_layout_offsets(label, &x, &y);
  gtk_widget_translate_coordinates(GTK_WIDGET(label), root, x + logical.x, y + logical.y, &root_x, &root_y);
  return GRAPHENE_RECT_INIT((float)root_x, (float)root_y, (float)logical.width, (float)logical.height);
}

static inline void ulp_layout_collect(GtkWidget *widget, GtkWidget *root, GtkWidget *clip, GArray *found) {
  if (GTK_IS_LABEL(widget) && *gtk_label_get_text(GTK_LABEL(widget)) != '\0') {
    UlpLaidLabel laid = {GTK_LABEL(widget), clip, ulp_layout_text_rect(GTK_LABEL(widget), root)};
    g_array_append_val(found, laid);
  }
  if (ulp_layout_scrolls(widget))
    clip = widget;
  for (GtkWidget *child = gtk_widget_get_first_child(widget); child; child = gtk_widget_get_next_sibling(child))
    if (gtk_widget_get_mapped(child) && !ulp_layout_is_native(child))
      ulp_layout_collect(child, root, clip, found);
}

static inline gboolean ulp_layout_inside(const graphene_rect_t *inner, const graphene_rect_t *outer) {
  const float slack = 1.0f; /* pango rounds to whole pixels */
  return inner->origin.x >= outer->origin.x - slack && inner->origin.y >= outer->origin.y - slack &&
         inner->origin.x + inner->size.width <= outer->origin.x + outer->size.width + slack &&
         inner->origin.y + inner->size.height <= outer->origin.y + outer->size.height + slack;
}

/* Number of faults, each printed as a diagnostic line of the test. */
static inline guint ulp_layout_check(GtkWidget *root) {
  g_autoptr(GArray) found = g_array_new(FALSE, FALSE, sizeof(UlpLaidLabel));
  guint faults = 0;
  ulp_layout_collect(root, root, NULL, found);
  const graphene_rect_t window =
      GRAPHENE_RECT_INIT(0, 0, (float)gtk_widget_get_width(root), (float)gtk_widget_get_height(root));

  for (guint i = 0; i < found->len; i++) {
    const UlpLaidLabel *a = &g_array_index(found, UlpLaidLabel, i);
    const char *text = gtk_label_get_text(a->label);
    graphene_rect_t own;
    if (pango_layout_is_ellipsized(gtk_label_get_layout(a->label))) {
      if (gtk_widget_get_tooltip_text(GTK_WIDGET(a->label)) == NULL) {
        g_test_message("shortened without a tooltip: \"%s\"", text);
        faults++;
      }
    } else if (!gtk_widget_compute_bounds(GTK_WIDGET(a->label), root, &own) || !ulp_layout_inside(&a->text, &own)) {
      g_test_message("clipped by its own size: \"%s\"", text);
      faults++;
    }
    if (a->clip && g_str_equal(gtk_widget_get_name(a->clip), "pages")) {
      g_test_message("the page scrolls: \"%s\"", text);
      faults++;
    }
    if (a->clip == NULL && !ulp_layout_inside(&a->text, &window)) {
      g_test_message("outside the window: \"%s\"", text);
      faults++;
    }
    for (guint j = i + 1; j < found->len; j++) {
      const UlpLaidLabel *b = &g_array_index(found, UlpLaidLabel, j);
      graphene_rect_t common;
      if (a->clip == b->clip && graphene_rect_intersection(&a->text, &b->text, &common) && common.size.width > 1.0f &&
          common.size.height > 1.0f) {
        g_test_message("\"%s\" overlaps \"%s\"", text, gtk_label_get_text(b->label));
        faults++;
      }
    }
  }
  return faults;
}
