#include "traces/comparison/matching.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/error.hpp"
#include "traces/recording/column_shift.hpp"

namespace xdnasim::comparison {
namespace {

using recording::moved;

std::vector<words::Unit> units_of(const Recorded& recorded) {
    std::vector<words::Unit> units;
    for (const RecordedUnit& unit : recorded.units)
        units.push_back(unit.unit);
    return units;
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
    for (const words::Unit& unit : units_of(recorded))
        names.push_back(words::to_string(unit));
    return fmt::format("{}", fmt::join(names, ", "));
}

/// The slot of `events` that watches the same event as `slot` of `wanted`; if several slots do,
/// they are paired in order.
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
            const bool partner_watches_nothing = !named() && watches_nothing(b_events_, slot);
            if (watches_nothing(a_events_, slot) || partner_watches_nothing) continue;
            const auto partner =
                named() ? same_event(*a_events_, slot, *b_events_) : std::optional{slot};
            const bool asserted =
                !a_.slots[slot].empty() || (partner && !b_.slots[*partner].empty());
            if (asserted)
                found.push_back({{a_.unit.module, name_of_measured(slot)}, slot, partner});
        }
        for (std::size_t slot = 0; named() && slot < words::kSlots; ++slot)
            if (!watches_nothing(b_events_, slot) && !b_.slots[slot].empty() &&
                !same_event(*b_events_, slot, *a_events_))
                found.push_back(
                    {{b_.unit.module, simulated_.names.name(b_.unit, static_cast<int>(slot))},
                     std::nullopt,
                     slot});
        return found;
    }

 private:
    using Events = std::optional<recording::SlotEvents>;

    /// Does the slot watch event 0, NONE? A unit may nevertheless assert it.
    [[nodiscard]] static bool watches_nothing(const Events& events, std::size_t slot) {
        return events && (*events)[slot] == 0;
    }
    [[nodiscard]] bool named() const { return a_events_ && b_events_; }
    /// If only one recording has names, they are used for both.
    [[nodiscard]] std::string name_of_measured(std::size_t slot) const {
        return a_events_ ? measured_.names.name(a_.unit, static_cast<int>(slot))
                         : simulated_.names.name(b_.unit, static_cast<int>(slot));
    }

    const Recorded& measured_;
    const Recorded& simulated_;
    const RecordedUnit& a_;
    const RecordedUnit& b_;
    Events a_events_;
    Events b_events_;
};

}  // namespace

const EventPair* UnitPair::find(names::Signal signal) const {
    const auto found = std::ranges::find_if(
        events, [signal](const EventPair& candidate) { return candidate.event.is(signal); });
    return found == events.end() ? nullptr : &*found;
}

Matching match(const Recorded& measured, const Recorded& simulated) {
    Matching matching{.column_shift =
                          recording::best_column_shift(units_of(measured), units_of(simulated))};
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
        throw base::InputError{
            fmt::format("the recordings have no unit in common, as if they came from different "
                        "designs or devices: '{}' has {}; '{}' has {}",
                        measured.name, list_of(measured), simulated.name, list_of(simulated))};
    for (UnitPair& pair : matching.units)
        pair.events = EventMatcher{measured, simulated, pair}.pairs();
    return matching;
}

}  // namespace xdnasim::comparison
