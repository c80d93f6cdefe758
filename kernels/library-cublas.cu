/* cuBLAS, loaded when it is asked for: no program needs it. The functions are those of cublas_v2.h with 64-bit lengths, which
 * releases 12 and later have (cuBLAS Library, "64-bit Integer Interface"). */
#include "kernels/library.cuh"

#include <cstdio>
#include <dlfcn.h>
#include <memory>

using Handle = void *;
using Status = int; /* 0: success */

struct Cublas {
  Status (*create)(Handle *);
  Status (*destroy)(Handle);
  Status (*version)(Handle, int *);
  Status (*set_stream)(Handle, cudaStream_t);
  Status (*set_pointer_mode)(Handle, int); /* 1: results on the device */
  Status (*sasum)(Handle, int64_t, const float *, int64_t, float *);
  Status (*dasum)(Handle, int64_t, const double *, int64_t, double *);
  Status (*sdot)(Handle, int64_t, const float *, int64_t, const float *, int64_t, float *);
  Status (*ddot)(Handle, int64_t, const double *, int64_t, const double *, int64_t, double *);
  const char *(*status_text)(Status);
  char version_text[16];
  bool loaded;
};

template <class F> static bool find(void *library, const char *name, F *function) {
  *function = reinterpret_cast<F>(dlsym(library, name));
  return *function != nullptr;
}

static Cublas load_cublas() {
  Cublas cublas = {};
  void *library = nullptr;
  for (const char *name : {"libcublas.so.13", "libcublas.so.12"})
    if (!library)
      library = dlopen(name, RTLD_LAZY | RTLD_LOCAL);
  cublas.loaded =
      library && find(library, "cublasCreate_v2", &cublas.create) &&
      find(library, "cublasDestroy_v2", &cublas.destroy) && find(library, "cublasGetVersion_v2", &cublas.version) &&
      find(library, "cublasSetStream_v2", &cublas.set_stream) &&
      find(library, "cublasSetPointerMode_v2", &cublas.set_pointer_mode) &&
      find(library, "cublasSasum_v2_64", &cublas.sasum) && find(library, "cublasDasum_v2_64", &cublas.dasum) &&
      find(library, "cublasSdot_v2_64", &cublas.sdot) && find(library, "cublasDdot_v2_64", &cublas.ddot) &&
      find(library, "cublasGetStatusString", &cublas.status_text);
  int version = 0;
  if (cublas.loaded && cublas.version(nullptr, &version) == 0)
    snprintf(cublas.version_text, sizeof cublas.version_text, "%d.%d.%d", version / 10000, version / 100 % 100,
             version % 100);
  return cublas;
}

static const Cublas &the_cublas() {
  static const Cublas cublas = load_cublas();
  return cublas;
}

const char *cublas_version() { return the_cublas().version_text; }

static void check_status(Status status, const char *what) {
  if (status == 0)
    return;
  check(cudaGetLastError(), what);
  raise_fault(status == 3 ? ULP_FAULT_MEMORY : ULP_FAULT_INVALID, "%s: %s", what, the_cublas().status_text(status));
}

/* One handle for each call's stream: made at the first, gone with the session. */
static Handle handle_of(UlpSession *session) {
  if (!session->cublas) {
    Handle handle = nullptr;
    check_status(the_cublas().create(&handle), "cublasCreate");
    session->cublas = std::shared_ptr<void>(handle, [](void *made) { the_cublas().destroy(made); });
    check_status(the_cublas().set_stream(handle, session->stream), "cublasSetStream");
    check_status(the_cublas().set_pointer_mode(handle, 1), "cublasSetPointerMode");
  }
  return session->cublas.get();
}

template <class T> __global__ void fill_kernel(T *out, uint64_t count, T value) {
  const uint64_t step = static_cast<uint64_t>(gridDim.x) * blockDim.x;
  for (uint64_t i = static_cast<uint64_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < count; i += step)
    out[i] = value;
}

/* As many ones as there are elements; made in the call, but before its clock starts. */
template <class T> static T *ones(LibraryCall &call) {
  T *vector = static_cast<T *>(call.take(call.count * sizeof(T)));
  fill_kernel<<<4096, 256, 0, call.session->stream>>>(vector, call.count, T(1));
  launched("fill_kernel");
  call.start();
  return vector;
}

static void asum_fp32(LibraryCall &call) {
  check_status(the_cublas().sasum(handle_of(call.session), static_cast<int64_t>(call.count),
                                  static_cast<const float *>(call.elements), 1, static_cast<float *>(call.out)),
               "cublasSasum");
}

static void asum_fp64(LibraryCall &call) {
  check_status(the_cublas().dasum(handle_of(call.session), static_cast<int64_t>(call.count),
                                  static_cast<const double *>(call.elements), 1, static_cast<double *>(call.out)),
               "cublasDasum");
}

static void dot_fp32(LibraryCall &call) {
  float *vector = ones<float>(call);
  check_status(the_cublas().sdot(handle_of(call.session), static_cast<int64_t>(call.count),
                                 static_cast<const float *>(call.elements), 1, vector, 1,
                                 static_cast<float *>(call.out)),
               "cublasSdot");
  call.give_back(vector);
}

static void dot_fp64(LibraryCall &call) {
  double *vector = ones<double>(call);
  check_status(the_cublas().ddot(handle_of(call.session), static_cast<int64_t>(call.count),
                                 static_cast<const double *>(call.elements), 1, vector, 1,
                                 static_cast<double *>(call.out)),
               "cublasDdot");
  call.give_back(vector);
}

LibraryRoutine cublas_routine(UlpRoutine routine) {
  static const struct {
    UlpRoutine routine;
    void (*run)(LibraryCall &);
  } routines[] = {
      {ULP_ROUTINE_CUBLAS_DOT, dot_fp32},
      {ULP_ROUTINE_CUBLAS_DOT_FP64, dot_fp64},
      {ULP_ROUTINE_CUBLAS_ASUM, asum_fp32},
      {ULP_ROUTINE_CUBLAS_ASUM_FP64, asum_fp64},
  };
  if (!the_cublas().loaded)
    return {nullptr, N_("cuBLAS 12 or later is not installed (libcublas.so.13, libcublas.so.12)")};
  for (const auto &entry : routines)
    if (entry.routine == routine)
      return {entry.run, nullptr};
  return {nullptr, N_("no such routine of a library")};
}
