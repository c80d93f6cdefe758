/* The parameters that experiments and commands share, one initialiser each, so that they read alike everywhere. */
#pragma once

#include "core/base/i18n.h"
#include "core/base/param.h"
#include "core/input/input-spec.h"
#include "core/number/block-format.h"
#include "core/number/number-params.h"
#include "core/sum/algorithms-param.h"

/* clang-format off */
/* The run's input (ulp_run_input) is opened from `input` and `seed`. */
#define ULP_EXPERIMENT_INPUT(default_spec)                                                                             \
  {.id = "input",                                                                                                      \
   .type = ULP_PARAM_INPUT,                                                                                            \
   .label = N_("Input"),                                                                                               \
   .help = N_("generator with its parameters, such as uniform:n=1e6:format=fp64, or FILE, FILE#COLUMN"),               \
   .default_text = default_spec,                                                                                       \
   .unit = ""}

#define ULP_EXPERIMENT_SEED                                                                                            \
  {.id = "seed",                                                                                                       \
   .type = ULP_PARAM_COUNT,                                                                                            \
   .label = N_("Seed"),                                                                                                \
   .help = N_("seed of everything random; the same seed gives the same bits on every machine"),                            \
   .default_text = "1",                                                                                                \
   .min = 0,                                                                                                           \
   .max = 0x1p53L,                                                                                                     \
   .unit = ""}

#define ULP_EXPERIMENT_ALGORITHMS(default_list)                                                                        \
  {.id = "algorithms",                                                                                                 \
   .type = ULP_PARAM_ALGORITHMS,                                                                                       \
   .label = N_("Algorithms"),                                                                                          \
   .help = N_("summation algorithms, such as kahan,strided:grid=64:block=128; all stands for every one that the "      \
              "device can run"),                                                                                       \
   .default_text = default_list,                                                                                       \
   .unit = ""}

/* Of each promise a level or two that every device has, for elements of both formats. */
#define ULP_LEVELS_USUAL "seq-fp32,seq-fp64,fixed,tree-fp64,kahan-tree,unordered,exact-fp32,exact"

#define ULP_EXPERIMENT_ROUND                                                                                           \
  {.id = "round",                                                                                                      \
   .type = ULP_PARAM_CHOICE,                                                                                           \
   .label = N_("Rounding"),                                                                                            \
   .help = N_("how a value between two numbers of the format is rounded"),                                             \
   .default_text = "rn",                                                                                               \
   .unit = "",                                                                                                         \
   .choices = ulp_round_ids,                                                                                           \
   .titles = ulp_round_titles}

#define ULP_EXPERIMENT_RANDOM_BITS                                                                                     \
  {.id = "random-bits",                                                                                                \
   .type = ULP_PARAM_COUNT,                                                                                            \
   .label = N_("Random bits"),                                                                                         \
   .help = N_("of stochastic rounding: how finely it weighs, drawn for each element from the seed"),                   \
   .default_text = "16",                                                                                               \
   .min = 1,                                                                                                           \
   .max = ULP_ROUND_MAX_BITS,                                                                                          \
   .unit = N_("bits")}

#define ULP_EXPERIMENT_VIA                                                                                             \
  {.id = "via",                                                                                                        \
   .type = ULP_PARAM_VIA,                                                                                              \
   .label = N_("Through"),                                                                                             \
   .help = N_("formats on the way, each with its rounding, such as fp16:rz: what double rounding does"),               \
   .default_text = "",                                                                                                 \
   .unit = ""}

#define ULP_EXPERIMENT_PROFILE                                                                                         \
  {.id = "profile",                                                                                                    \
   .type = ULP_PARAM_CHOICE,                                                                                           \
   .label = N_("Profile"),                                                                                             \
   .help = N_("whose rules say what overflow, infinities, NaN and subnormals become"),                                 \
   .default_text = "ieee",                                                                                             \
   .unit = "",                                                                                                         \
   .choices = ulp_profile_ids,                                                                                         \
   .titles = ulp_profile_titles}

#define ULP_EXPERIMENT_SCALE_RULE                                                                                      \
  {.id = "scale-rule",                                                                                                 \
   .type = ULP_PARAM_CHOICE,                                                                                           \
   .label = N_("Scale rule"),                                                                                          \
   .help = N_("how the scale of a block is made from its largest magnitude, amax; max is the elements' largest value, " \
              "2^emax their largest power of two"),                                                                    \
   .default_text = "own",                                                                                              \
   .unit = "",                                                                                                         \
   .choices = ulp_block_rule_ids,                                                                                      \
   .titles = ulp_block_rule_titles}
/* clang-format on */
