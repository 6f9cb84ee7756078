# Finds the libraries that xdnasim links to. Included by its own build and, since it is installed with the
# package, by find_package(xdnasim) in other projects.
include(CMakeFindDependencyMacro)
find_dependency(Threads)
find_dependency(PkgConfig)
find_dependency(fmt)
find_dependency(spdlog)
find_dependency(yaml-cpp)
find_dependency(nlohmann_json)
find_dependency(Boost 1.74)
find_dependency(CLI11)

if(NOT TARGET PkgConfig::systemc)
  pkg_check_modules(systemc REQUIRED IMPORTED_TARGET systemc)
endif()
if(NOT TARGET PkgConfig::openblas)
  pkg_check_modules(openblas REQUIRED IMPORTED_TARGET openblas)
endif()
if(NOT TARGET PkgConfig::ffi)
  pkg_check_modules(ffi REQUIRED IMPORTED_TARGET libffi)
endif()

include(${CMAKE_CURRENT_LIST_DIR}/find_xrt.cmake)

# Debian's libsystemc is built as C++17, and checks that its users were compiled with the same SC_CPLUSPLUS.
if(NOT TARGET xdnasim_libsystemc)
  add_library(xdnasim_libsystemc INTERFACE IMPORTED)
  target_compile_definitions(xdnasim_libsystemc INTERFACE SC_CPLUSPLUS=201703L)
  target_link_libraries(xdnasim_libsystemc INTERFACE PkgConfig::systemc)
endif()
