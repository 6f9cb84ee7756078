# xdnasim_library(FOLDER [LIBRARIES ...] [EXCEPT file ...] [COLD])
#
# Adds the static library of a folder in layers.txt, named after the last part of its path. It has all
# sources in the folder but those of EXCEPT, and links to the libraries of the folders that it may include
# and to LIBRARIES, those of other projects. COLD: runs spend little time in it, so that it is compiled
# with few optimisations, which is fast.
#
# Headers are included by their path in the repository: "sim/stream.hpp". They are installed in
# include/xdnasim, so that other projects include <xdnasim/sim/stream.hpp>; the package also exports
# include/xdnasim itself, for the includes in these headers.
set(layers ${CMAKE_CURRENT_LIST_DIR}/layers.txt)
set_property(DIRECTORY ${PROJECT_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${layers})
file(STRINGS ${layers} XDNASIM_LAYERS REGEX "^[^#]")

# Precompiled headers: those that most sources of the libraries and tests include. Reading them would take a
# fifth of the time of many compiler runs.
set(XDNASIM_HEADERS
    <algorithm> <array> <cstdint> <filesystem> <functional> <map> <memory> <optional> <set> <span>
    <string> <string_view> <utility> <variant> <vector> <fmt/format.h> <nlohmann/json.hpp>
    ${PROJECT_SOURCE_DIR}/base/json_templates.hpp)

function(xdnasim_library folder)
  cmake_parse_arguments(LIB "COLD" "" "LIBRARIES;EXCEPT" ${ARGN})
  get_filename_component(name ${folder} NAME)
  set(target xdnasim_${name})
  xdnasim_files(headers ${folder} hpp)
  xdnasim_files(sources ${folder} cpp)
  foreach(file ${LIB_EXCEPT})
    list(REMOVE_ITEM sources ${PROJECT_SOURCE_DIR}/${folder}/${file})
  endforeach()

  add_library(${target} STATIC ${sources})
  add_library(xdnasim::${name} ALIAS ${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name})
  target_compile_options(${target} PRIVATE ${XDNASIM_WARNINGS})
  if(LIB_COLD)
    target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-Og>)
  else()
    # In larger batches the compiler inlines less of each source, and simulations take longer.
    set_target_properties(${target} PROPERTIES UNITY_BUILD_BATCH_SIZE 20)
  endif()
  # Libraries with the same optimisation share the precompiled headers of the first one.
  get_property(first GLOBAL PROPERTY XDNASIM_FIRST_COLD_${LIB_COLD})
  if(first)
    target_precompile_headers(${target} REUSE_FROM ${first})
  else()
    target_precompile_headers(${target} PRIVATE ${XDNASIM_HEADERS})
    set_property(GLOBAL PROPERTY XDNASIM_FIRST_COLD_${LIB_COLD} ${target})
  endif()
  target_include_directories(${target} PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>
    $<INSTALL_INTERFACE:include> $<INSTALL_INTERFACE:include/xdnasim>)
  xdnasim_seen_by(libraries ${folder})
  target_link_libraries(${target} PUBLIC ${libraries} fmt::fmt ${LIB_LIBRARIES})
  set_property(GLOBAL APPEND PROPERTY XDNASIM_LIBRARIES ${target})

  foreach(header ${headers})
    file(RELATIVE_PATH path ${PROJECT_SOURCE_DIR} ${header})
    get_filename_component(below ${path} DIRECTORY)
    install(FILES ${header} DESTINATION include/xdnasim/${below})
  endforeach()
endfunction()

# xdnasim_files(RESULT FOLDER EXTENSION): the files of a library, which are those in its folder and in the
# folders below that are not libraries themselves.
function(xdnasim_files result folder extension)
  file(GLOB_RECURSE files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${folder}/*.${extension})
  foreach(line ${XDNASIM_LAYERS})
    string(REGEX REPLACE ":.*" "" other ${line})
    if(other MATCHES "^${folder}/")
      list(FILTER files EXCLUDE REGEX "^${PROJECT_SOURCE_DIR}/${other}/")
    endif()
  endforeach()
  set(${result} ${files} PARENT_SCOPE)
endfunction()

# xdnasim_seen_by(RESULT FOLDER): the libraries of the folders that FOLDER may include.
function(xdnasim_seen_by result folder)
  foreach(line ${XDNASIM_LAYERS})
    if(line MATCHES "^${folder}: *(.*)$")
      string(REGEX REPLACE " +" ";" seen "${CMAKE_MATCH_1}")
      set(libraries)
      foreach(other ${seen})
        get_filename_component(name ${other} NAME)
        list(APPEND libraries xdnasim_${name})
      endforeach()
      set(${result} ${libraries} PARENT_SCOPE)
      return()
    endif()
  endforeach()
  message(FATAL_ERROR "cmake/layers.txt has no line for ${folder}")
endfunction()
