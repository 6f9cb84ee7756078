#pragma once
// Comparison of a core's kernel calls in two recordings, and of the events from one call to the
// next. It uses medians, so that it does not matter where the recordings begin and end.

#include <string>
#include <vector>

#include "traces/comparison/calls.hpp"
#include "traces/comparison/interval_comparison.hpp"

namespace xdnasim::comparison {

/// An event of the unit, with its intervals; nullptr: the recording does not watch the event.
struct WatchedEvent {
    Event event;
    const Intervals* measured = nullptr;
    const Intervals* simulated = nullptr;
};

struct CallResults {
    std::vector<Result> kernels{};  ///< lengths, then gaps, then periods: causes before effects
    std::vector<Result> events{};   ///< cycles asserted from one call to the next
};

/// Compares calls and events. A difference is weighted by its effect on the whole recording: a
/// rarely called kernel may differ by more than the one that takes most of the time. Waits of a
/// core for others, and what others do meanwhile, are judged by the band. A result is outside only
/// if both its median and its mean are.
[[nodiscard]] CallResults compare_calls(const CallPair& calls,
                                        const std::vector<WatchedEvent>& events,
                                        const Tolerances& tolerances);

}  // namespace xdnasim::comparison
