#include "traces/comparison/alignment.hpp"

#include <optional>
#include <string_view>
#include <tuple>

#include <fmt/format.h>

#include "traces/comparison/calls.hpp"

namespace xdnasim::comparison {
namespace {

/// An event that both recordings have, at the time of its first interval in each.
struct Anchor {
    int rank = 0;  ///< lower is better; negative: found by comparing calls
    std::int64_t measured = 0;
    std::int64_t simulated = 0;
    std::string name;
};

int rank_of(const Event& event) {
    if (event.is(names::Signal::KernelBegins)) return 0;
    return is_inactivity(event) ? 2 : 1;
}

std::string place_of(std::string_view event, const RecordedUnit& unit) {
    return fmt::format("{} of {}", event, words::to_string(unit.unit));
}

/// The first known beginning of an interval; nullopt: there is none.
std::optional<std::int64_t> first_begin(const RecordedUnit& unit, std::optional<std::size_t> slot) {
    if (!slot) return std::nullopt;
    for (const Interval& interval : unit.slots[*slot])
        if (interval.begin >= unit.from) return interval.begin;
    return std::nullopt;
}

std::optional<Anchor> better(const std::optional<Anchor>& a, const std::optional<Anchor>& b) {
    if (!a || !b) return a ? a : b;
    return std::tie(a->rank, a->measured) <= std::tie(b->rank, b->measured) ? a : b;
}

std::optional<Anchor> anchor_of(const RecordedUnit& measured, const RecordedUnit& simulated,
                                const UnitPair& pair) {
    std::optional<Anchor> best;
    for (const EventPair& both : pair.events) {
        const auto a = first_begin(measured, both.measured);
        const auto b = first_begin(simulated, both.simulated);
        if (a && b)
            best = better(
                best, Anchor{rank_of(both.event), *a, *b, place_of(both.event.name(), measured)});
    }
    return best;
}

/// The call at which the calls of the unit agree best; nullopt: there are too few calls.
std::optional<Anchor> anchor_of_calls(const RecordedUnit& measured, const RecordedUnit& simulated,
                                      const UnitPair& pair) {
    const std::optional<CallPair> calls = calls_of(measured, simulated, pair);
    if (!calls || !can_take_medians(*calls)) return std::nullopt;
    const std::optional<Phase> phase = match_phase(calls->measured, calls->simulated);
    if (!phase) return std::nullopt;
    return Anchor{-1, calls->measured[phase->measured].call.begin,
                  calls->simulated[phase->simulated].call.begin,
                  place_of(names::kKernelBegins, measured)};
}

UnitAlignment aligned_at(const std::optional<Anchor>& anchor, bool own) {
    if (!anchor) return {};
    return {.offset = anchor->measured - anchor->simulated,
            .origin = anchor->measured,
            .at_own_event = own};
}

void align_unit_by_unit(Alignment& alignment, const std::vector<std::optional<Anchor>>& anchors) {
    alignment.unit_by_unit = true;
    for (const auto& anchor : anchors)
        alignment.units.push_back(aligned_at(anchor, true));
}

void align_all(Alignment& alignment, const std::vector<std::optional<Anchor>>& anchors) {
    std::optional<Anchor> best;
    for (const auto& anchor : anchors)
        best = better(best, anchor);
    if (best) alignment.anchor = best->name;
    for (const auto& anchor : anchors)
        alignment.units.push_back(aligned_at(best, anchor && anchor->name == best->name));
}

}  // namespace

std::string to_string(AlignBy by) {
    switch (by) {
        case AlignBy::Start:
            return "start";
        case AlignBy::FirstEvent:
            return "first-event";
        case AlignBy::Calls:
            break;
    }
    return "calls";
}

Alignment align(const Recorded& measured, Recorded& simulated, const Matching& matching,
                AlignBy by) {
    const bool common_time = measured.common_time && simulated.common_time;
    const bool by_start = by == AlignBy::Start;
    Alignment alignment{.by = by_start && !common_time ? AlignBy::FirstEvent : by};
    if (alignment.by == AlignBy::Start) {
        alignment.units.resize(matching.units.size());
        return alignment;
    }
    std::vector<std::optional<Anchor>> anchors;
    for (const UnitPair& pair : matching.units) {
        const RecordedUnit& a = measured.units[pair.measured];
        const RecordedUnit& b = simulated.units[pair.simulated];
        std::optional<Anchor> anchor;
        if (by == AlignBy::Calls) anchor = anchor_of_calls(a, b, pair);
        if (anchor) alignment.by_calls = true;
        anchors.push_back(anchor ? anchor : anchor_of(a, b, pair));
    }
    if (alignment.by == AlignBy::Calls && !alignment.by_calls) alignment.by = AlignBy::FirstEvent;
    common_time ? align_all(alignment, anchors) : align_unit_by_unit(alignment, anchors);
    for (std::size_t i = 0; i < matching.units.size(); ++i)
        simulated.units[matching.units[i].simulated].shift(alignment.units[i].offset);
    return alignment;
}

}  // namespace xdnasim::comparison
