# What makes a fault in C harder to use, for every target in C and C++; tests/hardening.py looks for it in what was built.
# CUDA's host code gets the same through ulp_hardening_options, a list.
include(CheckCCompilerFlag)
include(CheckPIESupported)
check_pie_supported(LANGUAGES C CXX)

set(ulp_hardening_options -fstack-protector-strong)
check_c_compiler_flag(-fcf-protection=full ULP_HAS_CF_PROTECTION) # of x86
if(ULP_HAS_CF_PROTECTION)
  list(APPEND ulp_hardening_options -fcf-protection=full)
endif()

# The C library's checked calls need an optimiser, and a sanitizer that sees the calls themselves goes without them. Level 3
# knows sizes at run time, too.
set(ULP_FORTIFY 0)
if(NOT CMAKE_BUILD_TYPE MATCHES "^(Debug|None)$" AND NOT CMAKE_C_FLAGS MATCHES "-fsanitize")
  set(ULP_FORTIFY 2)
  if((CMAKE_C_COMPILER_ID STREQUAL GNU AND CMAKE_C_COMPILER_VERSION VERSION_GREATER_EQUAL 12) OR
     CMAKE_C_COMPILER_ID MATCHES Clang)
    set(ULP_FORTIFY 3)
  endif()
  list(APPEND ulp_hardening_options -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=${ULP_FORTIFY})
endif()

add_compile_options("$<$<COMPILE_LANGUAGE:C,CXX>:${ulp_hardening_options}>")
add_link_options(-Wl,-z,relro,-z,now,-z,noexecstack)
