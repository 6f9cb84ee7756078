#include "validation/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

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
            .worst = *std::ranges::max_element(errors),
            .r2 = r2_of(figures)};
}

}  // namespace xdnasim::validation
