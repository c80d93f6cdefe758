/* The Bits page: one typed value and what every format makes of it. */
#pragma once

#include "ui/pages/bits-row.h"
#include "ui/pages/page.h"

#define ULP_TYPE_BITS_PAGE (ulp_bits_page_get_type())
G_DECLARE_FINAL_TYPE(UlpBitsPage, ulp_bits_page, ULP, BITS_PAGE, GtkBox)

extern const UlpPage ulp_page_bits;

GtkWidget *ulp_bits_page_new(void);

/* As if typed: a text that is no number shows why and leaves the rows as they were. */
void ulp_bits_page_set_text(UlpBitsPage *self, const char *text);
const char *ulp_bits_page_get_text(UlpBitsPage *self);

UlpBitsRow *ulp_bits_page_get_row(UlpBitsPage *self, UlpFormat format);

/* `format` is csv or json. ULP_ERROR_OUTPUT. */
gboolean ulp_bits_page_export(UlpBitsPage *self, const char *format, const char *path, GError **error);
