#include "core/experiment/convert-target.h"

#include "core/array/blocks.h"
#include "core/input/random.h"

#include <math.h>

#define WINDOW (G_GUINT64_CONSTANT(1) << 16) /* elements fetched together where most are wanted */
#define SPARSE 256                           /* elements for one that is wanted: from here on they are fetched singly */

const UlpColumn ulp_convert_columns[] = {
    {"index", ULP_COLUMN_COUNT, N_("index"), "1", N_("position in the input, from 0")},
    {"to", ULP_COLUMN_TEXT, N_("to"), "", N_("target format")},
    {"value", ULP_COLUMN_VALUE, N_("value"), "1", N_("element in the source format")},
    {"converted", ULP_COLUMN_VALUE, N_("converted"), "1",
     N_("the element in the target format, divided by the scale again")},
    {"error", ULP_COLUMN_REAL, N_("error"), "1",
     N_("there and back: the converted value back in the source format minus the element")},
    {"abs_value", ULP_COLUMN_REAL, N_("|value|"), "1", N_("magnitude of the element"), .flags = ULP_COLUMN_IS_HIDDEN},
    {"relative_error", ULP_COLUMN_REAL, N_("relative error"), "1", N_("|error| / |value|")},
    {"class", ULP_COLUMN_TEXT, N_("class"), "", N_("exact, rounded, to-zero, overflow, nan or infinite")},
    {"double_rounded", ULP_COLUMN_TEXT, N_("double rounding"), "",
     N_("whether the way through other formats gave other bits than the direct conversion"), ulp_words_translated,
     .flags = ULP_COLUMN_IS_HIDDEN},
};
G_STATIC_ASSERT(G_N_ELEMENTS(ulp_convert_columns) == ULP_CONVERT_N_COLUMNS);

/* The element that stands for point k: one drawn from each of `n` equal stretches, so that a period in the input cannot hide
 * elements. */
static guint64 point_index(const UlpConvertPoints *points, guint64 k) {
  const UlpBits begin = (UlpBits)points->count * k / points->n;
  const UlpBits end = (UlpBits)points->count * (k + 1) / points->n;
  const UlpRandom random = ulp_random(points->seed, k, 0);
  const guint64 word = (guint64)random.word[1] << 32 | random.word[0];
  return (guint64)begin + (guint64)((end - begin) * word >> 64);
}

/* One element: its bits in `from`, converted to `to`, and back in `from`. */
typedef struct {
  UlpBits source, converted, back;
} Element;

static gboolean is_double_rounded(const UlpConvertTarget *target, guint64 index, const Element *element) {
  return target->via.n > 0 &&
         ulp_convert_bits(ulp_layout(target->from), ulp_layout(target->job.to), element->source,
                          ulp_convert_job_round(&target->job, index), target->job.profile) != element->converted;
}

/* Of blocks what the element stands for, which fp64 holds. */
static UlpCell converted_cell(UlpFormat to, UlpBits converted) {
  if (ulp_block_length(to) == 0)
    return ulp_cell_value(to, converted);
  const UlpBits bits =
      ulp_pack(ulp_layout(ULP_FORMAT_FP64), ulp_any_unpack(to, converted), ULP_ROUND_RN, ULP_PROFILE_IEEE);
  return ulp_cell_value(ULP_FORMAT_FP64, bits);
}

static void append_row(UlpTable *table, const UlpConvertTarget *target, guint64 index, const Element *element) {
  const UlpConversionOutcome outcome = target->outcome_of(target->from, target->job.to, target->job.round,
                                                          element->source, element->converted, element->back);
  const UlpCell cells[] = {
      ulp_cell_count(index),
      ulp_cell_text(ulp_format_info(target->named)->id),
      ulp_cell_value(target->from, element->source),
      converted_cell(target->job.to, element->converted),
      ulp_cell_real(outcome.error),
      ulp_cell_real(fabs(ulp_bits_to_double(target->from, element->source))),
      ulp_cell_real(outcome.relative),
      ulp_cell_text(ulp_converted_ids[outcome.class_]),
      ulp_cell_text(is_double_rounded(target, index, element) ? N_("yes") : N_("no")),
  };
  ulp_table_append(table, cells);
}

/* A stretch of the three arrays on the host; places are those of the part. */
typedef struct {
  guint64 first, count;
  gpointer source, converted, back; /* room for WINDOW elements */
} Stretch;

static void stretch_clear(Stretch *stretch) {
  g_free(stretch->source);
  g_free(stretch->converted);
  g_free(stretch->back);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Stretch, stretch_clear)

static gboolean fetch(const UlpRun *run, UlpArray *const *arrays, Stretch *stretch, guint64 first, guint64 count,
                      GError **error) {
  const UlpDeviceWatch watch = {.cancellable = run->cancellable};
  stretch->first = first;
  stretch->count = count;
  return ulp_array_download(arrays[0], first, count, stretch->source, &watch, error) &&
         ulp_array_download(arrays[1], first, count, stretch->converted, &watch, error) &&
         ulp_array_download(arrays[2], first, count, stretch->back, &watch, error);
}

