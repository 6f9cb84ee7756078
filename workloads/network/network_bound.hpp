#pragma once
// A lower bound of the cycles of those stages of a network that are not placed yet, wherever they
// will be placed.

#include <cstddef>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "workloads/network/network_design.hpp"
#include "workloads/network/network_model.hpp"

namespace xdnasim::network {

inline constexpr double kNever = std::numeric_limits<double>::infinity();

/// For each stage, the stage with each split that it may have.
using Choices = std::vector<std::vector<Stage>>;

/// Lower bound of the latency, by dynamic programming over the splits of neighbouring stages, the
/// number of cores left, and the columns left for a row of cascades. Cascades lead to the east
/// only; at the end of the array, streams begin the next row. Stages with the same `a` are assumed
/// to lie side by side as long as there are columns; obstacles are ignored.
class LatencyBound {
 public:
    /// `columns`: columns of the array; nullopt: unlimited.
    LatencyBound(const NetworkDesign& design, const LatencyModel& model, const Choices& choices,
                 int cores, std::optional<int> columns);

    /// Lower bound for a network whose placed stages take `taken` cycles. `before` is the last of
    /// them, and ends with column `end` - 1. Choice `number` of stage `i` follows; `cores` is the
    /// number of cores for this stage and the remaining ones.
    [[nodiscard]] double with(double taken, const Stage& before, int end, std::size_t i,
                              std::size_t number, int cores) const;
    /// Lower bound of all stages after choice `number` of stage `i`, which ends with column `end` -
    /// 1.
    [[nodiscard]] double behind(std::size_t i, std::size_t number, int end, int cores) const;

 private:
    /// Cycles of the link to the next stage: if that stage lies directly to the east, and
    /// elsewhere.
    struct Steps {
        double beside = kNever;
        double anywhere = kNever;
    };
    /// Pairs of a number of cores and the fewest cycles with it; cycles fall as cores rise.
    using Front = std::vector<std::pair<int, double>>;
    class LeastByCores;

    [[nodiscard]] bool has_columns(int end) const { return !columns_ || end <= *columns_; }
    [[nodiscard]] Steps steps(const Stage& from, const Stage& to) const;
    [[nodiscard]] const Front& front(std::size_t i, std::size_t number, int end) const;
    [[nodiscard]] std::vector<Front> fronts(std::size_t i, const Stage& stage, int cores) const;

    const NetworkDesign& design_;
    const LatencyModel& model_;
    const Choices& choices_;
    std::optional<int> columns_;
    /// Indexed by stage, choice, and the column after the stage; one entry if the column has no
    /// effect.
    std::vector<std::vector<std::vector<Front>>> fronts_;
};

}  // namespace xdnasim::network
