#include "ui/widgets/alignment-view.h"

#include "core/base/i18n.h"
#include "ui/widgets/style.h"

#include <math.h>

struct _UlpAlignmentView {
  GtkBox parent_instance;
  GtkDrawingArea *area;
  GArray *steps;
  UlpAlignment *alignment;
  UlpAlignmentPicture picture;
  UlpPlotStyle style;
};

G_DEFINE_TYPE(UlpAlignmentView, ulp_alignment_view, GTK_TYPE_BOX)

static void draw(GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer view) {
  UlpAlignmentView *self = view;
  if (self->picture.step)
    ulp_alignment_picture_draw(&self->picture, cr, width, height, &self->style);
}

/* The accessible words: title and result are in the picture. */
static void describe(UlpAlignmentView *self) {
  const UlpRounding *rounding = &self->picture.step->rounding;
  g_autofree char *value = ulp_bits_to_text(self->picture.arithmetic.format, rounding->stored);
  g_autofree char *label = g_strdup_printf(_("%s digit by digit, result %s"), self->picture.step->operation, value);
  gtk_accessible_update_property(GTK_ACCESSIBLE(self->area), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}

static void resize(UlpAlignmentView *self) {
  double width, height;
  if (!self->picture.step)
    return;
  ulp_alignment_picture_size(&self->picture, &self->style, &width, &height);
  gtk_drawing_area_set_content_width(self->area, (int)ceil(width));
  gtk_drawing_area_set_content_height(self->area, (int)ceil(height));
  gtk_widget_queue_draw(GTK_WIDGET(self->area));
}

void ulp_alignment_view_set(UlpAlignmentView *self, GArray *steps, const UlpArithmetic *arithmetic) {
  g_array_ref(steps);
  g_clear_pointer(&self->steps, g_array_unref);
  g_clear_pointer(&self->alignment, ulp_alignment_free);
  self->steps = steps;
  const UlpExpressionStep *step =
      &g_array_index(steps, UlpExpressionStep, ulp_alignment_picture_choose(steps, arithmetic->format));
  self->alignment = ulp_step_alignment(step, arithmetic->format);
  self->picture = (UlpAlignmentPicture){step, *arithmetic, self->alignment, NULL};
  describe(self);
  resize(self);
}

const UlpAlignmentPicture *ulp_alignment_view_get_picture(UlpAlignmentView *self) { return &self->picture; }

static void follow_style(UlpAlignmentView *self) {
  GdkDisplay *display = gtk_widget_get_display(GTK_WIDGET(self));
  self->style.dark = ulp_style_is_dark(display);
  self->style.font_size = ULP_PLOT_FONT_SIZE * ulp_style_text_scale(display);
  resize(self);
  gtk_widget_queue_draw(GTK_WIDGET(self->area));
}

static void ulp_alignment_view_finalize(GObject *object) {
  UlpAlignmentView *self = ULP_ALIGNMENT_VIEW(object);
  g_clear_pointer(&self->alignment, ulp_alignment_free);
  g_clear_pointer(&self->steps, g_array_unref);
  G_OBJECT_CLASS(ulp_alignment_view_parent_class)->finalize(object);
}

static void ulp_alignment_view_class_init(UlpAlignmentViewClass *class) {
  G_OBJECT_CLASS(class)->finalize = ulp_alignment_view_finalize;
}

static void ulp_alignment_view_init(UlpAlignmentView *self) {
  GtkWidget *scroller = gtk_scrolled_window_new(), *area = gtk_drawing_area_new();
  self->area = GTK_DRAWING_AREA(area);
  gtk_drawing_area_set_draw_func(self->area, draw, self, NULL);
  gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scroller), area);
  gtk_widget_set_hexpand(scroller, TRUE);
  gtk_widget_set_vexpand(scroller, TRUE);
  gtk_box_append(GTK_BOX(self), scroller);
  follow_style(self);
  ulp_style_connect_changed(gtk_widget_get_display(GTK_WIDGET(self)), self, follow_style);
}

GtkWidget *ulp_alignment_view_new(void) { return g_object_new(ULP_TYPE_ALIGNMENT_VIEW, NULL); }
