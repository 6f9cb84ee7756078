#include "workloads/placement/cost.hpp"
#include "workloads/placement/exact/exact_placers.hpp"
#include "workloads/placement/exact/joint_program.hpp"
#include "workloads/placement/legality.hpp"

namespace xdnasim::placement {
namespace {

class ExactRouter final : public Router {
 public:
    ExactRouter(const Array& array, StreamMode mode, Oracle& oracle)
        : array_{array},
          mode_{mode},
          oracle_{oracle},
          negotiating_{make_negotiating_router(array, mode)} {}

    using Router::route;
    /// The program cannot give nets a channel of their own: with `alone`, routes are negotiated.
    [[nodiscard]] Routes route(const Netlist& netlist, const Placement& placement,
                               const std::set<NetId>& alone) override {
        constexpr std::chrono::seconds kUsual{1};  // as in Yan et al.
        Solution negotiated{placement, negotiating_->route(netlist, placement, alone)};
        if (!alone.empty()) return std::move(negotiated.routes);
        const JointProgram joint{netlist, array_, mode_, only_at(placement)};
        const integer::Answer answer =
            oracle_.solve(joint.program(), joint.values_of(negotiated), kUsual);
        if (!answer.values) return std::move(negotiated.routes);
        return joint.solution_of(*answer.values).routes;
    }
    [[nodiscard]] StreamMode streams() const override { return mode_; }

 private:
    const Array& array_;
    StreamMode mode_;
    Oracle& oracle_;
    std::unique_ptr<Router> negotiating_;
};

}  // namespace

std::unique_ptr<Router> make_exact_router(const Array& array, StreamMode mode, Oracle& oracle) {
    integer::require_solver("the router 'exact'");
    return std::make_unique<ExactRouter>(array, mode, oracle);
}

std::unique_ptr<Router> make_router(RouterKind kind, const Array& array, StreamMode mode,
                                    Oracle& oracle) {
    switch (kind) {
        case RouterKind::Negotiated:
            return make_negotiating_router(array, mode);
        case RouterKind::Exact:
            break;
    }
    return make_exact_router(array, mode, oracle);
}

}  // namespace xdnasim::placement
