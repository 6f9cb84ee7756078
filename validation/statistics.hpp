#pragma once
// How far simulated figures are from measured ones.

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

    [[nodiscard]] double error() const { return (simulated - measured) / measured; }
};

/// Of the sizes of the errors, as fractions.
struct Statistics {
    std::size_t rows = 0;
    double mean = 0;
    double median = 0;
    double p95 = 0;  ///< 95 % of the errors are no larger
    double worst = 0;
    /// Share of the measured figures' variance that the simulated ones explain; negative when the
    /// measured mean would do better. None when all measured figures are the same.
    std::optional<double> r2;
};

[[nodiscard]] Statistics statistics_of(const std::vector<Figures>& figures);

/// Those that a tolerance may limit.
enum class Statistic : std::uint8_t { Mean, Median, P95, Worst };
inline constexpr std::array kStatistics{Statistic::Mean, Statistic::Median, Statistic::P95,
                                        Statistic::Worst};
[[nodiscard]] std::string to_string(Statistic statistic);  // "mean"
[[nodiscard]] double value_of(const Statistics& statistics, Statistic statistic);

}  // namespace xdnasim::validation
