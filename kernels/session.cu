#include "kernels/session.cuh"

#include <utility>

#include "core/array/packing.h"

#include <cstdio>
#include <cstdlib>
#include <cub/version.cuh>

/* ---- helpers of session.cuh ---- */

Size::Size(uint64_t bytes) {
  static const char *const units[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  double amount = static_cast<double>(bytes);
  int unit = 0;
  for (; amount >= 1024 && unit < 6; unit++)
    amount /= 1024;
  const long tenths = static_cast<long>(amount * 10);
  snprintf(text, sizeof text, "%ld.%ld %s", tenths / 10, tenths % 10, units[unit]);
}

void Memory::drop_spare() {
  cudaFree(spare_);
  spare_ = nullptr;
  spare_bytes_ = 0;
}

void Memory::give_back(void *pointer, uint64_t bytes) {
  drop_spare();
  spare_ = pointer;
  spare_bytes_ = bytes;
}

/* Short memory is said with the amount; the runtime's error is cleared and the device goes on. */
void *Memory::take(uint64_t bytes) {
  if (spare_ && spare_bytes_ == bytes) {
    spare_bytes_ = 0;
    return std::exchange(spare_, nullptr);
  }
  drop_spare();
  void *pointer = nullptr;
  size_t available = 0, total = 0;
  check(cudaMemGetInfo(&available, &total), _("asking for the free memory"));
  const cudaError_t error = bytes > total ? cudaErrorMemoryAllocation : cudaMalloc(&pointer, bytes);
  if (error == cudaErrorMemoryAllocation) {
    cudaGetLastError();
    raise_fault(ULP_FAULT_MEMORY, _("not enough memory on the device: %s needed, %s of %s free"), Size(bytes).text,
                Size(available).text, Size(total).text);
  }
  check(error, _("allocating memory"));
  return pointer;
}

void *Scratch::reserve(uint64_t bytes) {
  if (bytes > bytes_) {
    check(cudaFree(pointer_), _("freeing memory"));
    pointer_ = nullptr;
    bytes_ = 0;
    pointer_ = memory_.take(bytes);
    bytes_ = bytes;
  }
  return pointer_;
}

UlpSession::~UlpSession() {
  cublas.reset();
  for (const auto &entry : arrays)
    cudaFree(entry.second.data);
  cudaFreeHost(staging);
  if (start)
    cudaEventDestroy(start);
  if (stop)
    cudaEventDestroy(stop);
  if (stream)
    cudaStreamDestroy(stream);
}

Input find_slice(UlpSession *session, const UlpSlice &slice) {
  const auto found = session->arrays.find(slice.array);
  if (found == session->arrays.end())
    raise_fault(ULP_FAULT_INVALID, _("there is no array with handle %llu"),
                static_cast<unsigned long long>(slice.array));
  const Array &array = found->second;
  if (slice.offset > array.count || slice.count > array.count - slice.offset)
    raise_fault(ULP_FAULT_INVALID, _("slice of %llu elements from %llu on, in an array of %llu"),
                static_cast<unsigned long long>(slice.count), static_cast<unsigned long long>(slice.offset),
                static_cast<unsigned long long>(array.count));
  const uint32_t length = ulp_block_length(array.format);
  if (length && slice.offset % length)
    raise_fault(ULP_FAULT_INVALID, _("a slice from element %llu on, expected one from the beginning of a block of %u"),
                static_cast<unsigned long long>(slice.offset), length);
  return {array.data, array.format, slice.offset, slice.count, array.count};
}

void release_array(UlpSession *session, UlpHandle handle) {
  const auto found = session->arrays.find(handle);
  if (found == session->arrays.end())
    return;
  const Array &array = found->second;
  session->memory.give_back(array.data, ulp_packed_bytes(array.format, array.count));
  session->arrays.erase(found);
}

NewArray::NewArray(UlpSession *session, UlpFormat format, uint64_t count)
    : session_(session), handle_(session->last_handle + 1) {
  if (!ulp_format_is_valid(format))
    raise_fault(ULP_FAULT_INVALID, _("there is no format %llx"), static_cast<unsigned long long>(format));
  if (count > UINT64_MAX / 2 / sizeof(UlpBits))
    raise_fault(ULP_FAULT_MEMORY, _("not enough memory on the device: %llu elements of %d bits needed"),
                static_cast<unsigned long long>(count), static_cast<int>(ulp_layout(format).container_bits));
  data_ = count ? session->memory.take(ulp_packed_bytes(format, count)) : nullptr;
  try {
    session->arrays[handle_] = {data_, format, count};
  } catch (...) {
    cudaFree(data_);
    throw;
  }
  session->last_handle = handle_;
}

NewArray::~NewArray() {
  if (handle_)
    release_array(session_, handle_);
}

UlpHandle NewArray::keep() {
  const UlpHandle handle = handle_;
  handle_ = 0;
  return handle;
}

void Clock::load(const void *kernel) {
  cudaFuncAttributes attributes;
  check(cudaFuncGetAttributes(&attributes, kernel), _("loading a kernel"));
}

void Clock::start() {
  if (!session_->queued)
    check(cudaEventRecord(session_->start, session_->stream), _("starting the clock"));
}

double Clock::stop() {
  if (session_->queued)
    return 0;
  float milliseconds = 0;
  check(cudaEventRecord(session_->stop, session_->stream), _("stopping the clock"));
  check(cudaEventSynchronize(session_->stop), _("running a kernel"));
  check(cudaEventElapsedTime(&milliseconds, session_->start, session_->stop), _("reading the clock"));
  return 1e-3 * static_cast<double>(milliseconds);
}

/* ---- probe ---- */

/* The kernel module's version where the system shows it, and the newest CUDA the driver can run. */
static void driver_text(char *out, size_t size, int cuda) {
  char module[20] = "";
  FILE *file = fopen("/sys/module/nvidia/version", "re");
  if (file) {
    if (fscanf(file, "%19s", module) != 1)
      module[0] = '\0';
    fclose(file);
  }
  snprintf(out, size, "%s%sCUDA %d.%d", module, module[0] ? ", " : "", cuda / 1000, cuda % 1000 / 10);
}

static uint32_t device_count() {
  int driver = 0, toolkit = 0, count = 0;
  cudaDriverGetVersion(&driver);
  cudaRuntimeGetVersion(&toolkit);
  const cudaError_t error = cudaGetDeviceCount(&count);
  cudaGetLastError();
  if (driver == 0)
    raise_fault(ULP_FAULT_NO_DEVICE, "%s", _("no NVIDIA driver is installed"));
  if (error == cudaErrorInsufficientDriver)
    raise_fault(ULP_FAULT_NO_DEVICE, _("the NVIDIA driver is too old: it runs CUDA %d.%d, this build needs %d.%d"),
                driver / 1000, driver % 1000 / 10, toolkit / 1000, toolkit % 1000 / 10);
  const char *visible = getenv("CUDA_VISIBLE_DEVICES");
  if (error == cudaErrorNoDevice && visible)
    raise_fault(ULP_FAULT_NO_DEVICE, _("CUDA_VISIBLE_DEVICES is “%s”, which leaves no NVIDIA GPU"), visible);
  if (error == cudaErrorNoDevice || (error == cudaSuccess && count == 0))
    raise_fault(ULP_FAULT_NO_DEVICE, "%s", _("there is no NVIDIA GPU"));
  if (error != cudaSuccess)
    raise_fault(ULP_FAULT_NO_DEVICE, _("CUDA does not start: %s (%s)"), cudaGetErrorString(error),
                cudaGetErrorName(error));
  return static_cast<uint32_t>(count);
}

static void describe(uint32_t index, uint32_t count, UlpDeviceInfo *info) {
  if (index >= count)
    raise_fault(ULP_FAULT_NO_DEVICE, _("there is no GPU number %u: there are %u, counted from 0"), index, count);
  cudaDeviceProp properties;
  check(cudaGetDeviceProperties(&properties, static_cast<int>(index)), _("asking for the properties"));
  int driver = 0, toolkit = 0;
  cudaDriverGetVersion(&driver);
  cudaRuntimeGetVersion(&toolkit);

  *info = {};
  snprintf(info->name, sizeof info->name, "%.127s", properties.name);
  info->memory_bytes = properties.totalGlobalMem;
  info->capability_major = properties.major;
  info->capability_minor = properties.minor;
  info->multiprocessors = properties.multiProcessorCount;
  driver_text(info->driver, sizeof info->driver, driver);
  snprintf(info->toolkit, sizeof info->toolkit, "%d.%d", toolkit / 1000, toolkit % 1000 / 10);
  snprintf(info->cccl, sizeof info->cccl, "%d.%d.%d", CUB_MAJOR_VERSION, CUB_MINOR_VERSION, CUB_SUBMINOR_VERSION);
  snprintf(info->build, sizeof info->build, "nvcc %d.%d.%d %s", __CUDACC_VER_MAJOR__, __CUDACC_VER_MINOR__,
           __CUDACC_VER_BUILD__, ULP_CUDA_FLAGS);
  if (10 * properties.major + properties.minor < ULP_CUDA_LOWEST)
    raise_fault(ULP_FAULT_NO_DEVICE, _("%s has compute capability %d.%d: this build needs %d.%d or later"),
                properties.name, properties.major, properties.minor, ULP_CUDA_LOWEST / 10, ULP_CUDA_LOWEST % 10);
}

bool cuda_probe(uint32_t index, uint32_t *count, UlpDeviceInfo *info, UlpFault *fault) {
  fault->code = ULP_FAULT_NONE;
  fault->message[0] = '\0';
  *count = 0;
  try {
    *count = device_count();
    describe(index, *count, info);
    return true;
  } catch (const Fault &found) {
    set_fault(fault, found);
    return false;
  }
}

/* ---- open and close ---- */

/* Where the device's context cannot be made it is not lost, only not to be had now: busy, or short of memory. */
static bool make_context(const UlpSession *session, UlpFault *fault) {
  cudaError_t error = cudaSetDevice(session->index);
  if (error == cudaSuccess)
    error = cudaFree(nullptr);
  cudaGetLastError();
  if (error == cudaSuccess)
    return true;
  fault->code = ULP_FAULT_NO_DEVICE;
  snprintf(fault->message, sizeof fault->message, _("%s cannot be used: %s (%s)"), session->info.name,
           cudaGetErrorString(error), cudaGetErrorName(error));
  return false;
}

static void start_session(UlpSession *session) {
  check(cudaStreamCreateWithFlags(&session->stream, cudaStreamNonBlocking), _("creating a stream"));
  check(cudaEventCreate(&session->start), _("creating an event"));
  check(cudaEventCreate(&session->stop), _("creating an event"));
  check(cudaMallocHost(&session->staging, kStagingBytes), _("allocating page-locked memory"));
}

void cuda_close(UlpSession *session) {
  if (!session)
    return;
  cudaSetDevice(session->index);
  delete session;
}

UlpSession *cuda_open(uint32_t index, UlpFault *fault) {
  UlpDeviceInfo info;
  uint32_t count;
  if (!cuda_probe(index, &count, &info, fault))
    return nullptr;
  UlpSession *session = new (std::nothrow) UlpSession;
  if (!session) {
    fault->code = ULP_FAULT_MEMORY;
    snprintf(fault->message, sizeof fault->message, "%s", _("not enough memory on the host"));
    return nullptr;
  }
  session->index = static_cast<int>(index);
  session->info = info;
  const bool started = make_context(session, fault) && guard(session, fault, false, [&] {
                         start_session(session);
                         return true;
                       });
  if (!started) {
    cuda_close(session);
    return nullptr;
  }
  return session;
}
