/* Descriptors of the generators and the host's loops over them. */
#include "core/base/i18n.h"
#include "core/base/vector-clones.h"
#include "core/input/generate-element.h"
#include "core/input/generate.h"

#include <float.h>
#include <string.h>

static const char *const format_choices[] = {"fp32", "fp64", NULL};

#define DEFAULT_COUNT "1000000"

/* n and format; `count` is ULP_GENERATOR_COUNT_ID. */
#define COMMON_PARAMS(count)                                                                                           \
  {"n",                                                                                                                \
   ULP_PARAM_COUNT,                                                                                                    \
   N_("Elements"),                                                                                                     \
   N_("number of elements"),                                                                                           \
   (count) ? G_STRINGIFY(count) : DEFAULT_COUNT,                                                                       \
   1,                                                                                                                  \
   0x1p40,                                                                                                             \
   N_("elements"),                                                                                                     \
   NULL},                                                                                                              \
  {                                                                                                                    \
    "format", ULP_PARAM_CHOICE, N_("Format"), N_("number format of the elements"), "fp32", 0, 0, "", format_choices    \
  }

/* The ids of a CHOICE. */
#define ULP_WORDS(...) ((const char *const[]){__VA_ARGS__, NULL})

#define ULP_GENERATOR(id, ID, title, help)                                                                             \
  static const UlpParam params_##id[] = {COMMON_PARAMS(ULP_GENERATOR_COUNT_##ID), ULP_GENERATOR_PARAMS_##ID};          \
  G_STATIC_ASSERT(G_N_ELEMENTS(params_##id) <= ULP_GENERATOR_N_COMMON_PARAMS + ULP_GENERATOR_MAX_VALUES);
#include "core/input/generators.def"
#undef ULP_GENERATOR

static const UlpParam common_params[] = {COMMON_PARAMS(0)};

static const UlpMaker *const makers[] = {
#define ULP_MAKER(id) &ulp_maker_##id,
#include "core/input/makers.def"
#undef ULP_MAKER
};

#define N_ALL (ULP_N_GENERATORS + G_N_ELEMENTS(makers))

static UlpGeneratorInfo infos[N_ALL] = {
#define ULP_GENERATOR(id, ID, title, help)                                                                             \
  {#id, title, help, params_##id, G_N_ELEMENTS(params_##id), ULP_GENERATOR_COUNT_##ID, ULP_GENERATOR_VERSION_##ID,     \
   NULL},
#include "core/input/generators.def"
#undef ULP_GENERATOR
};

static UlpGeneratorInfo info_of_maker(const UlpMaker *maker) {
  const guint n = ULP_GENERATOR_N_COMMON_PARAMS + maker->n_params;
  UlpParam *params = g_new(UlpParam, n); /* to the end of the program */
  g_assert(maker->n_params <= ULP_GENERATOR_MAX_VALUES);
  memcpy(params, common_params, sizeof common_params);
  memcpy(params + ULP_GENERATOR_N_COMMON_PARAMS, maker->params, maker->n_params * sizeof *params);
  return (UlpGeneratorInfo){maker->id, maker->title, maker->help, params, n, 0, maker->version, maker};
}

guint ulp_n_generators(void) { return N_ALL; }

const UlpGeneratorInfo *ulp_generator_info(guint generator) {
  static gsize ready = 0;
  if (g_once_init_enter(&ready)) {
    for (guint i = 0; i < ULP_N_GENERATORS; i++) {
      g_autofree char *id = g_strdelimit(g_strdup(infos[i].id), "_", '-');
      infos[i].id = g_intern_string(id);
    }
    for (guint i = 0; i < G_N_ELEMENTS(makers); i++)
      infos[ULP_N_GENERATORS + i] = info_of_maker(makers[i]);
    g_once_init_leave(&ready, 1);
  }
  g_return_val_if_fail(generator < N_ALL, NULL);
  return &infos[generator];
}

gboolean ulp_generator_find(const char *id, guint *generator) {
  for (*generator = 0; *generator < N_ALL; (*generator)++)
    if (g_str_equal(id, ulp_generator_info(*generator)->id))
      return TRUE;
  return FALSE;
}

/* -- loops -------------------------------------------------------------------------------------------------------- */

#define BLOCK 512 /* elements whose two ways are run one after the other, in the first cache */

/* One function for each generator and format, so that nothing is decided per element. */
#define FILL_SPLIT_0(id, FORMAT, Word)                                                                                 \
  ULP_VECTOR_CLONES static void fill_##id##_##FORMAT(const UlpGenerateJob *given, guint64 offset, guint64 count,       \
                                                     Word *out) {                                                      \
    UlpGenerateJob job = *given;                                                                                       \
    job.format = ULP_FORMAT_##FORMAT;                                                                                  \
    for (guint64 i = 0; i < count; i++)                                                                                \
      out[i] = (Word)ulp_generate_##id(&job, offset + i);                                                              \
  }

/* The common way for all of a block, then the rare one for those that need it. */
#define FILL_SPLIT_1(id, FORMAT, Word)                                                                                 \
  ULP_VECTOR_CLONES static void fill_##id##_##FORMAT(const UlpGenerateJob *given, guint64 offset, guint64 count,       \
                                                     Word *out) {                                                      \
    UlpGenerateJob job = *given;                                                                                       \
    job.format = ULP_FORMAT_##FORMAT;                                                                                  \
    for (guint64 done = 0; done < count; done += BLOCK) {                                                              \
      const guint n = (guint)MIN(BLOCK, count - done);                                                                 \
      const guint64 first = offset + done;                                                                             \
      Word *block = out + done, rare_word[BLOCK], is_common[BLOCK];                                                    \
      guint rare[BLOCK], n_rare = 0;                                                                                   \
      for (guint i = 0; i < n; i++) {                                                                                  \
        UlpBits bits;                                                                                                  \
        is_common[i] = ulp_generate_##id##_common(&job, first + i, &bits);                                             \
        block[i] = (Word)bits;                                                                                         \
      }                                                                                                                \
      for (guint i = 0; i < n; i++) {                                                                                  \
        rare[n_rare] = i;                                                                                              \
        n_rare += !is_common[i];                                                                                       \
      }                                                                                                                \
      for (guint i = 0; i < n_rare; i++)                                                                               \
        rare_word[i] = (Word)ulp_generate_##id##_rare(&job, first + rare[i]);                                          \
      for (guint i = 0; i < n_rare; i++)                                                                               \
        block[rare[i]] = rare_word[i];                                                                                 \
    }                                                                                                                  \
  }

#define ULP_GENERATOR(id, ID, title, help)                                                                             \
  ULP_BY_SPLIT(FILL_SPLIT, ID)(id, FP32, guint32) ULP_BY_SPLIT(FILL_SPLIT, ID)(id, FP64, guint64)
#include "core/input/generators.def"
#undef ULP_GENERATOR

void ulp_generate(const UlpGenerateJob *job, guint64 offset, guint64 count, void *out) {
  switch (job->generator) {
#define ULP_GENERATOR(id, ID, title, help)                                                                             \
  case ULP_GENERATOR_##ID:                                                                                             \
    if (job->format == ULP_FORMAT_FP32)                                                                                \
      fill_##id##_FP32(job, offset, count, out);                                                                       \
    else                                                                                                               \
      fill_##id##_FP64(job, offset, count, out);                                                                       \
    break;
#include "core/input/generators.def"
#undef ULP_GENERATOR
  default:
    g_return_if_reached();
  }
}
