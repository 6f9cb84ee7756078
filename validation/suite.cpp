#include "validation/suite.hpp"

#include <algorithm>
#include <array>
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

}  // namespace

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
    return {.id = row.id(),
            .source = row.text("source"),
            .device = row.text("device"),
            .what = std::move(what),
            .how = row.text("how"),
            .types = std::move(types),
            .split = row["split"].as_choice<Split>(
                {{"calibration", Split::Calibration}, {"validation", Split::Validation}}),
            .value = value};
}

namespace {

struct NamedStatistic {
    const char* name;
    double Statistics::*value;
};

constexpr std::array kStatistics{
    NamedStatistic{"mean", &Statistics::mean}, NamedStatistic{"median", &Statistics::median},
    NamedStatistic{"p95", &Statistics::p95}, NamedStatistic{"worst", &Statistics::worst}};

constexpr double kPercent = 0.01;
constexpr double kMaxPercent = 1000;

RowFilter read_filter(base::MapReader& entry) {
    RowFilter rows;
    if (const base::Node* sources = entry.optional("sources"))
        for (const base::Node& source : sources->as_sequence())
            rows.sources.push_back(source.as_string());
    if (const base::Node* device = entry.optional("device")) rows.device = device->as_string();
    return rows;
}

std::vector<Tolerance> read_entry(const base::Node& node) {
    base::MapReader entry{node, "tolerances"};
    const RowFilter rows = read_filter(entry);
    std::vector<Tolerance> tolerances;
    for (const auto& [name, value] : kStatistics)
        if (const base::Node* limit = entry.optional(name))
            tolerances.push_back({rows, name, limit->as_double(0, kMaxPercent) * kPercent});
    entry.finish();
    if (tolerances.empty()) node.fail("no limit; allowed: one or more of mean, median, p95, worst");
    return tolerances;
}

}  // namespace

bool RowFilter::takes(const Measurement& row) const {
    const auto begins_source = [&](const std::string& name) {
        return row.source.starts_with(name);
    };
    return (device.empty() || row.device == device) &&
           (sources.empty() || std::ranges::any_of(sources, begins_source));
}

std::string RowFilter::name() const {
    std::vector<std::string> parts = sources;
    if (!device.empty()) parts.insert(parts.begin(), device);
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
                        tolerance.statistic, tolerance.rows.name())};
    const auto named = std::ranges::find(kStatistics, tolerance.statistic, &NamedStatistic::name);
    const double value = statistics_of(figures).*named->value;
    return {tolerance.rows.name(), tolerance.statistic, tolerance.limit, value,
            value <= tolerance.limit};
}

}  // namespace xdnasim::validation
