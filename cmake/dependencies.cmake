# Finds all dependencies, which are packages of Debian 12. Configuring needs no network.
include(${CMAKE_CURRENT_LIST_DIR}/find_libraries.cmake)

# Cbc, optional: needed for place and route with integer programs.
pkg_check_modules(cbc QUIET IMPORTED_TARGET cbc)

if(XDNASIM_TESTS)
  find_package(GTest REQUIRED)
endif()
if(XDNASIM_BENCHMARKS)
  find_package(benchmark REQUIRED)
endif()
