/* Shared objects as people might hand them in, one way each. */
#include "core/order/user-sum.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#if defined FP32_PAIRS
float ulp_user_sum_fp32(const float *x, size_t n) {
  float sum = 0;
  printf("what a sum prints stays apart\n");
  fflush(stdout);
  for (size_t i = 0; i + 1 < n; i += 2)
    sum += x[i] + x[i + 1];
  return n % 2 ? sum + x[n - 1] : sum;
}
#elif defined FP64_BACKWARDS
double ulp_user_sum_fp64(const double *x, size_t n) {
  double sum = 0;
  while (n-- > 0)
    sum += x[n];
  return sum;
}
#elif defined CRASHES
float ulp_user_sum_fp32(const float *x, size_t n) {
  static int calls;
  if (++calls > 10)
    abort();
  return x[0] + (float)n;
}
#elif defined HANGS
float ulp_user_sum_fp32(const float *x, size_t n) {
  for (;;)
    pause();
  return x[n - 1];
}
#elif defined EXITS
double ulp_user_sum_fp64(const double *x, size_t n) {
  exit(7);
  return x[n - 1];
}
#elif defined BOTH
float ulp_user_sum_fp32(const float *x, size_t n) { return x[n - 1]; }
double ulp_user_sum_fp64(const double *x, size_t n) { return x[n - 1]; }
#else
extern const int nothing;
const int nothing = 0;
#endif
