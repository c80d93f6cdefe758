/* An input: its specification, its origin, and its data where somebody asks for them. */
#include "core/input/input.h"

#include "core/base/error.h"
#include "core/base/i18n.h"
#include "core/input/reader.h"
#include "core/number/format.h"

#include <string.h>

G_STATIC_ASSERT(G_BYTE_ORDER == G_LITTLE_ENDIAN); /* containers in memory are what files hold and hashes cover */

#define SLICE_ELEMENTS 0x20000 /* between two looks at the cancellable: some milliseconds */

struct _UlpInput {
  gatomicrefcount references;
  gboolean generated;
  UlpGenerateJob job; /* format and count also for a file */
  char *description;
  GMutex mutex; /* over what is made on first use */
  gpointer data;
  char *hash;
};

static UlpInput *input_new(const UlpGenerateJob *job) {
  UlpInput *input = g_new0(UlpInput, 1);
  g_atomic_ref_count_init(&input->references);
  g_mutex_init(&input->mutex);
  input->job = *job;
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
  g_free(input);
}

/* What the lookup of a name leaves behind: the generator, and its parameters with the default count of this call. */
typedef struct {
  guint64 default_count;
  char count_text[24];
  UlpGenerator generator;
  UlpParam params[ULP_GENERATOR_N_COMMON_PARAMS + ULP_GENERATOR_MAX_VALUES];
} Lookup;

static gboolean find_generator(const char *name, UlpGenerator *generator) {
  for (guint i = 0; i < ULP_N_GENERATORS; i++)
    if (g_str_equal(name, ulp_generator_info(i)->id)) {
      *generator = i;
      return TRUE;
    }
  return FALSE;
}

static gboolean lookup_generator(const char *name, const UlpParam **params, guint *n_params, gpointer data) {
  Lookup *lookup = data;
  if (!find_generator(name, &lookup->generator))
    return FALSE;
  const UlpGeneratorInfo *info = ulp_generator_info(lookup->generator);
  memcpy(lookup->params, info->params, info->n_params * sizeof *info->params);
  if (info->default_count == 0 && lookup->default_count > 0) {
    g_snprintf(lookup->count_text, sizeof lookup->count_text, "%" G_GUINT64_FORMAT, lookup->default_count);
    lookup->params[0].default_text = lookup->count_text;
  }
  *params = lookup->params;
  *n_params = info->n_params;
  return TRUE;
}

static UlpInput *open_generator(const char *spec, guint64 seed, guint64 default_count, GError **error) {
  Lookup lookup = {.default_count = default_count};
  g_autoptr(UlpValues) values = ulp_spec_parse(spec, _("generator"), lookup_generator, &lookup, NULL, error);
  if (values == NULL)
    return NULL;
  const UlpGeneratorInfo *info = ulp_generator_info(lookup.generator);
  UlpGenerateJob job = {.generator = lookup.generator, .count = ulp_values_count(values, "n"), .seed = seed};
  if (!ulp_format_from_id(ulp_values_text(values, "format"), &job.format, error))
    return NULL;
  g_autoptr(GString) parameters = g_string_new(NULL);
  for (guint i = 1; i < info->n_params; i++) {
    const UlpParam *param = &info->params[i];
    g_string_append_printf(parameters, ":%s=%s", param->id, ulp_values_text(values, param->id));
    if (i >= ULP_GENERATOR_N_COMMON_PARAMS)
      job.values[i - ULP_GENERATOR_N_COMMON_PARAMS] = param->type == ULP_PARAM_COUNT
                                                          ? (double)ulp_values_count(values, param->id)
                                                          : ulp_values_real(values, param->id);
  }
  UlpInput *input = input_new(&job);
  input->generated = TRUE;
  input->description = g_strdup_printf("%s:n=%" G_GUINT64_FORMAT "%s, seed %" G_GUINT64_FORMAT, info->id, job.count,
                                       parameters->str, job.seed);
  return input;
}

/* "FILE:format=fp32" without the format, which `format` then points to, else it is NULL; other colons belong to the
 * file's name. */
static char *split_path(const char *spec, const char **format) {
  static const char key[] = ":format=";
  const char *last = strrchr(spec, ':');
  *format = last != NULL && g_str_has_prefix(last, key) ? last + strlen(key) : NULL;
  return g_strndup(spec, *format != NULL ? (gsize)(last - spec) : strlen(spec));
}

static gboolean parse_element_format(const char *path, const char *id, UlpFormat *format, GError **error) {
  if (ulp_format_from_id(id, format, NULL) && (*format == ULP_FORMAT_FP32 || *format == ULP_FORMAT_FP64))
    return TRUE;
  g_set_error(error, ULP_ERROR, ULP_ERROR_USAGE, _("%s: found format “%s”, expected fp32 or fp64"), path, id);
  return FALSE;
}

