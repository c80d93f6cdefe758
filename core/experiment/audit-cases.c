#include "core/experiment/audit-cases.h"

#include <math.h>

#define SHORT 1000  /* elements of the arrays that are made here */
#define FEW_BITS 10 /* a sum of SHORT elements is at most so many powers of two larger than they */
#define OFFSETS 4
#define WIDE 4096
#define SEED_OF_ARRAYS 20130801u

/* Where the cases go; counts them only when there is no `visit`. */
typedef struct {
  const UlpRun *run;
  UlpFormat format;
  guint64 largest;
  UlpAuditVisit visit;
  gpointer data;
  guint n;
  GRand *random;
  GError **error;
} Audit;

static gboolean visit_slice(Audit *audit, const char *input, UlpArray *array, guint64 offset, guint64 count,
                            gboolean grows) {
  const UlpAuditCase visited = {input, array, offset, count, grows};
  audit->n++;
  return !audit->visit || audit->visit(&visited, audit->data, audit->error);
}

static UlpArray *generate(Audit *audit, UlpGenerator generator, guint64 count) {
  const UlpJob job = {.kind = ULP_JOB_GENERATE,
                      .generate = {.generator = generator, .format = audit->format, .count = count, .seed = 1}};
  UlpRunPart none = {audit->run, 0, 0};
  UlpDeviceWatch watch = ulp_run_watch(&none);
  UlpJobResult result;
  UlpArray *array = NULL;
  watch.progress = NULL;
  ulp_device_run(audit->run->device, &job, NULL, 0, &result, &array, &watch, audit->error);
  return array;
}

/* ---- lengths ---- */

/* 2^k - 1, 2^k and 2^k + 1, ascending, up to the largest, which is the last. */
static gboolean visit_lengths(Audit *audit, const char *input, UlpArray *array, guint first, guint step) {
  guint64 last = 0;
  for (guint k = first; k < 63 && (G_GUINT64_CONSTANT(1) << k) - 1 <= audit->largest; k += step)
    for (int around = -1; around <= 1; around++) {
      const guint64 count = (G_GUINT64_CONSTANT(1) << k) + (guint64)around;
      if (count <= last || count > audit->largest)
        continue;
      last = count;
      if (!visit_slice(audit, input, array, 0, count, TRUE))
        return FALSE;
    }
  return last == audit->largest || visit_slice(audit, input, array, 0, audit->largest, TRUE);
}

static gboolean visit_offsets(Audit *audit, const char *input, UlpArray *array) {
  static const guint64 lengths[] = {7, SHORT, 100003};
  for (guint i = 0; i < G_N_ELEMENTS(lengths); i++)
    for (guint64 offset = 1; offset < OFFSETS; offset++)
      if (lengths[i] + offset <= audit->largest && !visit_slice(audit, input, array, offset, lengths[i], FALSE))
        return FALSE;
  return TRUE;
}

static gboolean visit_long_arrays(Audit *audit) {
  static const struct {
    UlpGenerator generator;
    const char *lengths, *offsets;
  } arrays[] = {
      {ULP_GENERATOR_UNIFORM, "uniform [0, 1)", "uniform [0, 1), from an odd place"},
      {ULP_GENERATOR_UNIFORM_PM, "uniform [-1, 1)", "uniform [-1, 1), from an odd place"},
  };
  for (guint i = 0; i < G_N_ELEMENTS(arrays); i++) {
    g_autoptr(UlpArray) array = audit->visit ? generate(audit, arrays[i].generator, audit->largest) : NULL;
    if ((audit->visit && !array) || !visit_lengths(audit, arrays[i].lengths, array, i ? 4 : 0, i ? 4 : 1) ||
        !visit_offsets(audit, arrays[i].offsets, array))
      return FALSE;
  }
  return TRUE;
}

/* ---- short arrays ---- */

static gboolean visit_values(Audit *audit, const char *input, const double *values, guint64 count) {
  if (count > audit->largest)
    return TRUE;
  if (!audit->visit)
    return visit_slice(audit, input, NULL, 0, count, FALSE);
  g_autofree float *narrow = g_new(float, count);
  for (guint64 i = 0; i < count; i++)
    narrow[i] = (float)values[i];
  g_autoptr(UlpArray) array =
      ulp_device_upload(audit->run->device, audit->format,
                        audit->format == ULP_FORMAT_FP32 ? (gconstpointer)narrow : values, count, NULL, audit->error);
  return array && visit_slice(audit, input, array, 0, count, FALSE);
}

static int lowest_exponent(const Audit *audit) { return audit->format == ULP_FORMAT_FP32 ? -149 : -1074; }
static int highest_exponent(const Audit *audit) { return audit->format == ULP_FORMAT_FP32 ? 127 : 1023; }

/* A positive number of a binade, random in its other bits. */
static double random_of_binade(Audit *audit, int exponent) { return ldexp(1 + g_rand_double(audit->random), exponent); }

static gboolean visit_exponents(Audit *audit) {
  const int step = audit->format == ULP_FORMAT_FP32 ? 8 : 32, highest = highest_exponent(audit) - FEW_BITS - 1;
  for (int exponent = lowest_exponent(audit); exponent <= highest; exponent += step) {
    g_autofree char *one = g_strdup_printf("one element of about 2^%d", exponent);
    g_autofree char *many = g_strdup_printf("elements of about 2^%d", exponent);
    double values[SHORT];
    for (guint i = 0; i < SHORT; i++)
      values[i] = random_of_binade(audit, exponent);
    if (!visit_values(audit, one, values, 1) || !visit_values(audit, many, values, SHORT))
      return FALSE;
  }
  return TRUE;
}

