#pragma once
// A process that solves one program and sends its answer through a pipe: the code of the process,
// and what its parent sees of it.

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <sys/types.h>

#include "workloads/integer/cbc.hpp"
#include "workloads/integer/solver.hpp"

namespace xdnasim::integer {

inline constexpr int kOutOfMemory = 86;  ///< exit code

/// Bytes of a process: reserved, and resident in memory.
struct Use {
    std::size_t reserved = 0;
    std::size_t resident = 0;
};

[[nodiscard]] Use use_of(pid_t process);

/// Loads Cbc into this process, so that all solver processes that it starts have it; nullptr if it
/// cannot be loaded.
[[nodiscard]] SolveHere load_cbc();

/// Turns this process into a solver: it is silent, ends with its parent, is not ended by keys typed
/// on a terminal, and may allocate `memory` bytes more than it has.
void become_solver(pid_t parent, std::size_t memory);

/// Solves the program, writes each better solution and finally the answer to the file `output`, and
/// ends the process.
[[noreturn]] void work_as_solver(const Program& program, const std::vector<double>& start,
                                 const Limits& limits, int output);

/// The messages from the pipe, which arrive in pieces.
class Answers {
 public:
    void add(std::string_view text);

    /// The final answer; null if the process did not get that far.
    [[nodiscard]] Answer* last() { return last_.get(); }
    /// The best solution before the final answer, if there is any.
    [[nodiscard]] std::optional<std::vector<double>>& best() { return best_; }

 private:
    std::string text_;  ///< the text from the first incomplete message on
    std::unique_ptr<Answer> last_;
    std::optional<std::vector<double>> best_;
};

}  // namespace xdnasim::integer