static UlpInput *open_file(const char *path, const UlpFormat *wanted, GCancellable *cancellable, GError **error) {
  UlpFileArray array;
  if (!ulp_read_file(path, wanted, cancellable, &array, error))
    return NULL;
  const UlpGenerateJob shape = {.format = array.format, .count = array.count};
  UlpInput *input = input_new(&shape);
  input->data = array.data;
  g_autofree char *name = g_filename_display_name(path);
  g_autoptr(GString) description = g_string_new(name);
  if (wanted != NULL)
    g_string_append_printf(description, ":format=%s", ulp_format_info(*wanted)->id);
  if (array.note != NULL)
    g_string_append_printf(description, ", %s", _(array.note));
  input->description = g_string_free(g_steal_pointer(&description), FALSE);
  return input;
}

static gboolean fail_unknown(const char *name, GError **error) {
  g_autoptr(GString) known = g_string_new(NULL);
  for (guint i = 0; i < ULP_N_GENERATORS; i++)
    g_string_append_printf(known, "%s, ", ulp_generator_info(i)->id);
  g_set_error(error, ULP_ERROR, ULP_ERROR_USAGE, _("unknown input “%s”, expected %sor a file name ending in one of:%s"),
              name, known->str, ulp_reader_endings());
  return FALSE;
}

/* FALSE for what is neither a file of a known kind nor meant as one of another kind. */
static gboolean check_path(const char *path, const char *name, GError **error) {
  if (ulp_reader_find(path) != NULL)
    return TRUE;
  if (ulp_reader_find(name) == NULL)
    return strchr(path, G_DIR_SEPARATOR) != NULL || fail_unknown(name, error);
  g_set_error(error, ULP_ERROR, ULP_ERROR_USAGE, _("%s: found “%s”, expected format=fp32 or format=fp64"), name,
              path + strlen(name) + 1);
  return FALSE;
}

static char *name_of(const char *spec) { return g_strndup(spec, strcspn(spec, ":")); }

char *ulp_input_path(const char *spec) {
  g_autofree char *name = name_of(spec);
  const char *format;
  UlpGenerator generator;
  return find_generator(name, &generator) ? NULL : split_path(spec, &format);
}

UlpInput *ulp_input_open(const char *spec, guint64 seed, guint64 default_count, GCancellable *cancellable,
                         GError **error) {
  g_autofree char *name = name_of(spec);
  const char *format_id;
  UlpGenerator generator;
  UlpFormat format;
  if (find_generator(name, &generator))
    return open_generator(spec, seed, default_count, error);
  g_autofree char *path = split_path(spec, &format_id);
  if ((format_id != NULL && !parse_element_format(path, format_id, &format, error)) || !check_path(path, name, error))
    return NULL;
  return open_file(path, format_id != NULL ? &format : NULL, cancellable, error);
}

UlpFormat ulp_input_format(const UlpInput *input) { return input->job.format; }
guint64 ulp_input_count(const UlpInput *input) { return input->job.count; }
const UlpGenerateJob *ulp_input_job(const UlpInput *input) { return input->generated ? &input->job : NULL; }
const char *ulp_input_describe(const UlpInput *input) { return input->description; }

static guint64 element_bytes(const UlpInput *input) { return ulp_format_bytes(input->job.format); }

/* SHA-256 in slices, so that a long generated array is not kept for it. */
static char *make_hash(const UlpInput *input, GCancellable *cancellable) {
  g_autoptr(GChecksum) checksum = g_checksum_new(G_CHECKSUM_SHA256);
  g_autofree guint8 *slice = input->data == NULL ? g_malloc(SLICE_ELEMENTS * element_bytes(input)) : NULL;
  for (guint64 done = 0; done < input->job.count;) {
    const guint64 count = MIN(SLICE_ELEMENTS, input->job.count - done);
    if (g_cancellable_is_cancelled(cancellable))
      return NULL;
    if (slice != NULL)
      ulp_generate(&input->job, done, count, slice);
    g_checksum_update(checksum, slice != NULL ? slice : (const guint8 *)input->data + done * element_bytes(input),
                      (gssize)(count * element_bytes(input)));
    done += count;
  }
  return g_strdup(g_checksum_get_string(checksum));
}

const char *ulp_input_hash(UlpInput *input, GCancellable *cancellable) {
  g_mutex_lock(&input->mutex);
  if (input->hash == NULL)
    input->hash = make_hash(input, cancellable);
  const char *hash = input->hash;
  g_mutex_unlock(&input->mutex);
  return hash;
}

static gpointer generate_all(const UlpInput *input, GCancellable *cancellable, GError **error) {
  g_autofree guint8 *data = ulp_reader_allocate(input->job.format, input->job.count, error);
  if (data == NULL) {
    g_prefix_error(error, "%s: ", input->description);
    return NULL;
  }
  for (guint64 done = 0; done < input->job.count; done += SLICE_ELEMENTS) {
    if (!ulp_go_on(cancellable, error))
      return NULL;
    ulp_generate(&input->job, done, MIN(SLICE_ELEMENTS, input->job.count - done), data + done * element_bytes(input));
  }
  return g_steal_pointer(&data);
}

gconstpointer ulp_input_data(UlpInput *input, GCancellable *cancellable, GError **error) {
  g_mutex_lock(&input->mutex);
  if (input->data == NULL)
    input->data = generate_all(input, cancellable, error);
  gconstpointer data = input->data;
  g_mutex_unlock(&input->mutex);
  return data;
}
