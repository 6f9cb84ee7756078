#include "test/workloads/kernels/vliw/schedule_verifier.hpp"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "workloads/kernels/vliw/operation_graph.hpp"
#include "workloads/kernels/vliw/slot_schedule.hpp"

namespace xdnasim::vliw {
namespace {

/// Checks a schedule cycle by cycle. A loop is unrolled into so many iterations that the middle
/// ones overlap with as many others as in the steady state; straight-line code is one iteration.
class Verification {
 public:
    Verification(const OperationGraph& graph, const SlotSchedule& schedule,
                 const arch::SlotModel& model)
        : graph_{graph}, schedule_{schedule}, model_{model} {}

    std::vector<std::string> run();

 private:
    struct Use {
        int node = 0;
        int slot = 0;
    };

    void check_placements();
    void check_dependences();
    void check_cycle(int cycle);
    void check_slots(int cycle, const std::vector<Use>& issued);
    void check_units(int cycle);
    void check_registers(int cycle);

    void unroll();
    [[nodiscard]] int reach() const;
    [[nodiscard]] int alive(arch::RegisterFile file, int cycle) const;
    [[nodiscard]] bool is_alive(int node, int iteration, int cycle) const;
    [[nodiscard]] int taken_from(int node) const;
    [[nodiscard]] int read_at(const Edge& edge, int iteration) const;
    [[nodiscard]] bool excluded(int slot, int other) const;

    [[nodiscard]] int issue(int node, int iteration) const {
        return at(schedule_.placements, node).cycle + iteration * schedule_.ii;
    }
    [[nodiscard]] const arch::Operation& operation(int node) const {
        return at(model_.operations, at(graph_.nodes, node).operation);
    }
    [[nodiscard]] std::string_view label(int node) const { return at(graph_.nodes, node).label; }
    [[nodiscard]] int nodes() const { return static_cast<int>(graph_.nodes.size()); }
    template <typename... Parts>
    void breach(fmt::format_string<Parts...> format, Parts&&... parts) {
        breaches_.push_back(fmt::format(format, std::forward<Parts>(parts)...));
    }

