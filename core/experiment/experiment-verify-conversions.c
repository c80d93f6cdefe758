/* Every pattern of a format, converted by everybody who can: the codec's definition, the CPU's fast ways, a device's kernels, and
 * CUDA's own headers on the device and on the host. Each class of elements whose bits differ is reported with its first example. */
#include "core/array/packing.h"
#include "core/base/error.h"
#include "core/experiment/params.h"
#include "core/experiment/verify-classes.h"
#include "core/experiment/work.h"

#define CHUNK (G_GUINT64_CONSTANT(1) << 22) /* patterns at a time */
#define SLICE (G_GUINT64_CONSTANT(1) << 16) /* of the codec's, between two looks at whether to go on */
#define WIDEST 32                           /* bits of a source */
#define WIDEST_BY_CODEC 16                  /* that the codec's definition is compared for on a device, too */
#define RANDOM_BITS 16

static const UlpParam params[] = {
    {.id = "from",
     .type = ULP_PARAM_FORMATS,
     .label = N_("From"),
     .help = N_("formats whose patterns are converted, all of them; at most 32 bits wide"),
     .default_text = "fp16,bf16",
     .unit = ""},
    {.id = "to",
     .type = ULP_PARAM_FORMATS,
     .label = N_("To"),
     .help = N_("formats that they are converted to"),
     .default_text = "fp16,bf16,e5m2,e4m3,e5m2fnuz,e4m3fnuz,e3m2,e2m3,e2m1,e8m0",
     .unit = ""},
    {.id = "rounds",
     .type = ULP_PARAM_CHOICES,
     .label = N_("Roundings"),
     .help = N_("roundings to compare"),
     .default_text = "rn,rz,ru,rd,rna,ro,sr",
     .unit = "",
     .choices = ulp_round_ids,
     .titles = ulp_round_titles},
    {.id = "profiles",
     .type = ULP_PARAM_CHOICES,
     .label = N_("Profiles"),
     .help = N_("profiles to compare; CUDA's headers have those of CUDA"),
     .default_text = "cuda,cuda-nosat",
     .unit = "",
     .choices = ulp_profile_ids,
     .titles = ulp_profile_titles},
    {.id = "every",
     .type = ULP_PARAM_COUNT,
     .label = N_("Every"),
     .help = N_("of sources wider than 16 bits one pattern of so many; 1 takes all"),
     .default_text = "1",
     .min = 1,
     .max = 0x1p32L,
     .unit = N_("patterns")},
    ULP_EXPERIMENT_SEED,
};

static const UlpColumn columns[] = {
    {"from", ULP_COLUMN_TEXT, N_("from"), "", N_("source format")},
    {"to", ULP_COLUMN_TEXT, N_("to"), "", N_("target format")},
    {"round", ULP_COLUMN_TEXT, N_("rounding"), "", N_("rounding mode")},
    {"profile", ULP_COLUMN_TEXT, N_("profile"), "", N_("whose rules")},
    {"converter", ULP_COLUMN_TEXT, N_("converter"), "",
     N_("who converted: cpu, the device, or CUDA's headers on the device or the host")},
    {"against", ULP_COLUMN_TEXT, N_("against"), "",
     N_("what it is compared with: the definition of the codec, or the CPU that was")},
    {"patterns", ULP_COLUMN_COUNT, N_("patterns"), "1", N_("patterns that were converted")},
    {"class", ULP_COLUMN_TEXT, N_("class"), "",
     N_("of the elements that differ: their class, or overflow where they are finite and beyond the target; none"),
     ulp_words_translated},
    {"differ", ULP_COLUMN_COUNT, N_("differ"), "1", N_("elements of this class whose bits differ"),
     .flags = ULP_COLUMN_IS_ALARM},
    {"example", ULP_COLUMN_TEXT, N_("example"), "", N_("first of them: its bits")},
    {"expected", ULP_COLUMN_TEXT, N_("expected"), "", N_("what that is in the target, by what it is compared with")},
    {"found", ULP_COLUMN_TEXT, N_("found"), "", N_("what the converter made of it")},
};

