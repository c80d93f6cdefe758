/* Specifications of inputs and lists of algorithms; no file is touched. */
#include "fuzz.h"

#include "core/input/input-spec.h"
#include "core/sum/algorithm.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  g_autofree char *text = fuzz_text(data, size);
  g_autoptr(GError) input_error = NULL;
  g_autoptr(UlpInputSpec) input = ulp_input_spec_parse(text, &input_error);
  fuzz_check(input != NULL, input_error);

  g_autoptr(GError) algorithm_error = NULL;
  g_autoptr(GArray) algorithms = ulp_algorithms_parse(text, &algorithm_error);
  fuzz_check(algorithms != NULL, algorithm_error);
  g_assert_true(algorithms == NULL || algorithms->len > 0);
  return 0;
}
