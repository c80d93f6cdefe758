/* test-lost MODULE: a fault in a kernel ends the context of the first device. The module says so in every call from then on,
 * lives on, and its other devices add. The kernel is this program's own: both use the device's one context. Status 77
 * without a usable GPU. */
#include "core/backend/backend.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#include <dlfcn.h>

#define REQUIRE(condition)                                                                                             \
  do {                                                                                                                 \
    if (!(condition)) {                                                                                                \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);                                                  \
      exit(1);                                                                                                         \
    }                                                                                                                  \
  } while (0)

__global__ void break_kernel() { asm volatile("trap;"); }

static const UlpBackend *backend;
static const float data[] = {1, 2, 4};

static bool add_three(UlpSession *session, UlpHandle array, UlpJobResult *result, UlpFault *fault) {
  UlpJob job = {};
  job.kind = ULP_JOB_SUM;
  job.in[0] = {array, 0, 3};
  job.sum.plan.result = ULP_FORMAT_FP32;
  return backend->run(session, &job, result, nullptr, fault);
}

static bool convert_three(UlpSession *session, UlpHandle array, UlpJobResult *result, UlpFault *fault) {
  UlpJob job = {};
  job.kind = ULP_JOB_CONVERT;
  job.in[0] = {array, 0, 3};
  job.convert.to = ULP_FORMAT_FP16;
  return backend->run(session, &job, result, nullptr, fault);
}

static UlpSession *open_device(uint32_t index, UlpHandle *array) {
  UlpFault fault;
  UlpSession *session = backend->open(index, &fault);
  REQUIRE(session);
  *array = backend->upload(session, ULP_FORMAT_FP32, data, 3, nullptr, &fault);
  REQUIRE(*array);
  return session;
}

static void require_adds(UlpSession *session, UlpHandle array) {
  UlpJobResult result;
  UlpFault fault;
  REQUIRE(add_three(session, array, &result, &fault));
  REQUIRE(result.sum.bits == 0x40e00000);
}

static void require_lost(const UlpFault &fault) {
  REQUIRE(fault.code == ULP_FAULT_LOST);
  REQUIRE(strstr(fault.message, "lost until the program is started again"));
}

int main(int argc, char **argv) {
  void *module = argc > 1 ? dlopen(argv[1], RTLD_NOW | RTLD_LOCAL) : nullptr;
  const auto entry = module ? reinterpret_cast<UlpBackendEntry>(dlsym(module, ULP_BACKEND_ENTRY)) : nullptr;
  REQUIRE(entry);
  backend = entry();
  uint32_t count;
  UlpDeviceInfo info;
  UlpFault fault;
  if (!backend->probe(0, &count, &info, &fault)) {
    printf("skipped: %s\n", fault.message);
    return 77;
  }
  UlpHandle array, other_array;
  UlpSession *session = open_device(0, &array), *other = count > 1 ? open_device(1, &other_array) : nullptr;
  require_adds(session, array);

  REQUIRE(cudaSetDevice(0) == cudaSuccess);
  break_kernel<<<1, 1>>>();
  UlpJobResult result;
  REQUIRE(!add_three(session, array, &result, &fault));
  require_lost(fault);
  REQUIRE(result.device && !strcmp(result.device, info.name));
  REQUIRE(!result.sum.bits && result.seconds == 0);
  printf("%s\n", fault.message);

  float out[3];
  const UlpSlice all = {array, 0, 3};
  REQUIRE(!backend->upload(session, ULP_FORMAT_FP32, data, 3, nullptr, &fault));
  require_lost(fault);
  REQUIRE(!backend->download(session, &all, out, nullptr, &fault));
  require_lost(fault);
  REQUIRE(!convert_three(session, array, &result, &fault));
  require_lost(fault);
  backend->release(session, array);
  REQUIRE(!backend->open(0, &fault));
  REQUIRE(fault.code != ULP_FAULT_NONE);
  printf("%s\n", fault.message);
  if (other)
    require_adds(other, other_array);
  backend->close(session);
  if (other) {
    require_adds(other, other_array);
    backend->close(other);
  }
  return 0;
}
