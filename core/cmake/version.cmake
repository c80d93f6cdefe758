# cmake -DSOURCE=... -DOUTPUT=... -DULP_VERSION=... -DULP_COMPILER=... -DULP_BUILD_FLAGS=... -P version.cmake
# Runs in every build, so that a new commit needs no new configuration; the file changes only when its text does.
set(ULP_COMMIT unknown)
find_program(GIT git)
if(GIT)
  # An empty prefix: SOURCE is the top of its own repository, not an unpacked folder inside somebody else's.
  execute_process(COMMAND ${GIT} -C ${SOURCE} rev-parse --show-prefix
                  OUTPUT_VARIABLE prefix RESULT_VARIABLE failed OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  if(NOT failed AND prefix STREQUAL "")
    execute_process(COMMAND ${GIT} -C ${SOURCE} describe --always --exclude=* --abbrev=10 --dirty=+changes
                    OUTPUT_VARIABLE commit RESULT_VARIABLE failed OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    if(NOT failed AND commit)
      set(ULP_COMMIT ${commit})
    endif()
  endif()
endif()
configure_file(${SOURCE}/core/version.h.in ${OUTPUT} @ONLY)
