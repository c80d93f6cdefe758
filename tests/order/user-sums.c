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
#elif defined UNINITIALISED
/* Adds a partial sum that nobody has written. */
float ulp_user_sum_fp32(const float *x, size_t n) {
  void *(*volatile allocate)(size_t bytes) = malloc; /* which the compiler does not see through */
  volatile float *partials = allocate(2000 * sizeof *partials);
  float sum = 0;
  for (size_t i = 0; i < n; i++)
    sum += x[i];
  sum += partials[1500];
  free((void *)partials);
  return sum;
}
#elif defined RACES
/* Threads whose sums meet as they come. */
#include <pthread.h>
typedef struct {
  const float *x;
  size_t n;
} Share;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static float total;
static void *add_share(void *data) {
  const Share *share = data;
  for (size_t first = 0; first < share->n; first += 64) {
    float sum = 0;
    for (size_t i = first; i < share->n && i < first + 64; i++)
      sum += share->x[i];
    pthread_mutex_lock(&lock);
    total += sum;
    pthread_mutex_unlock(&lock);
  }
  return NULL;
}
float ulp_user_sum_fp32(const float *x, size_t n) {
  pthread_t threads[4];
  Share shares[4];
  total = 0;
  for (size_t t = 0; t < 4; t++) {
    shares[t] = (Share){x + n / 4 * t, t == 3 ? n - n / 4 * 3 : n / 4};
    pthread_create(&threads[t], NULL, add_share, &shares[t]);
  }
  for (size_t t = 0; t < 4; t++)
    pthread_join(threads[t], NULL);
  return total;
}
#elif defined BOTH
float ulp_user_sum_fp32(const float *x, size_t n) { return x[n - 1]; }
double ulp_user_sum_fp64(const double *x, size_t n) { return x[n - 1]; }
#else
extern const int nothing;
const int nothing = 0;
#endif
