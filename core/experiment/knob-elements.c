/* Knobs that put the elements elsewhere or into another order. */
#include "core/experiment/knobs.h"

#include "core/base/error.h"
#include "core/input/permute.h"

#include <string.h>

static const char *const offset_names[] = {"0 elements", "1 element", "2 elements", "3 elements"};
static const char *const order_names[] = {"as given",      "from the end",  "permutation 1", "permutation 2",
                                          "permutation 3", "permutation 4", "permutation 5"};

static const char *offset_name(const UlpKnobWork *work, guint setting) { return offset_names[setting]; }
static const char *order_name(const UlpKnobWork *work, guint setting) { return order_names[setting]; }

static gboolean offset_sum(const UlpKnobWork *work, guint setting, UlpSumRow *row, GError **error) {
  return ulp_knob_sum_elements(work, work->host, setting, row, error);
}

static void reverse(const UlpKnobWork *work, guint8 *elements) {
  const guint bytes = ulp_format_bytes(ulp_array_format(work->array));
  const guint8 *from = work->host;
  for (guint64 i = 0; i < work->n; i++)
    memcpy(elements + i * bytes, from + (work->n - 1 - i) * bytes, bytes);
}

static gboolean order_sum(const UlpKnobWork *work, guint setting, UlpSumRow *row, GError **error) {
  const UlpFormat format = ulp_array_format(work->array);
  const gsize bytes = work->n * ulp_format_bytes(format);
  if (setting == 0)
    return ulp_knob_sum(work, work->plan, work->array, 0, work->n, row, error);
  g_autofree guint8 *elements = g_try_malloc(bytes);
  if (!elements) {
    ulp_set_error(error, ULP_ERROR_MEMORY, _("%" G_GSIZE_FORMAT " bytes are not there"), bytes);
    return FALSE;
  }
  if (setting == 1)
    reverse(work, elements);
  else
    memcpy(elements, work->host, bytes);
  return (setting == 1 ||
          ulp_permute(format, elements, work->n, work->seed + setting, work->run->cancellable, error)) &&
         ulp_knob_sum_elements(work, elements, 0, row, error);
}

const UlpKnob ulp_knob_offset = {G_N_ELEMENTS(offset_names), offset_name, offset_sum, NULL, 1};
const UlpKnob ulp_knob_order = {G_N_ELEMENTS(order_names), order_name, order_sum, NULL, 1};
