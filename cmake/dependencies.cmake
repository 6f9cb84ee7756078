# Everything comes from Debian 12 packages; configuring needs no network.
include(${CMAKE_CURRENT_LIST_DIR}/find_libraries.cmake)

if(XDNASIM_TESTS)
  find_package(GTest REQUIRED)
endif()
if(XDNASIM_BENCHMARKS)
  find_package(benchmark REQUIRED)
endif()