static const UlpColumn summary_columns[] = {
    {"converter", ULP_COLUMN_TEXT, N_("converter"), "", N_("who converted")},
    {"comparisons", ULP_COLUMN_COUNT, N_("comparisons"), "1", N_("pairs of formats, roundings and profiles")},
    {"patterns", ULP_COLUMN_COUNT, N_("patterns"), "1", N_("patterns that were converted, in all comparisons")},
    {"wrong", ULP_COLUMN_COUNT, N_("with differences"), "1", N_("comparisons in which bits differ")},
    {"differ", ULP_COLUMN_COUNT, N_("differ"), "1", N_("elements whose bits differ"), .flags = ULP_COLUMN_IS_ALARM},
    {"device", ULP_COLUMN_TEXT, N_("device"), "", N_("device that was asked")},
};

static const UlpPlotSpec plots[] = {
    {.id = "differ",
     .title = N_("Elements that differ, by target"),
     .caption = N_("A mark for each class of each comparison; on the line of 0 all bits agree."),
     .x = "to",
     .y = "differ",
     .series = "converter",
     .facet = "from",
     .x_scale = ULP_SCALE_CATEGORY,
     .y_scale = ULP_SCALE_LOG},
};

typedef enum { BY_CPU, BY_DEVICE, BY_HEADERS_DEVICE, BY_HEADERS_HOST, N_CONVERTERS } Converter;

/* One pair of formats in one rounding and profile, by one converter. */
typedef struct {
  UlpFormat from;
  UlpConvertJob job;
  Converter converter;
  guint64 patterns;
  UlpVerifyClass class_[ULP_VERIFY_CLASSES];
} Comparison;

typedef struct {
  const UlpRun *run;
  UlpDevice *cpu;           /* borrowed */
  GArray *comparisons;      /* Comparison; those of one job stand together */
  gpointer expected, found; /* room for CHUNK elements of any format */
  guint64 every;
} Work;

static void work_clear(Work *work) {
  g_array_unref(work->comparisons);
  g_free(work->expected);
  g_free(work->found);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Work, work_clear)

static const char *converter_id(const Work *work, Converter converter) {
  const char *const ids[] = {"cpu", ulp_device_id(work->run->device), "headers-device", "headers-host"};
  return ids[converter];
}

/* --- what is compared --- */

static guint width_of(UlpFormat format) { return ulp_layout(format).container_bits; }

static gboolean takes_part(const Work *work, UlpFormat from, UlpConvertJob *job, Converter converter) {
  const gboolean on_cpu = ulp_device_is_cpu(work->run->device);
  job->by = converter == BY_HEADERS_DEVICE ? ULP_CONVERTER_CUDA_DEVICE
            : converter == BY_HEADERS_HOST ? ULP_CONVERTER_CUDA_HOST
                                           : ULP_CONVERTER_OWN;
  if (converter == BY_CPU)
    return on_cpu || width_of(from) <= WIDEST_BY_CODEC;
  const UlpJob asked = {.kind = ULP_JOB_CONVERT, .convert = *job};
  return !on_cpu && ulp_device_supports(work->run->device, &asked, &from, NULL);
}

static void add_comparisons(Work *work, UlpFormat from, UlpFormat to, UlpRound round, UlpProfile profile) {
  for (Converter converter = 0; converter < N_CONVERTERS; converter++) {
    Comparison comparison = {.from = from,
                             .job = {.to = to,
                                     .round = round,
                                     .profile = profile,
                                     .random_bits = RANDOM_BITS,
                                     .seed = ulp_values_count(work->run->values, "seed")},
                             .converter = converter};
    if (takes_part(work, from, &comparison.job, converter))
      g_array_append_val(work->comparisons, comparison);
  }
}

