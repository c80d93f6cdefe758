/* The window's header: device, export, light or dark, menu. Its buttons act through the actions "win" and "page". */
#pragma once

#include "ui/widgets/device-chooser.h"

typedef struct {
  UlpDeviceChooser *devices;
  GtkMenuButton *exports, *menu;
  GMenu *recent; /* owned by the menu button's model and the caller: files opened before */
} UlpWindowHeader;

GtkWidget *ulp_window_header_new(UlpWindowHeader *parts);
