/* The CUDA module, a shared library loaded at run time, so that one build runs with and without a GPU. */
#pragma once

#include "core/backend/backend.h"

/* The module's backend; NULL with *reason (borrowed, kept to the end of the program) where it cannot be used. Loaded at most
 * once, from the file that the environment's ULP_CUDA_MODULE names, or else the first ulp-cuda.so beside the program, in
 * the build tree's bin folder, or in the installed library folder. Thread-safe. */
const UlpBackend *ulp_backend_cuda(const char **reason);
