#include <algorithm>
#include <tuple>

#include <fmt/format.h>

#include "traces/timeline/timeline.hpp"

namespace xdnasim::timeline {
namespace {

using arch::Cycles;

constexpr std::size_t kMaxColumns = 80;

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

/// What a track is there for: the share of it stands at the end of the line.
Activity purpose(Lane lane) {
    if (lane == Lane::Core) return Activity::Kernel;
    return lane == Lane::Dma ? Activity::Transfer : Activity::Running;
}

std::string label_of(const Track& track) {
    return track.lane == Lane::Core ? track.process_name : track.process_name + " " + track.name;
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

/// Joins columns in pairs until `end` is within the last that may be.
void TextTimeline::make_room_for(Cycles end) {
    while (end > width_ * static_cast<std::int64_t>(kMaxColumns)) {
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

std::int64_t TextTimeline::columns(Cycles end) const {
    const Cycles length = std::min(end, window_.to) - window_.from;
    return (length + width_ - Cycles{1}) / width_;
}

std::string TextTimeline::heading(Cycles end) const {
    std::array<bool, kActivities> occurs{};
    for (const auto& [number, row] : rows_)
        for (const Times& times : row.columns)
            for (std::size_t i = 0; i < kActivities; ++i)
                occurs[i] = occurs[i] || times[i] > Cycles{0};
    occurs[index(Activity::Idle)] = true;

    std::string text =
        fmt::format("cycles {} to {}, {} in a column, which shows what took most\n",
                    window_.from.count(), std::min(end, window_.to).count(), width_.count());
    const char* before = "";
    for (std::size_t i = 0; i < kActivities; ++i) {
        if (!occurs[i]) continue;
        text += fmt::format("{}{} {}", before, kSigns[i].character, kSigns[i].meaning);
        before = "   ";
    }
    return text + "\n";
}

std::string TextTimeline::line(const Row& row, Cycles end, std::size_t label) const {
    std::string bar;
    Cycles used{};
    for (std::int64_t column = 0; column < columns(end); ++column) {
        Times times{};
        if (static_cast<std::size_t>(column) < row.columns.size())
            times = row.columns[static_cast<std::size_t>(column)];
        used += times[index(purpose(row.track.lane))];
        Cycles rest = width_;
        for (std::size_t i = 0; i < kActivities; ++i)
            if (i != index(Activity::Idle)) rest -= times[i];
        times[index(Activity::Idle)] = rest;
        const auto max = std::max_element(times.begin(), times.end()) - times.begin();
        bar += kSigns[static_cast<std::size_t>(max)].character;
    }
    const Cycles length = std::min(end, window_.to) - window_.from;
    return fmt::format(
        "{:{}} |{}| {:.1f} %\n", label_of(row.track), label, bar,
        100 * static_cast<double>(used.count()) / static_cast<double>(length.count()));
}

std::string TextTimeline::text(Cycles end, int max_lines) const {
    constexpr int kLinesAround = 3;
    const std::vector<const Row*> rows = rows_in_order();
    const auto max_rows = static_cast<std::size_t>(std::max(max_lines - kLinesAround, 0));
    const std::size_t shown = std::min(rows.size(), max_rows);
    std::size_t label = 0;
    for (std::size_t i = 0; i < shown; ++i)
        label = std::max(label, label_of(rows[i]->track).size());

    std::string text = heading(end);
    for (std::size_t i = 0; i < shown; ++i)
        text += line(*rows[i], end, label);
    if (shown < rows.size())
        text += fmt::format("left out: {} of {} tracks\n", rows.size() - shown, rows.size());
    return text;
}

}  // namespace xdnasim::timeline