/* The points' elements go into the table: fetched singly where they lie far apart, else in windows. */
static gboolean append_points(const UlpConvertTarget *target, const UlpRunPart *part, const UlpConvertPart *elements,
                              UlpArray *const *arrays, const UlpConvertPoints *points, guint64 *point,
                              UlpResult *result, GError **error) {
  const UlpRun *run = part->run;
  const guint64 align = MAX(ulp_block_length(target->job.to), 1);
  const guint64 window = points->count / points->n >= SPARSE ? align : WINDOW, end = elements->first + elements->count;
  g_auto(Stretch) stretch = {.source = g_malloc(ulp_packed_bytes(target->from, WINDOW)),
                             .converted = g_malloc(ulp_packed_bytes(target->job.to, WINDOW)),
                             .back = g_malloc(ulp_packed_bytes(target->from, WINDOW))};
  guint64 told = 0; /* elements of the part up to here are in the table that was shown last */
  for (; *point < points->n; ++*point) {
    const guint64 index = point_index(points, *point), place = index - elements->first;
    if (index >= end)
      break;
    if (place - told >= WINDOW) {
      run->changed(result, run->data);
      told = place;
      if (!ulp_run_go_on(run, part->start + part->share * (0.7 + 0.3 * (double)place / (double)elements->count), error))
        return FALSE;
    }
    const guint64 begin = place - place % align;
    if (place - stretch.first >= stretch.count &&
        !fetch(run, arrays, &stretch, begin, MIN(window, elements->count - begin), error))
      return FALSE;
    const guint64 at = place - stretch.first;
    const Element element = {ulp_packed_load(target->from, stretch.source, at),
                             ulp_any_load(target->job.to, stretch.converted, stretch.count, at),
                             ulp_packed_load(target->from, stretch.back, at)};
    append_row(result->data, target, index, &element);
  }
  run->changed(result, run->data);
  return TRUE;
}

static UlpArray *convert(const UlpRunPart *part, double start, UlpArray *array, const UlpConvertJob *job,
                         double *seconds, GError **error) {
  UlpRunPart piece = {part->run, part->start + start * part->share, 0.2 * part->share};
  const UlpDeviceWatch watch = ulp_run_watch(&piece);
  return ulp_array_convert(array, job, seconds, &watch, error);
}

/* Through the formats on the way, if any, to the target's. */
static UlpArray *convert_through(const UlpConvertTarget *target, const UlpRunPart *part, const UlpConvertPart *elements,
                                 double *seconds, GError **error) {
  g_autoptr(UlpArray) array = ulp_array_ref(elements->source);
  *seconds = 0;
  for (guint i = 0; i <= target->via.n; i++) {
    UlpConvertJob job = target->job;
    double took;
    job.first = elements->first;
    if (i < target->via.n) {
      job.to = target->via.step[i].format;
      job.round = target->via.step[i].round;
      job.seed += i + 1;
    }
    UlpArray *next = convert(part, 0, array, &job, &took, error);
    g_clear_pointer(&array, ulp_array_unref);
    if (!next)
      return NULL;
    array = next;
    *seconds += took;
  }
  return g_steal_pointer(&array);
}

/* How many elements the way gave other bits than the direct conversion gives. */
static gboolean count_double_rounded(UlpConvertTarget *target, const UlpRunPart *part, const UlpConvertPart *elements,
                                     UlpArray *converted, GError **error) {
  UlpConvertJob at_once = target->job;
  at_once.first = elements->first;
  g_autoptr(UlpArray) direct = convert(part, 0.2, elements->source, &at_once, NULL, error);
  if (!direct)
    return FALSE;
  const UlpArraySlice both[] = {{converted, 0, elements->count}, {direct, 0, elements->count}};
  const UlpJob job = {.kind = ULP_JOB_REDUCE, .reduce.map = {.map = ULP_MAP_DIFFER}};
  const UlpDeviceWatch watch = {.cancellable = part->run->cancellable};
  UlpJobResult result;
  if (!ulp_device_run(ulp_array_device(direct), &job, both, G_N_ELEMENTS(both), &result, NULL, &watch, error))
    return FALSE;
  target->differ += result.reduce.classes[1];
  return TRUE;
}

gboolean ulp_convert_target_run(UlpConvertTarget *target, UlpRunPart *part, const UlpConvertPart *elements,
                                const UlpConvertPoints *points, guint64 *point, UlpResult *result, GError **error) {
  const UlpConvertJob again = {.to = target->from, .round = ULP_ROUND_RN, .profile = ULP_PROFILE_IEEE};
  double seconds;
  g_autoptr(UlpArray) converted = convert_through(target, part, elements, &seconds, error);
  if (converted && target->via.n > 0 && !count_double_rounded(target, part, elements, converted, error))
    return FALSE;
  g_autoptr(UlpArray) back = converted ? convert(part, 0.2, converted, &again, NULL, error) : NULL;
  if (!back)
    return FALSE;
  target->seconds += seconds;
  UlpArray *const arrays[] = {elements->source, converted, back};
  UlpRunPart piece = {part->run, part->start + 0.4 * part->share, 0.1 * part->share};
  const UlpDeviceWatch watch = ulp_run_watch(&piece);
  return ulp_conversion_sums_add(&target->sums, arrays, target->job.round, elements->first, &watch, error) &&
         append_points(target, part, elements, arrays, points, point, result, error);
}
