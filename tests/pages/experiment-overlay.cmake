# The window with an experiment added by one file and one line.
ulp_window_test(added-experiment added-experiment.c ${PROJECT_SOURCE_DIR}/core/experiment/registry.c
  ${PROJECT_SOURCE_DIR}/tests/seam/experiment-probe.c)
target_sources(pages-added-experiment PRIVATE ${PROJECT_SOURCE_DIR}/tests/seam/experiment-census.c)
target_include_directories(pages-added-experiment BEFORE PRIVATE ${PROJECT_SOURCE_DIR}/tests/seam)
