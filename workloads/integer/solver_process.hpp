#pragma once
// A process that solves one program and sends its answer through a pipe, from the inside; and what
// its parent sees of it.

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>

#include "workloads/integer/cbc.hpp"
#include "workloads/integer/solver.hpp"

namespace xdnasim::integer {

inline constexpr int kOutOfMemory = 86;  ///< exit code

/// Bytes of a process: what it has reserved, and what of that lies in memory.
struct Use {
    std::size_t reserved = 0;
    std::size_t resident = 0;
};

[[nodiscard]] Use use_of(pid_t process);

/// Loads Cbc into this process, where all solvers that it starts have it; nullptr: it cannot be.
[[nodiscard]] SolveHere load_cbc();

/// Makes this process one that is quiet, ends with its parent and never by what is typed on a
/// terminal, and gets so many more bytes than it has.
void become_solver(pid_t parent, std::size_t memory);

/// Solves, sends the answer to the file `output` and ends the process.
[[noreturn]] void work_as_solver(const Program& program, const std::vector<double>& start,
                                 const Limits& limits, int output);

/// Of all that came out of the pipe; none: the process did not get that far.
[[nodiscard]] std::optional<Answer> answer_in(const std::string& text);

}  // namespace xdnasim::integer
