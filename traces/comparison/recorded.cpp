#include "traces/comparison/recorded.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "traces/comparison/interval_count.hpp"
#include "traces/comparison/recorded_events.hpp"
#include "traces/recording/decode.hpp"
#include "traces/recording/statistics.hpp"
#include "traces/recording/word_source.hpp"

namespace xdnasim::comparison {
namespace {

class Collector final : public recording::Listener {
 public:
    Collector(std::string name, std::size_t limit) : count_{std::move(name), limit} {}

    void on_levels(int stream, std::span<const words::Level> levels) override {
        const auto index = static_cast<std::size_t>(stream);
        if (index >= streams_.size()) streams_.resize(index + 1);
        Stream& state = streams_[index];
        for (const words::Level& level : levels) {
            const auto cycle = static_cast<std::int64_t>(level.cycle());
            recording::for_each_change(
                state.asserted, level.mask(),
                [&](int slot) {
                    const auto at = static_cast<std::size_t>(slot);
                    add(state.slots[at], {state.begins[at], cycle});
                },
                [&](int slot) { state.begins[static_cast<std::size_t>(slot)] = cycle; });
            state.asserted = level.mask();
        }
    }

    /// The intervals of a stream; to be called once.
    [[nodiscard]] std::array<Intervals, words::kSlots> take(std::size_t stream) {
        return stream < streams_.size() ? std::move(streams_[stream].slots)
                                        : std::array<Intervals, words::kSlots>{};
    }

 private:
    struct Stream {
        std::array<Intervals, words::kSlots> slots;
        std::array<std::int64_t, words::kSlots> begins{};
        std::uint8_t asserted = 0;
    };

    void add(Intervals& intervals, const Interval& interval) {
        count_.add_one();
        intervals.push_back(interval);
    }

    IntervalCount count_;
    std::vector<Stream> streams_;
};

RecordedUnit unit_of(const words::StreamState& stream, Collector& intervals, std::size_t index) {
    const words::LevelTracker& levels = stream.levels;
    RecordedUnit unit{.unit = stream.header.unit, .slots = intervals.take(index)};
    unit.set_extent({levels.started(), levels.stop_cycle(), levels.last_cycle()});
    return unit;
}

Recorded read_units(recording::WordSource& words, std::size_t limit) {
    Collector intervals{words.name(), limit};
    const recording::Decoded decoded =
        recording::decode(words, words::Reading::AsWritten, intervals);
    Recorded recorded{.name = words.name(), .faults = decoded.faults};
    std::vector<std::optional<std::uint64_t>> timers;
    for (std::size_t i = 0; i < decoded.streams.size(); ++i) {
        recorded.units.push_back(unit_of(decoded.streams[i], intervals, i));
        timers.push_back(decoded.streams[i].levels.start_timer());
    }
    recorded.put_on_common_time(timers);
    return recorded;
}

void name_slots(Recorded& recorded, recording::TraceConfig config) {
    std::vector<words::Unit> units;
    for (const RecordedUnit& unit : recorded.units)
        units.push_back(unit.unit);
    recorded.names = {std::move(config), units};
    for (const RecordedUnit& unit : recorded.units) {
        unsigned asserted = 0;
        for (std::size_t slot = 0; slot < unit.slots.size(); ++slot)
            if (!unit.slots[slot].empty()) asserted |= 1U << slot;
        recorded.names.note_asserted(unit.unit, static_cast<std::uint8_t>(asserted));
    }
}

}  // namespace

void RecordedUnit::set_extent(const Extent& extent) {
    started = extent.started;
    stopped = extent.stop.has_value();
    // An event that is asserted in the first recorded cycle may have begun earlier; one that is
    // asserted in the last cycle may continue.
    from = started ? 0 : 2;
    to = static_cast<std::int64_t>(std::max(extent.stop.value_or(0), extent.last + 1)) - 1;
}

void RecordedUnit::shift(std::int64_t cycles) {
    if (cycles == 0) return;
    from += cycles;
    to += cycles;
    for (Intervals& intervals : slots)
        for (Interval& interval : intervals)
            interval = {interval.begin + cycles, interval.end + cycles};
}

void Recorded::put_on_common_time(std::span<const std::optional<std::uint64_t>> timers) {
    common_time = std::ranges::all_of(timers, [](const auto& timer) { return timer.has_value(); });
    if (!common_time) return;
    std::uint64_t first = std::numeric_limits<std::uint64_t>::max();
    for (const auto& timer : timers)
        first = std::min(first, *timer);
    for (std::size_t i = 0; i < timers.size(); ++i)
        units[i].shift(static_cast<std::int64_t>(*timers[i] - first));
}

Recorded read_recording(recording::WordSource& words, recording::TraceConfig config,
                        std::size_t limit) {
    Recorded recorded = read_units(words, limit);
    name_slots(recorded, std::move(config));
    return recorded;
}

Recorded read_named(const std::filesystem::path& words,
                    std::optional<recording::TraceConfig> config, arch::Generation generation,
                    std::size_t limit) {
    const auto read_words = [&] {
        recording::WordFile source{words};
        return read_units(source, limit);
    };
    Recorded recorded =
        is_event_json(words) ? read_event_json(words, generation, limit) : read_words();
    const bool named = recorded.names.generation().has_value();
    if (config && !named) name_slots(recorded, *std::move(config));
    return recorded;
}

Recorded read_recording(const std::filesystem::path& words,
                        const std::optional<std::filesystem::path>& config, std::size_t limit) {
    std::optional<recording::TraceConfig> slots;
    if (config) slots = recording::load_config(*config);
    return read_named(words, std::move(slots), kUsualGeneration, limit);
}

}  // namespace xdnasim::comparison
