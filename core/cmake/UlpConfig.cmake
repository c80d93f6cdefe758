# find_package(Ulp) gives Ulp::ulp: #include "core/exact/exact.h" and the like.
include(CMakeFindDependencyMacro)
find_dependency(PkgConfig)
pkg_check_modules(GLIB REQUIRED IMPORTED_TARGET glib-2.0>=2.68 gio-2.0 gmodule-2.0)
include(${CMAKE_CURRENT_LIST_DIR}/UlpTargets.cmake)
