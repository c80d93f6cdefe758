/* An NPY file after a first line with its specification's options: ":format=fp16". */
#include "fuzz-reader.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  fuzz_reader("x.npy", data, size);
  return 0;
}
