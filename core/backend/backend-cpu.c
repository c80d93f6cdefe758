#include "core/backend/backend-cpu.h"

#include "core/backend/cpu-array.h"
#include "core/backend/cpu-convert.h"
#include "core/backend/cpu-reduce.h"
#include "core/backend/cpu-sum.h"
#include "core/backend/cpu-transform.h"
#include "core/base/i18n.h"
#include "core/input/input.h"
#include "core/job/job-check.h"
#include "core/number/format.h"

#include <string.h>
#include <unistd.h>

struct UlpSession {
  char name[sizeof((UlpDeviceInfo *)NULL)->name];
  UlpCpuArrays arrays;
};

/* -- the device --------------------------------------------------------------------------------------------------- */

static void read_processor_name(char *name, gsize size) {
  g_autofree char *text = NULL;
  g_strlcpy(name, _("processor"), size);
  if (!g_file_get_contents("/proc/cpuinfo", &text, NULL, NULL))
    return;
  const char *line = strstr(text, "model name");
  const char *colon = line ? strchr(line, ':') : NULL;
  if (colon == NULL)
    return;
  g_autofree char *model = g_strndup(colon + 1, strcspn(colon + 1, "\n"));
  g_strlcpy(name, g_strstrip(model), size);
}

static gboolean check_index(uint32_t index, UlpFault *fault) {
  if (index == 0)
    return TRUE;
  return ulp_cpu_fault(fault, ULP_FAULT_NO_DEVICE, _("there is one CPU device, found index %u"), index);
}

static bool cpu_probe(uint32_t index, uint32_t *count, UlpDeviceInfo *info, UlpFault *fault) {
  *fault = (UlpFault){ULP_FAULT_NONE};
  *count = 1;
  if (!check_index(index, fault))
    return false;
  *info = (UlpDeviceInfo){.multiprocessors = (int)g_get_num_processors()};
  info->memory_bytes = (guint64)sysconf(_SC_PHYS_PAGES) * (guint64)sysconf(_SC_PAGESIZE);
  read_processor_name(info->name, sizeof info->name);
  g_snprintf(info->build, sizeof info->build, "%s %s, -ffp-contract=off",
#ifdef __clang__
             "clang",
#else
             "gcc",
#endif
             __VERSION__);
  return true;
}

static UlpSession *cpu_open(uint32_t index, UlpFault *fault) {
  *fault = (UlpFault){ULP_FAULT_NONE};
  if (!check_index(index, fault))
    return NULL;
  UlpSession *session = g_new0(UlpSession, 1);
  read_processor_name(session->name, sizeof session->name);
  ulp_cpu_arrays_init(&session->arrays);
  return session;
}

static void cpu_close(UlpSession *session) {
  ulp_cpu_arrays_clear(&session->arrays);
  g_free(session);
}

/* -- arrays ------------------------------------------------------------------------------------------------------- */

static UlpHandle cpu_upload(UlpSession *session, UlpFormat format, const void *data, uint64_t count,
                            const UlpWatch *watch, UlpFault *fault) {
  *fault = (UlpFault){ULP_FAULT_NONE};
  if (!ulp_format_is_valid(format) || (data == NULL && count)) {
    ulp_cpu_fault(fault, ULP_FAULT_INVALID, _("an upload needs a format and data"));
    return 0;
  }
  const UlpCpuArray from = {format, count, (void *)data}, to = {format, count, ulp_cpu_allocate(format, count, fault)};
  if (to.data == NULL)
    return 0;
  return ulp_cpu_arrays_keep(&session->arrays, &to, ulp_cpu_copy(&from, 0, count, to.data, watch), fault);
}

static bool cpu_download(UlpSession *session, const UlpSlice *slice, void *out, const UlpWatch *watch,
                         UlpFault *fault) {
  *fault = (UlpFault){ULP_FAULT_NONE};
  const UlpCpuArray *array = ulp_cpu_arrays_find(&session->arrays, slice, fault);
  return array && (ulp_cpu_copy(array, slice->offset, slice->count, out, watch) || ulp_cpu_fault_cancelled(fault));
}

static void cpu_release(UlpSession *session, UlpHandle handle) { ulp_cpu_arrays_release(&session->arrays, handle); }

/* -- jobs --------------------------------------------------------------------------------------------------------- */

