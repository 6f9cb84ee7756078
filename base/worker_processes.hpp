#pragma once
// Work shared by processes side by side; one that dies loses nothing.

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "base/error.hpp"

namespace xdnasim::base {

struct SharedWork {
    /// Runs in a process that was forked for it. The result is one line.
    std::function<std::string(std::size_t)> run;
    /// Takes each result in this process, in the order in which they are done.
    std::function<void(std::size_t, const std::string&)> take;
    /// For what has thrown: the Error, or a BadInput with the message.
    std::function<void(std::size_t, const Error&)> failed;
    /// For what has taken as many processes with it as kMostDeaths says; the text says what ended
    /// the last one.
    std::function<void(std::size_t, const std::string&)> gave_up;
};

inline constexpr int kMostDeaths = 3;

/// Runs `numbers`, each once; SystemC knows only one simulation at a time, so that this takes
/// processes. When one is ended from outside, another goes on with what it has left. Throws
/// Error (Unavailable) when there can be no more processes, and what the functions of `work` throw.
void run_in_processes(std::vector<std::size_t> numbers, unsigned processes, const SharedWork& work);

}  // namespace xdnasim::base
