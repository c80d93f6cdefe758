/* The exact sum of an array on one core against a plain vectorised sum of the same array, by kind of data: medians of 15 runs, the
 * two in turn, on the clock of this thread's processor time. Built and run by hand: bench-exact [LOG2_N]. */
#include "core/exact/exact.h"
#include "core/base/vector-clones.h"
#include "core/number/fp64.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define RUNS 15
#define PART (1u << 18) /* as the CPU backend adds them */
#define SUMS 8

typedef double Doubles __attribute__((vector_size(64)));
typedef float Floats __attribute__((vector_size(64)));

ULP_VECTOR_CLONES static double plain_fp64(const double *x, gsize n) {
  Doubles sums[SUMS] = {{0}};
  double total = 0;
  for (gsize i = 0; i < n; i += 8 * SUMS)
    for (guint k = 0; k < SUMS; k++) {
      Doubles one;
      memcpy(&one, x + i + 8 * k, sizeof one);
      sums[k] += one;
    }
  for (guint k = 0; k < SUMS; k++)
    for (guint lane = 0; lane < 8; lane++)
      total += sums[k][lane];
  return total;
}

ULP_VECTOR_CLONES static double plain_fp32(const float *x, gsize n) {
  Floats sums[SUMS] = {{0}};
  double total = 0;
  for (gsize i = 0; i < n; i += 16 * SUMS)
    for (guint k = 0; k < SUMS; k++) {
      Floats one;
      memcpy(&one, x + i + 16 * k, sizeof one);
      sums[k] += one;
    }
  for (guint k = 0; k < SUMS; k++)
    for (guint lane = 0; lane < 16; lane++)
      total += (double)sums[k][lane];
  return total;
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static guint64 random64(void) { return (guint64)(guint32)mrand48() << 32 | (guint32)mrand48(); }

static double element(guint kind) {
  const double f = drand48();
  guint64 bits;
  switch (kind) {
  case 0:
    return f;
  case 1:
    return ldexp(1 + f, (int)(lrand48() % 80) - 40);
  case 2:
    return ldexp(lrand48() & 1 ? f : -f, (int)(lrand48() % 200) - 100);
  default:
    do
      bits = random64();
    while ((bits >> 52 & 0x7ff) == 0x7ff);
    return ulp_double_of_bits(bits);
  }
}

static float narrow_element(guint kind) {
  guint32 bits;
  float value;
  if (kind < 3)
    return (float)element(kind);
  do
    bits = (guint32)mrand48();
  while ((bits >> 23 & 0xff) == 0xff);
  memcpy(&value, &bits, sizeof value);
  return value;
}

static int compare(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static void measure(const char *name, const double *wide, const float *narrow, gsize n) {
  double plain[RUNS], exact[RUNS];
  volatile double sink;
  for (guint run = 0; run < RUNS; run++) {
    double start = now();
    sink = wide != NULL ? plain_fp64(wide, n) : plain_fp32(narrow, n);
    plain[run] = now() - start;
    UlpExact sum;
    ulp_exact_clear(&sum);
    start = now();
    for (gsize i = 0; i < n; i += PART)
      if (wide != NULL)
        ulp_exact_add_fp64(&sum, wide + i, PART);
      else
        ulp_exact_add_fp32(&sum, narrow + i, PART);
    exact[run] = now() - start;
    sink = ulp_exact_to_double(&sum);
  }
  (void)sink;
  qsort(plain, RUNS, sizeof *plain, compare);
  qsort(exact, RUNS, sizeof *exact, compare);
  printf("%-12s %s  plain %.3f ns, exact %.3f ns an element: %.2f\n", name, wide != NULL ? "fp64" : "fp32",
         1e9 * plain[RUNS / 2] / (double)n, 1e9 * exact[RUNS / 2] / (double)n, exact[RUNS / 2] / plain[RUNS / 2]);
}

int main(int argc, char **argv) {
  static const char *const names[] = {"uniform", "80 binades", "200 binades", "random bits"};
  const gsize n = (gsize)1 << (argc > 1 ? MAX(atoi(argv[1]), 18) : 24);
  double *wide = aligned_alloc(64, n * sizeof *wide);
  float *narrow = aligned_alloc(64, n * sizeof *narrow);
  for (guint kind = 0; kind < G_N_ELEMENTS(names) && wide != NULL && narrow != NULL; kind++) {
    for (gsize i = 0; i < n; i++) {
      wide[i] = element(kind);
      narrow[i] = narrow_element(kind);
    }
    measure(names[kind], wide, NULL, n);
    measure(names[kind], NULL, narrow, n);
  }
  free(wide);
  free(narrow);
  return 0;
}
