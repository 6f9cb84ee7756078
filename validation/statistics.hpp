#pragma once
// How far simulated figures are from measured ones.

#include <cstddef>
#include <optional>
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
    double worst = 0;
    /// Share of the measured figures' variance that the simulated ones explain; negative when the
    /// measured mean would do better. None when all measured figures are the same.
    std::optional<double> r2;
};

[[nodiscard]] Statistics statistics_of(const std::vector<Figures>& figures);

}  // namespace xdnasim::validation
