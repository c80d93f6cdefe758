/* A sum of your own, whose order `ulp run order --object FILE.so` reveals. The shared object has one of these two functions;
 * which one says in which format it adds. It gives the sum of the n elements at x, in whatever way. It is called in a process of
 * its own, always from the same thread, with n from 2 to 4096, or up to 2^20 from `ulp run diagnose`; what it prints is kept off the results; if it crashes, or takes
 * longer than --patience says, that is a message.
 *
 *     #include <core/order/user-sum.h>
 *     float ulp_user_sum_fp32(const float *x, size_t n) {
 *       float sum = 0;
 *       for (size_t i = 0; i < n; i++)
 *         sum += x[i];
 *       return sum;
 *     }
 *
 *     cc -O2 -shared -fPIC $(pkg-config --cflags ulp) my-sum.c -o my-sum.so
 *     ulp run order --n 256 --object my-sum.so --dot tree.dot
 *
 * data/examples/numpy-sum.c does so with NumPy's sum. */
#pragma once

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

float ulp_user_sum_fp32(const float *x, size_t n);
double ulp_user_sum_fp64(const double *x, size_t n);

#ifdef __cplusplus
}
#endif
