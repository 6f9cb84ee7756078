#pragma once
// Solves integer programs with Cbc (COIN-OR branch and cut), in a process of its own: the solver
// can be stopped at any time, and when it runs out of memory nothing else does.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "base/processor_time.hpp"
#include "workloads/integer/program.hpp"

namespace xdnasim::integer {

/// Why a solver has ended.
enum class Ending : std::uint8_t {
    Optimal,     ///< no solution is better than the one found
    Infeasible,  ///< there is no solution
    Time,        ///< Limits::time has passed
    Stopped,     ///< may_go_on() said no
    Memory,      ///< it needed more than Limits::memory, or than the machine has
    Failed,      ///< it broke down, or somebody has ended it
};

struct Limits {
    /// Of the solver.
    std::optional<base::ProcessorTime> time{};
    /// Bytes that the solver may add to those in use. None: most of what the machine has free.
    std::optional<std::size_t> memory{};
    /// Asked many times a second.
    std::function<bool()> may_go_on = [] { return true; };
};

struct Answer {
    Ending ending{};
    /// By column: the best that was found, also by a solver that was ended by force; whole numbers
    /// are exactly whole.
    std::optional<std::vector<double>> values{};
    /// No solution costs less, as far as the solver got.
    std::optional<double> bound{};
    /// Of the tree of cases that were told apart.
    std::int64_t nodes = 0;
};

/// Whether this build has Cbc, and it can be loaded.
[[nodiscard]] bool has_solver();
/// Throws base::Error (Unavailable) where it has not, and says that `who` needs it.
void require_solver(const char* who);

/// `start`: a solution to begin with, by column; empty: none. What is found is never worse.
/// Without a limit of time the same program always gives the same answer. One at a time in a
/// thread. Precondition: has_solver().
[[nodiscard]] Answer solve(const Program& program, const std::vector<double>& start,
                           const Limits& limits);
/// Of the solver that this thread waits for, so that may_go_on() can count it. 0: for none.
[[nodiscard]] base::ProcessorTime time_of_running_solver();

}  // namespace xdnasim::integer
