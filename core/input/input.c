/* An input: its origin, and its data where somebody asks for them. */
#include "core/input/input.h"

#include "core/base/error.h"
#include "core/base/i18n.h"
#include "core/base/name.h"
#include "core/base/memory.h"
#include "core/input/file.h"
#include "core/number/format.h"

#include <string.h>

G_STATIC_ASSERT(G_BYTE_ORDER == G_LITTLE_ENDIAN); /* containers in memory are what files hold and hashes cover */

#define DEFAULT_COUNT 1000000
#define SLICE_ELEMENTS 0x20000 /* between two looks at the cancellable: some milliseconds */

struct _UlpInput {
  gatomicrefcount references;
  gboolean generated; /* element by element, wherever it is wanted: nothing is held until then */
  guint version;      /* of its generator; 0 for a file */
  UlpGenerateJob job; /* format and count also for a file */
  UlpArrayInfo info;
  char *description;
  GMutex mutex; /* over what is made on first use */
  gpointer data;
  char *hash;
  UlpFile *file;       /* of a streamed input, from which it is read; NULL: the elements are held, or made */
  GChecksum *checksum; /* of a file, of its first `hashed` elements */
  guint64 hashed;
  UlpDecimalSum *decimals; /* of a text, as it is written; NULL where there is none, or something was done to it */
};

static UlpInput *input_new(const UlpGenerateJob *job, const UlpArrayInfo *info) {
  UlpInput *input = g_new0(UlpInput, 1);
  g_atomic_ref_count_init(&input->references);
  g_mutex_init(&input->mutex);
  input->job = *job;
  input->info = *info;
  return input;
}

UlpInput *ulp_input_ref(UlpInput *input) {
  g_atomic_ref_count_inc(&input->references);
  return input;
}

void ulp_input_unref(UlpInput *input) {
  if (!g_atomic_ref_count_dec(&input->references))
    return;
  g_mutex_clear(&input->mutex);
  g_free(input->description);
  g_free(input->data);
  g_free(input->hash);
  g_clear_pointer(&input->file, ulp_file_free);
  g_clear_pointer(&input->checksum, g_checksum_free);
  g_clear_pointer(&input->decimals, ulp_decimal_sum_free);
  g_free(input);
}

static char *describe_generator(const UlpInputSpec *spec, const UlpGenerateJob *job) {
  GString *description = g_string_new(ulp_generator_info(spec->generator)->id);
  g_string_append_printf(description, ":n=%" G_GUINT64_FORMAT "%s, seed %" G_GUINT64_FORMAT, job->count,
                         spec->parameters, job->seed);
  if (job->stream > 0)
    g_string_append_printf(description, ", stream %u", job->stream);
  return g_string_free(description, FALSE);
}

/* Room for an array; what follows the last element in its byte is zero. */
static gpointer allocate(const UlpArrayInfo *info, guint64 count, GError **error) {
  guint64 bytes;
  gpointer data = ulp_array_info_bytes(info, &bytes) ? ulp_try_allocate(bytes, 1) : NULL;
  if (data == NULL)
    ulp_set_error(error, ULP_ERROR_MEMORY, _("not enough memory for %" G_GUINT64_FORMAT " elements of %s"), count,
                  ulp_format_info(info->format)->id);
  else if (bytes > 0)
    ((guint8 *)data)[bytes - 1] = 0;
  return data;
}

/* Elements of the file, and their part of the hash while they are at hand, where it goes on with them. */
static gboolean read_part(UlpInput *input, guint64 first, guint64 count, gpointer out, GCancellable *cancellable,
                          GError **error) {
  for (guint64 done = 0; done < count; done += SLICE_ELEMENTS) {
    const guint64 n = MIN(SLICE_ELEMENTS, count - done);
    guint8 *slice = (guint8 *)out + ulp_packed_bytes(input->job.format, done);
    if (!ulp_file_read(input->file, first + done, n, slice, cancellable, error))
      return FALSE;
    if (input->hash != NULL || first + done != input->hashed)
      continue;
    g_checksum_update(input->checksum, slice, (gssize)ulp_packed_bytes(input->job.format, n));
    input->hashed += n;
    if (input->hashed == input->job.count)
      input->hash = g_strdup(g_checksum_get_string(input->checksum));
  }
  return TRUE;
}

static char *describe_file(const UlpFileSpec *spec, const UlpMember *member, const UlpArrayInfo *info) {
  g_autofree char *text = ulp_file_spec_text(spec), *name = ulp_name_shown(text);
  g_autofree char *shape = ulp_array_info_text(info);
  return g_strdup_printf("%s, %s%s%s", name, shape, member->note != NULL ? ", " : "",
                         member->note != NULL ? member->note : "");
}

