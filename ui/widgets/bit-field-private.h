/* What the files of the bit field share. */
#pragma once

#include "ui/widgets/bit-field.h"

#define ULP_BIT_FIELD_GROUP 4 /* bits to a hex digit */
#define ULP_BIT_FIELD_MOST 128
#define ULP_BIT_FIELD_MARK_GAP 2 /* pixels between the cells and the line that marks their field */
#define ULP_BIT_FIELD_MARK_HEIGHT 3
#define ULP_BIT_FIELD_HEX_SCALE 0.8 /* of hex digits, beside the bits */

struct _UlpBitField {
  GtkWidget parent_instance;
  UlpFormat format;
  UlpBits bits;
  guint n_bits, lowest, highest; /* of the container; the bits in use */
  struct {
    UlpField field;
    int gaps; /* pixels, to the left of it in its line */
  } places[ULP_BIT_FIELD_MOST];
  guint cursor;
  int hover; /* bit under the pointer, -1: none */
};

/* bit-field-layout.c: a place is counted from the left, a bit from the right. */
static inline guint ulp_bit_field_place(const UlpBitField *self, guint bit) { return self->n_bits - 1u - bit; }

static inline UlpField ulp_bit_field_field(const UlpBitField *self, guint bit) {
  return self->places[ulp_bit_field_place(self, bit)].field;
}

static inline gboolean ulp_bit_field_is_used(const UlpBitField *self, int bit) {
  return bit >= 0 && (guint)bit < self->n_bits && ulp_bit_field_field(self, (guint)bit) != ULP_FIELD_UNUSED;
}

static inline gboolean ulp_bit_field_is_one(const UlpBitField *self, guint bit) { return (self->bits >> bit & 1) != 0; }

/* What each bit stands for, which may depend on all of them, and where gaps are. */
void ulp_bit_field_arrange(UlpBitField *self);
/* Where the hex digit goes whose lowest bit is `bit`, under its cells. */
graphene_rect_t ulp_bit_field_group(UlpBitField *self, guint bit);
void ulp_bit_field_measure(GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
                           int *minimum_baseline, int *natural_baseline);

/* bit-field-draw.c */
void ulp_bit_field_snapshot(GtkWidget *widget, GtkSnapshot *snapshot);
