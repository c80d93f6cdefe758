/* The generators as a list, and their elements on the host. */
#pragma once

#include "core/base/param.h"
#include "core/input/maker.h"

#define ULP_GENERATOR_N_COMMON_PARAMS 2 /* n and format */

typedef struct {
  const char *id;
  const char *title;      /* N_() */
  const char *help;       /* N_(): one line */
  const UlpParam *params; /* n first, then format, then the generator's own */
  guint n_params;
  guint64 default_count; /* when a spec names no n; 0: what the run says */
  guint version;         /* grows when the generator comes to give other values for the same job */
  const UlpMaker *maker; /* of a generator whose elements need each other; NULL where each can be made alone */
} UlpGeneratorInfo;

/* The lines of generators.def, and behind them those of makers.def: ULP_N_GENERATORS and more. */
guint ulp_n_generators(void);
const UlpGeneratorInfo *ulp_generator_info(guint generator);
gboolean ulp_generator_find(const char *id, guint *generator); /* FALSE: there is none */

/* Elements [offset, offset + count) of a job without maker into `out`, containers of job->format. */
void ulp_generate(const UlpGenerateJob *job, guint64 offset, guint64 count, void *out);
