#pragma once
// Which units and events of two recordings belong together.

#include <cstddef>
#include <optional>
#include <vector>

#include "traces/comparison/judgement.hpp"
#include "traces/comparison/recorded.hpp"

namespace xdnasim::comparison {

struct EventPair {
    Event event;
    std::optional<std::size_t> measured;  ///< slot; nullopt: not watched
    std::optional<std::size_t> simulated;
};

struct UnitPair {
    std::size_t measured = 0;  ///< index of a recording's unit
    std::size_t simulated = 0;
    std::vector<EventPair> events{};  ///< that are asserted in one of the recordings

    /// nullptr: neither recording has such an event.
    [[nodiscard]] const EventPair* find(names::Signal signal) const;
};

struct Matching {
    int column_shift = 0;  ///< from the measured columns to the simulated ones
    std::vector<UnitPair> units{};
    std::vector<words::Unit> only_measured{};
    std::vector<words::Unit> only_simulated{};
};

/// Units of the same module and row belong together, on columns that are moved all alike so that
/// most find a partner: a driver may place a design anywhere. Events go by name where both
/// recordings have names, by slot where not. Packet ids say nothing.
/// Throws InputError when no unit finds a partner.
[[nodiscard]] Matching match(const Recorded& measured, const Recorded& simulated);

}  // namespace xdnasim::comparison
