#pragma once
// The least that the stages of a network that are not placed yet can take, wherever they will
// stand.

#include <cstddef>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "workloads/network/network_design.hpp"
#include "workloads/network/network_model.hpp"

namespace xdnasim::network {

inline constexpr double kNever = std::numeric_limits<double>::infinity();

/// Of each stage, itself with each split that it may have.
using Choices = std::vector<std::vector<Stage>>;

/// By dynamic programming over the splits of neighbouring stages, the cores that are left, and the
/// columns that a row of cascades has left: these lead to the east alone, and where the array ends,
/// streams begin the next row. Stages of the same a are taken to stand side by side as long as
/// there are columns; what stands in their way is not seen.
class LatencyBound {
 public:
    /// `columns`: of the array; none: without end.
    LatencyBound(const NetworkDesign& design, const LatencyModel& model, const Choices& choices,
                 int cores, std::optional<int> columns);

    /// Of a network whose first stages take `taken` cycles, and the last of them, `before`, ends
    /// with column `end` - 1; with choice `number` of stage `i` behind it, and `cores` for this one
    /// and the rest.
    [[nodiscard]] double with(double taken, const Stage& before, int end, std::size_t i,
                              std::size_t number, int cores) const;
    /// What takes its inputs from choice `number` of stage `i`, and so on.
    [[nodiscard]] double behind(std::size_t i, std::size_t number, int end, int cores) const;

 private:
    /// From a stage to the next one: to the east of it, or anywhere.
    struct Steps {
        double beside = kNever;
        double anywhere = kNever;
    };
    /// Cores, and the least cycles with them: the more, the fewer.
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
    /// Of a stage, a choice, and the column behind it: one for all where that changes nothing.
    std::vector<std::vector<std::vector<Front>>> fronts_;
};

}  // namespace xdnasim::network
