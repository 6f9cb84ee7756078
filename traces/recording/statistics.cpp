#include "traces/recording/statistics.hpp"

#include <algorithm>
#include <span>
#include <string_view>

#include <fmt/format.h>

#include "traces/names/event_meaning.hpp"

namespace xdnasim::recording {
namespace {

/// The slots of a mask; the rest of the array is filled with words::kSlots, which stands for no
/// slot.
struct SlotList {
    std::array<std::uint8_t, words::kSlots> slots{};
    std::uint8_t count = 0;
};

constexpr std::array<SlotList, 256> kSlotLists = [] {
    std::array<SlotList, 256> lists{};
    for (std::size_t mask = 0; mask < lists.size(); ++mask) {
        SlotList& list = lists[mask];
        list.slots.fill(words::kSlots);
        for (unsigned slot = 0; slot < words::kSlots; ++slot)
            if ((mask >> slot & 1U) != 0)
                list.slots[list.count++] = static_cast<std::uint8_t>(slot);
    }
    return lists;
}();

/// Number of slots that are handled without a branch. How many slots begin or end in the same cycle
/// cannot be predicted, but there are hardly ever more.
constexpr unsigned kUsual = 2;

}  // namespace

std::size_t IntervalReader::read(std::span<const words::Level> levels, Intervals& intervals) {
    SlotInterval* next = intervals.data();
    unsigned asserted = asserted_;
    for (const words::Level& level : levels) {
        const unsigned mask = level.mask();
        const std::uint64_t cycle = level.cycle();
        const SlotList& ended = kSlotLists[asserted & ~mask];
        const SlotList& begun = kSlotLists[mask & ~asserted];
        asserted = mask;
        for (unsigned i = 0; i < kUsual; ++i)
            next[i] = {cycle - begins_[ended.slots[i]], ended.slots[i]};
        for (unsigned i = kUsual; i < ended.count; ++i)
            next[i] = {cycle - begins_[ended.slots[i]], ended.slots[i]};
        next += ended.count;
        for (unsigned i = 0; i < kUsual; ++i)
            begins_[begun.slots[i]] = cycle;
        for (unsigned i = kUsual; i < begun.count; ++i)
            begins_[begun.slots[i]] = cycle;
    }
    asserted_ = static_cast<std::uint8_t>(asserted);
    return static_cast<std::size_t>(next - intervals.data());
}

namespace {

std::optional<int> slot_of(const TraceConfig& config, const UnitConfig& unit,
                           std::string_view event) {
    for (std::size_t slot = 0; slot < unit.events.size(); ++slot)
        if (config.names.name(unit.unit.module, unit.events[slot]) == event)
            return static_cast<int>(slot);
    return std::nullopt;
}

/// The kernel slots of all configured units of `module`, each pair once.
std::vector<KernelSlots> kernel_slots(const TraceConfig& config, words::Module module) {
    std::vector<KernelSlots> found;
    for (const UnitConfig& unit : config.units) {
        if (unit.unit.module != module) continue;
        const auto begin = slot_of(config, unit, names::kKernelBegins);
        const auto end = slot_of(config, unit, names::kKernelEnds);
        if (!begin || !end) continue;
        const KernelSlots slots{*begin, *end};
        if (std::find(found.begin(), found.end(), slots) == found.end()) found.push_back(slots);
    }
    return found;
}

}  // namespace

void Statistics::on_stream(int /*stream*/, const words::PacketHeader& header) {
    Stream& stream = streams_.emplace_back();
    if (config_ == nullptr) return;
    for (const KernelSlots& slots : kernel_slots(*config_, header.unit.module)) {
        stream.kernels.push_back({slots});
        stream.kernel_mask |= 1U << slots.begin | 1U << slots.end;
    }
}

void Statistics::on_levels(int stream, std::span<const words::Level> levels) {
    Stream& state = streams_[static_cast<std::size_t>(stream)];
    if (state.kernel_mask != 0) find_kernels(state, levels);
    while (!levels.empty()) {
        const auto part = levels.first(std::min(levels.size(), IntervalReader::kMaxLevels));
        const std::size_t count = state.reader.read(part, intervals_);
        for (const SlotInterval& interval : std::span{intervals_}.first(count))
            state.slots[interval.slot].add(interval.length);
        levels = levels.subspan(part.size());
    }
}

void Statistics::find_kernels(Stream& state, std::span<const words::Level> levels) {
    for (const words::Level& level : levels) {
        const unsigned marked = level.mask() & state.kernel_mask;
        if (const unsigned begun = marked & ~state.marked; begun != 0)
            for (Kernels& kernels : state.kernels)
                kernels.begin(begun, level.cycle());
        state.marked = marked;
    }
}

KernelTimes Statistics::kernels(std::size_t stream, const KernelSlots& slots) const {
    for (const Kernels& kernels : streams_[stream].kernels)
        if (kernels.slots == slots) return kernels.times;
    return {};
}

void Statistics::Kernels::begin(unsigned begun, std::uint64_t cycle) {
    if ((begun >> slots.end & 1U) != 0 && last_begin && !last_end) {
        times.length.add(cycle - *last_begin);
        last_end = cycle;
    }
    if ((begun >> slots.begin & 1U) != 0) {
        if (last_begin) times.period.add(cycle - *last_begin);
        if (last_end) times.gap.add(cycle - *last_end);
        last_begin = cycle;
        last_end.reset();
    }
}

namespace {

char sign(std::uint64_t busy, std::uint64_t width) {
    if (busy == 0) return ' ';
    if (2 * busy < width) return '.';
    return busy < width ? '+' : '#';
}

}  // namespace

void Activity::on_levels(int stream, std::span<const words::Level> levels) {
    const auto index = static_cast<std::size_t>(stream);
    if (streams_.size() <= index) streams_.resize(index + 1);
    make_room_for(levels.back().cycle());
    Stream& state = streams_[index];
    for (const words::Level& level : levels) {
        for_each_change(
            state.asserted, level.mask(),
            [&](int slot) {
                const auto at = static_cast<std::size_t>(slot);
                add(state.slots[at], state.begins[at], level.cycle());
            },
            [&](int slot) { state.begins[static_cast<std::size_t>(slot)] = level.cycle(); });
        state.asserted = level.mask();
    }
}

void Activity::add(Columns& columns, std::uint64_t begin, std::uint64_t end) const {
    while (begin < end) {
        const std::uint64_t column = begin / width_;
        const std::uint64_t next = std::min(end, (column + 1) * width_);
        columns[column] += next - begin;
        begin = next;
    }
}

/// Joins columns in pairs until `end` lies within the last column.
void Activity::make_room_for(std::uint64_t end) {
    while (end > width_ * kColumns) {
        width_ *= 2;
        for (Stream& stream : streams_)
            for (Columns& columns : stream.slots) {
                for (std::size_t i = 0; i < kColumns / 2; ++i)
                    columns[i] = columns[2 * i] + columns[2 * i + 1];
                std::fill(columns.begin() + kColumns / 2, columns.end(), 0);
            }
    }
}

std::string Activity::bar(const Columns& columns, std::uint64_t end) const {
    std::string text;
    for (std::size_t i = 0; i < kColumns && i * width_ < end; ++i)
        text += sign(columns[i], width_);
    return text;
}

/// The slots of a stream that are asserted at any time.
std::vector<int> Activity::shown_slots(std::size_t stream) const {
    std::vector<int> shown;
    for (int slot = 0; slot < words::kSlots && stream < streams_.size(); ++slot) {
        const Columns& columns = streams_[stream].slots[static_cast<std::size_t>(slot)];
        if (std::any_of(columns.begin(), columns.end(), [](auto busy) { return busy > 0; }))
            shown.push_back(slot);
    }
    return shown;
}

std::string Activity::text(const Decoded& decoded, const SlotNames& names) const {
    std::uint64_t end = 0;
    for (const words::StreamState& stream : decoded.streams)
        end = std::max(end, stream.levels.last_cycle());
    std::string text = fmt::format(
        "{} cycles in a column, from each unit's start: # all asserted, + half or more, . less\n",
        width_);
    std::size_t width = 0;
    for (std::size_t i = 0; i < decoded.streams.size(); ++i)
        for (const int slot : shown_slots(i))
            width = std::max(width, names.name(decoded.streams[i].header.unit, slot).size());
    for (std::size_t i = 0; i < decoded.streams.size(); ++i) {
        const words::Unit& unit = decoded.streams[i].header.unit;
        text += words::to_string(unit) + "\n";
        for (const int slot : shown_slots(i))
            text += fmt::format("  {:<{}} |{}|\n", names.name(unit, slot), width,
                                bar(streams_[i].slots[static_cast<std::size_t>(slot)], end));
    }
    return text;
}

}  // namespace xdnasim::recording
