/* One opened device: its arrays, its scratch memory, its clock, and the frame that every function of the ABI runs in. */
#pragma once

#include "kernels/check.cuh"

#include <cstddef>
#include <cstring>
#include <memory>
#include <new>
#include <unordered_map>

/* Device memory, and the block that was given back last: the next array of its size has it at once, and a kernel that writes
 * to it is not held up by pages that were never touched (a tenth of a copy's time on an H200). */
class Memory {
public:
  ~Memory() { drop_spare(); }
  void *take(uint64_t bytes);
  void give_back(void *pointer, uint64_t bytes);

private:
  void drop_spare();
  void *spare_ = nullptr;
  uint64_t spare_bytes_ = 0;
};

/* Device memory that grows on demand and is kept for the next job. */
class Scratch {
public:
  explicit Scratch(Memory &memory) : memory_(memory) {}
  ~Scratch() { cudaFree(pointer_); }
  template <class T> T *need(uint64_t count) { return static_cast<T *>(reserve(count * sizeof(T))); }

private:
  void *reserve(uint64_t bytes);
  Memory &memory_;
  void *pointer_ = nullptr;
  uint64_t bytes_ = 0;
};

struct Array {
  void *data; /* NULL when count is 0 */
  UlpFormat format;
  uint64_t count;
};

struct UlpSession {
  int index = 0;
  UlpDeviceInfo info = {};
  char lost[sizeof(UlpFault::message)] = ""; /* the reason, once lost */
  std::unordered_map<UlpHandle, Array> arrays;
  UlpHandle last_handle = 0;

  cudaStream_t stream = nullptr;
  cudaEvent_t start = nullptr, stop = nullptr;
  bool queued = false;     /* kernels are not waited for, nor timed: a Clock does nothing */
  void *staging = nullptr; /* page-locked host memory for results */
  Memory memory;
  Scratch partials{memory}, values{memory}, state{memory}, words{memory}, table{memory}, ordered{memory};
  uint64_t warm[ULP_N_ROUTINES] = {}; /* of a library's routine: lengths by their highest bit that it ran with */
  std::shared_ptr<void> cublas;       /* cuBLAS's handle, once it was wanted */

  ~UlpSession();
};

constexpr uint64_t kStagingBytes = 1 << 23;
constexpr uint64_t kCopyBytes = 1 << 25; /* of one copy: milliseconds, after which the watch is asked */

/* "1.5 GiB". */
struct Size {
  char text[32];
  explicit Size(uint64_t bytes);
};

/* Elements [offset, offset + count) of `data`, which has `all` of them; of blocks from the beginning of one on. */
struct Input {
  const void *data;
  UlpFormat format;
  uint64_t offset, count, all;
};

/* INVALID when there is no such array or slice. */
Input find_slice(UlpSession *session, const UlpSlice &slice);
void release_array(UlpSession *session, UlpHandle handle);

/* An array of `count` elements, packed as core/array/packing.h has it, with undefined content; it goes again unless it is
 * kept. */
class NewArray {
public:
  NewArray(UlpSession *session, UlpFormat format, uint64_t count);
  ~NewArray();
  void *data() const { return data_; }
  UlpHandle keep();

private:
  UlpSession *session_;
  UlpHandle handle_;
  void *data_ = nullptr;
};

/* Seconds on the device between construction and stop(), which waits for the work in between and so reports its faults.
 * The kernels to be timed are loaded first: left to their first launch that would be counted (CUDA Programming Guide,
 * "Lazy loading"). With session->queued it waits for nothing and gives 0. */
class Clock {
public:
  template <class... Kernels> explicit Clock(UlpSession *session, Kernels *...kernels) : session_(session) {
    (load(reinterpret_cast<const void *>(kernels)), ...);
    start();
  }
  double stop();

private:
  static void load(const void *kernel);
  void start();

  UlpSession *session_;
};

/* How many blocks of a kernel the device runs at once. */
template <class Kernel>
unsigned resident_blocks(const UlpSession *session, Kernel *kernel, unsigned threads, size_t shared_bytes) {
  int each = 0;
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, kernel, static_cast<int>(threads), shared_bytes),
        _("counting the blocks that fit"));
  return static_cast<unsigned>(each) * static_cast<unsigned>(session->info.multiprocessors);
}

/* Share of a job that is done; asks the watch whether to go on (CANCELLED when not). */
class Progress {
public:
  Progress(const UlpWatch *watch, double total) : watch_(watch), total_(total) {}
  void advance(double amount) {
    done_ += amount;
    if (watch_ && watch_->progress && !watch_->progress(done_ < total_ ? done_ / total_ : 1, watch_->data))
      raise_fault(ULP_FAULT_CANCELLED, "%s", _("cancelled"));
  }

private:
  const UlpWatch *watch_;
  double total_, done_ = 0;
};

/* How much to give one launch, so that it lasts about 20 ms: a display stays alive and the watch is asked in time. Where the
 * time of a launch cannot vary much, a fixed amount for each multiprocessor does. */
class Pace {
public:
  explicit Pace(uint64_t first) : amount_(first) {}
  uint64_t next(uint64_t left) const { return left < amount_ ? left : amount_; }
  void took(double seconds) {
    constexpr double target = 0.02;
    if (seconds == 0) /* not timed */
      return;
    const double factor = seconds * 8 < target ? 8 : target / seconds;
    amount_ = static_cast<uint64_t>(static_cast<double>(amount_) * factor) + 1;
  }

private:
  uint64_t amount_;
};

inline void set_fault(UlpFault *fault, const Fault &found) {
  fault->code = found.code;
  memcpy(fault->message, found.message, sizeof fault->message);
}

/* Runs `body` on the session's device; a fault in it is stored and gives `failed`. */
template <class Result, class Body> Result guard(UlpSession *session, UlpFault *fault, Result failed, Body body) {
  fault->code = ULP_FAULT_NONE;
  fault->message[0] = '\0';
  try {
    if (session->lost[0])
      raise_fault(ULP_FAULT_LOST, "%s", session->lost);
    cudaGetLastError(); /* what a lost device left behind on this thread is no fault of this one */
    check(cudaSetDevice(session->index), _("choosing the device"));
    return body();
  } catch (const Fault &found) {
    set_fault(fault, found);
    if (found.code == ULP_FAULT_LOST)
      memcpy(session->lost, found.message, sizeof session->lost);
  } catch (const std::bad_alloc &) {
    fault->code = ULP_FAULT_MEMORY;
    strncpy(fault->message, _("not enough memory on the host"), sizeof fault->message - 1);
  }
  return failed;
}

/* The functions of the ABI. */
bool cuda_probe(uint32_t index, uint32_t *count, UlpDeviceInfo *info, UlpFault *fault);
UlpSession *cuda_open(uint32_t index, UlpFault *fault);
void cuda_close(UlpSession *session);
UlpHandle cuda_upload(UlpSession *session, UlpFormat format, const void *data, uint64_t count, const UlpWatch *watch,
                      UlpFault *fault);
bool cuda_download(UlpSession *session, const UlpSlice *slice, void *out, const UlpWatch *watch, UlpFault *fault);
void cuda_release(UlpSession *session, UlpHandle array);

/* run_ID: a kind of job each, in a file of its own. They throw; the job and its slices were found right, and `result` is all
 * zeros. */
#define ULP_JOB(id, ID, type, inputs)                                                                                  \
  void run_##id(UlpSession *session, const type &job, const Input *in, UlpJobResult *result, const UlpWatch *watch);
#include "core/job/jobs.def"
#undef ULP_JOB
