/* The child process that has a user's shared object loaded and runs its sum (core/order/user-sum.h), so that whatever happens there
 * does not happen in the program. Without GLib: nothing but the object is to go wrong here. */
#include "core/order/object-private.h"

#include <dlfcn.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <unistd.h>

typedef struct {
  float (*fp32)(const float *x, size_t n);
  double (*fp64)(const double *x, size_t n);
} Sum;

static bool receive(void *bytes, size_t length) {
  char *at = bytes;
  for (ssize_t got = 1; length > 0; at += got, length -= (size_t)got)
    if ((got = read(ULP_SUM_HOST_SOCKET, at, length)) <= 0)
      return false;
  return true;
}

static bool answer(const void *bytes, size_t length) {
  const char *at = bytes;
  for (ssize_t put = 1; length > 0; at += put, length -= (size_t)put)
    if ((put = write(ULP_SUM_HOST_SOCKET, at, length)) <= 0)
      return false;
  return true;
}

static Sum load(const char *file, UlpSumHostGreeting *greeting) {
  Sum sum = {NULL, NULL};
  void *object = dlopen(file, RTLD_NOW | RTLD_GLOBAL); /* global: what an embedded interpreter loads finds it */
  if (!object) {
    snprintf(greeting->trouble, sizeof greeting->trouble, "%s", dlerror());
    return sum;
  }
  *(void **)&sum.fp32 = dlsym(object, "ulp_user_sum_fp32");
  *(void **)&sum.fp64 = dlsym(object, "ulp_user_sum_fp64");
  if (!sum.fp32 == !sum.fp64)
    snprintf(greeting->trouble, sizeof greeting->trouble,
             "found %s of the functions ulp_user_sum_fp32 and ulp_user_sum_fp64, expected one",
             sum.fp32 ? "both" : "none");
  greeting->fp64 = sum.fp64 != NULL;
  return sum;
}

static double run(const Sum *sum, const double *x, float *narrow, uint32_t n) {
  if (sum->fp64)
    return sum->fp64(x, n);
  for (uint32_t i = 0; i < n; i++)
    narrow[i] = (float)x[i];
  return (double)sum->fp32(narrow, n);
}

int main(int argc, char **argv) {
  UlpSumHostGreeting greeting = {0};
  uint32_t n;
  if (argc != 2)
    return 2;
  prctl(PR_SET_PDEATHSIG, SIGKILL); /* a sum that never ends does not outlive who waits for it */
  const Sum sum = load(argv[1], &greeting);
  if (!answer(&greeting, sizeof greeting) || *greeting.trouble)
    return 1;
  while (receive(&n, sizeof n)) {
    double *x = malloc(n * sizeof *x);
    float *narrow = malloc(n * sizeof *narrow);
    if (!x || !narrow || !receive(x, n * sizeof *x))
      return 1;
    const double result = run(&sum, x, narrow, n);
    free(x);
    free(narrow);
    if (!answer(&result, sizeof result))
      return 1;
  }
  return 0;
}
