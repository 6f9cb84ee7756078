# Installs the command, the libraries with their headers (those in library.cmake), the CMake package, the
# device files and other data, the examples and the completions of shells.
include(CMakePackageConfigHelpers)

# Installing or packaging a build, as tests do, must not start another build.
set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON)

get_property(libraries GLOBAL PROPERTY XDNASIM_LIBRARIES)
install(TARGETS xdnasim ${libraries} EXPORT xdnasimTargets
        RUNTIME DESTINATION bin
        ARCHIVE DESTINATION lib)

if(TARGET xdnasim_cbc)
  install(TARGETS xdnasim_cbc LIBRARY DESTINATION lib/xdnasim COMPONENT solver)
endif()

set(package lib/cmake/xdnasim)
install(EXPORT xdnasimTargets NAMESPACE xdnasim:: DESTINATION ${package})
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/xdnasimConfig.cmake.in
                              ${CMAKE_BINARY_DIR}/xdnasimConfig.cmake
                              INSTALL_DESTINATION ${package}
                              NO_SET_AND_CHECK_MACRO NO_CHECK_REQUIRED_COMPONENTS_MACRO)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/xdnasimConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/xdnasimConfig.cmake
              ${CMAKE_BINARY_DIR}/xdnasimConfigVersion.cmake
              ${CMAKE_CURRENT_LIST_DIR}/find_libraries.cmake
              ${CMAKE_CURRENT_LIST_DIR}/find_xrt.cmake
              ${CMAKE_CURRENT_LIST_DIR}/installation.cpp.in
        DESTINATION ${package})

# install_data(DESTINATION FOLDER...): installs folders in share/xdnasim/DESTINATION.
function(install_data destination)
  foreach(folder ${ARGN})
    install(DIRECTORY ${PROJECT_SOURCE_DIR}/${folder} DESTINATION share/xdnasim/${destination}
            COMPONENT data PATTERN __pycache__ EXCLUDE)
  endforeach()
endfunction()

install_data("" arch/devices workloads/examples workloads/host_kernels backends/mlir/kernels
             cli/plots cli/cluster)
install_data(validation validation/measured validation/report validation/studies
             validation/tolerances)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/traces/names/ DESTINATION share/xdnasim/trace-events COMPONENT data
        FILES_MATCHING PATTERN *.csv)

# Completions, installed where Debian's shells look for them. cli/CMakeLists.txt makes the built command write
# them.
install(FILES ${CMAKE_BINARY_DIR}/completions/xdnasim
        DESTINATION share/bash-completion/completions)
install(FILES ${CMAKE_BINARY_DIR}/completions/_xdnasim
        DESTINATION share/zsh/vendor-completions)
