#include "validation/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/enumerators.hpp"

namespace xdnasim::validation {

static_assert(base::lists_all<kStatistics>());

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

/// Returns the smallest of the values that at least 95 % of the values do not exceed.
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

}  // namespace xdnasim::validation
