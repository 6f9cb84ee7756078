#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "base/error.hpp"
#include "workloads/kernels/vliw/loop_search.hpp"
#include "workloads/kernels/vliw/operation_graph.hpp"
#include "workloads/kernels/vliw/placement.hpp"
#include "workloads/kernels/vliw/registers.hpp"
#include "workloads/kernels/vliw/slot_schedule.hpp"

namespace xdnasim::vliw {
namespace {

/// Number of placements per operation after which a search is given up.
constexpr int kPlacements = 30;

void refuse_shortage(const CarriedChains& chains, const arch::SlotModel& model) {
    for (std::size_t file = 0; file < chains.registers.size(); ++file) {
        if (chains.registers[file] <= model.registers[file]) continue;
        throw base::InputError{
            fmt::format("the loop's iterations hand on values in {} {} registers; available: {}",
                        chains.registers[file], name_of(static_cast<arch::RegisterFile>(file)),
                        model.registers[file])};
    }
}

/// Schedules the body as straight-line code with the registers that its carried chains leave.
SlotSchedule schedule_once(OperationGraph graph, const CarriedChains& chains,
                           arch::SlotModel model) {
    for (std::size_t node = 0; node < graph.nodes.size(); ++node)
        if (chains.on_chain[node] != 0) graph.nodes[node].result.reset();
    for (std::size_t file = 0; file < chains.registers.size(); ++file)
        model.registers[file] -= chains.registers[file];
    return list_schedule(graph, model);
}

/// Number of cycles after the last issue in which an operation of the iteration may still be
/// executing.
int clearance_of(const OperationGraph& graph, const arch::SlotModel& model) {
    int longest = 1;
    for (const Edge& edge : graph.edges)
        longest = std::max(longest, edge.latency);
    for (const Node& node : graph.nodes) {
        const arch::Operation& operation = at(model.operations, node.operation);
        longest = std::max({longest, operation.result, operation.accumulator, operation.operand});
        for (const arch::UnitUse& use : operation.units)
            longest = std::max(longest, use.cycle);
    }
    return longest;
}

bool issues_at_all(const OperationGraph& graph, const arch::SlotModel& model, int ii) {
    return std::ranges::none_of(graph.nodes, [&](const Node& node) {
        return collides_with_itself(at(model.operations, node.operation), ii);
    });
}

int stages_of(const Loop& loop, const LoopState& state) {
    int last = 0;
    for (int node = 0; node < loop.nodes(); ++node)
        last = std::max(last, state.placement(node).cycle);
    return last / loop.ii + 1;
}

/// Completes the state to a schedule with no more stages than it has, since each further stage
/// would lengthen the code around the loop.
std::optional<SlotSchedule> fitted(const Loop& loop, LoopState& state) {
    const int length = stages_of(loop, state) * loop.ii;
    if (!LoopSearch{loop, state, length}.run(kPlacements * loop.nodes())) return std::nullopt;
    return state.schedule();
}

/// Schedules the loop at interval `ii`. `release`: by node, the cycle before which it does not
/// issue in the first attempt.
std::optional<SlotSchedule> schedule_at(int ii, const std::vector<int>& release,
                                        const OperationGraph& graph, const arch::SlotModel& model) {
    if (!issues_at_all(graph, model, ii)) return std::nullopt;
    const Loop loop{graph, model, ii};
    LoopState state{loop};
    LoopPlacement{loop, state}.run(release);
    return fitted(loop, state);
}

std::vector<int> cycles_of(const SlotSchedule& schedule) {
    std::vector<int> cycles;
    for (const Placement& placement : schedule.placements)
        cycles.push_back(placement.cycle);
    return cycles;
}

/// Schedules the loop without overlap of its iterations, which needs the fewest registers.
SlotSchedule without_overlap(const SlotSchedule& once, int min, const OperationGraph& graph,
                             const arch::SlotModel& model) {
    const Loop loop{graph, model, std::max(min, once.length + clearance_of(graph, model))};
    LoopState state{loop};
    for (int node = 0; node < loop.nodes(); ++node)
        state.put(node, at(once.placements, node));
    if (auto schedule = fitted(loop, state)) return *schedule;
    throw base::InputError{
        "the loop's values need more registers than are available, even without overlap of its "
        "iterations"};
}

}  // namespace

/// Most loops reach their bound when every operation issues as early as it can. The others start
/// from the schedule of the body as straight-line code, which loads late where registers are few.
/// The interval is found by bisection, since failing attempts take long.
SlotSchedule modulo_schedule(const OperationGraph& graph, const arch::SlotModel& model) {
    const int min = bounds(graph, model).ii();
    if (graph.nodes.empty()) return {.placements = {}, .length = 0, .ii = min};
    const CarriedChains chains = carried_chains(graph);
    refuse_shortage(chains, model);
    const std::vector<int> at_once(graph.nodes.size(), 0);
    if (auto schedule = schedule_at(min, at_once, graph, model)) return *schedule;
    const SlotSchedule once = schedule_once(graph, chains, model);
    const std::vector<int> release = cycles_of(once);
    if (auto schedule = schedule_at(min, release, graph, model)) return *schedule;
    SlotSchedule best = without_overlap(once, min, graph, model);
    for (int too_short = min; best.ii - too_short > 1;) {
        const int middle = (too_short + best.ii) / 2;
        if (auto schedule = schedule_at(middle, release, graph, model))
            best = *schedule;
        else
            too_short = middle;
    }
    return best;
}

}  // namespace xdnasim::vliw
