# FOLDER/test-NAME.c is one GLib test program over the window's library, run in an X server of its own.
set(ULP_WINDOW_TEST_ENV "${ULP_TEST_ENV};GTK_A11Y=test")

# ulp_window_test(NAME SOURCE...): one such program; its target is FOLDER-NAME.
function(ulp_window_test name)
  get_filename_component(folder ${CMAKE_CURRENT_SOURCE_DIR} NAME)
  set(target ${folder}-${name})
  add_executable(${target} ${ARGN})
  target_link_libraries(${target} PRIVATE ulp_window m)
  set_target_properties(${target} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
  add_test(NAME ${folder}/${name} COMMAND ${PROJECT_SOURCE_DIR}/tests/run-in-xvfb.sh $<TARGET_FILE:${target}> --tap)
  set_tests_properties(${folder}/${name} PROPERTIES ENVIRONMENT "${ULP_WINDOW_TEST_ENV}" TIMEOUT 600)
endfunction()

function(ulp_window_tests_of_folder)
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/test-*.c)
  foreach(source ${sources})
    get_filename_component(name ${source} NAME_WE)
    ulp_window_test(${name} ${source})
  endforeach()
endfunction()
