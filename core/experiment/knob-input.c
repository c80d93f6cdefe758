#include "core/experiment/knob-input.h"

#include "core/base/error.h"

gboolean ulp_knob_is_refusal(GError **reason, GError **error) {
  if (g_error_matches(*reason, ULP_ERROR, ULP_ERROR_USAGE))
    return TRUE;
  g_propagate_error(error, g_steal_pointer(reason));
  return FALSE;
}

static void input_clear(gpointer data) {
  UlpKnobInput *input = data;
  g_clear_pointer(&input->array, ulp_array_unref);
  g_clear_pointer(&input->refusal, g_free);
}

static gboolean measure(const UlpKnobWork *work, UlpKnobInput *input, GError **error) {
  const UlpArraySlice whole = {input->array, 0, work->n};
  return ulp_sum_measure(work->run, &whole, &input->measures, error);
}

static gboolean prepare(const UlpKnobWork *work, const UlpKnob *knob, guint setting, UlpKnobInput *input,
                        GError **error) {
  g_autoptr(GError) reason = NULL;
  input->array = knob->elements ? knob->elements(work, setting, &reason) : ulp_array_ref(work->array);
  if (input->array)
    return measure(work, input, error);
  input->refusal = g_strdup(reason->message);
  return ulp_knob_is_refusal(&reason, error);
}

GArray *ulp_knob_inputs(const UlpKnobWork *work, const UlpKnob *knob, GError **error) {
  g_autoptr(GArray) all = g_array_new(FALSE, TRUE, sizeof(UlpKnobInput));
  g_array_set_clear_func(all, input_clear);
  g_array_set_size(all, knob->elements ? knob->n_settings : 1);
  for (guint i = 0; i < all->len; i++)
    if (!prepare(work, knob, i, &g_array_index(all, UlpKnobInput, i), error))
      return NULL;
  return g_steal_pointer(&all);
}
