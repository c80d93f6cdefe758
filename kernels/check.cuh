/* Faults inside the module: thrown where they are found, caught by the functions of the ABI (guard in session.cuh).
 * Every call of the CUDA runtime goes through check(), every kernel launch through launched(). */
#pragma once

#include "core/backend/backend.h"

#include <cuda_runtime.h>
#include <libintl.h>

#define _(text) dgettext(GETTEXT_PACKAGE, text)
#define N_(text) text

struct Fault {
  UlpFaultCode code;
  char message[sizeof(UlpFault::message)];
};

[[noreturn]] void raise_fault(UlpFaultCode code, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Throws unless `error` is success. An error that ended the device's context is LOST, short memory MEMORY, any other
 * refusal INVALID; the runtime's error state is cleared. `what` says what was being done. */
void check(cudaError_t error, const char *what);

inline void launched(const char *kernel) { check(cudaGetLastError(), kernel); }
