# xdnasim_library(NAME FOLDER path ... SOURCES ... [DEPENDS ...] [PRIVATE_DEPENDS ...] [COLD])
#
# COLD: no run spends its time there, so that it is optimised little and compiled soon.
#
# One library per folder, or for a folder and some in it. Its headers are seen as <xdnasim/FOLDER/x.hpp>, through
# a directory that holds links to them alone: a header of a folder, or a folder in
# it, that the library does not depend on is not on its include path, so a wrong
# include fails to compile.
function(xdnasim_library name)
  cmake_parse_arguments(LIB "COLD" "" "FOLDER;SOURCES;DEPENDS;PRIVATE_DEPENDS" ${ARGN})
  set(target xdnasim_${name})
  set(view ${CMAKE_BINARY_DIR}/include/${name})
  file(REMOVE_RECURSE ${view})
  foreach(folder ${LIB_FOLDER})
    file(GLOB headers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${folder}/*.hpp)
    file(MAKE_DIRECTORY ${view}/xdnasim/${folder})
    foreach(header ${headers})
      get_filename_component(name_of_header ${header} NAME)
      file(CREATE_LINK ${header} ${view}/xdnasim/${folder}/${name_of_header} SYMBOLIC)
    endforeach()
    install(FILES ${headers} DESTINATION include/xdnasim/${folder})
  endforeach()

  if(LIB_SOURCES)
    add_library(${target} STATIC ${LIB_SOURCES})
    set(scope PUBLIC)
    target_compile_options(${target} PRIVATE ${XDNASIM_WARNINGS})
    if(LIB_COLD)
      target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
    endif()
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
endfunction()
