#include "kernels/check.cuh"

#include <cstdarg>
#include <cstdio>

void raise_fault(UlpFaultCode code, const char *format, ...) {
  Fault fault = {code, ""};
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(fault.message, sizeof fault.message, format, arguments);
  va_end(arguments);
  throw fault;
}

void check(cudaError_t error, const char *what) {
  if (error == cudaSuccess)
    return;
  cudaGetLastError();
  if (error == cudaErrorMemoryAllocation)
    raise_fault(ULP_FAULT_MEMORY, _("not enough memory on the device: %s"), what);
  /* A sticky error comes back from every later call. */
  if (cudaDeviceSynchronize() != cudaSuccess)
    raise_fault(ULP_FAULT_LOST, _("the device is lost until the program is started again: %s (%s, in %s)"),
                cudaGetErrorString(error), cudaGetErrorName(error), what);
  raise_fault(ULP_FAULT_INVALID, _("the device refused %s: %s (%s)"), what, cudaGetErrorString(error),
              cudaGetErrorName(error));
}
