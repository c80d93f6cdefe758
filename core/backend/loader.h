/* The CUDA module, a shared library loaded at run time, so that one build runs with and without a GPU. */
#pragma once

#include "core/backend/backend.h"

/* The module's backend; NULL with *reason (borrowed, kept to the end of the program, UTF-8) where it cannot be used. Loaded at
 * most once, from the first ulp-cuda.so in the build tree's bin folder, in "ulpscope" beside libulp, or in the installed
 * library folder, always by an absolute path. Thread-safe. */
const UlpBackend *ulp_backend_cuda(const char **reason);

/* For tests: the absolute path that the environment's ULP_CUDA_MODULE names, which is loaded in the place of all of these;
 * NULL where it names none. What is told of a device of the module tells this, too. */
const char *ulp_backend_cuda_named(void);