static gboolean list_comparisons(Work *work, UlpFormat from, GError **error) {
  const UlpValues *values = work->run->values;
  const GArray *to = ulp_values_formats(values, "to");
  g_autoptr(GArray) rounds = ulp_values_choices(values, "rounds"), profiles = ulp_values_choices(values, "profiles");
  if (width_of(from) > WIDEST) {
    ulp_set_error(error, ULP_ERROR_USAGE, _("--from: found %s of %u bits, expected formats of at most %d"),
                  ulp_format_info(from)->id, width_of(from), WIDEST);
    return FALSE;
  }
  for (guint t = 0; t < to->len; t++)
    for (guint r = 0; r < rounds->len; r++)
      for (guint p = 0; p < profiles->len; p++)
        add_comparisons(work, from, g_array_index(to, UlpFormat, t), g_array_index(rounds, guint, r),
                        ulp_profiles[g_array_index(profiles, guint, p)]);
  return TRUE;
}

/* --- one chunk --- */

/* Patterns of a source: `count` from number `first` on, `every` apart. */
typedef struct {
  UlpFormat format;
  gpointer data;
  guint64 first, count, every;
  UlpArray *on_cpu, *on_device; /* the latter NULL on the CPU */
} Chunk;

static void chunk_clear(Chunk *chunk) {
  g_free(chunk->data);
  g_clear_pointer(&chunk->on_cpu, ulp_array_unref);
  g_clear_pointer(&chunk->on_device, ulp_array_unref);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Chunk, chunk_clear)

static gboolean chunk_make(Chunk *chunk, const Work *work, GError **error) {
  const UlpDeviceWatch watch = {.cancellable = work->run->cancellable};
  chunk->data = g_malloc0(ulp_packed_bytes(chunk->format, chunk->count));
  for (guint64 i = 0; i < chunk->count; i++)
    ulp_packed_store(chunk->format, chunk->data, i, (chunk->first + i) * chunk->every);
  chunk->on_cpu = ulp_device_upload(work->cpu, chunk->format, chunk->data, chunk->count, &watch, error);
  if (!chunk->on_cpu || ulp_device_is_cpu(work->run->device))
    return chunk->on_cpu != NULL;
  chunk->on_device = ulp_device_upload(work->run->device, chunk->format, chunk->data, chunk->count, &watch, error);
  return chunk->on_device != NULL;
}

static gboolean convert(const Work *work, UlpArray *patterns, UlpConvertJob job, guint64 first, gpointer out,
                        GError **error) {
  const UlpDeviceWatch watch = {.cancellable = work->run->cancellable};
  job.first = first;
  g_autoptr(UlpArray) converted = ulp_array_convert(patterns, &job, NULL, &watch, error);
  return converted && ulp_array_download(converted, 0, ulp_array_count(converted), out, &watch, error);
}

/* By the codec's definition: unpacked, rounded, packed. */
static gboolean define(const Work *work, const Chunk *chunk, const UlpConvertJob *job, double done, GError **error) {
  const UlpConversion how = ulp_conversion(ulp_layout(chunk->format), ulp_layout(job->to));
  UlpConvertJob numbered = *job;
  numbered.first = chunk->first;
  for (guint64 i = 0; i < chunk->count; i++) {
    if (i % SLICE == 0 && !ulp_run_go_on(work->run, done, error))
      return FALSE;
    ulp_packed_store(job->to, work->expected, i,
                     ulp_convert_128(&how, ulp_packed_load(chunk->format, chunk->data, i),
                                     ulp_convert_job_round(&numbered, i), job->profile));
  }
  return TRUE;
}

static gboolean same_job(const Comparison *a, const Comparison *b) {
  return a->from == b->from && a->job.to == b->job.to && a->job.round == b->job.round &&
         a->job.profile == b->job.profile;
}

