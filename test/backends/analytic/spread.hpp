#pragma once
// How much the closed forms differ from the simulation, and which of the effects that only the
// simulation models causes the difference.

#include <memory>
#include <string>
#include <vector>

#include "arch/device.hpp"
#include "backends/backend.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::backends::test {

struct Difference {
    std::string problem{};
    double ratio = 1;      ///< analytic / simulated cycles
    std::string effect{};  ///< cause of the difference; empty if the results are near each other
    double without = 1;    ///< `ratio` on a device without the effect
};

/// Results are near each other if their ratio differs from 1 by at most this share.
inline constexpr double kNear = 0.15;

/// Collects differences. To find the cause of one, effects are removed one at a time from the
/// device of both backends: the cause is the effect without which the backends agree best.
class Spread {
 public:
    Spread();

    /// Precondition: `schedule` is mapped to `device`.
    void add(std::string problem, const schedule::Schedule& schedule, const arch::Device& device);

    [[nodiscard]] const std::vector<Difference>& differences() const { return differences_; }
    /// The quantile of the ratio: about `share` of the problems have a smaller one.
    [[nodiscard]] double quantile(double share) const;

 private:
    [[nodiscard]] double ratio(const schedule::Schedule& schedule, const arch::Device& device);

    std::unique_ptr<Backend> analytic_;
    std::unique_ptr<Backend> simulated_;
    std::vector<Difference> differences_;
};

}  // namespace xdnasim::backends::test
