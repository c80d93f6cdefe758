#include "core/experiment/needs.h"

#include "core/array/packing.h"
#include "core/base/error.h"
#include "core/base/i18n.h"
#include "core/base/memory.h"

#include <math.h>

#define OTHERS ((double)(4 << 20)) /* bytes: buffers, partial sums, stacks */
#define SHARE 64                   /* of each such part of what is counted, one more: page tables, rounding up */
#define CHUNK_ROWS 65536           /* tables grow by so many rows, and hold as many twice while a cell's width grows */
#define MANY_ROWS 4096

typedef struct {
  const UlpExperiment *experiment;
  const UlpValues *values;
  const UlpRun *run;
  const UlpInputSize *inputs;
  guint n_inputs;
  gboolean whole; /* these are all inputs: the experiment's own part counts, too */
} Question;

static double row_bytes(const UlpExperiment *experiment, double value_bytes) {
  double bytes = 0;
  for (guint i = 0; i < experiment->n_columns; i++) {
    const UlpColumnType type = experiment->columns[i].type;
    bytes += type == ULP_COLUMN_TEXT ? 2 : type == ULP_COLUMN_VALUE ? MAX(value_bytes, 8) + 1 : 8;
  }
  return bytes;
}

/* Were there `part` of each input's elements. */
static double bytes_needed(const Question *question, double part) {
  const gboolean on_host = ulp_device_is_cpu(question->run->device);
  g_autofree UlpInputSize *inputs = g_memdup2(question->inputs, question->n_inputs * sizeof *inputs);
  UlpNeeds needs = {0};
  double bytes = 0;
  for (guint i = 0; i < question->n_inputs; i++) {
    inputs[i].count = (guint64)MAX((double)inputs[i].count * part, 1);
    const guint64 held = inputs[i].streamed ? MIN(inputs[i].count, ULP_STREAM_ELEMENTS) : inputs[i].count;
    bytes += (on_host + (inputs[i].is_file || inputs[i].streamed)) * ulp_needs_array(inputs[i].format, held);
  }
  if (question->whole && question->experiment->needs)
    question->experiment->needs(question->values, inputs, &needs);
  const double rows = needs.rows < MANY_ROWS ? needs.rows : needs.rows + 2 * CHUNK_ROWS;
  bytes += on_host * needs.arrays + needs.host + (double)question->run->bytes +
           rows * (row_bytes(question->experiment, needs.value_bytes) + (double)question->run->row_bytes);
  return bytes + bytes / SHARE + OTHERS;
}

/* The most elements of the first input that fit; 0 when one would not. */
static double most_elements(const Question *question, double left) {
  const double count = (double)question->inputs[0].count;
  double fits = 0, too_many = count;
  if (bytes_needed(question, 0) > left)
    return 0;
  while (too_many - fits > 1 && too_many - fits > fits / 1000) {
    const double middle = floor((fits + too_many) / 2);
    *(bytes_needed(question, middle / count) > left ? &too_many : &fits) = middle;
  }
  return fits;
}

/* Two digits, rounded down: 3.1e7. */
static char *about(double count) {
  const int exponent = (int)floor(log10(count));
  if (exponent < 2)
    return g_strdup_printf("%d", (int)count);
  const int digits = (int)floor(count / pow(10, exponent - 1));
  return g_strdup_printf("%d.%de%d", digits / 10, digits % 10, exponent);
}

static gboolean fail(const Question *question, double needed, double left, GError **error) {
  const double most = most_elements(question, left);
  g_autofree char *need = ulp_memory_text(needed < 0x1p63 ? (guint64)needed : G_MAXUINT64);
  g_autofree char *room = ulp_memory_text((guint64)left), *elements = most >= 1 ? about(most) : NULL;
  if (elements)
    ulp_set_error(error, ULP_ERROR_MEMORY,
                  _("not enough memory: the run needs %s, %s may be used here; up to %s elements fit"), need, room,
                  elements);
  else
    ulp_set_error(error, ULP_ERROR_MEMORY, _("not enough memory: the run needs %s, %s may be used here"), need, room);
  return FALSE;
}

gboolean ulp_needs_check(const UlpExperiment *experiment, const UlpValues *values, const UlpRun *run,
                         const UlpInputSize *inputs, guint n_inputs, guint all, GError **error) {
  const Question question = {experiment, values, run, inputs, n_inputs, n_inputs == all};
  const double needed = bytes_needed(&question, 1);
  if (needed < OTHERS + ULP_MEMORY_WORTH_ASKING)
    return TRUE;
  /* What earlier runs left on the device is used again or gives its memory back. */
  const guint64 left = ulp_memory_left(),
                placed = ulp_device_is_cpu(run->device) ? ulp_device_placed_bytes(run->device) : 0;
  const double room = (double)left + (double)placed;
  return needed <= room || fail(&question, needed, room, error);
}

double ulp_needs_array(UlpFormat format, guint64 count) {
  const guint length = ulp_block_length(format);
  return (double)count * ulp_layout(format).container_bits / 8 + (length ? (double)count / length + 64 : 0);
}
