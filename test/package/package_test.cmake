# Installs the build tree `build` below `work`, then builds and runs the project `source`.
function(run)
  execute_process(COMMAND ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(REMOVE_RECURSE ${work})
# The installation is moved, which must not matter.
run(${CMAKE_COMMAND} --install ${build} --prefix ${work}/first)
file(RENAME ${work}/first ${work}/prefix)
run(${CMAKE_COMMAND} -S ${source} -B ${work}/build -G ${generator}
    -D CMAKE_PREFIX_PATH=${work}/prefix -D CMAKE_CXX_COMPILER=${compiler})
run(${CMAKE_COMMAND} --build ${work}/build)
# Programs use the device files that were installed with the libraries, not those of the source tree.
set(share ${work}/prefix/share/xdnasim)
file(COPY_FILE ${share}/devices/xdna2-krackan.yaml ${share}/devices/only-here.yaml)
foreach(program consumer consumer_by_library)
  run(${CMAKE_COMMAND} -E env --unset=XDNASIM_DEVICES ${work}/build/${program} ${share})
endforeach()

# The installed command uses the installed device files.
run(${work}/prefix/bin/xdnasim devices)
run(${work}/prefix/bin/xdnasim simulate
    ${work}/prefix/share/xdnasim/examples/gemm_teaching.yaml --verify)

# The installed completions offer the command's subcommands and the devices.
foreach(completion bash-completion/completions/xdnasim zsh/vendor-completions/_xdnasim)
  file(READ ${work}/prefix/share/${completion} script)
  if(NOT script MATCHES "simulate" OR NOT script MATCHES "xdna2-krackan")
    message(SEND_ERROR "${completion} completes neither commands nor devices:\n${script}")
  endif()
endforeach()
