#pragma once
// A core's kernel calls in two recordings, and what occurs from a call to the next: by medians,
// wherever the recordings begin and end.

#include <string>
#include <vector>

#include "traces/comparison/calls.hpp"
#include "traces/comparison/interval_comparison.hpp"

namespace xdnasim::comparison {

/// An event of the unit. nullptr: the recording does not watch it.
struct WatchedEvent {
    Event event;
    const Intervals* measured = nullptr;
    const Intervals* simulated = nullptr;
};

struct CallResults {
    std::vector<Result> kernels{};  ///< lengths, gaps, periods: what may be the cause comes first
    std::vector<Result> events{};   ///< cycles asserted from a call to the next
};

/// A difference counts by what it comes to in all of a recording: a kernel that is called now and
/// then may differ by more than one that takes most of the time. What a core waits for others, and
/// what others do meanwhile, is judged by the band. A result is outside when medians and means
/// both are.
[[nodiscard]] CallResults compare_calls(const CallPair& calls,
                                        const std::vector<WatchedEvent>& events,
                                        const Tolerances& tolerances);

}  // namespace xdnasim::comparison
