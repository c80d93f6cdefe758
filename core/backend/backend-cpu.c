#include "core/backend/backend-cpu.h"

#include "core/backend/cpu-convert.h"
#include "core/backend/cpu-sum.h"
#include "core/base/i18n.h"
#include "core/base/memory.h"
#include "core/input/input.h"
#include "core/number/format.h"

#include <string.h>
#include <unistd.h>

typedef struct {
  UlpFormat format;
  guint64 count;
  void *data;
} Array;

struct UlpSession {
  char name[sizeof((UlpDeviceInfo *)NULL)->name];
  GHashTable *arrays; /* UlpHandle -> Array */
  UlpHandle last;     /* handles are never used again */
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

static void free_array(gpointer data) {
  Array *array = data;
  g_free(array->data);
  g_free(array);
}

static UlpSession *cpu_open(uint32_t index, UlpFault *fault) {
  *fault = (UlpFault){ULP_FAULT_NONE};
  if (!check_index(index, fault))
    return NULL;
  UlpSession *session = g_new0(UlpSession, 1);
  read_processor_name(session->name, sizeof session->name);
  session->arrays = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, free_array);
  return session;
}

static void cpu_close(UlpSession *session) {
  g_hash_table_unref(session->arrays);
  g_free(session);
}

/* -- arrays ------------------------------------------------------------------------------------------------------- */

static UlpHandle keep(UlpSession *session, UlpFormat format, guint64 count, void *data) {
  Array *array = g_new(Array, 1);
  *array = (Array){format, count, data};
  session->last++;
  g_hash_table_insert(session->arrays, g_memdup2(&session->last, sizeof session->last), array);
  return session->last;
}

static const Array *find(UlpSession *session, UlpHandle handle, UlpFault *fault) {
  const Array *array = g_hash_table_lookup(session->arrays, &handle);
  if (array == NULL)
    ulp_cpu_fault(fault, ULP_FAULT_INVALID, _("there is no array with handle %" G_GUINT64_FORMAT), handle);
  return array;
}

static gboolean check_slice(const Array *array, guint64 offset, guint64 count, UlpFault *fault) {
  if (offset <= array->count && count <= array->count - offset)
    return TRUE;
  return ulp_cpu_fault(fault, ULP_FAULT_INVALID,
                       _("a slice of %" G_GUINT64_FORMAT " elements from %" G_GUINT64_FORMAT
                         " on, expected one within the array's %" G_GUINT64_FORMAT),
                       count, offset, array->count);
}

/* Memory for `count` elements; NULL with a fault. */
static void *allocate(UlpFormat format, guint64 count, UlpFault *fault) {
  const gsize bytes = ulp_format_bytes(format);
  void *data = ulp_try_allocate(count, bytes);
  if (data == NULL)
    ulp_cpu_fault(fault, ULP_FAULT_MEMORY, _("no memory for %" G_GUINT64_FORMAT " elements of %s on the host"), count,
                  ulp_format_info(format)->id);
  return data;
}

/* Keeps `data` when the work was finished, frees it otherwise. */
static UlpHandle keep_or_cancel(UlpSession *session, UlpFormat format, guint64 count, void *data, gboolean finished,
                                UlpFault *fault) {
  if (finished)
    return keep(session, format, count, data);
  g_free(data);
  ulp_cpu_fault_cancelled(fault);
  return 0;
}

typedef struct {
  const char *from;
  char *to;
  gsize bytes; /* of an element */
} Copy;

static void copy_part(guint64 first, guint64 count, guint thread, gpointer data) {
  const Copy *copy = data;
  memcpy(copy->to + first * copy->bytes, copy->from + first * copy->bytes, count * copy->bytes);
}

/* FALSE when stopped. */
static gboolean run_copy(const Copy *copy, guint64 count, const UlpWatch *watch) {
  UlpCpuJob work;
  ulp_cpu_job_begin(&work, watch, (double)count);
  return ulp_cpu_job_run_parts(&work, count, ULP_CPU_PART, copy_part, (gpointer)copy);
}

static UlpHandle cpu_upload(UlpSession *session, UlpFormat format, const void *data, uint64_t count,
                            const UlpWatch *watch, UlpFault *fault) {
  *fault = (UlpFault){ULP_FAULT_NONE};
  if (!ulp_format_is_valid(format) || (data == NULL && count)) {
    ulp_cpu_fault(fault, ULP_FAULT_INVALID, _("an upload needs a format and data"));
    return 0;
  }
  const Copy copy = {data, allocate(format, count, fault), ulp_format_bytes(format)};
  if (copy.to == NULL)
    return 0;
  return keep_or_cancel(session, format, count, copy.to, run_copy(&copy, count, watch), fault);
}

typedef struct {
  const UlpGenerateJob *job;
  char *out;
} Generation;

static void generate_part(guint64 first, guint64 count, guint thread, gpointer data) {
  const Generation *generation = data;
  ulp_generate(generation->job, first, count, generation->out + first * ulp_format_bytes(generation->job->format));
}