static gboolean has_atomics(UlpAtomics atomics) {
  static const gboolean on_cpu[] = {
#define ULP_ATOMICS(id, ID, title, on_cpu) on_cpu,
#include "core/job/atomics.def"
#undef ULP_ATOMICS
  };
  return on_cpu[atomics];
}

static bool cpu_supports(const UlpJob *job, const UlpFormat *formats, UlpFault *fault) {
  const char *problem = ulp_job_problem(job, formats);
  *fault = (UlpFault){ULP_FAULT_NONE};
  if (problem)
    return ulp_cpu_fault(fault, ULP_FAULT_INVALID, "%s", _(problem));
  if (job->kind == ULP_JOB_CONVERT && job->convert.by != ULP_CONVERTER_OWN)
    return ulp_cpu_fault(fault, ULP_FAULT_UNSUPPORTED, "%s",
                         _("CUDA's headers are compiled into the CUDA module only"));
  if (job->kind == ULP_JOB_TRANSFORM && ulp_transform_is_gpu_fp32(job->transform.transform))
    return ulp_cpu_fault(fault, ULP_FAULT_UNSUPPORTED, "%s", _("only a GPU has this division"));
  if (job->kind == ULP_JOB_SUM && !has_atomics(job->sum.atomics))
    return ulp_cpu_fault(fault, ULP_FAULT_UNSUPPORTED, "%s",
                         _("atomic additions of a scope, or in shared memory, run on a GPU only"));
  return job->kind != ULP_JOB_SUM || job->sum.plan.shape != ULP_SHAPE_LIBRARY ||
         ulp_cpu_fault(fault, ULP_FAULT_UNSUPPORTED, "%s", _("a library's routine runs on a GPU only"));
}

/* A job on its way: its inputs, of one length, and what it makes. */
typedef struct {
  UlpSession *session;
  const UlpJob *job;
  const UlpCpuArray *in[ULP_JOB_INPUTS];
  UlpCpuJob work;
  double begun; /* after allocation */
  UlpJobResult *result;
} Run;

static gboolean find_inputs(Run *run, UlpFault *fault) {
  UlpFormat formats[ULP_JOB_INPUTS] = {0};
  for (guint i = 0; i < ulp_job_n_inputs(run->job); i++) {
    const UlpSlice *slice = &run->job->in[i];
    run->in[i] = ulp_cpu_arrays_find(&run->session->arrays, slice, fault);
    if (run->in[i] == NULL)
      return FALSE;
    if (slice->count != run->job->in[0].count)
      return ulp_cpu_fault(fault, ULP_FAULT_INVALID,
                           _("inputs of %" G_GUINT64_FORMAT " and %" G_GUINT64_FORMAT " elements, expected one length"),
                           run->job->in[0].count, slice->count);
    formats[i] = run->in[i]->format;
  }
  return cpu_supports(run->job, formats, fault);
}

/* Keeps what was made, when it was finished, as the job's array. */
static gboolean keep(Run *run, const UlpCpuArray *made, gboolean finished, UlpFault *fault) {
  run->result->out = ulp_cpu_arrays_keep(&run->session->arrays, made, finished, fault);
  return run->result->out != 0;
}

typedef struct {
  const UlpGenerateJob *job;
  char *out;
} Generation;

static void generate_part(guint64 first, guint64 count, guint thread, gpointer data) {
  const Generation *generation = data;
  ulp_generate(generation->job, first, count, generation->out + ulp_packed_bytes(generation->job->format, first));
}

static gboolean run_generate(Run *run, UlpFault *fault) {
  const UlpGenerateJob *job = &run->job->generate;
  const UlpCpuArray made = {job->format, job->count, ulp_cpu_allocate(job->format, job->count, fault)};
  Generation generation = {job, made.data};
  run->begun = ulp_cpu_now();
  return made.data &&
         keep(run, &made, ulp_cpu_job_run_parts(&run->work, job->count, ULP_CPU_PART, generate_part, &generation),
              fault);
}

static gboolean run_convert(Run *run, UlpFault *fault) {
  const UlpConvertJob *job = &run->job->convert;
  const UlpSlice *slice = &run->job->in[0];
  const UlpCpuArray made = {job->to, slice->count, ulp_cpu_allocate(job->to, slice->count, fault)};
  run->begun = ulp_cpu_now();
  return made.data && keep(run, &made, ulp_cpu_convert(&run->work, job, run->in[0], slice->offset, &made), fault);
}

