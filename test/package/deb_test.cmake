# Makes the Debian package of the build tree `build` below `work`, checks its content, and runs the command
# and the Python package in it.
function(run)
  execute_process(COMMAND ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

# run_for_output(VARIABLE command...): runs a command, and sets VARIABLE to its output.
function(run_for_output variable)
  execute_process(COMMAND ${ARGN} OUTPUT_VARIABLE output COMMAND_ERROR_IS_FATAL ANY)
  set(${variable} "${output}" PARENT_SCOPE)
endfunction()

function(expect text)
  foreach(pattern ${ARGN})
    if(NOT text MATCHES "${pattern}")
      message(SEND_ERROR "no match of '${pattern}' in:\n${text}")
    endif()
  endforeach()
endfunction()

file(REMOVE_RECURSE ${work})
run(${cpack} --config ${build}/CPackConfig.cmake -G DEB -B ${work})
file(GLOB deb ${work}/xdnasim_*.deb)

run_for_output(control ${dpkg_deb} --field ${deb})
expect("${control}" "Package: xdnasim\n" "Maintainer: xdnasim developers\n"
       "Section: electronics\n" "Description: Cycle-approximate simulator"
       "\n A cycle-approximate simulator of AMD XDNA arrays [^\n]*\n"
       "Suggests: libsystemc-dev, [^\n]*libxrt-dev, [^\n]*python3-distributed\n")
if(control MATCHES "libgtest-dev|amd64,")
  message(SEND_ERROR "suggests what its libraries do not need:\n${control}")
endif()
if(shlibdeps)
  expect("${control}" "Depends: [^\n]*libsystemc" "Depends: [^\n]*libc6")
endif()

run_for_output(contents ${dpkg_deb} --contents ${deb})
expect("${contents}" " ./usr/bin/xdnasim\n" " ./usr/lib/libxdnasim_arch.a\n"
       " ./usr/include/xdnasim/backends/backend.hpp\n"
       " ./usr/lib/cmake/xdnasim/xdnasimConfig.cmake\n"
       " ./usr/share/xdnasim/devices/xdna2-krackan.yaml\n"
       " ./usr/share/xdnasim/devices/architectures/aie2p.yaml\n"
       " ./usr/share/xdnasim/examples/gemm_teaching.yaml\n"
       " ./usr/share/xdnasim/validation/measured/taka_2025_kernels.csv\n"
       " ./usr/share/xdnasim/validation/tolerances/kernels.yaml\n"
       " ./usr/share/xdnasim/validation/report/report.py\n"
       " ./usr/share/bash-completion/completions/xdnasim\n"
       " ./usr/share/zsh/vendor-completions/_xdnasim\n")
if(contents MATCHES " ./(home|root|tmp|work)")
  message(SEND_ERROR "files outside of /usr:\n${contents}")
endif()

# The completions in the package are those that its command writes.
run(${dpkg_deb} --extract ${deb} ${work}/root)
set(share ${work}/root/usr/share/xdnasim)
set(command ${CMAKE_COMMAND} -E env --unset=XDNASIM_DEVICES ${work}/root/usr/bin/xdnasim)
foreach(completion bash-completion/completions/xdnasim zsh/vendor-completions/_xdnasim)
  string(REGEX MATCH "^[a-z]*sh" shell ${completion})
  execute_process(COMMAND ${command} completion ${shell} OUTPUT_FILE ${work}/completion
                  COMMAND_ERROR_IS_FATAL ANY)
  run(${CMAKE_COMMAND} -E compare_files ${work}/completion
      ${work}/root/usr/share/${completion})
endforeach()

# The command uses the device files of the package, not those of the source tree.
file(COPY_FILE ${share}/devices/teaching-2x1.yaml ${share}/devices/only-here.yaml)
run_for_output(devices ${command} devices)
expect("${devices}" "only-here" "xdna2-krackan")
run_for_output(summary ${command} simulate ${share}/examples/gemm_teaching.yaml
               --set device=only-here --verify)
expect("${summary}" "only-here" "outputs equal")

# The Python package uses these device files, too.
if(python)
  set(packages ${work}/root/usr/lib/python3/dist-packages)
  expect("${contents}" " ./usr/lib/python3/dist-packages/xdnasim/py.typed\n"
         " ./usr/lib/python3/dist-packages/xdnasim/_core[^\n]*.so\n")
  run_for_output(devices ${CMAKE_COMMAND} -E env --unset=XDNASIM_DEVICES PYTHONPATH=${packages}
                 ${python} -c "from xdnasim import *\nprint(device('only-here').name, run.__globals__['__file__'])")
  expect("${devices}" "only-here ${packages}/xdnasim/command.py")
endif()
