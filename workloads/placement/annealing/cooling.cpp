#include <algorithm>
#include <cmath>

#include "workloads/placement/annealing/annealer.hpp"

namespace xdnasim::placement {

double balanced_temperature(std::span<const double> deltas) {
    constexpr int kSteps = 100;
    constexpr double kTolerance = 1e-6;
    constexpr double kReach = 5;
    double largest = 0;
    for (const double delta : deltas)
        largest = std::max(largest, std::abs(delta));
    const auto balance = [&](double temperature) {
        double sum = 0;
        for (const double delta : deltas)
            sum += delta <= 0 ? delta : delta * std::exp(-delta / temperature);
        return sum;
    };
    double low = 0;
    double high = kReach * largest;
    for (int i = 0; i < kSteps && high - low > kTolerance; ++i) {
        const double middle = (low + high) / 2;
        (balance(middle) < 0 ? low : high) = middle;
    }
    return high;
}

double cooled(double temperature, double accepted) {
    struct Rate {
        double above;  ///< lower limit of the share of accepted moves
        double factor;
    };
    constexpr Rate kRates[] = {{0.96, 0.5}, {0.8, 0.9}, {0.15, 0.95}};
    for (const Rate& rate : kRates)
        if (accepted > rate.above) return temperature * rate.factor;
    constexpr double kFrozen = 0.8;
    return temperature * kFrozen;
}

void Equilibrium::accept(double delta, double probability) {
    double& slot = last_[accepted_ % kWindow];
    const double weighted = delta * probability;
    sum_ += weighted - slot;
    slot = weighted;
    ++accepted_;
}

bool Equilibrium::is_reached() const {
    constexpr double kNothing = 1e-3;
    return accepted_ >= kWindow && std::abs(sum_) < kNothing;
}

}  // namespace xdnasim::placement
