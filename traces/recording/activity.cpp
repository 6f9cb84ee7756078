#include "traces/recording/activity.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "traces/recording/slot_changes.hpp"

namespace xdnasim::recording {
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

/// Joins columns in pairs until `end` is within the last.
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

/// Those that are asserted at all.
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