    const OperationGraph& graph_;
    const SlotSchedule& schedule_;
    const arch::SlotModel& model_;
    int iterations_ = 1;
    int first_cycle_ = 0;          ///< first cycle that is checked
    int last_cycle_ = 0;           ///< last cycle that is checked
    std::vector<int> taken_from_;  ///< by node: result of taken_from()
    std::vector<std::string> breaches_;
};

std::vector<std::string> Verification::run() {
    if (schedule_.placements.size() != graph_.nodes.size()) {
        breach("the schedule places {} operations, the graph has {}", schedule_.placements.size(),
               graph_.nodes.size());
        return breaches_;
    }
    check_placements();
    check_dependences();
    if (!breaches_.empty()) return breaches_;
    for (int node = 0; node < nodes(); ++node)
        taken_from_.push_back(taken_from(node));
    unroll();
    for (int cycle = first_cycle_; cycle <= last_cycle_; ++cycle)
        check_cycle(cycle);
    return breaches_;
}

void Verification::check_placements() {
    int length = 0;
    for (int node = 0; node < nodes(); ++node) {
        const auto [cycle, slot] = at(schedule_.placements, node);
        length = std::max(length, cycle + 1);
        if (cycle < 0) breach("{} issues in cycle {}", label(node), cycle);
        const int earliest = at(graph_.nodes, node).earliest;
        if (schedule_.ii == 0 && cycle < earliest)
            breach("{} issues in cycle {}, of {} that it must wait", label(node), cycle, earliest);
        const auto& slots = operation(node).slots;
        if (std::ranges::find(slots, slot) == slots.end())
            breach("{} issues in slot {}, which cannot execute it", label(node), slot);
    }
    if (length != schedule_.length)
        breach("the last issue ends cycle {}, the schedule {}", length, schedule_.length);
}

void Verification::check_dependences() {
    for (const Edge& edge : graph_.edges) {
        if (schedule_.ii == 0 && edge.distance > 0) continue;
        const int apart = issue(edge.to, edge.distance) - issue(edge.from, 0);
        if (apart < edge.latency)
            breach("{} issues {} cycles after {}, of {} that it must wait", label(edge.to), apart,
                   label(edge.from), edge.latency);
    }
}

/// Last cycle of an iteration, counted from its start, in which it takes a unit or a register.
int Verification::reach() const {
    int last = 0;
    for (int node = 0; node < nodes(); ++node) {
        last = std::max(last, at(taken_from_, node));
        for (const arch::UnitUse& use : operation(node).units)
            last = std::max(last, issue(node, 0) + use.cycle);
    }
    for (const Edge& edge : graph_.edges)
        last = std::max(last, read_at(edge, 0));
    return last;
}

void Verification::unroll() {
    if (schedule_.ii == 0) {
        last_cycle_ = reach();
        return;
    }
    const int before = reach() / schedule_.ii + 1;
    iterations_ = 2 * before + 1;
    first_cycle_ = before * schedule_.ii;
    last_cycle_ = first_cycle_ + schedule_.ii - 1;
}

void Verification::check_cycle(int cycle) {
    std::vector<Use> issued;
    for (int node = 0; node < nodes(); ++node) {
        for (int iteration = 0; iteration < iterations_; ++iteration) {
            if (issue(node, iteration) == cycle)
                issued.push_back({node, at(schedule_.placements, node).slot});
        }
    }
    check_slots(cycle, issued);
    check_units(cycle);
    check_registers(cycle);
}

void Verification::check_slots(int cycle, const std::vector<Use>& issued) {
    for (auto use = issued.begin(); use != issued.end(); ++use) {
        for (auto other = issued.begin(); other != issued.end(); ++other) {
            if (other > use && other->slot == use->slot)
                breach("cycle {}: {} and {} are both in slot {}", cycle, label(use->node),
                       label(other->node), at(model_.slots, use->slot));
            if (excluded(use->slot, other->slot))
                breach("cycle {}: {} in slot {} excludes {} in slot {}", cycle, label(use->node),
                       at(model_.slots, use->slot), label(other->node),
                       at(model_.slots, other->slot));
        }
    }
}

bool Verification::excluded(int slot, int other) const {
    return std::ranges::any_of(model_.exclusions, [&](const arch::SlotExclusion& exclusion) {
        return exclusion.slot == slot &&
               std::ranges::find(exclusion.others, other) != exclusion.others.end();
    });
}

void Verification::check_units(int cycle) {
    std::vector<int> users(model_.units.size(), -1);
    for (int node = 0; node < nodes(); ++node) {
        for (const arch::UnitUse& use : operation(node).units) {
            for (int iteration = 0; iteration < iterations_; ++iteration) {
                if (issue(node, iteration) + use.cycle - 1 != cycle) continue;
                int& user = at(users, use.unit);
                if (user >= 0)
                    breach("cycle {}: {} and {} both use unit {}", cycle, label(user), label(node),
                           at(model_.units, use.unit));
                user = node;
            }
        }
    }
}

void Verification::check_registers(int cycle) {
    for (int file = 0; file < arch::kRegisterFiles; ++file) {
        const int taken = alive(static_cast<arch::RegisterFile>(file), cycle);
        if (taken > at(model_.registers, file))
            breach("cycle {}: {} {} registers are alive, the core has {}", cycle, taken,
                   file == static_cast<int>(arch::RegisterFile::Vector) ? "vector" : "accumulator",
                   at(model_.registers, file));
    }
}

int Verification::alive(arch::RegisterFile file, int cycle) const {
    int registers = 0;
    for (int node = 0; node < nodes(); ++node) {
        const auto& result = at(graph_.nodes, node).result;
        if (!result || result->file != file) continue;
        for (int iteration = 0; iteration < iterations_; ++iteration)
            registers += is_alive(node, iteration, cycle) ? result->count : 0;
    }
    return registers;
}

bool Verification::is_alive(int node, int iteration, int cycle) const {
    const int first = at(taken_from_, node) + iteration * schedule_.ii;
    if (cycle <= first) return cycle == first;
    return std::ranges::any_of(graph_.edges, [&](const Edge& edge) {
        const bool reads = edge.from == node && edge.kind == Edge::Kind::Data &&
                           (schedule_.ii > 0 || edge.distance == 0);
        return reads && cycle <= read_at(edge, iteration);
    });
}

/// First cycle at whose end the result of `node` in the first iteration takes its registers: the
/// cycle in which it is written or, if the operation adds to a register, the cycle in which it
/// reads the register, which never becomes free between the two.
int Verification::taken_from(int node) const {
    const auto& result = at(graph_.nodes, node).result;
    const bool accumulates = std::ranges::any_of(graph_.edges, [&](const Edge& edge) {
        if (edge.to != node || edge.kind != Edge::Kind::Data || !result) return false;
        if (schedule_.ii == 0 && edge.distance > 0) return false;
        const auto& operand = at(graph_.nodes, edge.from).result;
        const bool both = operand && operand->file == arch::RegisterFile::Accumulator &&
                          result->file == arch::RegisterFile::Accumulator;
        return edge.from == node || both;
    });
    if (!accumulates) return issue(node, 0) + operation(node).result;
    const int read = result->file == arch::RegisterFile::Accumulator
                         ? std::max(operation(node).operand, operation(node).accumulator)
                         : operation(node).operand;
    return issue(node, 0) + read;
}

int Verification::read_at(const Edge& edge, int iteration) const {
    const auto& value = at(graph_.nodes, edge.from).result;
    const bool accumulator = value && value->file == arch::RegisterFile::Accumulator;
    const arch::Operation& reader = operation(edge.to);
    const int cycle = accumulator ? std::max(reader.operand, reader.accumulator) : reader.operand;
    return issue(edge.to, iteration + edge.distance) + cycle - 1;
}

}  // namespace

std::vector<std::string> verify(const OperationGraph& graph, const SlotSchedule& schedule,
                                const arch::SlotModel& model) {
    return Verification{graph, schedule, model}.run();
}

}  // namespace xdnasim::vliw
