/* Descriptors of the generators and the host's loops over them. */
#include "core/base/i18n.h"
#include "core/input/generate-element.h"
#include "core/input/input.h"

#include <float.h>

static const char *const format_choices[] = {"fp32", "fp64", NULL};

#define DEFAULT_COUNT "1000000"

/* n and format; `count` is ULP_GENERATOR_COUNT_ID. */
#define COMMON_PARAMS(count)                                                                                           \
  {"n", ULP_PARAM_COUNT, N_("Elements"), N_("number of elements"), (count) ? G_STRINGIFY(count) : DEFAULT_COUNT, 1,    \
   0x1p40, N_("elements"), NULL},                                                                                      \
  {"format", ULP_PARAM_CHOICE, N_("Format"), N_("number format of the elements"), "fp32", 0, 0, "", format_choices}

#define ULP_GENERATOR(id, ID, title, help)                                                                             \
  static const UlpParam params_##id[] = {COMMON_PARAMS(ULP_GENERATOR_COUNT_##ID), ULP_GENERATOR_PARAMS_##ID};          \
  G_STATIC_ASSERT(G_N_ELEMENTS(params_##id) <= ULP_GENERATOR_N_COMMON_PARAMS + ULP_GENERATOR_MAX_VALUES);
#include "core/input/generators.def"
#undef ULP_GENERATOR

const UlpGeneratorInfo *ulp_generator_info(UlpGenerator generator) {
  static UlpGeneratorInfo infos[] = {
#define ULP_GENERATOR(id, ID, title, help)                                                                             \
  {#id, title, help, params_##id, G_N_ELEMENTS(params_##id), ULP_GENERATOR_COUNT_##ID},
#include "core/input/generators.def"
#undef ULP_GENERATOR
  };
  static gsize ready = 0;
  if (g_once_init_enter(&ready)) {
    for (guint i = 0; i < ULP_N_GENERATORS; i++) {
      g_autofree char *id = g_strdelimit(g_strdup(infos[i].id), "_", '-');
      infos[i].id = g_intern_string(id);
    }
    g_once_init_leave(&ready, 1);
  }
  g_return_val_if_fail(generator < ULP_N_GENERATORS, NULL);
  return &infos[generator];
}

/* One loop per generator and format, so that nothing is decided per element. */
#define FILL(id, FORMAT, type)                                                                                         \
  for (guint64 i = 0; i < count; i++)                                                                                  \
    ((type *)out)[i] = (type)ulp_generate_##id(ULP_FORMAT_##FORMAT, job->seed, offset + i, job->values);

void ulp_generate(const UlpGenerateJob *job, guint64 offset, guint64 count, void *out) {
  switch (job->generator) {
#define ULP_GENERATOR(id, ID, title, help)                                                                             \
  case ULP_GENERATOR_##ID:                                                                                             \
    if (job->format == ULP_FORMAT_FP32)                                                                                \
      FILL(id, FP32, guint32)                                                                                          \
    else                                                                                                               \
      FILL(id, FP64, guint64)                                                                                          \
    break;
#include "core/input/generators.def"
#undef ULP_GENERATOR
  default:
    g_return_if_reached();
  }
}