static gboolean run_transform(Run *run, UlpFault *fault) {
  const UlpSlice *slice = &run->job->in[0];
  const UlpFormat format = run->in[0]->format;
  const UlpCpuArray made = {format, slice->count, ulp_cpu_allocate(format, slice->count, fault)};
  run->begun = ulp_cpu_now();
  return made.data &&
         keep(run, &made,
              ulp_cpu_transform(&run->work, run->job->transform.transform, run->in[0], slice->offset, &made), fault);
}

static gboolean run_sum(Run *run, UlpFault *fault) {
  const UlpSumJob *job = &run->job->sum;
  const UlpSlice *in = &run->job->in[0];
  const UlpCpuSlice slice = {
      .job = &run->work,
      .plan = &job->plan,
      .magnitudes = job->magnitudes,
      .atomics = job->atomics,
      .kernels = ulp_cpu_kernels(job->plan.step, run->in[0]->format),
      .format = run->in[0]->format,
      .x = (const char *)run->in[0]->data + ulp_packed_bytes(run->in[0]->format, in->offset),
      .n = in->count,
  };
  return ulp_cpu_sum(&slice, &run->result->sum, fault);
}

static gboolean run_reduce(Run *run, UlpFault *fault) {
  guint64 offsets[ULP_JOB_INPUTS];
  for (guint i = 0; i < ULP_JOB_INPUTS; i++)
    offsets[i] = run->job->in[i].offset;
  return ulp_cpu_reduce(&run->work, &run->job->reduce, run->in, offsets, run->job->in[0].count, &run->result->reduce,
                        fault);
}

typedef struct {
  const char *bytes;
  _Atomic guint64 sum; /* so that nothing is left unread */
} Reading;

static void read_part(guint64 first, guint64 count, guint thread, gpointer data) {
  Reading *reading = data;
  guint64 sum = 0;
  for (guint64 i = 0; i + sizeof sum <= count; i += sizeof sum) {
    guint64 word;
    memcpy(&word, reading->bytes + first + i, sizeof word);
    sum += word;
  }
  atomic_fetch_add_explicit(&reading->sum, sum, memory_order_relaxed);
}

static gboolean run_read(Run *run, UlpFault *fault) {
  const UlpSlice *in = &run->job->in[0];
  const guint64 begin = ulp_packed_bytes(run->in[0]->format, in->offset);
  const guint64 bytes = ulp_packed_bytes(run->in[0]->format, in->offset + in->count) - begin;
  Reading reading = {.bytes = (const char *)run->in[0]->data + begin};
  run->work.total = (double)bytes;
  return ulp_cpu_job_run_parts(&run->work, bytes, 4 * ULP_CPU_PART, read_part, &reading) ||
         ulp_cpu_fault_cancelled(fault);
}

static bool cpu_run(UlpSession *session, const UlpJob *job, UlpJobResult *result, const UlpWatch *watch,
                    UlpFault *fault) {
  static gboolean (*const runs[ULP_N_JOBS])(Run *, UlpFault *) = {
#define ULP_JOB(id, ID, type, inputs) run_##id,
#include "core/job/jobs.def"
#undef ULP_JOB
  };
  Run run = {.session = session, .job = job, .result = result};
  memset(result, 0, sizeof *result);
  *fault = (UlpFault){ULP_FAULT_NONE};
  if (!find_inputs(&run, fault))
    return false;
  ulp_cpu_job_begin(&run.work, watch, (double)(job->kind == ULP_JOB_GENERATE ? job->generate.count : job->in[0].count));
  if (!ulp_cpu_job_tick(&run.work, 0))
    return ulp_cpu_fault_cancelled(fault);
  run.begun = ulp_cpu_now();
  if (!runs[job->kind](&run, fault)) {
    memset(result, 0, sizeof *result);
    return false;
  }
  result->seconds = ulp_cpu_now() - run.begun - run.work.waiting;
  result->device = session->name;
  return true;
}

const UlpBackend *ulp_backend_cpu(void) {
  static const UlpBackend backend = {
      .version = ULP_VERSION_HERE,
      .id = "cpu",
      .probe = cpu_probe,
      .open = cpu_open,
      .close = cpu_close,
      .upload = cpu_upload,
      .download = cpu_download,
      .release = cpu_release,
      .supports = cpu_supports,
      .run = cpu_run,
  };
  return &backend;
}
