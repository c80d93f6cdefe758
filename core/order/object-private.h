/* What passes over the socket between core/order/object-sum.c and app/ulp-sum-host.c, which has a user's shared object loaded.
 * Both are of one build. Once: the greeting. Then for each sum the number of elements, uint32_t, and they, double; the answer is
 * a double. */
#pragma once

#include <stdint.h>

#define ULP_SUM_HOST "ulp-sum-host"
#define ULP_SUM_HOST_SOCKET 3 /* file descriptor in the host; its argument is the object's file */
#define ULP_SUM_HOST_TROUBLE 512

typedef struct {
  uint32_t fp64;                      /* 1 or 0 */
  char trouble[ULP_SUM_HOST_TROUBLE]; /* why the object cannot be used, "" where it can */
} UlpSumHostGreeting;
