/* The C ABI of a backend: plain C types only, so that a module built by another compiler can fill it in.
 *
 * A session is one opened device; it holds arrays by handle and runs jobs on them. Nothing here
 * ends the program: each fault is a code and a message. After ULP_FAULT_LOST every call but close gives ULP_FAULT_LOST
 * again. A session is used by one thread at a time; different sessions are independent. */
#pragma once

#include "core/backend/version.h"
#include "core/job/job.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct UlpSession UlpSession; /* each backend defines its own */

typedef enum {
  ULP_FAULT_NONE,
  ULP_FAULT_NO_DEVICE,   /* no such index, no driver, too old a driver or device: the message is the reason */
  ULP_FAULT_MEMORY,      /* the device's or the host's memory is short; the session goes on */
  ULP_FAULT_INVALID,     /* a handle, slice, format or plan that does not exist */
  ULP_FAULT_UNSUPPORTED, /* a plan this backend does not run */
  ULP_FAULT_CANCELLED,   /* the watch said stop */
  ULP_FAULT_LOST,        /* an error that ended the device's context */
} UlpFaultCode;

typedef struct {
  UlpFaultCode code;
  char message[480]; /* UTF-8, one line, "" when code is NONE */
} UlpFault;

typedef struct {
  char name[128]; /* "NVIDIA H200", or the processor's model */
  uint64_t memory_bytes;
  int capability_major, capability_minor; /* CUDA compute capability; 0 on the CPU */
  int multiprocessors;                    /* processors on the CPU */
  char driver[32], toolkit[32], cccl[32]; /* versions; "" where they do not apply */
  char build[160];                        /* compiler and flags of the backend's arithmetic */
} UlpDeviceInfo;

/* Called from the session's thread at least every 50 ms of work; false asks to stop. `fraction` is in [0, 1] of the job. */
typedef struct {
  bool (*progress)(double fraction, void *data); /* NULL: never stop */
  void *data;
} UlpWatch;

typedef struct {
  UlpVersion version; /* ULP_VERSION_HERE (version.h): first, so that it can be read from any module */
  const char *id;     /* "cpu", "cuda" */

  /* True and `info` for a usable device; otherwise false and the reason. *count is the number of devices, 0 with a reason
   * when there is none at all. */
  bool (*probe)(uint32_t index, uint32_t *count, UlpDeviceInfo *info, UlpFault *fault);
  UlpSession *(*open)(uint32_t index, UlpFault *fault); /* NULL on a fault */
  void (*close)(UlpSession *session);                   /* frees every array */

  /* Arrays. `data` holds `count` elements packed as core/array/packing.h has it; count may be 0. A fault gives 0 or false. */
  UlpHandle (*upload)(UlpSession *session, UlpFormat format, const void *data, uint64_t count, const UlpWatch *watch,
                      UlpFault *fault);
  bool (*download)(UlpSession *session, const UlpSlice *slice, void *out, const UlpWatch *watch, UlpFault *fault);
  void (*release)(UlpSession *session, UlpHandle array);

  /* Whether the backend runs this job on inputs of these formats: else UNSUPPORTED or INVALID and the reason. Handles and
   * lengths are not looked at. */
  bool (*supports)(const UlpJob *job, const UlpFormat *formats, UlpFault *fault);
  /* One job; on a fault `result` is all zeros but for the device where it was the device that failed. */
  bool (*run)(UlpSession *session, const UlpJob *job, UlpJobResult *result, const UlpWatch *watch, UlpFault *fault);
} UlpBackend;

/* The one symbol a module exports. */
typedef const UlpBackend *(*UlpBackendEntry)(void);
#define ULP_BACKEND_ENTRY "ulp_backend_entry"