static gboolean visit_range_ends(Audit *audit) {
  const double largest = audit->format == ULP_FORMAT_FP32 ? (double)0x1.fffffep127f : 0x1.fffffffffffffp1023;
  const double smallest = ldexp(1, lowest_exponent(audit)),
               normal = audit->format == ULP_FORMAT_FP32 ? 0x1p-126 : 0x1p-1022;
  const struct {
    const char *input;
    double values[3];
    guint64 count;
  } ends[] = {
      {"the largest finite number", {largest}, 1},
      {"half the largest finite number, twice", {largest / 2, largest / 2}, 2},
      {"the largest finite number, its negative and 1", {largest, -largest, 1}, 3},
      {"the smallest subnormal number", {smallest}, 1},
      {"the smallest subnormal number, three times", {smallest, smallest, smallest}, 3},
      {"the smallest normal number and the smallest subnormal one", {normal, smallest}, 2},
      {"the smallest normal number, less the smallest subnormal one", {normal, -smallest}, 2},
      {"the largest and the smallest number", {largest, smallest}, 2},
  };
  for (guint i = 0; i < G_N_ELEMENTS(ends); i++)
    if (!visit_values(audit, ends[i].input, ends[i].values, ends[i].count))
      return FALSE;
  return TRUE;
}

/* Ordinary numbers, and some that are not at the first, a middle and the last place. */
static gboolean visit_specials(Audit *audit) {
  static const struct {
    const char *input;
    double value, other;
  } specials[] = {
      {"an infinity among ordinary numbers", INFINITY, 0.5},
      {"a negative infinity among ordinary numbers", -INFINITY, 0.5},
      {"both infinities among ordinary numbers", INFINITY, -INFINITY},
      {"a NaN among ordinary numbers", NAN, 0.5},
  };
  static const guint places[] = {0, SHORT / 2, SHORT - 1};
  for (guint i = 0; i < G_N_ELEMENTS(specials); i++)
    for (guint k = 0; k < G_N_ELEMENTS(places); k++) {
      double values[SHORT];
      for (guint j = 0; j < SHORT; j++)
        values[j] = g_rand_double(audit->random);
      values[places[k]] = specials[i].value;
      values[(places[k] + SHORT / 3) % SHORT] = specials[i].other;
      if (!visit_values(audit, specials[i].input, values, SHORT))
        return FALSE;
    }
  return TRUE;
}

static gboolean visit_zeros(Audit *audit) {
  static const guint64 lengths[] = {1, SHORT, WIDE + 1};
  static const double zeros[WIDE + 1];
  for (guint i = 0; i < G_N_ELEMENTS(lengths); i++)
    if (!visit_values(audit, "zeros", zeros, lengths[i]))
      return FALSE;
  return TRUE;
}

/* All exponents that leave the sum finite, with random signs; and numbers, their negatives and 1 in random order: 1. */
static gboolean visit_wide_and_cancelling(Audit *audit) {
  const int low = lowest_exponent(audit), high = highest_exponent(audit) - 13;
  g_autofree double *values = g_new(double, WIDE + 1);
  for (guint i = 0; i < WIDE; i++) {
    values[i] = random_of_binade(audit, g_rand_int_range(audit->random, low, high));
    values[i] = g_rand_boolean(audit->random) ? -values[i] : values[i];
  }
  if (!visit_values(audit, "exponents all over the range, random signs", values, WIDE))
    return FALSE;
  static const int spreads[] = {1, 20, 60};
  for (guint s = 0; s < G_N_ELEMENTS(spreads); s++) {
    for (guint i = 0; i < WIDE / 2; i++) {
      values[i] = (double)(float)random_of_binade(audit, g_rand_int_range(audit->random, 0, spreads[s]));
      values[WIDE / 2 + i] = -values[i];
    }
    values[WIDE] = 1;
    for (guint i = WIDE; i > 0; i--) {
      const guint other = (guint)g_rand_int_range(audit->random, 0, (gint32)i + 1);
      const double kept = values[i];
      values[i] = values[other];
      values[other] = kept;
    }
    g_autofree char *input = g_strdup_printf("numbers of %d binades, their negatives and 1", spreads[s]);
    if (!visit_values(audit, input, values, WIDE + 1))
      return FALSE;
  }
  return TRUE;
}

static gboolean visit_all(Audit *audit) {
  audit->random = g_rand_new_with_seed(SEED_OF_ARRAYS);
  const gboolean done = visit_zeros(audit) && visit_range_ends(audit) && visit_exponents(audit) &&
                        visit_specials(audit) && visit_wide_and_cancelling(audit) && visit_long_arrays(audit);
  g_rand_free(audit->random);
  return done;
}

gboolean ulp_audit_cases(const UlpRun *run, UlpFormat format, guint64 largest, UlpAuditVisit visit, gpointer data,
                         GError **error) {
  Audit audit = {.run = run, .format = format, .largest = largest, .visit = visit, .data = data, .error = error};
  return visit_all(&audit);
}

guint ulp_audit_n_cases(UlpFormat format, guint64 largest) {
  Audit audit = {.format = format, .largest = largest};
  visit_all(&audit);
  return audit.n;
}
