#include <algorithm>
#include <set>
#include <tuple>

#include <fmt/format.h>

#include "traces/timeline/timeline.hpp"

namespace xdnasim::timeline {
namespace {

using arch::Cycles;

/// Most columns that are stored for a track. A shown column combines several stored ones, to fit
/// the width that is asked for.
constexpr std::int64_t kMaxColumns = 1024;
constexpr std::int64_t kMinShown = 10;

struct Sign {
    char character = ' ';
    std::string_view meaning;
};

constexpr std::size_t index(Activity activity) {
    return static_cast<std::size_t>(activity);
}

/// Index: Activity.
constexpr std::array<Sign, kActivities> kSigns = [] {
    std::array<Sign, kActivities> signs;
    signs[index(Activity::Kernel)] = {'#', "kernel"};
    signs[index(Activity::LockOperation)] = {'o', "lock operation"};
    for (const events::CoreStateEntry& state : events::kCoreStates)
        if (const auto& stall = state.stall)
            signs[index(stall_activity(state.state))] = {stall->glyph, stall->event};
    signs[index(Activity::Transfer)] = {'-', "BD"};
    signs[index(Activity::Running)] = {'=', "PORT_RUNNING, DRAM at its limit"};
    signs[index(Activity::Stalled)] = {'x', "PORT_STALLED"};
    signs[index(Activity::Idle)] = {'.', "nothing"};
    return signs;
}();

/// The main activity of a track, whose share is given at the end of the line.
Activity purpose(Lane lane) {
    if (lane == Lane::Core) return Activity::Kernel;
    return lane == Lane::Dma ? Activity::Transfer : Activity::Running;
}

std::string label_of(const Track& track) {
    return track.lane == Lane::Core ? track.process_name : track.process_name + " " + track.name;
}

std::string_view kind_of(Lane lane) {
    switch (lane) {
        case Lane::Core:
            return "a core";
        case Lane::Dram:
            return "the DRAM";
        case Lane::Dma:
            return "a DMA channel";
        case Lane::Port:
            break;
    }
    return "a port";
}

/// The items, separated, in lines of at most `width` characters.
std::string in_lines(const std::vector<std::string>& items, std::string_view separator,
                     std::size_t width) {
    std::string text;
    std::size_t used = 0;
    for (const std::string& item : items) {
        const bool fits = used + separator.size() + item.size() <= width;
        if (!text.empty()) text += fits ? separator : "\n";
        used = (fits && !text.empty() ? used + separator.size() : 0) + item.size();
        text += item;
    }
    return text + "\n";
}

}  // namespace

void TextTimeline::paint(const Span& span, const Track& track) {
    const Cycles end = std::min(span.end, window_.to) - window_.from;
    Cycles at = std::max(span.begin, window_.from) - window_.from;
    make_room_for(end);
    Row& row = rows_.try_emplace(track.number, Row{track, {}}).first->second;
    while (at < end) {
        const std::int64_t column = at / width_;
        const Cycles next = std::min(end, width_ * (column + 1));
        if (row.columns.size() <= static_cast<std::size_t>(column))
            row.columns.resize(static_cast<std::size_t>(column) + 1);
        row.columns[static_cast<std::size_t>(column)][index(span.activity)] += next - at;
        at = next;
    }
}

/// Joins columns in pairs until `end` lies within the last of kMaxColumns.
void TextTimeline::make_room_for(Cycles end) {
    while (end > width_ * kMaxColumns) {
        width_ = width_ * 2;
        for (auto& [number, row] : rows_) {
            row.columns.resize((row.columns.size() + 1) / 2 * 2);
            for (std::size_t pair = 0; pair < row.columns.size() / 2; ++pair)
                for (std::size_t i = 0; i < kActivities; ++i)
                    row.columns[pair][i] = row.columns[2 * pair][i] + row.columns[2 * pair + 1][i];
            row.columns.resize(row.columns.size() / 2);
        }
    }
}

std::vector<const TextTimeline::Row*> TextTimeline::rows_in_order() const {
    std::vector<const Row*> rows;
    for (const auto& [number, row] : rows_)
        rows.push_back(&row);
    const auto key = [](const Row* row) {
        const Track& track = row->track;
        const int port = track.lane == Lane::Port ? track.number : 0;
        return std::tuple{track.lane, track.tile, port, std::string_view{track.name}};
    };
    std::sort(rows.begin(), rows.end(),
              [&](const Row* a, const Row* b) { return key(a) < key(b); });
    return rows;
}

TextTimeline::Scale TextTimeline::scale(Cycles end, std::int64_t max_columns) const {
    const Cycles length = std::min(end, window_.to) - window_.from;
    const auto parts = [&](Cycles column) { return (length + column - Cycles{1}) / column; };
    const std::int64_t columns = std::max(max_columns, kMinShown);
    const std::int64_t joined = std::max<std::int64_t>((parts(width_) + columns - 1) / columns, 1);
    const Cycles column = width_ * joined;
    return {.length = length, .column = column, .joined = joined, .columns = parts(column)};
}

/// The meaning of the characters that occur.
std::vector<std::string> TextTimeline::legend() const {
    std::array<bool, kActivities> occurs{};
    for (const auto& [number, row] : rows_)
        for (const Times& times : row.columns)
            for (std::size_t i = 0; i < kActivities; ++i)
                occurs[i] = occurs[i] || times[i] > Cycles{0};
    occurs[index(Activity::Idle)] = true;
    std::vector<std::string> signs;
    for (std::size_t i = 0; i < kActivities; ++i)
        if (occurs[i])
            signs.push_back(fmt::format("{} {}", kSigns[i].character, kSigns[i].meaning));
    return signs;
}

/// The meaning of the percentages at the ends of the lines.
std::vector<std::string> TextTimeline::shares() const {
    std::set<Lane> lanes;
    for (const auto& [number, row] : rows_)
        lanes.insert(row.track.lane);
    std::vector<std::string> items{"%, share of these cycles:"};
    for (const Lane lane : lanes)
        items.push_back(fmt::format("{} of {}{}", kSigns[index(purpose(lane))].character,
                                    kind_of(lane), lane == *lanes.rbegin() ? "" : ","));
    return items;
}

std::string TextTimeline::heading(const Scale& scale, std::size_t width) const {
    return in_lines({fmt::format("cycles {} to {}, {} in a column,", window_.from.count(),
                                 (window_.from + scale.length).count(), scale.column.count()),
                     "which shows what took most"},
                    " ", width) +
           in_lines(legend(), "   ", width) + in_lines(shares(), " ", width);
}

TextTimeline::Times TextTimeline::times_of(const Row& row, const Scale& scale,
                                           std::int64_t column) {
    Times times{};
    Cycles rest = std::min(scale.column, scale.length - scale.column * column);
    const auto begin = static_cast<std::size_t>(column * scale.joined);
    const std::size_t end =
        std::min(begin + static_cast<std::size_t>(scale.joined), row.columns.size());
    for (std::size_t part = begin; part < end; ++part) {
        for (std::size_t i = 0; i < kActivities; ++i) {
            if (i == index(Activity::Idle)) continue;
            times[i] += row.columns[part][i];
            rest -= row.columns[part][i];
        }
    }
    times[index(Activity::Idle)] = rest;
    return times;
}

std::string TextTimeline::line(const Row& row, const Scale& scale, std::size_t label) {
    std::string bar;
    Cycles used{};
    for (std::int64_t column = 0; column < scale.columns; ++column) {
        const Times times = times_of(row, scale, column);
        used += times[index(purpose(row.track.lane))];
        const auto max = std::max_element(times.begin(), times.end()) - times.begin();
        bar += kSigns[static_cast<std::size_t>(max)].character;
    }
    return fmt::format(
        "{:{}} |{}| {:.1f} %\n", label_of(row.track), label, bar,
        100 * static_cast<double>(used.count()) / static_cast<double>(scale.length.count()));
}

std::string TextTimeline::text(Cycles end, TextSize max) const {
    constexpr std::size_t kBesideBar = std::string_view{" || 100.0 %"}.size();
    const std::vector<const Row*> rows = rows_in_order();
    const auto width = static_cast<std::size_t>(max.width);
    const auto lines = static_cast<std::size_t>(max.lines);
    std::size_t label = 0;
    for (std::size_t i = 0; i < std::min(rows.size(), lines); ++i)
        label = std::max(label, label_of(rows[i]->track).size());
    const Scale scale = this->scale(
        end, static_cast<std::int64_t>(width) - static_cast<std::int64_t>(label + kBesideBar));

    std::string text = heading(scale, width);
    const auto others = static_cast<std::size_t>(std::ranges::count(text, '\n')) + 1;
    const std::size_t shown = std::min(rows.size(), lines - std::min(lines, others));
    for (std::size_t i = 0; i < shown; ++i)
        text += line(*rows[i], scale, label);
    if (shown < rows.size())
        text += fmt::format("left out: {} of {} tracks\n", rows.size() - shown, rows.size());
    return text;
}

}  // namespace xdnasim::timeline
