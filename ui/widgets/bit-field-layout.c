/* Where the cells of a bit field lie. */
#include "ui/widgets/bit-field-private.h"

#define MARGIN 3     /* room for the focus ring */
#define FIELD_GAP 10 /* between sign, exponent, significand and unused bits */
#define GROUP_GAP 3  /* between groups of four: the digits of the hex pattern */
#define PADDING 6    /* of a cell, above and below its digit together */
#define LINE 64      /* cells side by side; formats with more bits go on below */
#define LINE_SPACE 2 /* between such lines */
#define LINE_GAPS (3 * FIELD_GAP + (LINE - 4) / ULP_BIT_FIELD_GROUP * GROUP_GAP) /* the most that a line has */

void ulp_bit_field_arrange(UlpBitField *self) {
  int gaps = 0;
  self->lowest = self->n_bits;
  self->highest = 0;
  for (guint place = 0; place < self->n_bits; place++) {
    const guint bit = self->n_bits - 1u - place;
    const UlpField field = ulp_bits_field(self->format, self->bits, bit);
    const gboolean begins_field = place && field != self->places[place - 1].field;
    const gboolean begins_group = bit % ULP_BIT_FIELD_GROUP == ULP_BIT_FIELD_GROUP - 1;
    if (place % LINE == 0)
      gaps = 0;
    else
      gaps += begins_field ? FIELD_GAP : begins_group ? GROUP_GAP : 0;
    self->places[place].field = field;
    self->places[place].gaps = gaps;
    if (field != ULP_FIELD_UNUSED) {
      self->highest = MAX(self->highest, bit);
      self->lowest = bit;
    }
  }
}

static int n_lines(const UlpBitField *self) { return (int)(self->n_bits + LINE - 1) / LINE; }

static void text_size(GtkWidget *widget, int *digit, int *height) {
  PangoContext *context = gtk_widget_get_pango_context(widget);
  PangoFontMetrics *metrics = pango_context_get_metrics(context, NULL, NULL);
  *digit = PANGO_PIXELS_CEIL(pango_font_metrics_get_approximate_digit_width(metrics));
  *height = PANGO_PIXELS_CEIL(pango_font_metrics_get_height(metrics));
  pango_font_metrics_unref(metrics);
}

static int hex_height(GtkWidget *widget) {
  int digit, height;
  text_size(widget, &digit, &height);
  return (int)(height * ULP_BIT_FIELD_HEX_SCALE + 0.5);
}

/* Every field leaves room for a whole line, so that cells have one width in all formats. */
static int cell_width(GtkWidget *widget) {
  return MAX(1, (gtk_widget_get_width(widget) - 2 * MARGIN - LINE_GAPS) / LINE);
}

static int below_cell(GtkWidget *widget) {
  return ULP_BIT_FIELD_MARK_GAP + ULP_BIT_FIELD_MARK_HEIGHT + hex_height(widget);
}

static int cell_height(UlpBitField *self) {
  const int lines = n_lines(self);
  const int height = gtk_widget_get_height(GTK_WIDGET(self)) - 2 * MARGIN - (lines - 1) * LINE_SPACE;
  return height / lines - below_cell(GTK_WIDGET(self));
}

graphene_rect_t ulp_bit_field_cell(UlpBitField *self, guint bit) {
  const guint place = ulp_bit_field_place(self, bit);
  const int width = cell_width(GTK_WIDGET(self)), height = cell_height(self), line = (int)place / LINE;
  return GRAPHENE_RECT_INIT(MARGIN + (int)place % LINE * width + self->places[place].gaps,
                            MARGIN + line * (height + below_cell(GTK_WIDGET(self)) + LINE_SPACE), width, height);
}

graphene_rect_t ulp_bit_field_group(UlpBitField *self, guint bit) {
  const graphene_rect_t last = ulp_bit_field_cell(self, bit);
  const graphene_rect_t first = ulp_bit_field_cell(self, MIN(bit + ULP_BIT_FIELD_GROUP, self->n_bits) - 1);
  return GRAPHENE_RECT_INIT(first.origin.x,
                            last.origin.y + last.size.height + ULP_BIT_FIELD_MARK_GAP + ULP_BIT_FIELD_MARK_HEIGHT,
                            last.origin.x + last.size.width - first.origin.x, (float)hex_height(GTK_WIDGET(self)));
}

int ulp_bit_field_bit_at(UlpBitField *self, double x, double y) {
  const graphene_point_t point = GRAPHENE_POINT_INIT((float)x, (float)y);
  for (guint bit = 0; bit < self->n_bits; bit++) {
    const graphene_rect_t cell = ulp_bit_field_cell(self, bit);
    if (graphene_rect_contains_point(&cell, &point))
      return (int)bit;
  }
  return -1;
}

void ulp_bit_field_measure(GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
                           int *minimum_baseline, int *natural_baseline) {
  int digit, height;
  text_size(widget, &digit, &height);
  if (orientation == GTK_ORIENTATION_VERTICAL) {
    const int lines = n_lines((UlpBitField *)widget);
    *minimum = *natural = lines * (height + PADDING + below_cell(widget)) + (lines - 1) * LINE_SPACE + 2 * MARGIN;
    return;
  }
  *minimum = LINE * (digit + 2) + LINE_GAPS + 2 * MARGIN;
  *natural = LINE * (digit + 5) + LINE_GAPS + 2 * MARGIN;
}
