#pragma once
// Comparison of a measured recording with a simulated one.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "traces/comparison/unit_comparison.hpp"

namespace xdnasim::comparison {

enum class Outcome : std::uint8_t {
    Within,    ///< all events that were judged are within the tolerances
    Outside,   ///< at least one event is outside
    NotJudged  ///< nothing could be compared
};

/// "within", "outside", "not judged"
[[nodiscard]] std::string_view to_string(Outcome outcome);

struct Comparison {
    Options options{};
    Matching matching{};
    Alignment alignment{};
    std::vector<UnitComparison> units{};
    std::vector<std::string> notes{};

    /// The outcome of all events; events that only one recording watches are not judged.
    [[nodiscard]] Outcome outcome() const;
    [[nodiscard]] bool passed() const { return outcome() == Outcome::Within; }
    [[nodiscard]] std::size_t count(Verdict verdict) const;
    /// Reason for the outcome Outside: the first result that is outside, causes before effects,
    /// such as a kernel's length before the waits that follow from it. Empty for other outcomes.
    [[nodiscard]] std::string reason() const;
};

/// Compares two recordings. Moves the units of `simulated` in time to align them. Throws InputError
/// if the recordings have no unit in common.
[[nodiscard]] Comparison compare(const Recorded& measured, Recorded& simulated,
                                 const Options& options);

}  // namespace xdnasim::comparison
