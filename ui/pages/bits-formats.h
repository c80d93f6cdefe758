/* The button that chooses which formats the Bits page shows: the named ones, and layouts that are typed. */
#pragma once

#include <gtk/gtk.h>

#define ULP_TYPE_BITS_FORMATS (ulp_bits_formats_get_type())
G_DECLARE_FINAL_TYPE(UlpBitsFormats, ulp_bits_formats, ULP, BITS_FORMATS, GtkBox)

/* Signal "changed": the user chose others. `list` is as ulp_formats_parse() takes it; one format at least stays. */
GtkWidget *ulp_bits_formats_new(const char *list);
char *ulp_bits_formats_get_list(UlpBitsFormats *self); /* new string */
