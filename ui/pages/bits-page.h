/* The Bits page: one typed value and what every format makes of it. */
#pragma once

#include "ui/pages/bits-row.h"
#include "ui/pages/page.h"

#define ULP_TYPE_BITS_PAGE (ulp_bits_page_get_type())
G_DECLARE_FINAL_TYPE(UlpBitsPage, ulp_bits_page, ULP, BITS_PAGE, GtkBox)

/* What a page starts with: a number as it would be typed, and the formats of its rows, from top to bottom. */
typedef struct {
  const char *text;
  const char *formats; /* as ulp_formats_parse takes them */
} UlpBitsStart;

extern const UlpBitsStart ulp_bits_start; /* 0.1 in the usual formats */

extern const UlpPageKind ulp_page_kind_bits; /* its values are UlpBitsStart */

GtkWidget *ulp_bits_page_new(const UlpBitsStart *start);

/* As if typed: a text that is no number shows why and leaves the rows as they were. */
void ulp_bits_page_set_text(UlpBitsPage *self, const char *text);
const char *ulp_bits_page_get_text(UlpBitsPage *self);

UlpBitsRow *ulp_bits_page_get_row(UlpBitsPage *self, UlpFormat format); /* NULL when there is none */

/* `format` is csv or json for the rows as a table; svg, pdf or png for the rows as a picture, or the ruler where it is on view.
 * ULP_ERROR_OUTPUT. */
gboolean ulp_bits_page_export(UlpBitsPage *self, const char *format, const char *path, GError **error);
