/* The id of a format; what it is called again is the same format. */
#include "fuzz.h"

#include "core/number/format.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  g_autofree char *id = fuzz_text(data, size);
  g_autoptr(GError) error = NULL;
  UlpFormat format = 0, again = 0;
  const gboolean valid = ulp_format_from_id(id, &format, &error);
  fuzz_check(valid, error);
  if (!valid)
    return 0;
  g_assert_true(ulp_format_from_id(ulp_format_info(format)->id, &again, NULL) && again == format);
  g_autofree char *largest = ulp_bits_to_text(format, ulp_format_largest(format));
  g_autofree char *smallest = ulp_bits_to_text(format, ulp_format_smallest(format));
  g_autofree char *fields = ulp_format_fields(format), *nans = ulp_format_nans(format);
  return 0;
}