/* All comparisons of the chunk's format; what the CPU gives is made once for a job and then stands for what is expected. */
static gboolean run_chunk(Work *work, const Chunk *chunk, double start, double share, GError **error) {
  const Comparison *made = NULL;
  for (guint k = 0; k < work->comparisons->len; k++) {
    Comparison *comparison = &g_array_index(work->comparisons, Comparison, k);
    const double done = start + share * k / work->comparisons->len;
    UlpConvertJob own = comparison->job;
    own.by = ULP_CONVERTER_OWN;
    if (comparison->from != chunk->format)
      continue;
    if (!ulp_run_go_on(work->run, done, error))
      return FALSE;
    if (comparison->converter == BY_CPU) {
      if (!define(work, chunk, &own, done, error) ||
          !convert(work, chunk->on_cpu, own, chunk->first, work->found, error))
        return FALSE;
    } else {
      if ((!made || !same_job(made, comparison)) &&
          !convert(work, chunk->on_cpu, own, chunk->first, work->expected, error))
        return FALSE;
      if (!convert(work, chunk->on_device, comparison->job, chunk->first, work->found, error))
        return FALSE;
      made = comparison;
    }
    const UlpVerifyArrays arrays = {chunk->data, work->expected, work->found, chunk->count};
    ulp_verify_compare(comparison->class_, chunk->format, &comparison->job, &arrays);
    comparison->patterns += chunk->count;
  }
  return TRUE;
}

/* --- tables --- */

static void append(UlpTable *table, const Work *work, const Comparison *comparison, const char *name,
                   const UlpVerifyClass *class_) {
  g_autofree char *example = class_ ? ulp_bits_to_hex(comparison->from, class_->example) : g_strdup("-");
  g_autofree char *expected = class_ ? ulp_bits_to_hex(comparison->job.to, class_->expected) : g_strdup("-");
  g_autofree char *found = class_ ? ulp_bits_to_hex(comparison->job.to, class_->found) : g_strdup("-");
  const UlpCell cells[] = {
      ulp_cell_text(ulp_format_info(comparison->from)->id),
      ulp_cell_text(ulp_format_info(comparison->job.to)->id),
      ulp_cell_text(ulp_round_ids[comparison->job.round]),
      ulp_cell_text(ulp_profile_id(comparison->job.profile)),
      ulp_cell_text(converter_id(work, comparison->converter)),
      ulp_cell_text(comparison->converter == BY_CPU ? "codec" : "cpu"),
      ulp_cell_count(comparison->patterns),
      ulp_cell_text(name),
      ulp_cell_count(class_ ? class_->differ : 0),
      ulp_cell_text(example),
      ulp_cell_text(expected),
      ulp_cell_text(found),
  };
  G_STATIC_ASSERT(G_N_ELEMENTS(cells) == G_N_ELEMENTS(columns));
  ulp_table_append(table, cells);
}

static guint64 append_comparison(UlpTable *table, const Work *work, const Comparison *comparison) {
  guint64 differ = 0;
  for (guint c = 0; c < ULP_VERIFY_CLASSES; c++) {
    const UlpVerifyClass *class_ = &comparison->class_[c];
    differ += class_->differ;
    if (class_->differ)
      append(table, work, comparison, ulp_verify_class_title(c), class_);
  }
  if (!differ)
    append(table, work, comparison, N_("none"), NULL);
  return differ;
}

