#include "core/experiment/realisations.h"

#include "core/base/error.h"

static const UlpInputSpec *spec_of(const UlpRun *run) { return ulp_values_input(run->values, "input"); }

/* The text of the input with one operation more. */
static UlpInputSpec *in_another_order(const UlpRun *run, guint number, GError **error) {
  g_autofree char *text = g_strdup_printf("%s|permute:seed=%u", ulp_values_text(run->values, "input"), number);
  return ulp_input_spec_parse(text, error);
}

UlpInput *ulp_realisation_open(const UlpRun *run, guint number, GError **error) {
  UlpInputRun how = ulp_run_input_run(run->values);
  if (number == 0)
    return ulp_input_ref(ulp_run_input(run));
  if (spec_of(run)->generated) {
    how.seed += number;
    return ulp_input_open_spec(spec_of(run), &how, run->cancellable, error);
  }
  g_autoptr(UlpInputSpec) spec = in_another_order(run, number, error);
  return spec ? ulp_input_open_spec(spec, &how, run->cancellable, error) : NULL;
}

UlpArray *ulp_realisation_place(UlpRunPart *part, UlpInput *input, GError **error) {
  const UlpDeviceWatch watch = ulp_run_watch(part);
  g_autoptr(UlpArray) array = ulp_device_place(part->run->device, input, &watch, error);
  return array ? ulp_array_as_summed(array, &watch, error) : NULL;
}

char *ulp_realisations_words(const UlpRun *run, guint count) {
  const guint64 seed = ulp_values_count(run->values, "seed");
  if (count == 1)
    return g_strdup("one realisation: a prefix of one seed is a single draw");
  if (!spec_of(run)->generated)
    return g_strdup_printf("%u realisations: the file as it is and in %u random orders", count, count - 1);
  return g_strdup_printf("%u realisations: seeds %" G_GUINT64_FORMAT " to %" G_GUINT64_FORMAT, count, seed,
                         seed + count - 1);
}
