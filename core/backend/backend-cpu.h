/* The CPU backend: one session over every processor, with the sums of core/sum/plan.h as the reference of all twins. */
#pragma once

#include "core/backend/backend.h"

const UlpBackend *ulp_backend_cpu(void);
