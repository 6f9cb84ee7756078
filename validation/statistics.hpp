#pragma once
// Errors of simulated figures against measured ones, and their statistics.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace xdnasim::validation {

struct Figures {
    double measured = 0;
    double simulated = 0;

    /// Relative error as a fraction; positive if the simulated figure is larger.
    [[nodiscard]] double error() const { return (simulated - measured) / measured; }
};

/// Statistics of the absolute values of the relative errors, as fractions.
struct Statistics {
    std::size_t rows = 0;
    double mean = 0;
    double median = 0;
    double p95 = 0;  ///< 95th percentile: at least 95 % of the errors are not larger
    double worst = 0;
    /// Coefficient of determination: share of the measured figures' variance that the simulated
    /// ones explain; negative if the mean of the measured figures would be a better prediction.
    /// nullopt if all measured figures are equal.
    std::optional<double> r2;
};

[[nodiscard]] Statistics statistics_of(const std::vector<Figures>& figures);

/// The statistics that a tolerance may limit.
enum class Statistic : std::uint8_t { Mean, Median, P95, Worst };
inline constexpr std::array kStatistics{Statistic::Mean, Statistic::Median, Statistic::P95,
                                        Statistic::Worst};
[[nodiscard]] std::string to_string(Statistic statistic);  // "mean"
[[nodiscard]] double value_of(const Statistics& statistics, Statistic statistic);

}  // namespace xdnasim::validation