static UlpInput *open_file(const UlpFileSpec *spec, const UlpInputRun *run, gboolean can_stream,
                           GCancellable *cancellable, GError **error) {
  UlpGenerateJob size = {.count = 0};
  g_autoptr(UlpFile) file = ulp_file_open(spec, cancellable, error);
  const UlpMember *member = file != NULL ? ulp_file_choose(file, cancellable, error) : NULL;
  if (member == NULL)
    return NULL;
  const UlpArrayInfo info = ulp_file_info(file);
  size.format = info.format;
  ulp_array_info_count(&info, &size.count);
  gboolean streamed = can_stream && run->stream_from > 0 && ulp_file_is_stored(file) &&
                      ulp_packed_bytes(size.format, size.count) >= run->stream_from;
  if (run->accept && !run->accept(size.format, size.count, &streamed, run->data, error))
    return NULL;
  g_autoptr(UlpInput) input = input_new(&size, &info);
  input->description = describe_file(spec, member, &info);
  input->file = g_steal_pointer(&file);
  input->checksum = g_checksum_new(G_CHECKSUM_SHA256);
  if (streamed)
    return g_steal_pointer(&input);
  input->data = allocate(&info, size.count, error);
  if (input->data == NULL) {
    ulp_error_prefix(error, input->description);
    return NULL;
  }
  if (!read_part(input, 0, size.count, input->data, cancellable, error))
    return NULL;
  input->decimals = ulp_file_take_decimals(input->file);
  g_clear_pointer(&input->file, ulp_file_free);
  return g_steal_pointer(&input);
}

static guint64 element_bytes(const UlpInput *input) { return ulp_format_bytes(input->job.format); }

static gpointer generate_all(const UlpInput *input, GCancellable *cancellable, GError **error) {
  g_autofree guint8 *data = allocate(&input->info, input->job.count, error);
  if (data == NULL) {
    ulp_error_prefix(error, input->description);
    return NULL;
  }
  for (guint64 done = 0; done < input->job.count; done += SLICE_ELEMENTS) {
    if (!ulp_go_on(cancellable, error))
      return NULL;
    ulp_generate(&input->job, done, MIN(SLICE_ELEMENTS, input->job.count - done), data + done * element_bytes(input));
  }
  return g_steal_pointer(&data);
}

/* What is made whole: here, as a file is read. */
static gboolean make_all(UlpInput *input, const UlpMaker *maker, GCancellable *cancellable, GError **error) {
  input->data = allocate(&input->info, input->job.count, error);
  if (input->data != NULL && maker->make(&input->job, input->data, cancellable, error))
    return TRUE;
  ulp_error_prefix(error, input->description);
  return FALSE;
}

static UlpInput *open_generator(const UlpInputSpec *spec, const UlpInputRun *run, GCancellable *cancellable,
                                GError **error) {
  const UlpGeneratorInfo *info = ulp_generator_info(spec->generator);
  UlpGenerateJob job = spec->job;
  job.seed = run->seed;
  job.stream = run->stream;
  if (job.count == 0)
    job.count = run->count > 0 ? run->count : DEFAULT_COUNT;
  const UlpArrayInfo array = ulp_array_info(job.format, job.count);
  g_autoptr(UlpInput) input = input_new(&job, &array);
  input->version = info->version;
  input->description = describe_generator(spec, &job);
  input->generated = info->maker == NULL;
  if (input->generated && spec->operations->len == 0)
    return g_steal_pointer(&input);
  gboolean streamed = FALSE;
  if (run->accept && !run->accept(job.format, job.count, &streamed, run->data, error))
    return NULL;
  if (input->generated)
    input->data = generate_all(input, cancellable, error);
  else if (!make_all(input, info->maker, cancellable, error))
    return NULL;
  input->generated = FALSE;
  return input->data != NULL ? g_steal_pointer(&input) : NULL;
}

/* What follows the last element in its byte is zero. */
static void clear_after_last(UlpInput *input) {
  const guint64 bits = input->job.count % 8 * ulp_layout(input->job.format).container_bits;
  if (bits % 8 != 0)
    ((guint8 *)input->data)[ulp_packed_bytes(input->job.format, input->job.count) - 1] &=
        (guint8)((1u << bits % 8) - 1);
}

/* What the operations make of an input that nobody else has yet. */
static gboolean operate(UlpInput *input, const GPtrArray *operations, GCancellable *cancellable, GError **error) {
  UlpElements elements = {input->info, input->data};
  const gboolean done = ulp_operations_apply(operations, &elements, cancellable, error);
  input->info = elements.info;
  input->data = elements.data;
  ulp_array_info_count(&input->info, &input->job.count);
  input->job.format = input->info.format;
  if (!done) {
    ulp_error_prefix(error, input->description);
    return FALSE;
  }
  for (guint i = 0; i < operations->len; i++) {
    g_autofree char *before = input->description, *text = ulp_operation_spec_text(g_ptr_array_index(operations, i));
    input->description = g_strdup_printf("%s | %s", before, text);
  }
  clear_after_last(input);
  g_clear_pointer(&input->decimals, ulp_decimal_sum_free);
  g_clear_pointer(&input->hash, g_free);
  return TRUE;
}

