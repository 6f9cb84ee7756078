#include "cli/place/before_after.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/number_format.hpp"
#include "cli/text_layout.hpp"
#include "workloads/placement/cost.hpp"
#include "workloads/placement/legality.hpp"

namespace xdnasim::cli {
namespace {

using base::counted;

/// Counts of nets: "12 shared and 12 streams".
std::string nets_text(const placement::Measures& measures) {
    return fmt::format("{} shared and {} streams", measures.shared_nets, measures.stream_nets);
}

/// A change: "12,345 before, 11,800 after (4.4 % less)". `ratio`: after / before.
std::string change_text(const std::string& before, const std::string& after, double ratio) {
    constexpr double kShown = 0.1;
    const double percent = (ratio - 1) * kPercent;
    const char* const direction = percent < 0 ? "less" : "more";
    std::string change = fmt::format("{:.1f} % {}", std::abs(percent), direction);
    if (std::abs(percent) < kShown) change = fmt::format("less than 0.1 % {}", direction);
    if (ratio == 1) change = "the same";
    return fmt::format("{} before, {} after ({})", before, after, change);
}

}  // namespace

std::string time_lines(const RunTime& before, const RunTime& after) {
    return labelled("time", change_text(microseconds(before.time), microseconds(after.time),
                                        after.time.count() / before.time.count())) +
           labelled("cycles", change_text(base::grouped(before.cycles.count()),
                                          base::grouped(after.cycles.count()),
                                          static_cast<double>(after.cycles.count()) /
                                              static_cast<double>(before.cycles.count())));
}

std::string BeforeAfter::subject(std::string_view label, std::string_view file) const {
    using arch::TileKind;
    const auto kept = std::ranges::count_if(
        netlist_.cores, [](const netlist::Core& core) { return core.kept_tile.has_value(); });
    return labelled(label,
                    fmt::format("{}: {}, {}, {}, {}{}", file,
                                counted(netlist_.count(TileKind::CompTile), "core"),
                                counted(netlist_.count(TileKind::MemTile), "mem tile"),
                                counted(netlist_.count(TileKind::Shim), "shim"),
                                counted(netlist_.net_count(), "net"),
                                kept == 0 ? "" : fmt::format("; {} kept", counted(kept, "tile"))));
}

std::string BeforeAfter::placement() const {
    std::int64_t moved = 0;
    for (netlist::CoreId core = 0; core < netlist_.core_count(); ++core)
        moved += after_.placement.of(core) != before_.placement.of(core) ? 1 : 0;
    const placement::Measures from = measures_of(netlist_, array_, before_);
    const placement::Measures to = measures_of(netlist_, array_, after_);
    std::string lines =
        labelled("device", fmt::format("{}, {} x {} tiles", array_.device_name(), array_.columns(),
                                       array_.rows())) +
        labelled("tiles", fmt::format("{} of {} moved", moved, netlist_.core_count())) +
        labelled("nets", fmt::format("{} before, {} after", nets_text(from), nets_text(to))) +
        labelled("routes", fmt::format("{} before, {} after", counted(from.route_length, "hop"),
                                       base::grouped(to.route_length)));
    const auto found = breaches(netlist_, array_, before_);
    if (!found.empty()) lines += labelled("before", "not legal here: " + found.front().text());
    return lines;
}

}  // namespace xdnasim::cli
