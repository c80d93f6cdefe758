/* Summation algorithms: order x step x shape x merge, with a determinism class. A level is nothing else than an algorithm.
 *
 * An algorithm is one entry of algorithms.def, or of routines.def where a library does it. Backends run the plan, so a new
 * combination needs no code; a new schedule adds a shape or merge there. What an algorithm costs and how wrong it may be
 * follows from its plan: bound.h. */
#pragma once

#include "core/base/param.h"
#include "core/number/codec.h"
#include "core/sum/plan.h"

typedef enum {
  ULP_DETERMINISM_NONE,              /* may differ from run to run */
  ULP_DETERMINISM_RUN_TO_RUN,        /* same input, device, build and launch: the same bits; as a library promises */
  ULP_DETERMINISM_GPU_TO_GPU,        /* the same bits on every GPU; as a library promises */
  ULP_DETERMINISM_EVERYWHERE,        /* same input, same launch parameters: the same bits on every device (a twin) */
  ULP_DETERMINISM_ORDER_INDEPENDENT, /* the same bits whatever the order of the elements, too */
  ULP_N_DETERMINISMS
} UlpDeterminism;

typedef enum {
  ULP_GROUP_ONE_BY_ONE,
  ULP_GROUP_TREES,
  ULP_GROUP_LANES,
  ULP_GROUP_COMPENSATED,
  ULP_GROUP_RACES,
  ULP_GROUP_EXACT,
  ULP_GROUP_LIBRARIES,
  ULP_N_GROUPS
} UlpAlgorithmGroup;

typedef struct {
  const char *id;
  UlpAlgorithmGroup group;
  const char *title;   /* N_() */
  const char *summary; /* N_(): one line; says "simulated schedule" where that is what it is */
  const char *source;  /* paper or standard */
  UlpStep step;        /* by default, where it chooses among accumulators */
  UlpShape shape;
  UlpMerge merge;
  UlpOrder order;
  uint32_t routine; /* of the shape LIBRARY */
  UlpDeterminism determinism;
  UlpFormat result;                        /* by default: fp64, fp32, fp16 or bf16 */
  gboolean chooses_accumulator;            /* has a parameter `acc` */
  const char *defaults[ULP_N_PLAN_PARAMS]; /* of the parameters it has; NULL: has none such */
} UlpAlgorithm;

extern const UlpAlgorithm
    *const ulp_algorithms[];                    /* NULL-terminated, in the order of algorithms.def, then routines.def */
extern const char *const ulp_group_titles[];    /* N_() */
extern const char *const ulp_determinism_ids[]; /* none, run-to-run, gpu-to-gpu, everywhere, order-independent */
extern const char *const ulp_determinism_titles[]; /* N_() */

/* NULL when there is none. */
const UlpAlgorithm *ulp_algorithm_find(const char *id);

/* `acc`, where it chooses, and its parameters of plan-params.def; they stay. */
const UlpParam *ulp_algorithm_params(const UlpAlgorithm *algorithm, guint *n_params);

/* The same bits on every device that runs it. */
gboolean ulp_algorithm_is_twin(const UlpAlgorithm *algorithm);

/* The accumulator's format, to which wider elements are rounded as they are taken: "fp32", "fp64"; "exact" takes all. */
const char *ulp_plan_accumulator(const UlpSumPlan *plan);

/* The summary, and what becomes of elements that are wider than the accumulator. New string, translated. */
char *ulp_algorithm_help(const UlpAlgorithm *algorithm);

/* What people read for the label of a choice and for the id of a class; other texts stay. New strings. */
char *ulp_algorithm_words(const char *label); /* "unordered-sim:seed=2 (simulated schedule)" */
char *ulp_determinism_words(const char *id);

/* An algorithm with its parameters, ready for a backend. */
typedef struct {
  const UlpAlgorithm *algorithm;
  char *label; /* the specification as given: "strided:grid=4" */
  UlpSumPlan plan;
} UlpAlgorithmChoice;

/* A comma-separated list of ID[:key=value...]; "all" stands for every algorithm. Without repeats, in order. Elements are
 * UlpAlgorithmChoice; free with g_array_unref. ULP_ERROR_USAGE for unknown names, parameters or ranges. */
GArray *ulp_algorithms_parse(const char *list, GError **error);
