#include "workloads/placement/exact/oracle.hpp"

namespace xdnasim::placement {

void SolverCalls::count(integer::Ending ending) {
    switch (ending) {
        case integer::Ending::Optimal:
        case integer::Ending::Infeasible:
            ++proven;
            break;
        case integer::Ending::Time:
            ++out_of_time;
            break;
        case integer::Ending::Stopped:
            ++stopped;
            break;
        case integer::Ending::Memory:
            ++out_of_memory;
            break;
        case integer::Ending::Failed:
            ++failed;
            break;
    }
}

integer::Answer Oracle::solve(const integer::Program& program, const std::vector<double>& start,
                              std::optional<base::ProcessorTime> usual) {
    integer::Answer answer =
        integer::solve(program, start, {.time = time_ ? time_ : usual, .may_go_on = may_go_on_});
    calls_.count(answer.ending);
    return answer;
}

}  // namespace xdnasim::placement
