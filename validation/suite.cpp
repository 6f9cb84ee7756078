#include "validation/suite.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/error.hpp"
#include "base/yaml.hpp"

namespace xdnasim::validation {
namespace {

double mean_of(const std::vector<double>& values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double median_of(std::vector<double> values) {
    std::ranges::sort(values);
    const std::size_t middle = values.size() / 2;
    if (values.size() % 2 == 1) return values[middle];
    return (values[middle - 1] + values[middle]) / 2;
}

constexpr std::size_t kOutOf = 20;  // 95 % are 19 of 20

/// The smallest value that is not less than 95 % of them.
double p95_of(std::vector<double> values) {
    std::ranges::sort(values);
    return values[(values.size() * (kOutOf - 1) + kOutOf - 1) / kOutOf - 1];
}

std::optional<double> r2_of(const std::vector<Figures>& figures) {
    std::vector<double> measured;
    for (const Figures& pair : figures)
        measured.push_back(pair.measured);
    const double mean = mean_of(measured);
    double residual = 0;
    double variance = 0;
    for (const Figures& pair : figures) {
        residual += std::pow(pair.simulated - pair.measured, 2);
        variance += std::pow(pair.measured - mean, 2);
    }
    if (variance == 0) return std::nullopt;
    return 1 - residual / variance;
}

/// "mean, median, p95, worst"
std::string all_statistics() {
    std::vector<std::string> names;
    for (const Statistic statistic : kStatistics)
        names.push_back(to_string(statistic));
    return fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace

std::string to_string(Statistic statistic) {
    switch (statistic) {
        case Statistic::Mean:
            return "mean";
        case Statistic::Median:
            return "median";
        case Statistic::P95:
            return "p95";
        case Statistic::Worst:
            break;
    }
    return "worst";
}

double value_of(const Statistics& statistics, Statistic statistic) {
    switch (statistic) {
        case Statistic::Mean:
            return statistics.mean;
        case Statistic::Median:
            return statistics.median;
        case Statistic::P95:
            return statistics.p95;
        case Statistic::Worst:
            break;
    }
    return statistics.worst;
}

std::string to_string(Group group) {
    switch (group) {
        case Group::SingleCore:
            return "single core";
        case Group::BiasAndRelu:
            return "bias and ReLU";
        case Group::RepeatedFigure:
            return "repeated figure";
        case Group::Calls:
            return "calls";
        case Group::Streams:
            return "streams";
        case Group::Locks:
            return "locks";
        case Group::Memory:
            return "memory";
        case Group::Starts:
            break;
    }
    return "starts";
}

std::string to_string(Bound bound) {
    switch (bound) {
        case Bound::Unknown:
            return "unknown";
        case Bound::Compute:
            return "compute";
        case Bound::Stream:
            return "stream";
        case Bound::Dram:
            return "dram";
        case Bound::Commands:
            return "commands";
        case Bound::Latency:
            return "latency";
        case Bound::Buffers:
            return "buffers";
        case Bound::Port:
            return "PLIO";
        case Bound::Kernel:
            return "kernel";
        case Bound::Cascade:
            break;
    }
    return "cascade";
}

Statistics statistics_of(const std::vector<Figures>& figures) {
    if (figures.empty()) return {};
    std::vector<double> errors;
    for (const Figures& pair : figures)
        errors.push_back(std::abs(pair.error()));
    return {.rows = figures.size(),
            .mean = mean_of(errors),
            .median = median_of(errors),
            .p95 = p95_of(errors),
            .worst = *std::ranges::max_element(errors),
            .r2 = r2_of(figures)};
}

Measurement measurement_of(const CsvRow& row, std::string what, double value, std::string types) {
    const base::Node* const group = row.find("group");
    return {.id = row.id(),
            .source = row.text("source"),
            .device = row.text("device"),
            .what = std::move(what),
            .how = row.text("how"),
            .types = std::move(types),
            .group = group == nullptr ? std::nullopt : std::optional{group->as_one_of(kGroups)},
            .split = row["split"].as_choice<Split>(
                {{"calibration", Split::Calibration}, {"validation", Split::Validation}}),
            .value = value};
}

namespace {

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
            fmt::format("the tolerance of the {} error over '{}' is about no row",
                        to_string(tolerance.statistic), tolerance.rows.name())};
    const double value = value_of(statistics_of(figures), tolerance.statistic);
    return {tolerance.rows.name(), tolerance.statistic, tolerance.limit, value,
            value <= tolerance.limit};
}

}  // namespace xdnasim::validation
