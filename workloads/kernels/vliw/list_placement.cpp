#include <algorithm>
#include <utility>

#include "workloads/kernels/vliw/operation_graph.hpp"
#include "workloads/kernels/vliw/placement.hpp"

namespace xdnasim::vliw {

StraightCode::StraightCode(const OperationGraph& operations, const arch::SlotModel& slot_model)
    : graph{operations},
      model{slot_model},
      dependences{operations, 0},
      values{values_of(operations, slot_model, 0)},
      reads(operations.nodes.size()),
      priority{tails(dependences).cycles} {
    for (int value = 0; value < static_cast<int>(values.size()); ++value) {
        if (!at(values, value)) continue;
        for (const Value::Reader& reader : at(values, value)->readers)
            at(reads, reader.node).push_back({value, reader.offset});
    }
}

ListPlacement::ListPlacement(const StraightCode& code, std::vector<int> claims)
    : code_{code},
      claims_{std::move(claims)},
      table_{code.model, 0},
      progress_(code.values.size()),
      placements_(code.graph.nodes.size()) {
    for (const int registers : code.model.registers)
        profiles_.emplace_back(registers);
    for (int node = 0; node < code.dependences.nodes(); ++node) {
        Progress& progress = at(progress_, node);
        const auto& value = at(code.values, node);
        progress.earliest = at(code.graph.nodes, node).earliest;
        last_event_ = std::max(last_event_, progress.earliest);
        progress.waits_for = static_cast<int>(code.dependences.before(node).size());
        progress.unread = value ? static_cast<int>(value->readers.size()) : 0;
        progress.claimed = claims_.empty();
        if (progress.waits_for == 0) insert_ready(node);
    }
    for (std::size_t held = code.graph.nodes.size(); held < code.values.size(); ++held) {
        const Value& value = *code.values[held];
        progress_[held].unread = static_cast<int>(value.readers.size());
        profiles_[static_cast<std::size_t>(value.use.file)].open(value.use.count, value.birth);
    }
    allow_next_claim();
}

std::optional<SlotSchedule> ListPlacement::run() {
    for (int cycle = 0; !ready_.empty(); ++cycle) {
        bool issued = false;
        while (issue_ready(cycle))
            issued = true;
        if (!issued && settled(cycle)) return std::nullopt;
    }
    SlotSchedule schedule{.placements = placements_, .length = 0, .ii = 0};
    for (const Placement& placement : placements_)
        schedule.length = std::max(schedule.length, placement.cycle + 1);
    return schedule;
}

void ListPlacement::insert_ready(int node) {
    const auto before = [&](int a, int b) {
        return std::pair{-at(code_.priority, a), a} < std::pair{-at(code_.priority, b), b};
    };
    ready_.insert(std::ranges::upper_bound(ready_, node, before), node);
}

/// Issues the ready nodes that can issue in `cycle`. Returns whether any did: it may have made
/// others ready for the same cycle, so that the caller asks again.
bool ListPlacement::issue_ready(int cycle) {
    const std::vector<int> candidates = ready_;
    bool issued = false;
    for (const int node : candidates) {
        if (at(progress_, node).earliest <= cycle && issue(node, cycle)) issued = true;
    }
    return issued;
}

/// Issues the node in the first cycle, up to `cycle`, that has a slot. An earlier cycle than
/// `cycle` may have become possible, with registers that a later operation frees before the result
/// is written.
bool ListPlacement::issue(int node, int cycle) {
    Progress& progress = at(progress_, node);
    if (at(code_.values, node) && !progress.claimed) return false;
    const auto registers = registers_from(node);
    if (!registers || *registers > cycle) {
        short_node_ = node;
        return false;
    }
    const int start = std::max(progress.earliest, *registers);
    for (int at = std::max(start, progress.slots_tried); at <= cycle; ++at) {
        if (const auto slot = table_.free_slot(code_.operation(node), at)) {
            place(node, {at, *slot});
            return true;
        }
    }
    if (start <= std::max(progress.earliest, progress.slots_tried))
        progress.slots_tried = cycle + 1;
    return false;
}

void ListPlacement::place(int node, Placement placement) {
    at(placements_, node) = placement;
    table_.take(node, code_.operation(node), placement);
    ready_.erase(std::ranges::find(ready_, node));
    open_value(node, placement.cycle);
    read_operands(node, placement.cycle);
    for (const Dependence& dependence : code_.dependences.after(node)) {
        Progress& waiting = at(progress_, dependence.node);
        waiting.earliest = std::max(waiting.earliest, placement.cycle + dependence.latency);
        last_event_ = std::max(last_event_, waiting.earliest);
        if (--waiting.waits_for == 0) insert_ready(dependence.node);
    }
    last_event_ = std::max(last_event_, table_.end());
}

void ListPlacement::open_value(int node, int cycle) {
    const auto& value = at(code_.values, node);
    if (!value) return;
    const int first = cycle + value->birth;
    profiles_[static_cast<std::size_t>(value->use.file)].open(value->use.count, first);
    at(progress_, node).last_read = first;
    last_event_ = std::max(last_event_, first + 1);
    if (at(progress_, node).unread == 0) close_value(node);
    allow_next_claim();
}

void ListPlacement::read_operands(int node, int cycle) {
    for (const StraightCode::Read& read : at(code_.reads, node)) {
        Progress& value = at(progress_, read.value);
        value.last_read = std::max(value.last_read, cycle + read.offset);
        last_event_ = std::max(last_event_, value.last_read + 1);
        if (--value.unread == 0) close_value(read.value);
    }
}

void ListPlacement::close_value(int node) {
    const RegisterUse& use = at(code_.values, node)->use;
    profiles_[static_cast<std::size_t>(use.file)].close(use.count, at(progress_, node).last_read);
}

/// The first cycle in which the node finds registers for its value: free ones, or those of operands
/// of which it is the last reader.
std::optional<int> ListPlacement::registers_from(int node) const {
    const auto& value = at(code_.values, node);
    if (!value) return 0;
    const auto unaided = registers_from(node, 0, 0);
    int freed = 0;
    int earliest = 0;
    const auto& reads = at(code_.reads, node);
    for (auto read = reads.begin(); read != reads.end(); ++read) {
        const auto same = [&](const auto& other) { return other.value == read->value; };
        if (std::any_of(reads.begin(), read, same)) continue;
        const auto own = std::ranges::count_if(reads, same);
        const RegisterUse& use = at(code_.values, read->value)->use;
        const bool frees = use.file == value->use.file && read->offset < value->birth &&
                           at(progress_, read->value).unread == own;
        if (!frees) continue;
        freed += use.count;
        earliest = std::max(earliest, at(progress_, read->value).last_read - read->offset);
    }
    const auto aided = freed == 0 ? unaided : registers_from(node, freed, earliest);
    if (!unaided || !aided) return aided;
    return std::min(*unaided, *aided);
}

std::optional<int> ListPlacement::registers_from(int node, int freed, int earliest) const {
    const Value& value = *at(code_.values, node);
    const RegisterProfile& profile = profiles_[static_cast<std::size_t>(value.use.file)];
    const auto free = profile.free_from(value.use.count - freed);
    if (!free) return std::nullopt;
    return std::max(earliest, *free - value.birth);
}

bool ListPlacement::settled(int cycle) const {
    return cycle > last_event_;
}

void ListPlacement::allow_next_claim() {
    if (next_claim_ < claims_.size()) at(progress_, claims_[next_claim_++]).claimed = true;
}

}  // namespace xdnasim::vliw
