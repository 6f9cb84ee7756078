#include <algorithm>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "traces/comparison/comparison_json.hpp"

namespace xdnasim::comparison {
namespace {

constexpr std::int64_t kMaxIntervals = 60;  ///< most intervals of an event in a window
constexpr std::int64_t kPictureColumns = 2000;
constexpr std::int64_t kMinWidth = 100;

Intervals::const_iterator first_after(const Intervals& intervals, std::int64_t cycle) {
    return std::partition_point(
        intervals.begin(), intervals.end(),
        [cycle](const Interval& interval) { return interval.end <= cycle; });
}

std::int64_t count_in(const Intervals& intervals, const Interval& window) {
    const auto first = first_after(intervals, window.begin);
    return std::partition_point(
               first, intervals.end(),
               [&](const Interval& interval) { return interval.begin < window.end; }) -
           first;
}

bool is_crowded(const Recorded& recorded, const Interval& window) {
    return std::any_of(recorded.units.begin(), recorded.units.end(), [&](const auto& unit) {
        return std::any_of(unit.slots.begin(), unit.slots.end(), [&](const Intervals& intervals) {
            return count_in(intervals, window) > kMaxIntervals;
        });
    });
}

/// The time from the first to the last interval in either recording.
Interval all_of(const Recorded& measured, const Recorded& simulated) {
    Interval all{std::numeric_limits<std::int64_t>::max(),
                 std::numeric_limits<std::int64_t>::min()};
    for (const Recorded* recorded : {&measured, &simulated})
        for (const RecordedUnit& unit : recorded->units)
            for (const Intervals& intervals : unit.slots)
                if (!intervals.empty()) {
                    all.begin = std::min(all.begin, intervals.front().begin);
                    all.end = std::max(all.end, intervals.back().end);
                }
    return all.begin < all.end ? all : Interval{};
}

/// The widest window that is not crowded, but at least kMinWidth wide. `before`: the share of it
/// that lies before `cycle`.
Interval window_at(std::int64_t cycle, double before, const Interval& all, const Recorded& measured,
                   const Recorded& simulated) {
    for (std::int64_t width = all.length();; width /= 2) {
        width = std::max(width, kMinWidth);
        const std::int64_t begin =
            cycle - static_cast<std::int64_t>(before * static_cast<double>(width));
        const Interval window{begin, begin + width};
        const bool fits = !is_crowded(measured, window) && !is_crowded(simulated, window);
        if (fits || width == kMinWidth) return window;
    }
}

/// Does `shown` contain more than three quarters of `window`, so that both would look alike?
bool shows_most_of(const Interval& shown, const Interval& window) {
    const std::int64_t both = std::min(shown.end, window.end) - std::max(shown.begin, window.begin);
    return both > window.length() * 3 / 4;
}

const UnitComparison* first_to_diverge(const Comparison& comparison) {
    const UnitComparison* first = nullptr;
    for (const UnitComparison& unit : comparison.units)
        if (unit.first_divergence &&
            (first == nullptr ||
             unit.first_divergence->measured.begin < first->first_divergence->measured.begin))
            first = &unit;
    return first;
}

}  // namespace

std::vector<Window> choose_windows(const Recorded& measured, const Recorded& simulated,
                                   const Comparison& comparison) {
    const Interval all = all_of(measured, simulated);
    if (all.length() == 0) return {};
    if (!is_crowded(measured, all) && !is_crowded(simulated, all))
        return {{"The whole recording", all}};
    const auto around = [&](std::int64_t cycle, double before) {
        return window_at(cycle, before, all, measured, simulated);
    };
    const std::int64_t origin = std::max(comparison.alignment.units.front().origin, all.begin);
    std::vector<Window> windows{{"The start", around(origin, 0.1)}};
    if (const UnitComparison* const unit = first_to_diverge(comparison))
        windows.push_back(
            {fmt::format("The first divergence, {} of {}", unit->first_divergence->event,
                         words::to_string(unit->measured)),
             around(unit->first_divergence->measured.begin, 0.5)});
    Window middle{"The middle", around(all.begin + all.length() / 2, 0.5)};
    if (std::ranges::none_of(
            windows, [&](const Window& window) { return shows_most_of(window.time, middle.time); }))
        windows.push_back(std::move(middle));
    return windows;
}

Intervals visible(const Intervals& intervals, const Interval& window) {
    const std::int64_t nearness = window.length() / kPictureColumns;
    Intervals found;
    for (auto at = first_after(intervals, window.begin);
         at != intervals.end() && at->begin < window.end; ++at) {
        const Interval part{std::max(at->begin, window.begin), std::min(at->end, window.end)};
        if (!found.empty() && part.begin - found.back().end < nearness)
            found.back().end = part.end;
        else
            found.push_back(part);
    }
    return found;
}

}  // namespace xdnasim::comparison
