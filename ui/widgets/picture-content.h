/* A picture on the clipboard. */
#pragma once

#include <gtk/gtk.h>

/* Offers the bytes of a PNG as image/png, in pieces (content-pieces.h). */
GdkContentProvider *ulp_picture_content_new(GBytes *png);
