#include "test/sim/decoded_trace.hpp"

#include <algorithm>

namespace xdnasim::sim::test {

Intervals joined(Intervals intervals) {
    std::ranges::sort(intervals, {}, &Asserted::begin);
    Intervals result;
    for (const Asserted& interval : intervals) {
        if (interval.begin == interval.end) continue;
        if (!result.empty() && interval.begin <= result.back().end)
            result.back().end = std::max(result.back().end, interval.end);
        else
            result.push_back(interval);
    }
    return result;
}

Intervals before(const Intervals& intervals, std::int64_t end) {
    Intervals result;
    for (const Asserted& interval : intervals)
        if (interval.begin < end) result.push_back({interval.begin, std::min(interval.end, end)});
    return result;
}

Intervals from(std::int64_t begin, Intervals intervals) {
    std::erase_if(intervals, [&](const Asserted& interval) { return interval.end <= begin; });
    for (Asserted& interval : intervals)
        interval.begin = std::max(interval.begin, begin);
    return intervals;
}

DecodedTrace::DecodedTrace(const std::vector<std::uint32_t>& words) {
    words::LevelDecoder decoder{*this, words::Reading::AsWritten};
    decoder.read(words);
    decoder.finish();
    for (std::size_t i = 0; i < decoder.streams().size(); ++i) {
        const auto& stream = decoder.streams()[i];
        const auto start = static_cast<std::int64_t>(stream.levels.start_timer().value());
        starts_[stream.header.unit] = start;
        ends_[stream.header.unit] =
            start + static_cast<std::int64_t>(stream.levels.stop_cycle().value());
        for (int slot = 0; slot < words::kSlots; ++slot)
            for (const Asserted& own : slots_[{static_cast<int>(i), slot}])
                units_[{stream.header.unit, slot}].push_back({own.begin + start, own.end + start});
    }
}

Intervals DecodedTrace::of(const words::Unit& unit, int slot) const {
    const auto found = units_.find({unit, slot});
    return found == units_.end() ? Intervals{} : found->second;
}

void DecodedTrace::on_levels(int stream, std::span<const words::Level> levels) {
    for (const words::Level& level : levels) {
        const auto cycle = static_cast<std::int64_t>(level.cycle());
        for (int slot = 0; slot < words::kSlots; ++slot) {
            Intervals& own = slots_[{stream, slot}];
            const bool asserted = (level.mask() >> static_cast<unsigned>(slot) & 1U) != 0;
            const bool was = !own.empty() && own.back().end < 0;
            if (asserted && !was) own.push_back({cycle, -1});
            if (!asserted && was) own.back().end = cycle;
        }
    }
}

}  // namespace xdnasim::sim::test
