#pragma once
// A process that solves one program and sends its answer through a pipe, from the inside; and what
// its parent sees of it.

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

/// Solves, sends better and better solutions to the file `output`, in the end the answer, and ends
/// the process.
[[noreturn]] void work_as_solver(const Program& program, const std::vector<double>& start,
                                 const Limits& limits, int output);

/// What comes out of the pipe, piece by piece.
class Answers {
 public:
    void add(std::string_view text);

    /// The answer in the end; null: the process did not get that far.
    [[nodiscard]] Answer* last() { return last_.get(); }
    /// The best solution that came before it, if any did.
    [[nodiscard]] std::optional<std::vector<double>>& best() { return best_; }

 private:
    std::string text_;  ///< from the first message on that is not whole
    std::unique_ptr<Answer> last_;
    std::optional<std::vector<double>> best_;
};

}  // namespace xdnasim::integer
