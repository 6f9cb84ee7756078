# Everything comes from Debian 12 packages; configuring needs no network.
include(${CMAKE_CURRENT_LIST_DIR}/find_libraries.cmake)

# Optional: place and route by integer programs needs it.
pkg_check_modules(cbc QUIET IMPORTED_TARGET cbc)

if(XDNASIM_TESTS)
  find_package(GTest REQUIRED)
endif()
if(XDNASIM_BENCHMARKS)
  find_package(benchmark REQUIRED)
endif()
