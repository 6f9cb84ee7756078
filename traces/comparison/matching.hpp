#pragma once
// Matching of the units and events of two recordings.

#include <cstddef>
#include <optional>
#include <vector>

#include "traces/comparison/judgement.hpp"
#include "traces/comparison/recorded.hpp"

namespace xdnasim::comparison {

struct EventPair {
    Event event;
    std::optional<std::size_t> measured;   ///< slot of the measured unit; nullopt: not watched
    std::optional<std::size_t> simulated;  ///< slot of the simulated unit; nullopt: not watched
};

struct UnitPair {
    std::size_t measured = 0;         ///< index of the unit in the measured recording
    std::size_t simulated = 0;        ///< index of the unit in the simulated recording
    std::vector<EventPair> events{};  ///< events that are asserted in at least one recording

    /// The event with this meaning; nullptr: neither recording has such an event.
    [[nodiscard]] const EventPair* find(names::Signal signal) const;
};

struct Matching {
    int column_shift = 0;  ///< from the measured columns to the simulated ones
    std::vector<UnitPair> units{};
    std::vector<words::Unit> only_measured{};
    std::vector<words::Unit> only_simulated{};
};

/// Pairs units of the same module and row. A driver may place a design on any columns, so all
/// columns are moved by the same number such that as many units as possible have a partner. Events
/// are paired by name if both recordings have names, else by slot. Packet ids are ignored. Throws
/// InputError if no unit has a partner.
[[nodiscard]] Matching match(const Recorded& measured, const Recorded& simulated);

}  // namespace xdnasim::comparison
