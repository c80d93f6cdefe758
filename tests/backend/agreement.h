/* What the agreement suites share: the devices they compare with the CPU, and how large a run is.
 *
 * Every usable GPU is compared. Where there is none nothing is, and a test is reported as skipped with the reason: the CPU
 * agrees with itself whatever it does. ULP_AGREEMENT_QUICK=1 makes every run as small as still reaches every loop of a kernel (for
 * compute-sanitizer). */
#pragma once

#include "core/backend/device.h"
#include "core/number/format.h"

#include <float.h>
#include <math.h>

typedef struct {
  UlpDevice *reference, *device;
  gboolean small, quick;
} AgreementPair;

static inline UlpDevice *agreement_open(const char *id) {
  g_autoptr(GError) error = NULL;
  UlpDevice *device = ulp_device_open(id, &error);
  g_assert_no_error(error);
  return device;
}

static inline void agreement_skip(gconstpointer data) { g_test_skip(data); }

/* Whether a sum of `n` elements in fp32, in any order, may be what their exact sum, rounded to fp64, leads to; `largest` is
 * the largest magnitude. Where the sum comes near fp32's end a partial sum may pass it on its way, and what is then left is no
 * number; one that is left has to be near all the same. At the other end each addition may flush what is below fp32's normal
 * numbers. */
static inline gboolean agreement_is_near(double n, double largest, double value, double exact) {
  const double scale = n * largest;
  const gboolean may_overflow = !(scale <= (double)FLT_MAX / 4);
  if (!isfinite(value) && may_overflow) /* a part became infinite, perhaps another sign's; or two such parts met */
    return TRUE;
  if (!isfinite(exact)) /* an infinity among the elements stays one, NaN or two infinities are NaN */
    return isnan(exact) ? isnan(value) : value == exact;
  if (!isfinite(value))
    return FALSE;
  return fabs(value - exact) <= 1e-3 * scale + n * (double)FLT_MIN;
}

/* Pairs to test, to the end of the program; AgreementPair elements, each with a GPU. */
static inline GArray *agreement_pairs(void) {
  g_autoptr(GPtrArray) entries = ulp_devices_list();
  GArray *pairs = g_array_new(FALSE, TRUE, sizeof(AgreementPair));
  AgreementPair pair = {.reference = agreement_open("cpu")};
  for (guint i = 0; i < entries->len; i++) {
    const UlpDeviceEntry *entry = g_ptr_array_index(entries, i);
    g_autofree char *path = g_strdup_printf("/agreement/%s", entry->id);
    if (!g_strcmp0(entry->id, "cpu"))
      continue;
    if (!entry->usable) {
      g_test_add_data_func_full(path, g_strdup(entry->reason), agreement_skip, g_free);
      continue;
    }
    pair.device = agreement_open(entry->id);
    pair.small = pair.quick = g_getenv("ULP_AGREEMENT_QUICK") != NULL;
    g_array_append_val(pairs, pair);
  }
  return pairs;
}

/* The same and, where there are none, the CPU alone, in small: for tests that know what is right from elsewhere. */
static inline GArray *agreement_devices(void) {
  GArray *pairs = agreement_pairs();
  AgreementPair cpu = {.reference = agreement_open("cpu"), .small = TRUE};
  cpu.device = cpu.reference;
  if (pairs->len == 0)
    g_array_append_val(pairs, cpu);
  return pairs;
}

static inline UlpInput *agreement_input(const char *spec, guint64 seed) {
  g_autoptr(GError) error = NULL;
  UlpInput *input = ulp_input_open(spec, seed, 1, NULL, &error);
  g_assert_no_error(error);
  return input;
}

static inline UlpArray *agreement_place(UlpDevice *device, UlpInput *input) {
  g_autoptr(GError) error = NULL;
  UlpArray *array = ulp_device_place(device, input, NULL, &error);
  g_assert_no_error(error);
  return array;
}
