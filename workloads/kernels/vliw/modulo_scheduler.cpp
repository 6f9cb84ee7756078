#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "xdnasim/arch/error.hpp"
#include "xdnasim/workloads/kernels/vliw/carried_chains.hpp"
#include "xdnasim/workloads/kernels/vliw/indexing.hpp"
#include "xdnasim/workloads/kernels/vliw/loop_placement.hpp"
#include "xdnasim/workloads/kernels/vliw/registers.hpp"
#include "xdnasim/workloads/kernels/vliw/slot_schedule.hpp"

namespace xdnasim::vliw {
namespace {

void refuse_shortage(const CarriedChains& chains, const arch::SlotModel& model) {
    for (std::size_t file = 0; file < chains.registers.size(); ++file) {
        if (chains.registers[file] <= model.registers[file]) continue;
        throw arch::InputError{
            fmt::format("the loop's iterations hand on values in {} {} registers; the core has {}",
                        chains.registers[file], name_of(static_cast<arch::RegisterFile>(file)),
                        model.registers[file])};
    }
}

/// The body as straight-line code with the registers that its carried chains leave.
SlotSchedule schedule_once(OperationGraph graph, const CarriedChains& chains,
                           arch::SlotModel model) {
    for (std::size_t node = 0; node < graph.nodes.size(); ++node)
        if (chains.on_chain[node] != 0) graph.nodes[node].result.reset();
    for (std::size_t file = 0; file < chains.registers.size(); ++file)
        model.registers[file] -= chains.registers[file];
    return list_schedule(graph, model);
}

/// The body without overlap: it needs the fewest registers, and tells when each operation
/// issues at the latest that is of use.
struct Sequence {
    std::vector<Placement> placements;
    std::vector<int> cycles;  ///< of the placements
    int interval = 0;         ///< at which iterations follow each other without overlap
};

Sequence sequence_of(const OperationGraph& graph, const CarriedChains& chains,
                     const arch::SlotModel& model) {
    const SlotSchedule schedule = schedule_once(graph, chains, model);
    Sequence sequence{.placements = schedule.placements, .cycles = {}};
    for (const Placement& placement : schedule.placements)
        sequence.cycles.push_back(placement.cycle);
    int longest = 1;
    for (const Edge& edge : graph.edges)
        longest = std::max(longest, edge.latency);
    for (const Node& node : graph.nodes) {
        const arch::Operation& operation = at(model.operations, node.operation);
        longest = std::max({longest, operation.result, operation.accumulator, operation.operand});
        for (const arch::UnitUse& use : operation.units)
            longest = std::max(longest, use.cycle);
    }
    sequence.interval = schedule.length + longest;
    return sequence;
}

std::optional<SlotSchedule> schedule_at(const Loop& loop, const std::vector<int>& release) {
    LoopPlacement placement{loop};
    if (!placement.place(release) || !placement.fit_registers()) return std::nullopt;
    return placement.schedule();
}

bool issues_at_all(const OperationGraph& graph, const arch::SlotModel& model, int ii) {
    return std::ranges::none_of(graph.nodes, [&](const Node& node) {
        return collides_with_itself(at(model.operations, node.operation), ii);
    });
}

}  // namespace

SlotSchedule modulo_schedule(const OperationGraph& graph, const arch::SlotModel& model) {
    const int least = bounds(graph, model).ii();
    if (graph.nodes.empty()) return {.placements = {}, .length = 0, .ii = least};
    const CarriedChains chains = carried_chains(graph);
    refuse_shortage(chains, model);
    const std::vector<int> at_once(graph.nodes.size(), 0);
    std::optional<Sequence> sequence;
    for (int ii = least; !sequence || ii < std::max(least, sequence->interval); ++ii) {
        if (!issues_at_all(graph, model, ii)) continue;
        const Loop loop{graph, model, ii};
        if (auto schedule = schedule_at(loop, at_once)) return *schedule;
        if (!sequence) sequence = sequence_of(graph, chains, model);
        if (auto schedule = schedule_at(loop, sequence->cycles)) return *schedule;
    }
    const Loop loop{graph, model, std::max(least, sequence->interval)};
    LoopPlacement without_overlap{loop};
    without_overlap.adopt(sequence->placements);
    if (without_overlap.fit_registers()) return without_overlap.schedule();
    throw arch::InputError{
        "the loop's values need more registers than the core has, even without overlap of its "
        "iterations"};
}

}  // namespace xdnasim::vliw
