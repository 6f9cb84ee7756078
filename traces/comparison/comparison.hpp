#pragma once
// A measured recording against a simulated one.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "traces/comparison/unit_comparison.hpp"

namespace xdnasim::comparison {

enum class Outcome : std::uint8_t {
    Within,
    Outside,   ///< an event is
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

    /// Of all events; what only one recording has is not judged.
    [[nodiscard]] Outcome outcome() const;
    [[nodiscard]] bool passed() const { return outcome() == Outcome::Within; }
    [[nodiscard]] std::size_t count(Verdict verdict) const;
    /// Why it is outside: of what is, the first in order of cause, a kernel's length before what
    /// waits for it. Empty: it is not.
    [[nodiscard]] std::string reason() const;
};

/// Moves the units of `simulated` to where the measured ones are.
/// Throws InputError when the recordings have no unit in common.
[[nodiscard]] Comparison compare(const Recorded& measured, Recorded& simulated,
                                 const Options& options);

}  // namespace xdnasim::comparison
