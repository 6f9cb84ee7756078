#pragma once
// The solver of a search's integer programs, with the limits of its calls and statistics of how
// they ended.

#include <functional>
#include <optional>
#include <vector>

#include "workloads/integer/solver.hpp"

namespace xdnasim::placement {

/// Numbers of solver calls, by how they ended.
struct SolverCalls {
    int proven = 0;       ///< ended with the optimal solution, or with a proof that there is none
    int out_of_time = 0;  ///< reached the time limit of a call
    int stopped = 0;      ///< because the search was stopped
    int out_of_memory = 0;
    int failed = 0;

    [[nodiscard]] int all() const {
        return proven + out_of_time + stopped + out_of_memory + failed;
    }
    void count(integer::Ending ending);
};

class Oracle {
 public:
    /// `time`: limit of the solver's time in each call; nullopt: the default of each user of the
    /// oracle.
    explicit Oracle(std::optional<base::ProcessorTime> time = {}) : time_{time} {}

    /// Sets the function that is called while the solver runs, and says whether to go on.
    void ask(std::function<bool()> may_go_on) { may_go_on_ = std::move(may_go_on); }

    /// See integer::solve(). `usual`: time limit of the call if the constructor was given none.
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
