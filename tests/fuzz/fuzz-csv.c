/* A CSV file after a first line with its specification's options: "#2:header=no". */
#include "fuzz-reader.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  fuzz_reader("x.csv", data, size);
  return 0;
}
