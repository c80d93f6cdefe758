/* How a bit field is drawn. */
#include "ui/widgets/bit-field-private.h"
#include "ui/widgets/style.h"

static const struct {
  const char *strong, *pale;
} colours[] = {
    [ULP_FIELD_UNUSED] = {"ulp_unused", "ulp_unused_pale"},
    [ULP_FIELD_SIGN] = {"ulp_sign", "ulp_sign_pale"},
    [ULP_FIELD_EXPONENT] = {"ulp_exponent", "ulp_exponent_pale"},
    [ULP_FIELD_SIGNIFICAND] = {"ulp_significand", "ulp_significand_pale"},
};

static void fill(GtkSnapshot *snapshot, graphene_rect_t rect, const GdkRGBA *colour) {
  gtk_snapshot_append_color(snapshot, colour, &rect);
}

static void outline(GtkSnapshot *snapshot, graphene_rect_t cell, float outset, float width, const GdkRGBA *colour) {
  GskRoundedRect rounded;
  graphene_rect_inset(&cell, -outset, -outset);
  gsk_rounded_rect_init_from_rect(&rounded, &cell, 3);
  gtk_snapshot_append_border(snapshot, &rounded, (float[4]){width, width, width, width},
                             (GdkRGBA[4]){*colour, *colour, *colour, *colour});
}

/* The line under the cell that tells its field without colour: heavy for the sign, dashed for the exponent, thin for the
 * significand. */
static void draw_mark(GtkSnapshot *snapshot, UlpField field, const graphene_rect_t *cell, const GdkRGBA *colour) {
  const float y = cell->origin.y + cell->size.height + ULP_BIT_FIELD_MARK_GAP, x = cell->origin.x,
              width = cell->size.width;
  if (field == ULP_FIELD_SIGN)
    fill(snapshot, GRAPHENE_RECT_INIT(x, y, width, ULP_BIT_FIELD_MARK_HEIGHT), colour);
  else if (field == ULP_FIELD_EXPONENT)
    fill(snapshot, GRAPHENE_RECT_INIT(x + 2, y, MAX(1, width - 4), ULP_BIT_FIELD_MARK_HEIGHT), colour);
  else if (field == ULP_FIELD_SIGNIFICAND)
    fill(snapshot, GRAPHENE_RECT_INIT(x, y + 1, width, 1), colour);
}

static void draw_digit(GtkSnapshot *snapshot, PangoLayout *digit, const graphene_rect_t *cell, const GdkRGBA *colour) {
  int width, height;
  pango_layout_get_pixel_size(digit, &width, &height);
  gtk_snapshot_save(snapshot);
  gtk_snapshot_translate(snapshot, &GRAPHENE_POINT_INIT(cell->origin.x + (float)((int)cell->size.width - width) / 2,
                                                        cell->origin.y + (float)((int)cell->size.height - height) / 2));
  gtk_snapshot_append_layout(snapshot, digit, colour);
  gtk_snapshot_restore(snapshot);
}

/* The digits of the hex pattern, each under its bits. */
static void draw_hex(UlpBitField *self, GtkSnapshot *snapshot) {
  static const char digits[] = "0123456789abcdef";
  GtkWidget *widget = GTK_WIDGET(self);
  const GdkRGBA colour = ulp_style_colour(widget, "ulp_dim");
  g_autoptr(PangoLayout) layout = gtk_widget_create_pango_layout(widget, NULL);
  PangoAttrList *attributes = pango_attr_list_new();
  pango_attr_list_insert(attributes, pango_attr_scale_new(ULP_BIT_FIELD_HEX_SCALE));
  pango_layout_set_attributes(layout, attributes);
  pango_attr_list_unref(attributes);
  for (guint bit = 0; bit < self->n_bits; bit += ULP_BIT_FIELD_GROUP) {
    const graphene_rect_t place = ulp_bit_field_group(self, bit);
    pango_layout_set_text(layout, &digits[(guint)(self->bits >> bit & 0xf)], 1);
    draw_digit(snapshot, layout, &place, &colour);
  }
}

void ulp_bit_field_snapshot(GtkWidget *widget, GtkSnapshot *snapshot) {
  UlpBitField *self = (UlpBitField *)widget;
  g_autoptr(PangoLayout) zero = gtk_widget_create_pango_layout(widget, "0");
  g_autoptr(PangoLayout) one = gtk_widget_create_pango_layout(widget, "1");
  const GdkRGBA on_strong = ulp_style_colour(widget, "ulp_on_strong");
  GdkRGBA strong[G_N_ELEMENTS(colours)], pale[G_N_ELEMENTS(colours)];
  for (guint i = 0; i < G_N_ELEMENTS(colours); i++) {
    strong[i] = ulp_style_colour(widget, colours[i].strong);
    pale[i] = ulp_style_colour(widget, colours[i].pale);
  }

  for (guint bit = self->n_bits; bit-- > 0;) {
    const UlpField field = ulp_bit_field_field(self, bit);
    const gboolean set = ulp_bit_field_is_one(self, bit);
    graphene_rect_t inner = ulp_bit_field_cell(self, bit);
    inner.size.width -= 1; /* a hairline between neighbours */
    fill(snapshot, inner, set && field != ULP_FIELD_UNUSED ? &strong[field] : &pale[field]);
    if (field != ULP_FIELD_UNUSED)
      draw_digit(snapshot, set ? one : zero, &inner, set ? &on_strong : &strong[field]);
    draw_mark(snapshot, field, &inner, &strong[field]);
  }

  draw_hex(self, snapshot);
  const GdkRGBA accent = ulp_style_colour(widget, "ulp_accent");
  if (ulp_bit_field_is_used(self, self->hover))
    outline(snapshot, ulp_bit_field_cell(self, (guint)self->hover), 1, 1, &accent);
  if (gtk_widget_has_focus(widget)) {
    const GdkRGBA card = ulp_style_colour(widget, "ulp_card");
    const graphene_rect_t cell = ulp_bit_field_cell(self, self->cursor);
    outline(snapshot, cell, 1, 1, &card);
    outline(snapshot, cell, 3, 2, &accent);
  }
}
