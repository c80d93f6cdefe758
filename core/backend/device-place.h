/* The inputs that stay on a device between runs. Private to core/backend. */
#pragma once

#include "core/backend/device.h"

typedef struct {
  GMutex lock;
  GPtrArray *list; /* Placed */
} UlpPlacedInputs;

void ulp_placed_inputs_init(UlpPlacedInputs *placed);
UlpPlacedInputs *ulp_device_placed(UlpDevice *device);
