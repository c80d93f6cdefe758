/* What the agreement suites share: the devices they compare with the CPU, and how large a run is.
 *
 * Every usable GPU is compared. Where there is none the CPU is compared with itself, in small, and one test is reported as
 * skipped with the reason. ULP_AGREEMENT_QUICK=1 makes every run as small as still reaches every loop of a kernel (for
 * compute-sanitizer). */
#pragma once

#include "core/backend/device.h"
#include "core/number/format.h"

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

/* Pairs to test, to the end of the program; AgreementPair elements. */
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
  if (pairs->len == 0) {
    pair.device = pair.reference;
    pair.small = TRUE;
    g_array_append_val(pairs, pair);
  }
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
