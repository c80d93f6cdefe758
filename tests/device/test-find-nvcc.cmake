# cmake -DFOLDER=... -P: the search for nvcc among compilers that are scripts. The trials run in FOLDER.
cmake_minimum_required(VERSION 3.22)
include(${CMAKE_CURRENT_LIST_DIR}/../../kernels/find-nvcc.cmake)
set(executable OWNER_READ OWNER_WRITE OWNER_EXECUTE)

function(make_program path text)
  file(WRITE ${path} "#!/bin/sh\n${text}\n")
  file(CHMOD ${path} PERMISSIONS ${executable})
endfunction()

# An nvcc of a release that ends each compilation as it is told.
function(make_nvcc path release compilation)
  make_program(${path} "case $1 in
--version) echo 'Cuda compilation tools, release ${release}, V${release}.1' ;;
--list-gpu-code) echo 'sm_75 sm_90 sm_120' ;;
*) ${compilation} ;;
esac")
endfunction()

function(expect what found expected)
  if(NOT found STREQUAL expected)
    message(SEND_ERROR "${what}: found “${found}”, expected “${expected}”")
  endif()
endfunction()

function(expect_nvcc what expected)
  ulp_find_nvcc(${FOLDER} nvcc release reason)
  expect("${what}" "${nvcc}" "${expected}")
  expect("${what}, reason" "${reason}" "")
endfunction()

function(expect_none what expected)
  ulp_find_nvcc(${FOLDER} nvcc release reason)
  expect("${what}" "${nvcc}${release}" "")
  expect("${what}, reason" "${reason}" "${expected}")
endfunction()

file(REMOVE_RECURSE ${FOLDER})
set(ULP_TOOLKITS ${FOLDER}/toolkits)
set(refusal "echo 'nvcc warning : old'; echo 'nvcc fatal : host compiler not supported, an error'; exit 1")
make_nvcc(${FOLDER}/old/nvcc 12.0 "exit 0")
make_nvcc(${FOLDER}/broken/nvcc 13.0 "(${refusal}) >&2; exit 1")
make_nvcc(${FOLDER}/good/nvcc 12.8 "exit 0")
make_program(${FOLDER}/silent/nvcc "exit 127")
unset(ENV{CUDACXX})
unset(ENV{CUDAHOSTCXX})
set(is_old "${FOLDER}/old/nvcc is release 12.0, 12.8 or later is needed")

set(ENV{PATH} ${FOLDER})
expect_none("nothing" "no nvcc found")
set(ENV{PATH} ${FOLDER}/old)
expect_none("too old" "${is_old}")
set(ENV{PATH} ${FOLDER}/silent)
expect_none("no answer" "${FOLDER}/silent/nvcc does not say its release")
set(ENV{PATH} ${FOLDER}/broken)
expect_none("broken" "${FOLDER}/broken/nvcc cannot build a program here: nvcc fatal : host compiler not supported, an error")
set(ENV{PATH} ${FOLDER}/old:${FOLDER}/broken:${FOLDER}/silent)
expect_none("the first reason" "${is_old}")
set(ENV{PATH} ${FOLDER}/old:${FOLDER}/broken:${FOLDER}/good)
expect_nvcc("the first that works" ${FOLDER}/good/nvcc)

# A toolkit behind an old compiler on PATH, as distributions have one; the newest; the one that the system prefers.
set(ENV{PATH} ${FOLDER}/old)
make_nvcc(${ULP_TOOLKITS}/cuda-9.0/bin/nvcc 13.0 "exit 0")
make_nvcc(${ULP_TOOLKITS}/cuda-12.9/bin/nvcc 12.9 "exit 0")
make_nvcc(${ULP_TOOLKITS}/cuda-13.0/bin/nvcc 13.0 "exit 0")
expect_nvcc("toolkit" ${ULP_TOOLKITS}/cuda-13.0/bin/nvcc)
make_nvcc(${ULP_TOOLKITS}/cuda/bin/nvcc 12.9 "exit 0")
expect_nvcc("preferred toolkit" ${ULP_TOOLKITS}/cuda/bin/nvcc)
set(ENV{CUDACXX} ${FOLDER}/good/nvcc)
expect_nvcc("CUDACXX" ${FOLDER}/good/nvcc)

# What was asked for is not replaced.
set(CMAKE_CUDA_COMPILER ${FOLDER}/old/nvcc)
expect_none("asked for" "${is_old}")
set(CMAKE_CUDA_COMPILER ${FOLDER}/nowhere/nvcc)
expect_none("absent" "${FOLDER}/nowhere/nvcc does not say its release")

function(expect_architectures answer expected)
  make_program(${FOLDER}/smi/nvidia-smi "echo '${answer}'")
  ulp_present_architectures(${FOLDER}/good/nvcc architectures)
  expect("GPUs ${answer}" "${architectures}" "${expected}")
endfunction()

set(ENV{PATH} ${FOLDER}/smi)
ulp_present_architectures(${FOLDER}/good/nvcc architectures)
expect("no nvidia-smi" "${architectures}" 90)
expect_architectures("9.0" 90)
expect_architectures("12.0\n7.5\n12.0" "120;75")
expect_architectures("6.1" 90)
expect_architectures("6.1\n7.5" 75)
expect_architectures("99.0" 90)
expect_architectures("No devices were found" 90)
