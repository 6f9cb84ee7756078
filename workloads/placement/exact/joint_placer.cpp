#include <limits>

#include "workloads/placement/exact/exact_placers.hpp"
#include "workloads/placement/exact/joint_program.hpp"

namespace xdnasim::placement {
namespace {

class JointPlacer final : public Placer {
 public:
    void place(Search& search) override {
        integer::require_solver("the method 'joint'");
        const JointProgram joint{search.netlist(), search.array(), search.streams(),
                                 everywhere(search.netlist(), search.array())};
        for (const ColumnOrder order : {ColumnOrder::FromTheSouth, ColumnOrder::Alternating})
            search.consider(place_in_order(search.netlist(), search.array(), order));
        const std::vector<double> start =
            search.best() ? joint.values_of(*search.best()) : std::vector<double>{};
        const integer::Answer answer = search.oracle().solve(joint.program(), start, {});
        if (answer.values) search.consider(joint.solution_of(*answer.values));
        if (answer.ending == integer::Ending::Infeasible)
            search.note_bound(std::numeric_limits<double>::infinity());
        else if (answer.bound)
            search.note_bound(*answer.bound);
        search.end(answer.ending);
        search.report(0, answer.bound.value_or(0));
    }
};

}  // namespace

std::unique_ptr<Placer> make_joint_placer() {
    return std::make_unique<JointPlacer>();
}

}  // namespace xdnasim::placement