UlpInput *ulp_input_open_spec(const UlpInputSpec *spec, const UlpInputRun *run, GCancellable *cancellable,
                              GError **error) {
  g_autoptr(UlpInput) input = spec->generated
                                  ? open_generator(spec, run, cancellable, error)
                                  : open_file(spec->file, run, spec->operations->len == 0, cancellable, error);
  if (input != NULL && spec->operations->len > 0 && !operate(input, spec->operations, cancellable, error))
    return NULL;
  return g_steal_pointer(&input);
}

UlpInput *ulp_input_open(const char *text, guint64 seed, guint64 default_count, GCancellable *cancellable,
                         GError **error) {
  g_autoptr(UlpInputSpec) spec = ulp_input_spec_parse(text, error);
  const UlpInputRun run = {.seed = seed, .count = default_count};
  return spec != NULL ? ulp_input_open_spec(spec, &run, cancellable, error) : NULL;
}

const UlpArrayInfo *ulp_input_info(const UlpInput *input) { return &input->info; }
UlpFormat ulp_input_format(const UlpInput *input) { return input->job.format; }
guint64 ulp_input_count(const UlpInput *input) { return input->job.count; }
const UlpGenerateJob *ulp_input_job(const UlpInput *input) { return input->generated ? &input->job : NULL; }
guint ulp_input_version(const UlpInput *input) { return input->version; }
const UlpDecimalSum *ulp_input_decimals(const UlpInput *input) { return input->decimals; }
const char *ulp_input_describe(const UlpInput *input) { return input->description; }

/* SHA-256 in slices, so that a generated array that is long is not kept for it. */
static char *make_hash(const UlpInput *input, GCancellable *cancellable) {
  g_autoptr(GChecksum) checksum = g_checksum_new(G_CHECKSUM_SHA256);
  g_autofree guint8 *slice = input->data == NULL ? g_malloc(SLICE_ELEMENTS * element_bytes(input)) : NULL;
  for (guint64 done = 0; done < input->job.count;) {
    const guint64 count = MIN(SLICE_ELEMENTS, input->job.count - done);
    if (g_cancellable_is_cancelled(cancellable))
      return NULL;
    if (slice != NULL)
      ulp_generate(&input->job, done, count, slice);
    const gsize bytes = ulp_packed_bytes(input->job.format, count);
    g_checksum_update(checksum,
                      slice != NULL ? slice : (const guint8 *)input->data + ulp_packed_bytes(input->job.format, done),
                      (gssize)bytes);
    done += count;
  }
  return g_strdup(g_checksum_get_string(checksum));
}

/* What is left of it, of an input that has been read in part. */
static void finish_hash(UlpInput *input, GCancellable *cancellable) {
  g_autofree guint8 *slice = g_malloc(ulp_packed_bytes(input->job.format, SLICE_ELEMENTS));
  while (input->hash == NULL)
    if (!read_part(input, input->hashed, MIN(SLICE_ELEMENTS, input->job.count - input->hashed), slice, cancellable,
                   NULL))
      return;
}

const char *ulp_input_hash(UlpInput *input, GCancellable *cancellable) {
  g_mutex_lock(&input->mutex);
  if (input->hash == NULL && input->file != NULL)
    finish_hash(input, cancellable);
  else if (input->hash == NULL)
    input->hash = make_hash(input, cancellable);
  const char *hash = input->hash;
  g_mutex_unlock(&input->mutex);
  return hash;
}

gboolean ulp_input_is_streamed(const UlpInput *input) { return input->file != NULL; }

gboolean ulp_input_read(UlpInput *input, guint64 first, guint64 count, gpointer out, GCancellable *cancellable,
                        GError **error) {
  g_mutex_lock(&input->mutex);
  const gboolean ok = read_part(input, first, count, out, cancellable, error);
  g_mutex_unlock(&input->mutex);
  return ok;
}

/* A streamed input that is wanted whole after all. */
static gpointer keep_all(UlpInput *input, GCancellable *cancellable, GError **error) {
  g_autofree gpointer data = allocate(&input->info, input->job.count, error);
  return data != NULL && read_part(input, 0, input->job.count, data, cancellable, error) ? g_steal_pointer(&data)
                                                                                         : NULL;
}

gconstpointer ulp_input_data(UlpInput *input, GCancellable *cancellable, GError **error) {
  g_mutex_lock(&input->mutex);
  if (input->data == NULL)
    input->data = input->file != NULL ? keep_all(input, cancellable, error) : generate_all(input, cancellable, error);
  gconstpointer data = input->data;
  g_mutex_unlock(&input->mutex);
  return data;
}
