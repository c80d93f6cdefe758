/* A sum by a library's routine (core/sum/routines.def): what the routine is given, and what is watched while it works. */
#pragma once

#include "kernels/sum.cuh"

#include <vector>

/* Memory for a library. With guards every buffer lies between two strips of a known pattern, and is freed only after these were
 * looked at. */
class LibraryMemory {
public:
  LibraryMemory(UlpSession *session, bool guarded) : session_(session), guarded_(guarded) {}
  ~LibraryMemory();
  /* `shift`: bytes behind a boundary of 256. Throws MEMORY. */
  void *take(uint64_t bytes, uint64_t shift = 0);
  void give_back(void *buffer);
  UlpGuards guards(); /* waits for the device */

private:
  struct Buffer {
    char *memory, *buffer;
    uint64_t bytes, shift;
  };
  bool is_whole(const char *strip);

  UlpSession *session_;
  bool guarded_;
  std::vector<Buffer> buffers_;
};

/* One call. The clock runs over the routine's kernels: it starts again when the routine has taken its memory, and stops before
 * that is given back; `allocation` has the host's seconds for both. */
struct LibraryCall {
  UlpSession *session;
  LibraryMemory *memory;
  const void *elements;
  uint64_t count;
  void *out; /* one value of the elements' format, on the device */
  double allocation;
  bool stopped;

  void start();
  void stop();
  void *take(uint64_t bytes);
  void give_back(void *buffer);
};

/* Throws; `absent` says why there is none, in words that are not translated. */
struct LibraryRoutine {
  void (*run)(LibraryCall &call); /* NULL: absent */
  const char *absent;
};
LibraryRoutine cub_routine(UlpRoutine routine);
LibraryRoutine cublas_routine(UlpRoutine routine);
const char *cublas_version(); /* "13.1.0"; "" where it is not loaded */

/* Of any of them. */
LibraryRoutine library_routine(uint32_t routine);
/* The value, exact in fp64. */
double sum_library(SumRun &run, bool guarded, UlpSumResult *result);
