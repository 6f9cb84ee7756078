#pragma once
// Comparisons of example recordings.

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include "test/traces/comparison/example_recording.hpp"
#include "traces/comparison/comparison.hpp"

namespace xdnasim::comparison {

inline Comparison compared(const Example& measured, const Example& simulated,
                           const Options& options = {}) {
    Recorded moved = recorded(simulated);
    return compare(recorded(measured), moved, options);
}

inline const Result& result_of(const std::vector<Result>& results, std::string_view name) {
    const auto found = std::find_if(results.begin(), results.end(),
                                    [name](const Result& result) { return result.name == name; });
    if (found == results.end()) throw std::out_of_range{std::string{name}};
    return *found;
}

inline const Result& event_of(const Comparison& comparison, std::string_view name) {
    return result_of(comparison.units.front().events, name);
}

inline const Result& kernel_of(const Comparison& comparison, std::string_view name) {
    return result_of(comparison.units.front().kernels, name);
}

/// Delays everything from the cycle `begin` on by `cycles`.
inline void delay(ExampleUnit& unit, std::int64_t begin, std::int64_t cycles) {
    for (Assertion& assertion : unit.assertions) {
        if (assertion.begin >= begin) assertion.begin += cycles;
        if (assertion.end > begin) assertion.end += cycles;
    }
    if (unit.stop) *unit.stop += static_cast<std::uint64_t>(cycles);
}

}  // namespace xdnasim::comparison
