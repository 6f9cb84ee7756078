#include "xdnasim/traces/comparison/matching.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "xdnasim/arch/error.hpp"

namespace xdnasim::comparison {
namespace {

words::Unit moved(words::Unit unit, int columns) {
    unit.tile.column += columns;
    return unit;
}

/// The shift that gives most units a partner; of those, the smallest.
int best_column_shift(const Recorded& measured, const Recorded& simulated) {
    std::map<int, int> partners;  // by shift
    for (const RecordedUnit& a : measured.units)
        for (const RecordedUnit& b : simulated.units) {
            const int shift = b.unit.tile.column - a.unit.tile.column;
            if (moved(a.unit, shift) == b.unit) ++partners[shift];
        }
    const auto rank = [](const auto& entry) {
        return std::tuple{-entry.second, std::abs(entry.first), entry.first};
    };
    const auto best =
        std::min_element(partners.begin(), partners.end(),
                         [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
    return best == partners.end() ? 0 : best->first;
}

std::optional<std::size_t> find_unit(const Recorded& recorded, const words::Unit& unit) {
    const auto found =
        std::find_if(recorded.units.begin(), recorded.units.end(),
                     [&](const RecordedUnit& candidate) { return candidate.unit == unit; });
    if (found == recorded.units.end()) return std::nullopt;
    return static_cast<std::size_t>(found - recorded.units.begin());
}

std::string list_of(const Recorded& recorded) {
    std::vector<std::string> names;
    for (const RecordedUnit& unit : recorded.units)
        names.push_back(words::to_string(unit.unit));
    return fmt::format("{}", fmt::join(names, ", "));
}

/// The slot of `events` that watches the same as `slot` of `wanted`; where several do, they go in
/// order.
std::optional<std::size_t> same_event(const recording::SlotEvents& wanted, std::size_t slot,
                                      const recording::SlotEvents& events) {
    const auto before = std::count(
        wanted.begin(), wanted.begin() + static_cast<std::ptrdiff_t>(slot), wanted[slot]);
    std::ptrdiff_t passed = 0;
    for (std::size_t i = 0; i < events.size(); ++i)
        if (events[i] == wanted[slot] && passed++ == before) return i;
    return std::nullopt;
}

class EventMatcher {
 public:
    EventMatcher(const Recorded& measured, const Recorded& simulated, const UnitPair& pair)
        : measured_{measured},
          simulated_{simulated},
          a_{measured.units[pair.measured]},
          b_{simulated.units[pair.simulated]},
          a_events_{measured.names.events(a_.unit)},
          b_events_{simulated.names.events(b_.unit)} {}

    [[nodiscard]] std::vector<EventPair> pairs() const {
        std::vector<EventPair> found;
        for (std::size_t slot = 0; slot < words::kSlots; ++slot) {
            const auto partner =
                named() ? same_event(*a_events_, slot, *b_events_) : std::optional{slot};
            const bool asserted =
                !a_.slots[slot].empty() || (partner && !b_.slots[*partner].empty());
            if (asserted) found.push_back({name_of_measured(slot), slot, partner});
        }
        for (std::size_t slot = 0; named() && slot < words::kSlots; ++slot)
            if (!b_.slots[slot].empty() && !same_event(*b_events_, slot, *a_events_))
                found.push_back(
                    {simulated_.names.name(b_.unit, static_cast<int>(slot)), std::nullopt, slot});
        return found;
    }

 private:
    [[nodiscard]] bool named() const { return a_events_ && b_events_; }
    /// With names for one recording alone, its partner goes by them too.
    [[nodiscard]] std::string name_of_measured(std::size_t slot) const {
        return a_events_ ? measured_.names.name(a_.unit, static_cast<int>(slot))
                         : simulated_.names.name(b_.unit, static_cast<int>(slot));
    }

    const Recorded& measured_;
    const Recorded& simulated_;
    const RecordedUnit& a_;
    const RecordedUnit& b_;
    std::optional<recording::SlotEvents> a_events_;
    std::optional<recording::SlotEvents> b_events_;
};

}  // namespace

Matching match(const Recorded& measured, const Recorded& simulated) {
    Matching matching{.column_shift = best_column_shift(measured, simulated)};
    for (std::size_t i = 0; i < measured.units.size(); ++i) {
        const words::Unit unit = measured.units[i].unit;
        if (const auto partner = find_unit(simulated, moved(unit, matching.column_shift)))
            matching.units.push_back({i, *partner, {}});
        else
            matching.only_measured.push_back(unit);
    }
    for (const RecordedUnit& unit : simulated.units)
        if (!find_unit(measured, moved(unit.unit, -matching.column_shift)))
            matching.only_simulated.push_back(unit.unit);
    if (matching.units.empty())
        throw arch::InputError{
            fmt::format("the recordings have no unit in common: '{}' has {}; '{}' has {}",
                        measured.name, list_of(measured), simulated.name, list_of(simulated))};
    for (UnitPair& pair : matching.units)
        pair.events = EventMatcher{measured, simulated, pair}.pairs();
    return matching;
}

}  // namespace xdnasim::comparison
