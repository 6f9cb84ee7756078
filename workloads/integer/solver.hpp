#pragma once
// Solves integer programs with Cbc (COIN-OR branch and cut) in a process of its own, so that the
// solver can be stopped at any time, and running out of memory only affects the solver.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "base/processor_time.hpp"
#include "workloads/integer/program.hpp"

namespace xdnasim::integer {

/// Reason why a solver ended.
enum class Ending : std::uint8_t {
    Optimal,     ///< no solution is better than the one that was found
    Infeasible,  ///< there is no solution
    Time,        ///< Limits::time was reached
    Stopped,     ///< may_go_on() returned false
    Memory,      ///< it needed more than Limits::memory, or more than the machine has
    Failed,      ///< it crashed, or was ended from outside
};

struct Limits {
    /// Processor time of the solver; nullopt: unlimited.
    std::optional<base::ProcessorTime> time{};
    /// Bytes that the solver may allocate; nullopt: most of the machine's free memory.
    std::optional<std::size_t> memory{};
    /// Called many times a second.
    std::function<bool()> may_go_on = [] { return true; };
};

struct Answer {
    Ending ending{};
    /// Best solution found, by column, even if the solver was ended by force; whole numbers are
    /// exact. nullopt: none was found.
    std::optional<std::vector<double>> values{};
    /// Proven lower bound of the cost, as far as the solver got.
    std::optional<double> bound{};
    /// Number of nodes of the branch-and-bound tree.
    std::int64_t nodes = 0;
};

/// Does this build have Cbc, and can it be loaded?
[[nodiscard]] bool has_solver();
/// Throws base::Error (Unavailable) if there is no solver; the message says that `who` needs it.
void require_solver(const char* who);

/// Solves a program. `start`: a solution to begin with, by column; empty: none. The result is never
/// worse than `start`. Without a time limit, the same program always gives the same answer. Each
/// thread runs at most one solver at a time. Precondition: has_solver().
[[nodiscard]] Answer solve(const Program& program, const std::vector<double>& start,
                           const Limits& limits);
/// Processor time of the solver that this thread waits for, so that may_go_on() can count it; 0 if
/// there is none.
[[nodiscard]] base::ProcessorTime time_of_running_solver();

}  // namespace xdnasim::integer
