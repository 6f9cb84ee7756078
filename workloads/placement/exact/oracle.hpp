#pragma once
// Who solves the integer programs of a search, within which limits, and how its calls ended.

#include <functional>
#include <optional>
#include <vector>

#include "workloads/integer/solver.hpp"

namespace xdnasim::placement {

/// Calls of the solver, by how they ended.
struct SolverCalls {
    int proven = 0;       ///< with the best solution, or with there being none
    int out_of_time = 0;  ///< at the limit of a call
    int stopped = 0;      ///< since the search was
    int out_of_memory = 0;
    int failed = 0;

    [[nodiscard]] int all() const {
        return proven + out_of_time + stopped + out_of_memory + failed;
    }
    void count(integer::Ending ending);
};

class Oracle {
 public:
    /// `time`: of the solver in each call; none: what each user of the oracle thinks right.
    explicit Oracle(std::optional<base::ProcessorTime> time = {}) : time_{time} {}

    /// Asked while the solver is at work: whether it is to go on.
    void ask(std::function<bool()> may_go_on) { may_go_on_ = std::move(may_go_on); }

    /// See integer::solve(). `usual`: the time of a call where none was given.
    [[nodiscard]] integer::Answer solve(const integer::Program& program,
                                        const std::vector<double>& start,
                                        std::optional<base::ProcessorTime> usual);
    [[nodiscard]] const SolverCalls& calls() const { return calls_; }

 private:
    std::optional<base::ProcessorTime> time_;
    std::function<bool()> may_go_on_ = [] { return true; };
    SolverCalls calls_;
};

}  // namespace xdnasim::placement
