/* Marks a function that the C compiler and nvcc both compile, so that host and device share its every operation.
 * Such code uses integers and single IEEE 754 operations only: no libm, no contraction. */
#pragma once

#ifdef __CUDACC__
#define ULP_HD static __host__ __device__ __forceinline__
#else
#define ULP_HD static inline __attribute__((always_inline))
#endif

/* Before a loop of constant length: all its turns at once, so that the loop around it can be vectorised. */
#ifdef __CUDACC__
#define ULP_UNROLL _Pragma("unroll")
#else
#define ULP_UNROLL _Pragma("GCC unroll 16")
#endif
