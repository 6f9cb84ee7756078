#include "validation/tolerance.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/error.hpp"
#include "base/map_reader.hpp"
#include "base/yaml.hpp"

namespace xdnasim::validation {
namespace {

/// Returns "mean, median, p95, worst".
std::string all_statistics() {
    std::vector<std::string> names;
    for (const Statistic statistic : kStatistics)
        names.push_back(to_string(statistic));
    return fmt::format("{}", fmt::join(names, ", "));
}

constexpr double kPercent = 0.01;
constexpr double kMaxPercent = 1000;

RowFilter read_filter(base::MapReader& entry) {
    RowFilter rows;
    if (const base::Node* sources = entry.optional("sources"))
        for (const base::Node& source : sources->as_sequence())
            rows.sources.push_back(source.as_string());
    if (const base::Node* device = entry.optional("device")) rows.device = device->as_string();
    if (const base::Node* groups = entry.optional("groups"))
        for (const base::Node& group : groups->as_sequence())
            rows.groups.push_back(group.as_one_of(kGroups));
    return rows;
}

std::vector<Tolerance> read_entry(const base::Node& node) {
    base::MapReader entry{node, "tolerances"};
    const RowFilter rows = read_filter(entry);
    std::vector<Tolerance> tolerances;
    for (const Statistic statistic : kStatistics)
        if (const base::Node* limit = entry.optional(to_string(statistic)))
            tolerances.push_back({rows, statistic, limit->as_double(0, kMaxPercent) * kPercent});
    entry.finish();
    if (tolerances.empty()) node.fail("no limit; allowed: one or more of " + all_statistics());
    return tolerances;
}

}  // namespace

bool RowFilter::takes(const Measurement& row) const {
    const auto begins_source = [&](const std::string& name) {
        return row.source.starts_with(name);
    };
    const auto is_of = [&](Group group) { return row.group == group; };
    return (device.empty() || row.device == device) &&
           (groups.empty() || std::ranges::any_of(groups, is_of)) &&
           (sources.empty() || std::ranges::any_of(sources, begins_source));
}

std::string RowFilter::name() const {
    std::vector<std::string> parts;
    if (!device.empty()) parts.push_back(device);
    for (const Group group : groups)
        parts.push_back(to_string(group));
    parts.insert(parts.end(), sources.begin(), sources.end());
    return parts.empty() ? "all" : fmt::format("{}", fmt::join(parts, ", "));
}

std::vector<Tolerance> load_tolerances(const std::filesystem::path& file) {
    const base::Node document = base::load_yaml(file);
    base::MapReader root{document};
    std::vector<Tolerance> tolerances;
    for (const base::Node& node : root.require("tolerances").as_sequence())
        for (const Tolerance& tolerance : read_entry(node))
            tolerances.push_back(tolerance);
    root.finish();
    return tolerances;
}

Check check(const Tolerance& tolerance, std::span<const Row> rows) {
    std::vector<Figures> figures;
    for (const Row& row : rows)
        if (tolerance.rows.takes(row.measured)) figures.push_back(row.figures());
    if (figures.empty())
        throw base::InputError{
            fmt::format("the tolerance of the {} error over '{}' applies to no row",
                        to_string(tolerance.statistic), tolerance.rows.name())};
    const double value = value_of(statistics_of(figures), tolerance.statistic);
    return {tolerance.rows.name(), tolerance.statistic, tolerance.limit, value,
            value <= tolerance.limit};
}

}  // namespace xdnasim::validation
