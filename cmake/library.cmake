# xdnasim_library(NAME FOLDER path SOURCES ... [DEPENDS ...] [PRIVATE_DEPENDS ...])
#
# One library per folder. Its headers are seen as <xdnasim/FOLDER/x.hpp>, through
# a directory that holds a link to this folder alone: a header of a folder that
# the library does not depend on is not on its include path, so a wrong include
# fails to compile.
function(xdnasim_library name)
  cmake_parse_arguments(LIB "" "FOLDER" "SOURCES;DEPENDS;PRIVATE_DEPENDS" ${ARGN})
  set(target xdnasim_${name})
  set(view ${CMAKE_BINARY_DIR}/include/${name})
  get_filename_component(parent ${view}/xdnasim/${LIB_FOLDER} DIRECTORY)
  file(MAKE_DIRECTORY ${parent})
  file(CREATE_LINK ${PROJECT_SOURCE_DIR}/${LIB_FOLDER} ${view}/xdnasim/${LIB_FOLDER} SYMBOLIC)

  if(LIB_SOURCES)
    add_library(${target} STATIC ${LIB_SOURCES})
    set(scope PUBLIC)
    target_compile_options(${target} PRIVATE ${XDNASIM_WARNINGS})
    target_link_libraries(${target} PRIVATE ${LIB_PRIVATE_DEPENDS})
  else()
    add_library(${target} INTERFACE)
    set(scope INTERFACE)
  endif()
  add_library(xdnasim::${name} ALIAS ${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name})
  target_include_directories(${target} ${scope} $<BUILD_INTERFACE:${view}>
                                                $<INSTALL_INTERFACE:include>)
  target_link_libraries(${target} ${scope} ${LIB_DEPENDS})
  set_property(GLOBAL APPEND PROPERTY XDNASIM_LIBRARIES ${target})
  file(GLOB headers ${PROJECT_SOURCE_DIR}/${LIB_FOLDER}/*.hpp)
  install(FILES ${headers} DESTINATION include/xdnasim/${LIB_FOLDER})
endfunction()
