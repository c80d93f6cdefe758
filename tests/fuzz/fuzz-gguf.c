/* A GGUF file after a first line with its specification's member and options. */
#include "fuzz-reader.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  fuzz_reader("x.gguf", data, size);
  return 0;
}