static UlpHandle cpu_generate(UlpSession *session, const UlpGenerateJob *job, const UlpWatch *watch, UlpFault *fault) {
  *fault = (UlpFault){ULP_FAULT_NONE};
  if (job->generator >= ULP_N_GENERATORS || (job->format != ULP_FORMAT_FP32 && job->format != ULP_FORMAT_FP64)) {
    ulp_cpu_fault(fault, ULP_FAULT_INVALID, _("a generator makes fp32 or fp64, found generator %u and format %u"),
                  (guint)job->generator, (guint)job->format);
    return 0;
  }
  Generation generation = {job, allocate(job->format, job->count, fault)};
  if (generation.out == NULL)
    return 0;
  UlpCpuJob work;
  ulp_cpu_job_begin(&work, watch, (double)job->count);
  const gboolean finished = ulp_cpu_job_run_parts(&work, job->count, ULP_CPU_PART, generate_part, &generation);
  return keep_or_cancel(session, job->format, job->count, generation.out, finished, fault);
}

static bool cpu_download(UlpSession *session, UlpHandle handle, uint64_t offset, uint64_t count, void *out,
                         const UlpWatch *watch, UlpFault *fault) {
  *fault = (UlpFault){ULP_FAULT_NONE};
  const Array *array = find(session, handle, fault);
  if (array == NULL || !check_slice(array, offset, count, fault))
    return false;
  const gsize bytes = ulp_format_bytes(array->format);
  const Copy copy = {(const char *)array->data + offset * bytes, out, bytes};
  return run_copy(&copy, count, watch) || ulp_cpu_fault_cancelled(fault);
}

static void cpu_release(UlpSession *session, UlpHandle handle) { g_hash_table_remove(session->arrays, &handle); }

/* -- work --------------------------------------------------------------------------------------------------------- */

static UlpHandle cpu_convert(UlpSession *session, UlpHandle handle, const UlpConvertJob *job, double *seconds,
                             const UlpWatch *watch, UlpFault *fault) {
  *fault = (UlpFault){ULP_FAULT_NONE};
  *seconds = 0.0;
  const Array *array = find(session, handle, fault);
  if (array == NULL)
    return 0;
  if (!ulp_format_is_valid(job->to) || job->round >= ULP_N_ROUNDS || job->profile > ULP_ALL_RULES) {
    ulp_cpu_fault(fault, ULP_FAULT_INVALID, _("unknown format %" G_GINT64_MODIFIER "x, rounding %u or rules %x"), job->to,
                  (guint)job->round, (guint)job->profile);
    return 0;
  }
  void *out = allocate(job->to, array->count, fault);
  if (out == NULL)
    return 0;
  UlpCpuJob work;
  ulp_cpu_job_begin(&work, watch, (double)array->count);
  const double begun = ulp_cpu_now();
  const gboolean finished = ulp_cpu_convert(&work, job, array->format, array->data, out, array->count);
  *seconds = ulp_cpu_now() - begun - work.waiting;
  return keep_or_cancel(session, job->to, array->count, out, finished, fault);
}

static void run_case(UlpSession *session, UlpCpuJob *work, const Array *array, const UlpSumCase *one, UlpSumRow *row,
                     UlpFault *fault) {
  if (!ulp_cpu_job_tick(work, 0)) {
    ulp_cpu_fault_cancelled(fault);
    return;
  }
  if (!check_slice(array, one->offset, one->count, fault) || !ulp_cpu_check_plan(&one->plan, fault))
    return;
  const UlpCpuSlice slice = {
      .job = work,
      .plan = &one->plan,
      .kernels = ulp_cpu_kernels(one->plan.step, array->format),
      .format = array->format,
      .x = (const char *)array->data + one->offset * ulp_format_bytes(array->format),
      .n = one->count,
  };
  guint64 bits;
  work->waiting = 0.0;
  const double begun = ulp_cpu_now();
  if (!ulp_cpu_sum(&slice, &bits, fault))
    return;
  row->seconds = ulp_cpu_now() - begun - work->waiting;
  row->bits = bits;
  row->device = session->name;
}

static bool cpu_sum(UlpSession *session, UlpHandle handle, const UlpSumCase *cases, uint64_t n_cases, UlpSumRow *rows,
                    const UlpWatch *watch, UlpFault *fault) {
  *fault = (UlpFault){ULP_FAULT_NONE};
  const Array *array = find(session, handle, fault);
  if (array && array->format != ULP_FORMAT_FP32 && array->format != ULP_FORMAT_FP64)
    ulp_cpu_fault(fault, ULP_FAULT_INVALID, _("sums take fp32 or fp64 arrays, found %s"),
                  ulp_format_info(array->format)->id);
  double total = 0.0;
  for (guint64 i = 0; i < n_cases; i++) {
    rows[i] = (UlpSumRow){.fault = fault->code};
    total += (double)cases[i].count;
  }
  if (fault->code)
    return false;

  UlpCpuJob work;
  ulp_cpu_job_begin(&work, watch, total);
  for (guint64 i = 0; i < n_cases; i++) {
    UlpFault own = {ULP_FAULT_NONE};
    run_case(session, &work, array, &cases[i], &rows[i], &own);
    rows[i].fault = own.code;
    if (own.code && !fault->code)
      *fault = own;
  }
  return fault->code == ULP_FAULT_NONE;
}

const UlpBackend *ulp_backend_cpu(void) {
  static const UlpBackend backend = {
      .abi = ULP_BACKEND_ABI,
      .size = sizeof(UlpBackend),
      .id = "cpu",
      .probe = cpu_probe,
      .open = cpu_open,
      .close = cpu_close,
      .upload = cpu_upload,
      .generate = cpu_generate,
      .download = cpu_download,
      .release = cpu_release,
      .convert = cpu_convert,
      .sum = cpu_sum,
  };
  return &backend;
}
