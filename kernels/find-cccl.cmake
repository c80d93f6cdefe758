# Which CCCL headers the CUDA module is built with: CUB has its three levels of determinism from 3.2 on. Runs in script mode too
# (tests/device/test-find-cccl.cmake).
set(ULP_CCCL_MINIMUM 3002000)          # CCCL_VERSION, 3.2.0
set(ULP_CCCL_PACKAGE nvidia-cuda-cccl==13.3.5.0.6) # headers alone, CCCL 3.5; Apache 2.0 with LLVM exception

# CCCL_VERSION of the headers in `folder`; 0 where there are none.
function(ulp_cccl_version folder version)
  set(${version} 0 PARENT_SCOPE)
  foreach(name cuda/std/__cccl/version.h cuda/version)
    if(EXISTS ${folder}/${name})
      file(STRINGS ${folder}/${name} line REGEX "^#define CCCL_VERSION [0-9]+")
      if(line MATCHES "CCCL_VERSION ([0-9]+)")
        set(${version} ${CMAKE_MATCH_1} PARENT_SCOPE)
        return()
      endif()
    endif()
  endforeach()
endfunction()

# The headers in a package that was unpacked in `folder`; empty where there are none.
function(ulp_unpacked_cccl folder include)
  file(GLOB_RECURSE found ${folder}/version.h)
  list(FILTER found INCLUDE REGEX "/cuda/std/__cccl/version.h$")
  string(REGEX REPLACE "/cuda/std/__cccl/version.h$" "" found "${found}")
  set(${include} "${found}" PARENT_SCOPE)
endfunction()

# Downloads the Python package, a zip file, into `folder` and unpacks it there. `pip` is a command.
function(ulp_fetch_cccl folder pip trouble)
  file(MAKE_DIRECTORY ${folder})
  execute_process(COMMAND ${pip} download --quiet --disable-pip-version-check --no-deps --only-binary :all: --retries 1
                          --timeout 15 --dest ${folder} ${ULP_CCCL_PACKAGE}
                  RESULT_VARIABLE failed OUTPUT_QUIET ERROR_VARIABLE says)
  file(GLOB wheel ${folder}/*.whl)
  if(failed OR NOT wheel)
    string(REGEX MATCH "[^\n]*(ERROR|rror:|No module)[^\n]*" line "${says}")
    set(${trouble} "pip does not bring ${ULP_CCCL_PACKAGE}: ${line}" PARENT_SCOPE)
    return()
  endif()
  list(GET wheel 0 wheel)
  execute_process(COMMAND ${CMAKE_COMMAND} -E tar xf ${wheel} WORKING_DIRECTORY ${folder} OUTPUT_QUIET ERROR_QUIET)
  file(REMOVE ${wheel})
  set(${trouble} "" PARENT_SCOPE)
endfunction()

# The folder to include before the toolkit's own: the one that was asked for (ULP_CCCL_DIR), none where the toolkit's will do,
# else the package's in `folder`, fetched once with `pip`. `reason` is a line when the levels will be absent.
function(ulp_find_cccl toolkit folder pip include reason)
  set(${include} "" PARENT_SCOPE)
  set(${reason} "" PARENT_SCOPE)
  if(ULP_CCCL_DIR)
    ulp_cccl_version(${ULP_CCCL_DIR} version)
    set(${include} ${ULP_CCCL_DIR} PARENT_SCOPE)
    if(version LESS ULP_CCCL_MINIMUM)
      set(${reason} "${ULP_CCCL_DIR} has CCCL_VERSION ${version}, ${ULP_CCCL_MINIMUM} or later is needed" PARENT_SCOPE)
    endif()
    return()
  endif()
  ulp_cccl_version(${toolkit} version)
  if(NOT version LESS ULP_CCCL_MINIMUM)
    return()
  endif()
  set(reached "the toolkit has CCCL_VERSION ${version}, ${ULP_CCCL_MINIMUM} or later is needed")
  set(trouble "")
  ulp_unpacked_cccl(${folder} found)
  if(NOT found)
    ulp_fetch_cccl(${folder} "${pip}" trouble)
    ulp_unpacked_cccl(${folder} found)
  endif()
  if(found)
    ulp_cccl_version(${found} version)
  endif()
  if(found AND NOT version LESS ULP_CCCL_MINIMUM)
    set(${include} ${found} PARENT_SCOPE)
  else()
    set(${reason} "${reached}; ${trouble}" PARENT_SCOPE)
  endif()
endfunction()
