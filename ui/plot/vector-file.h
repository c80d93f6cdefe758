/* The file of a picture that cairo writes when its surface is finished, which may take long and knows no cancel. */
#pragma once

#include <cairo.h>
#include <gio/gio.h>

typedef struct _UlpVectorFile UlpVectorFile;

/* `create`: cairo_svg_surface_create_for_stream or cairo_pdf_surface_create_for_stream; sizes in points. */
UlpVectorFile *ulp_vector_file_new(cairo_surface_t *(*create)(cairo_write_func_t, void *, double, double), double width,
                                   double height);
cairo_surface_t *ulp_vector_file_surface(UlpVectorFile *file); /* borrowed: to draw on */

/* Finishes it and frees the file. `bytes`: new reference, NULL unless the status is success. Once `cancellable` (NULL: never) is
 * cancelled it returns at once, without success, and what cairo is at ends by itself in another thread. */
cairo_status_t ulp_vector_file_finish(UlpVectorFile *file, GCancellable *cancellable, GByteArray **bytes);
