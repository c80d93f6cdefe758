/* What a module must have in common with the program that loads it: the ABI, the lists whose lines are numbered, and the
 * sizes of what passes between them. A list reordered or a job grown makes another version by itself. */
#pragma once

#include "core/job/job.h"

#define ULP_BACKEND_ABI 4u

typedef struct {
  uint32_t abi;
  uint32_t job_size, result_size, exact_size;
  const char *lists; /* ids in their order */
} UlpVersion;

static const char ulp_version_lists[] = "jobs:"
#define ULP_JOB(id, ID, type, inputs) " " #id
#include "core/job/jobs.def"
#undef ULP_JOB
                                        "; maps:"
#define ULP_MAP(id, ID, inputs) " " #id
#include "core/job/maps.def"
#undef ULP_MAP
                                        "; routines:"
#define ULP_ROUTINE(name, ...) " " #name
#include "core/sum/routines.def"
#undef ULP_ROUTINE
                                        "; generators:"
#define ULP_GENERATOR(id, ID, title, help) " " #id
#include "core/input/generators.def"
#undef ULP_GENERATOR
                                        "; steps:"
#define ULP_STEP(RULE, FORMAT) " " #RULE "-" #FORMAT
#include "core/sum/steps.def"
#undef ULP_STEP
                                        "; any order:"
#define ULP_ANY_ORDER(ID, name, ...) " " #name
#include "core/sum/any-order.def"
#undef ULP_ANY_ORDER
                                        "; plan:"
#define ULP_PLAN_PARAM(id, ...) " " #id
#include "core/sum/plan-params.def"
#undef ULP_PLAN_PARAM
                                        "; atomics:"
#define ULP_ATOMICS(id, ...) " " #id
#include "core/job/atomics.def"
#undef ULP_ATOMICS
                                        "; transforms:"
#define ULP_TRANSFORM(id, ...) " " #id
#include "core/job/transforms.def"
#undef ULP_TRANSFORM
                                        "; roundings:"
#define ULP_ROUND(id, ID, title, source) " " #id
#include "core/number/rounds.def"
#undef ULP_ROUND
    ;

#define ULP_VERSION_HERE                                                                                               \
  { ULP_BACKEND_ABI, sizeof(UlpJob), sizeof(UlpJobResult), sizeof(UlpExact), ulp_version_lists }
