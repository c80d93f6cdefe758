/* A run as a command; it is written and read back the same, in both forms. */
#include "fuzz-document.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  g_autofree char *text = fuzz_text(data, size);
  g_autoptr(GError) error = NULL;
  g_autoptr(UlpRunDocument) document = ulp_run_document_from_text(text, &error);
  fuzz_document(document, error);
  return 0;
}
