/* Loops that are compiled for several processors; the best is chosen when the program starts. The bits are the same, as no flag
 * lets the compiler contract or reorder. Sanitizers come too late for functions that are chosen so early. */
#pragma once

#if defined __x86_64__ && defined __gnu_linux__ && __GNUC__ >= 12 && !defined __SANITIZE_ADDRESS__ &&                  \
    !defined __SANITIZE_THREAD__
#define ULP_VECTOR_CLONES __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define ULP_VECTOR_CLONES
#endif
