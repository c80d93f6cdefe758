/* Other work on a device while something is measured or watched on it: sums of an array of its own, in a session of its own, which
 * on a GPU has a stream of its own. */
#pragma once

#include "core/backend/device.h"

typedef struct _UlpOtherWork UlpOtherWork;

/* Returns once the work has begun. ULP_ERROR_DEVICE where the device gives no second session. */
UlpOtherWork *ulp_other_work_start(UlpDevice *device, GError **error);
void ulp_other_work_stop(UlpOtherWork *work); /* waits for the job in progress */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(UlpOtherWork, ulp_other_work_stop)