static void report(const Work *work, UlpResult *result) {
  guint64 all = 0;
  for (Converter converter = 0; converter < N_CONVERTERS; converter++) {
    guint64 comparisons = 0, patterns = 0, wrong = 0, differ = 0;
    for (guint k = 0; k < work->comparisons->len; k++) {
      const Comparison *comparison = &g_array_index(work->comparisons, Comparison, k);
      if (comparison->converter != converter)
        continue;
      const guint64 here = append_comparison(result->data, work, comparison);
      comparisons++;
      patterns += comparison->patterns;
      wrong += here > 0;
      differ += here;
    }
    const UlpCell cells[] = {ulp_cell_text(converter_id(work, converter)),
                             ulp_cell_count(comparisons),
                             ulp_cell_count(patterns),
                             ulp_cell_count(wrong),
                             ulp_cell_count(differ),
                             ulp_cell_text(ulp_device_info(work->run->device)->name)};
    G_STATIC_ASSERT(G_N_ELEMENTS(cells) == G_N_ELEMENTS(summary_columns));
    if (comparisons)
      ulp_table_append(result->summary, cells);
    all += differ;
  }
  result->verdict = all ? ULP_VERDICT_FAIL : ULP_VERDICT_PASS;
  if (all)
    result->verdict_reason = g_strdup_printf(_("%" G_GUINT64_FORMAT " converted elements differ"), all);
}

/* --- the run --- */

static guint64 patterns_of(UlpFormat format, guint64 every) {
  const guint64 all = G_GUINT64_CONSTANT(1) << width_of(format);
  return width_of(format) <= WIDEST_BY_CODEC ? all : (all + every - 1) / every;
}

static void needs_of_verify(const UlpValues *values, const UlpInputSize *inputs, UlpNeeds *needs) {
  needs->arrays = 3 * 8 * (double)CHUNK;
  needs->host = 5 * 8 * (double)CHUNK;
}

static gboolean run_verify(const UlpRun *run, UlpResult *result, GError **error) {
  result->data = ulp_table_new("verify-conversions", N_("Who converts alike"), columns, G_N_ELEMENTS(columns));
  result->summary = ulp_table_new("verify-conversions-summary", N_("Who converts alike"), summary_columns,
                                  G_N_ELEMENTS(summary_columns));
  const GArray *from = ulp_values_formats(run->values, "from");
  g_auto(Work) work = {.run = run,
                       .cpu = ulp_device_is_cpu(run->device) ? run->device : ulp_device_open("cpu", error),
                       .comparisons = g_array_new(FALSE, TRUE, sizeof(Comparison)),
                       .expected = g_malloc0(CHUNK * sizeof(UlpBits)),
                       .found = g_malloc0(CHUNK * sizeof(UlpBits)),
                       .every = ulp_values_count(run->values, "every")};
  if (!work.cpu)
    return FALSE;
  double total = 0, done = 0;
  for (guint i = 0; i < from->len; i++) {
    if (!list_comparisons(&work, g_array_index(from, UlpFormat, i), error))
      return FALSE;
    total += (double)patterns_of(g_array_index(from, UlpFormat, i), work.every);
  }
  for (guint i = 0; i < from->len; i++) {
    const UlpFormat format = g_array_index(from, UlpFormat, i);
    const guint64 n = patterns_of(format, work.every);
    for (guint64 first = 0; first < n; first += CHUNK) {
      g_auto(Chunk) chunk = {.format = format,
                             .first = first,
                             .count = MIN(CHUNK, n - first),
                             .every = width_of(format) <= WIDEST_BY_CODEC ? 1 : work.every};
      const double share = (double)chunk.count / total;
      if (!chunk_make(&chunk, &work, error) || !run_chunk(&work, &chunk, done, share, error))
        return FALSE;
      done += share;
    }
  }
  report(&work, result);
  return TRUE;
}

const UlpExperiment ulp_experiment_verify_conversions = {
    .id = "verify-conversions",
    .title = N_("Verify"),
    .summary = N_("every pattern by CPU, GPU and CUDA's headers: who differs"),
    .params = params,
    .n_params = G_N_ELEMENTS(params),
    .plots = plots,
    .n_plots = G_N_ELEMENTS(plots),
    .columns = columns,
    .n_columns = G_N_ELEMENTS(columns),
    .needs = needs_of_verify,
    .run = run_verify,
};
