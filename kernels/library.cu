#include "kernels/library.cuh"

#include <cstdio>
#include <ctime>
#include <exception>

/* ---- memory between guards ---- */

constexpr uint64_t kStrip = 4096; /* bytes on either side */
constexpr int kPattern = 0xa5;

LibraryMemory::~LibraryMemory() {
  for (const Buffer &buffer : buffers_)
    cudaFreeAsync(buffer.memory, session_->stream);
}

void *LibraryMemory::take(uint64_t bytes, uint64_t shift) {
  const uint64_t strip = guarded_ ? kStrip : 0, all = bytes + shift + 2 * strip;
  size_t available = 0, total = 0;
  check(cudaMemGetInfo(&available, &total), _("asking for the free memory"));
  if (all > total)
    raise_fault(ULP_FAULT_MEMORY, _("not enough memory on the device: %s needed, %s of %s free"), Size(all).text,
                Size(available).text, Size(total).text);
  void *memory = nullptr;
  check(cudaMallocAsync(&memory, all ? all : 1, session_->stream), _("allocating memory for a library"));
  Buffer buffer = {static_cast<char *>(memory), static_cast<char *>(memory) + strip + shift, bytes, shift};
  buffers_.push_back(buffer);
  if (guarded_) {
    check(cudaMemsetAsync(buffer.memory, kPattern, kStrip + shift, session_->stream), _("writing guards"));
    check(cudaMemsetAsync(buffer.buffer + bytes, kPattern, kStrip, session_->stream), _("writing guards"));
  }
  return buffer.buffer;
}

void LibraryMemory::give_back(void *pointer) {
  if (guarded_)
    return;
  for (size_t i = 0; i < buffers_.size(); i++) {
    if (buffers_[i].buffer != pointer)
      continue;
    void *memory = buffers_[i].memory;
    buffers_.erase(buffers_.begin() + static_cast<long>(i));
    check(cudaFreeAsync(memory, session_->stream), _("freeing memory of a library"));
    return;
  }
}

bool LibraryMemory::is_whole(const char *strip) {
  check(cudaMemcpyAsync(session_->staging, strip, kStrip, cudaMemcpyDeviceToHost, session_->stream),
        _("reading guards"));
  check(cudaStreamSynchronize(session_->stream), _("reading guards"));
  const unsigned char *bytes = static_cast<const unsigned char *>(session_->staging);
  for (uint64_t i = 0; i < kStrip; i++)
    if (bytes[i] != kPattern)
      return false;
  return true;
}

UlpGuards LibraryMemory::guards() {
  if (!guarded_)
    return ULP_GUARDS_NONE;
  bool whole = true;
  for (const Buffer &buffer : buffers_)
    whole = is_whole(buffer.buffer - kStrip) && is_whole(buffer.buffer + buffer.bytes) && whole;
  return whole ? ULP_GUARDS_INTACT : ULP_GUARDS_BROKEN;
}

/* ---- a call ---- */

static double host_seconds() {
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

void LibraryCall::start() { check(cudaEventRecord(session->start, session->stream), _("starting the clock")); }

void LibraryCall::stop() {
  if (!stopped)
    check(cudaEventRecord(session->stop, session->stream), _("stopping the clock"));
  stopped = true;
}

void *LibraryCall::take(uint64_t bytes) {
  const double begun = host_seconds();
  void *buffer = memory->take(bytes);
  allocation += host_seconds() - begun;
  start();
  return buffer;
}

void LibraryCall::give_back(void *buffer) {
  stop();
  const double begun = host_seconds();
  memory->give_back(buffer);
  allocation += host_seconds() - begun;
}

LibraryRoutine library_routine(uint32_t routine) {
  const LibraryRoutine cub = cub_routine(static_cast<UlpRoutine>(routine));
  return cub.run || cub.absent ? cub : cublas_routine(static_cast<UlpRoutine>(routine));
}

/* Whatever a library throws becomes a fault. */
static void call_routine(const LibraryRoutine &routine, LibraryCall &call) {
  try {
    call.start();
    routine.run(call);
    call.stop();
  } catch (const Fault &) {
    throw;
  } catch (const std::exception &thrown) {
    check(cudaGetLastError(), thrown.what());
    raise_fault(ULP_FAULT_INVALID, _("the library gave up: %s"), thrown.what());
  }
}

/* The kernels of a routine depend on the length. Those of its first call of about this one are loaded by it, which the clock
 * must not count (see Clock). */
static bool is_warm(UlpSession *session, uint32_t routine, uint64_t count) {
  const uint64_t bit = 1ull << (63 - __builtin_clzll(count)), before = session->warm[routine];
  session->warm[routine] |= bit;
  return before & bit;
}

/* A copy of the elements between guards, as far behind a boundary as they are themselves: routines go by alignment. */
static const void *guarded_copy(const SumRun &run, LibraryMemory &memory, uint64_t bytes) {
  void *copy = memory.take(bytes, reinterpret_cast<uintptr_t>(run.elements) % 256);
  check(cudaMemcpyAsync(copy, run.elements, bytes, cudaMemcpyDeviceToDevice, run.session->stream),
        _("copying elements"));
  return copy;
}

double sum_library(SumRun &run, bool guarded, UlpSumResult *result) {
  UlpSession *session = run.session;
  const LibraryRoutine routine = library_routine(run.plan.routine);
  const uint64_t size = run.format == ULP_FORMAT_FP32 ? sizeof(float) : sizeof(double);
  LibraryMemory memory(session, guarded);
  LibraryCall call = {session, &memory, run.elements, run.count, memory.take(size), 0, false};
  if (guarded)
    call.elements = guarded_copy(run, memory, run.count * size);
  if (!is_warm(session, run.plan.routine, run.count))
    call_routine(routine, call);
  call.allocation = 0;
  call.stopped = false;
  call_routine(routine, call);

  check(cudaMemcpyAsync(session->staging, call.out, size, cudaMemcpyDeviceToHost, session->stream),
        _("reading the sum"));
  check(cudaStreamSynchronize(session->stream), _("running a library's routine"));
  float milliseconds = 0;
  check(cudaEventElapsedTime(&milliseconds, session->start, session->stop), _("reading the clock"));
  run.seconds = 1e-3 * static_cast<double>(milliseconds);
  result->allocation = call.allocation;
  double value = 0;
  float narrow = 0;
  memcpy(size == sizeof narrow ? static_cast<void *>(&narrow) : &value, session->staging, size);
  result->guards = memory.guards();
  return size == sizeof narrow ? static_cast<double>(narrow) : value;
}
