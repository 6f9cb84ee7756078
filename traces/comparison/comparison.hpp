#pragma once
// A measured recording against a simulated one.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "traces/comparison/alignment.hpp"
#include "traces/comparison/interval_comparison.hpp"
#include "traces/comparison/matching.hpp"
#include "traces/comparison/recorded.hpp"

namespace xdnasim::comparison {

struct Options {
    AlignBy align = AlignBy::FirstEvent;
    Tolerances tolerances{};
};

struct UnitComparison {
    words::Unit measured{};
    words::Unit simulated{};
    std::int64_t offset = 0;  ///< cycles that the simulated unit was moved by
    /// The part that both have; cycles as in the measured recording.
    Interval compared{};
    std::vector<Result> kernels{};  ///< lengths, periods and gaps
    std::vector<Result> events{};
    std::optional<Divergence> first_divergence{};  ///< of all events
    std::vector<std::string> notes{};
};

enum class Outcome : std::uint8_t {
    Pass,
    Outside,   ///< an event is
    NotJudged  ///< nothing could be compared
};

/// "pass", "outside", "not judged"
[[nodiscard]] std::string_view to_string(Outcome outcome);

struct Comparison {
    Options options{};
    Matching matching{};
    Alignment alignment{};
    std::vector<UnitComparison> units{};
    std::vector<std::string> notes{};

    /// Of all events; what only one recording has is not judged.
    [[nodiscard]] Outcome outcome() const;
    [[nodiscard]] bool passed() const { return outcome() == Outcome::Pass; }
    [[nodiscard]] std::size_t count(Verdict verdict) const;
};

/// Moves the units of `simulated` to where the measured ones are.
/// Throws InputError when the recordings have no unit in common.
[[nodiscard]] Comparison compare(const Recorded& measured, Recorded& simulated,
                                 const Options& options);

}  // namespace xdnasim::comparison
