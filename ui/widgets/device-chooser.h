/* The choice between the CPU and each GPU; a device that cannot be used is listed with the reason and cannot be chosen. */
#pragma once

#include "core/backend/device.h"

#include <gtk/gtk.h>

#define ULP_TYPE_DEVICE_CHOOSER (ulp_device_chooser_get_type())
G_DECLARE_FINAL_TYPE(UlpDeviceChooser, ulp_device_chooser, ULP, DEVICE_CHOOSER, GtkWidget)

/* The CPU alone until the devices are known. Signal "chosen": ulp_device_chooser_get_id is another one. */
GtkWidget *ulp_device_chooser_new(void);

/* Elements are UlpDeviceEntry. The choice stays while its device is usable; else it is the CPU. */
void ulp_device_chooser_set_devices(UlpDeviceChooser *self, GPtrArray *devices);

const char *ulp_device_chooser_get_id(UlpDeviceChooser *self);    /* "cpu", "cuda:0" */
const char *ulp_device_chooser_get_title(UlpDeviceChooser *self); /* "CPU", the GPU's name */
/* "cuda" is the first GPU. ULP_ERROR_DEVICE with the reason when it is not usable; the choice then stays. */
gboolean ulp_device_chooser_choose(UlpDeviceChooser *self, const char *id, GError **error);
void ulp_device_chooser_popup(UlpDeviceChooser *self);
