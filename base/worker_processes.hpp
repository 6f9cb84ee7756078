#pragma once
// Work that is shared by parallel processes; if one dies, another takes over its remaining work.

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "base/error.hpp"

namespace xdnasim::base {

struct SharedWork {
    /// Does the work item with the given number, in a forked process. The result is one line.
    std::function<std::string(std::size_t)> run;
    /// Receives each result in the calling process, in the order in which they are done.
    std::function<void(std::size_t, const std::string&)> take;
    /// Called for an item whose `run` has thrown, with the Error; any other std::exception is an
    /// Error with BadInput and its message.
    std::function<void(std::size_t, const Error&)> failed;
    /// Called for an item at which kMostDeaths processes have died; the text says what ended the
    /// last one.
    std::function<void(std::size_t, const std::string&)> gave_up;
};

inline constexpr int kMostDeaths = 3;

/// Does the work items `numbers`, each once, in parallel processes, since SystemC allows only one
/// simulation at a time in a process. If a process is killed, another one continues with its
/// remaining items. Throws Error (Unavailable) if no more processes can be created, CalledOff, and
/// what the functions of `work` throw in this process.
void run_in_processes(std::vector<std::size_t> numbers, unsigned processes, const SharedWork& work);

}  // namespace xdnasim::base
