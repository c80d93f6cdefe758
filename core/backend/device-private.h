/* What the files of a device share. Private to core/backend. */
#pragma once

#include "core/backend/device.h"

/* The inputs that stay on a device between runs; device-place.c looks after the list. */
typedef struct {
  GMutex lock;
  GPtrArray *list; /* NULL before the first one */
} UlpPlacedInputs;

UlpPlacedInputs *ulp_device_placed(UlpDevice *device);
