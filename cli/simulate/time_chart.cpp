#include "cli/simulate/time_chart.hpp"

#include <algorithm>
#include <iterator>
#include <map>

#include <fmt/format.h>

#include "backends/performance.hpp"
#include "base/number_format.hpp"
#include "traces/events/core_state.hpp"
#include "workloads/picture/array_picture.hpp"

namespace xdnasim::cli {
namespace {

using events::CoreState;

// All in pixels, except kTicks and kEntries.
constexpr int kNameColumn = 150;  ///< width of the column of names
constexpr int kBars = 640;        ///< width of the longest bar
constexpr int kMargin = 20;
constexpr int kPitch = 24;
constexpr int kBar = 16;      ///< height of a bar
constexpr int kText = 12;     ///< distance from the top of a bar to the baseline of its name
constexpr int kAxis = 54;     ///< height of the axis
constexpr int kLegend = 170;  ///< width of an entry of the legend
constexpr int kTicks = 4;     ///< number of ticks after the one at 0
constexpr int kEntries = 4;   ///< number of entries in a row of the legend

/// A group for each row of cores, used if the work has no parts.
std::vector<schedule::CoreGroup> rows_of_cores(const backends::RunResult& result) {
    std::map<int, schedule::CoreGroup> rows;
    for (const backends::CoreTimes& core : result.cores) {
        schedule::CoreGroup& group = rows[core.tile.row];
        group.name = fmt::format("cores of row {}", core.tile.row);
        group.tiles.push_back(core.tile);
    }
    std::vector<schedule::CoreGroup> groups;
    for (auto& [row, group] : rows)
        groups.push_back(std::move(group));
    return groups;
}

/// The order of states in a bar: stalls, busy, idle. A core that works once first waits, then
/// computes, then is idle, so that this order shows when it did.
std::vector<CoreState> in_order() {
    std::vector<CoreState> order;
    for (const events::CoreStateEntry& each : events::kCoreStates)
        if (each.stall) order.push_back(each.state);
    order.push_back(CoreState::Busy);
    order.push_back(CoreState::Idle);
    return order;
}

class TimeChart {
 public:
    TimeChart(std::vector<GroupTimes> groups, double cycles, double nanoseconds)
        : groups_{std::move(groups)}, cycles_{cycles}, nanoseconds_{nanoseconds} {}

    std::string draw() && {
        const int legend = (static_cast<int>(std::size(events::kCoreStates)) - 1) / kEntries + 1;
        add("<svg xmlns='http://www.w3.org/2000/svg' width='{0}' height='{1}' "
            "viewBox='0 0 {0} {1}' font-family='sans-serif' font-size='11'>\n"
            "<rect width='{0}' height='{1}' fill='white'/>\n",
            kNameColumn + kBars + 3 * kMargin, foot() + kAxis + legend * kPitch);
        for (std::size_t i = 0; i < groups_.size(); ++i)
            draw_group(static_cast<int>(i), groups_[i]);
        draw_axis();
        int number = 0;
        for (const CoreState state : in_order())
            draw_entry(number++, events::entry(state));
        return std::move(text_) + "</svg>\n";
    }

 private:
    template <class... Values>
    void add(fmt::format_string<Values...> format, Values&&... values) {
        fmt::format_to(std::back_inserter(text_), format, std::forward<Values>(values)...);
    }
    static int top(int number) { return kMargin + number * kPitch; }
    [[nodiscard]] int foot() const { return top(static_cast<int>(groups_.size())); }
    [[nodiscard]] double wide(double cycles) const { return kBars * cycles / cycles_; }

    void draw_group(int number, const GroupTimes& group) {
        add("<text x='{}' y='{}' text-anchor='end'>{}</text>\n", kNameColumn, top(number) + kText,
            picture::escaped(group.name));
        double x = kNameColumn + kMargin;
        for (const CoreState state : in_order()) {
            const double cycles = group.cycles[events::index(state)];
            if (cycles <= 0) continue;
            const events::CoreStateEntry& entry = events::entry(state);
            add("<rect x='{:.1f}' y='{}' width='{:.1f}' height='{}' fill='{}'>"
                "<title>{}: {} {} cycles, {:.1f} %</title></rect>\n",
                x, top(number), wide(cycles), kBar, entry.colour, picture::escaped(group.name),
                label(entry), base::grouped(cycles, 0), 100 * cycles / cycles_);
            x += wide(cycles);
        }
    }

    void draw_axis() {
        const int y = foot();
        for (int tick = 0; tick <= kTicks; ++tick) {
            const double share = static_cast<double>(tick) / kTicks;
            const double x = kNameColumn + kMargin + share * kBars;
            add("<line x1='{0:.1f}' y1='{1}' x2='{0:.1f}' y2='{2}' stroke='#999'/>"
                "<text x='{0:.1f}' y='{3}' text-anchor='middle'>{4}</text>"
                "<text x='{0:.1f}' y='{5}' text-anchor='middle' fill='#666'>{6}</text>\n",
                x, y, y + 4, y + 16, base::grouped(share * cycles_, 0), y + 30,
                time_text(share * nanoseconds_));
        }
        add("<text x='{0}' y='{1}' text-anchor='end'>cycles of a core</text>\n", kNameColumn,
            y + 16);
    }
    static std::string time_text(double nanoseconds) {
        constexpr double kMicrosecond = 1e3;
        constexpr double kLong = 1e4;
        return nanoseconds < kLong ? base::grouped(nanoseconds, 0) + " ns"
                                   : base::grouped(nanoseconds / kMicrosecond, 1) + " us";
    }

    void draw_entry(int number, const events::CoreStateEntry& entry) {
        const int x = kMargin + number % kEntries * kLegend;
        const int y = foot() + kAxis + number / kEntries * kPitch;
        add("<rect x='{}' y='{}' width='12' height='12' fill='{}'/>"
            "<text x='{}' y='{}'>{}</text>\n",
            x, y - 10, entry.colour, x + 18, y, label(entry));
    }

    std::vector<GroupTimes> groups_;
    double cycles_;
    double nanoseconds_;
    std::string text_;
};

std::vector<GroupTimes> times_of(const std::vector<schedule::CoreGroup>& groups,
                                 const backends::RunResult& result) {
    std::vector<GroupTimes> all;
    for (const schedule::CoreGroup& group : groups) {
        std::vector<backends::CoreTimes> cores;
        for (const backends::CoreTimes& core : result.cores)
            if (std::ranges::find(group.tiles, core.tile) != group.tiles.end())
                cores.push_back(core);
        GroupTimes& times = all.emplace_back(GroupTimes{group.name, std::ssize(cores), {}});
        for (const events::CoreStateEntry& each : events::kCoreStates)
            times.cycles[events::index(each.state)] =
                static_cast<double>(backends::time_in(each.state, cores).count()) /
                static_cast<double>(std::max<std::int64_t>(std::ssize(cores), 1));
    }
    return all;
}

}  // namespace

std::vector<GroupTimes> group_times(const backends::RunResult& result) {
    if (!result.workload || result.cores.empty()) return {};
    return times_of(result.workload->core_groups(), result);
}

std::string time_chart(const backends::RunResult& result) {
    if (result.cores.empty() || !result.cycles || !result.npu_time) return {};
    std::vector<GroupTimes> groups = group_times(result);
    if (groups.empty()) groups = times_of(rows_of_cores(result), result);
    return TimeChart{std::move(groups), static_cast<double>(result.cycles->count()),
                     result.npu_time->count()}
        .draw();
}

}  // namespace xdnasim::cli
