#pragma once
// How far the closed forms are from the simulation, and which of the effects that only the
// simulation knows makes the difference.

#include <memory>
#include <string>
#include <vector>

#include "arch/device.hpp"
#include "backends/backend.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::backends::test {

struct Difference {
    std::string problem{};
    double ratio = 1;      ///< analytic to simulated cycles
    std::string effect{};  ///< that it is due to; empty when the two are near each other
    double without = 1;    ///< the ratio on a device that does not have the effect
};

/// Beyond this share two results differ.
inline constexpr double kNear = 0.15;

/// The same effect taken from both backends' device: the one without which they agree best is what
/// the difference is due to.
class Spread {
 public:
    Spread();

    /// Precondition: `schedule` is mapped to `device`.
    void add(std::string problem, const schedule::Schedule& schedule, const arch::Device& device);

    [[nodiscard]] const std::vector<Difference>& differences() const { return differences_; }
    /// The ratio that `share` of the problems are below.
    [[nodiscard]] double quantile(double share) const;

 private:
    [[nodiscard]] double ratio(const schedule::Schedule& schedule, const arch::Device& device);

    std::unique_ptr<Backend> analytic_;
    std::unique_ptr<Backend> simulated_;
    std::vector<Difference> differences_;
};

}  // namespace xdnasim::backends::test
